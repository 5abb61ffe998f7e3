package law

import (
	"slices"
	"strconv"
	"time"

	"sameact/spec"
)

// This file folds what several processes do: their lives, their clocks, what they do at the same time, and
// what it means that one was killed. Where nobody can know how far a killed process got, the books say so
// (Doubt), and then running and refusing are both right.

// life names a process together with which life of it, p2#1.
func (b *books) life(process string) string { return process + "#" + strconv.Itoa(b.lives[process]) }

func (b *books) clockOf(process string) time.Duration {
	if own, ok := b.clocks[process]; ok {
		return own
	}
	return b.now
}

func (b *books) setClock(e spec.Event) {
	at, _ := spec.ParseTime(e.Subject)
	if e.Process != "" {
		b.clocks[e.Process] = at
	} else {
		b.now = at
	}
	b.clock++
}

// tick meets every question that is overdue by the clock of the process; one that is held may not have yet.
func (b *books) tick(e spec.Event) {
	_, held := e.Get("pause")
	for _, q := range b.asked {
		switch {
		case !b.expired(e.Process, q):
		case held:
			q.Stands.Stale = true
		default:
			q.Stands.Expired = true
		}
	}
}

// served says of every question what a request did that was answered at or after its expiry: its own use
// has met it, any other may have.
func (b *books) served(u *Use, process string) {
	if !b.hello.Has("expiry") {
		return
	}
	for _, q := range b.asked {
		switch {
		case !b.expired(process, q):
		case q == u.Question && !u.differs() && (u.Kind == Presentation || u.Kind == Answering):
			q.Stands.Expired = true
		default:
			q.Stands.Stale = true
		}
	}
}

// enter books a use as under way, beside the others of its question that are.
func (b *books) enter(u *Use) {
	q := u.Question
	if q == nil || slices.Contains(q.underWay, u) {
		return
	}
	for _, v := range q.underWay {
		if v.At == u.At {
			continue
		}
		crossed := v.Kind == Answering && u.Kind == Answering && v.Says != u.Says
		if crossed {
			q.Stands.Doubt = "both"
		}
		if crossed || (v.Kind == Answering) != (u.Kind == Answering) {
			u.Contested, v.Contested = true, true
		}
		u.Beside, v.Beside = append(u.Beside, v), append(v.Beside, u)
	}
	q.underWay = append(q.underWay, u)
	if u.tries() {
		q.Stands.Open++
	}
}

func (b *books) leave(u *Use) {
	q := u.Question
	if q == nil || !slices.Contains(q.underWay, u) {
		return
	}
	q.underWay = slices.DeleteFunc(q.underWay, func(v *Use) bool { return v == u })
	if u.tries() {
		q.Stands.Open--
	}
}

// held says that a use has come to a point. Whether it stops there is seen by the go that follows.
func (b *books) held(u *Use, point string) {
	if u != nil {
		u.Point = point
	}
}

// goOn lets the uses of a process go on from where they are held; of the unnamed one all that are.
func (b *books) goOn(process string) {
	for name, uses := range b.open {
		if name != process && process != "" {
			continue
		}
		for _, u := range uses {
			if u.Answer != nil || u.Died {
				continue
			}
			if u.Passed = u.Point; u.Passed == "" {
				u.Passed = spec.PauseReady
			}
			u.Point = ""
		}
	}
}

// unsent reports whether a use was made ready and never sent.
func (u *Use) unsent() bool {
	return u.Passed == "" && u.Point == "" && u.books.history[u.At].Str("pause") == spec.PauseReady
}

// crash kills a process: what it was doing has no answer.
func (b *books) crash(process string) {
	b.crashes++
	b.lives[process]++
	for _, u := range b.open[process] {
		if u.Answer != nil || u.Died {
			continue
		}
		u.Died = true
		b.leave(u)
		if q := u.Question; q != nil && len(u.Effects) > 0 {
			q.Stands.InFlight--
		}
		b.cutShort(u)
	}
}

// cutShort says what is known of a use whose process was killed: an effect that arrived, or the point
// after the spending, means spent; the point before it, or never sent, means untouched; else nobody knows.
func (b *books) cutShort(u *Use) {
	q := u.Question
	if a := b.acts[u.Act]; u.Kind == Ask && a != nil && a.question != nil && a.question.At == u.At {
		a.question = u.before // its address never reached the caller
	}
	if n := len(u.Effects); n > 0 && u.Point == spec.PauseEffect {
		u.Effects[n-1].Reply = "cut"
	} else if n > 0 {
		u.Effects[n-1].Reply = "unsure"
	}
	if q == nil {
		return
	}
	untouched := u.untouched()
	switch {
	case u.hasSpent():
		if q.Stands.Cut = true; u.Kind == Answering {
			q.Stands.Allowed = true
		}
		q.Stands.Doubt = u.Began.Stands.Doubt
	case untouched && u.Kind == Answering:
		b.takeBack(u)
	case untouched:
	case u.Kind == Answering:
		b.takeBack(u)
		if q.Stands.Doubt = "yes"; !u.Allows {
			q.Stands.Doubt = "no"
		}
		if u.Resumes && u.Allows {
			q.Stands.Doubt = "use"
		}
	default:
		q.Stands.Doubt = "use"
	}
}

// hasSpent reports whether a use has used its approval up, as far as its effects and points show.
func (u *Use) hasSpent() bool {
	return len(u.Effects) > 0 || u.Point == "after-spend" || u.Passed == "after-spend"
}

// untouched reports whether a use that was cut short has done nothing to its question.
func (u *Use) untouched() bool {
	return u.unsent() || u.Point == "before-spend" || u.Point == "before-settle"
}

// takeBack makes an answer undone that was booked when it was sent.
func (b *books) takeBack(u *Use) {
	s, was := &u.Question.Stands, u.Began.Stands
	s.Allowed, s.Denied, s.Withdrawn, s.Late, s.Foreign, s.Place, s.NotYes, s.Process =
		was.Allowed, was.Denied, was.Withdrawn, was.Late, was.Foreign, was.Place, was.NotYes, was.Process
}
