package law

import (
	"slices"

	"sameact/spec"
)

// This file folds what befalls the store. A fault that stands (busy, read-only, full, missing) keeps everything from
// being written down, so a yes cannot be spent; when it is over, nothing is lost. Damage (truncated, overwritten,
// newer) lasts: nobody knows any more what was used of what was asked before. A copy that is put back knows what it
// held when it was taken, so of what was asked until then running and refusing are both right.

// A store is what stands against the store of a history.
type store struct {
	fault  string // until it is well
	damage string // until a copy is put back
	used   bool   // something was tried while it failed
	lost   int    // the line of the last damage, or of the copy that was put back; -1 is none
}

// Trouble is what the store did to a use.
type Trouble struct {
	Fault    string // a fault that stands from before its yes could be spent
	Troubled bool   // the store failed or was damaged when it was made, or meanwhile
	Halfway  bool   // a fault met it where its yes may have been spent
}

// standing are the faults that end with well.
var standing = []string{"busy", "read-only", "full", "missing"}

// fails reports whether the store may refuse everything now.
func (s store) fails() bool { return s.fault != "" || s.damage != "" }

// loses reports whether a line may take from the store what was in it.
func loses(e spec.Event) bool {
	return e.Is(spec.VerbStore) && e.Subject != "kept" && e.Subject != "well" && !slices.Contains(standing, e.Subject)
}

// befall books what befalls the store, which is that of all processes.
func (b *books) befall(i int, e spec.Event) {
	kind := e.Subject
	if loses(e) {
		b.store.lost = i
	}
	switch {
	case kind == "kept":
	case kind == "well":
		if b.store.fault == "read-only" || b.store.fault == "missing" {
			for process := range b.open { // these are started anew
				b.lives[process]++
			}
		}
		b.store.fault = ""
		for _, u := range b.underWay() {
			u.Fault = "" // it may go on now
		}
	case kind == "put-back":
		b.store.fault, b.store.damage = "", ""
		for _, q := range b.asked {
			q.Stands, q.booked = Standing{Doubt: "backup"}, nil
			if q.wait != nil {
				q.wait.woken, q.wait.closed = 0, ""
			}
		}
	case loses(e):
		b.store.damage = kind
		for _, q := range b.asked {
			q.Stands.Damage = kind
		}
		b.strike("")
	default:
		b.store.fault = kind
		b.strike(kind)
	}
}

// strike marks what is under way when something befalls the store.
func (b *books) strike(fault string) {
	for _, u := range b.underWay() {
		u.Troubled, b.store.used = true, true
		switch {
		case fault == "":
		case u.waits():
			u.Fault = fault
		default:
			u.Halfway = true
		}
	}
}

// waits reports whether a use is held where its yes is certainly not spent yet.
func (u *Use) waits() bool {
	where := u.books.history[u.At].Str("pause")
	unsent := u.Passed == "" && u.Point == "" && (where == spec.PauseReady || where == spec.PauseSent)
	return len(u.Effects) == 0 && (unsent || u.untouched())
}

// trouble marks a use that is made while the store fails.
func (b *books) trouble(u *Use) {
	u.Fault, u.Troubled = b.store.fault, b.store.fails()
	b.store.used = b.store.used || u.Troubled
}

// underWay are the uses that have no answer and whose process lives.
func (b *books) underWay() (out []*Use) {
	for _, open := range b.open {
		for _, u := range open {
			if u.Answer == nil && !u.Died {
				out = append(out, u)
			}
		}
	}
	return out
}

// notWritten undoes what was booked of a use that was refused while the store failed: an answer of its person may
// not have been taken.
func (b *books) notWritten(u *Use) {
	q := u.Question
	if q == nil || !u.Troubled || len(u.Effects) > 0 || u.status() != spec.Refused {
		return
	}
	switch code := u.Answer.Str("code"); {
	case u.Halfway:
		q.Stands.Doubt = "use"
	case u.Kind != Answering:
	case u.Says == `"deny"` && code != spec.CodeDenied && code != spec.CodePermissionDenied:
		b.takeBack(u)
		q.Stands.Doubt = "no"
	case q.Stands.Allowed && !u.Began.Stands.Allowed:
		b.takeBack(u)
		q.Stands.Doubt = "yes"
	}
}

// close books that the session of a question is over, unless that may not have been written down.
func (b *books) close(q *Question) {
	if b.store.fails() {
		q.Stands.Doubt = "no"
	} else {
		q.Stands.Closed = true
	}
}

// unwritten says why a yes that is used cannot have been written down as used, "" where it can.
func (u *Use) unwritten() string {
	damage := u.Began.Stands.Damage
	switch {
	case u.Question == nil || !u.tries() || u.Kind == Answering && !u.Allows || !u.Ended.Stands.Allowed:
		return ""
	case u.Fault != "":
		return "the store was " + u.Fault + ", so that nothing could be written down"
	case damage != "":
		return "since it was asked the store was " + damaged[damage]
	}
	return ""
}

var damaged = map[string]string{
	"truncated": "cut short", "overwritten": "overwritten", "newer": "written by a newer program",
}
