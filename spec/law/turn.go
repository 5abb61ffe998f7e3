package law

import (
	"slices"

	"sameact/spec"
)

// This file says what a gate may refuse because it takes turns, lists of answers and conversations as a whole
// (spec/protocol/protocol.md §7).

// crowded reports whether a question of a conversation is open, or was allowed and waits for its presentation, so that a
// gate which keeps one a session may refuse what is called next.
func (b *books) crowded(process, session string) bool {
	return !b.hello.Has("several") && slices.ContainsFunc(b.asked, func(q *Question) bool {
		return q.Call.Session == session && (q.Stands.open() || q.Stands.waits()) && !b.expired(process, q)
	})
}

// open reports whether a question waits for its answer.
func (s Standing) open() bool {
	return s.Doubt != "" || !s.Allowed && !s.Denied && !s.Closed && s.Used == 0
}

// waits reports whether a held yes waits for the presentation of its act.
func (s Standing) waits() bool {
	return s.Held && !s.Denied && !s.Closed && s.Used == 0
}

// spoiled says why nothing of the turn of a call was taken: another call of it can not be asked about. "" where
// something of the turn was asked about or ran.
func (u *Use) spoiled() string {
	if u.Kind != Ask || !u.books.history[u.At].Is(spec.VerbTurn) {
		return ""
	}
	why := ""
	for _, v := range u.mates() {
		if len(v.Effects)+len(v.Shown) > 0 || v.status() == spec.Pending {
			return ""
		}
		if v != u && (len(Causes(v.Ended.World, v.Presented)) > 0 || ambiguous(v) != "" || v.misfits()) {
			why = "the gate takes a turn as a whole, and " + v.Act + " of it can not be asked about"
		}
	}
	return why
}

// misfits reports whether a gate may find that arguments do not fit.
func (u *Use) misfits() bool {
	a, _ := u.Ended.World.Action(u.Presented.Connector, u.Presented.Action)
	text, _ := u.Presented.Text()
	v, err := u.books.value(text)
	return err != nil || mayMisfit(a.Parameters, v) || u.books.unusual(u.Presented) != ""
}

// loose says why the answers of a line may be refused together, "" where they may not.
func (b *books) loose(e spec.Event) string {
	acts := []string{e.Subject}
	if list, err := e.Decisions(); err == nil && e.Verb == spec.VerbDecide {
		acts = nil
		for _, d := range list {
			acts = append(acts, d.Act)
		}
	}
	var named []*Question
	for _, name := range acts {
		q := b.find(name)
		switch {
		case len(acts) == 1:
		case q == nil:
			return "the list names what is no question"
		case slices.Contains(named, q):
			return "the list names a question twice"
		case !q.Stands.open():
			return "the list names a question that was answered"
		}
		named = append(named, q)
	}
	for _, q := range named {
		if q != nil && b.hello.Has("batch-whole") && slices.ContainsFunc(q.Batch, func(o *Question) bool { return o.Stands.open() && !slices.Contains(named, o) }) {
			return "a question of the turn is left out"
		}
	}
	return ""
}

// notTaken leaves open what the answers of a line are worth that may be refused together and were.
func (b *books) notTaken(e spec.Event, u *Use) {
	if u.Loose == "" || e.Verb != string(spec.Refused) {
		return
	}
	together := []*Use{u}
	if e.Subject == "" {
		together = u.mates()
	}
	for _, v := range together {
		if v.Kind != Answering || v.Question == nil || !v.Began.Stands.open() || v.Question.Stands.Doubt != "" || len(v.Effects) > 0 {
			continue
		}
		switch s := &v.Question.Stands; {
		case s.Allowed && s.Withdrawn:
			s.Doubt = "both"
		case s.Allowed:
			s.Doubt = "yes"
		case s.Denied:
			s.Doubt = "no"
		}
	}
}
