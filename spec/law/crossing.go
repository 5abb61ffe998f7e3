package law

import (
	"slices"

	"sameact/spec"
)

// This file folds answers of the page path that cross. What is sent first is booked first; who was first is seen by what
// arrives, and then the books follow. Of several words on one question or handoff exactly one counts:
//
//	p1: allow m1               held before it is settled
//	p2: allow m1               its effect arrives: it was first
//	p1: go                     refused

// underWay reports whether a line has no answer yet.
func (l *pageLine) underWay() bool {
	return l != nil && l.answer == nil && !l.folded && !l.died && l.run != nil
}

// settling is the question of a run that a line under way settles, nil where there is none.
func (r *run) settling() *pageQuestion {
	if r == nil || r.question == nil || !r.question.by.underWay() {
		return nil
	}
	return r.question
}

// came decides which of the lines that crossed on a question was first, when one of them is answered.
func (b *books) came(l *pageLine) {
	q := l.question
	if q == nil || l.event.Is(spec.VerbFinish) || len(q.rivals) == 0 {
		return
	}
	switch by := q.by; {
	case by == l && l.goes && len(l.items) == 0 && l.status() == spec.Refused:
		if b.lostTo(l, q); l.says == `"always"` && !l.goes {
			b.grant(l, q, true)
		}
	case by != l && l.says == `"always"` && len(l.items) == 0 && q.state != "allowed" && q.state != "open":
		b.grant(l, q, true)
	case by == l && l.denies:
		l.inDoubt()
		q.state, q.run.over, q.by = "denied", "denied", l
	case by != l && by != nil && l.could == "allowed" && len(l.items) > 0 && len(by.items) == 0 && by.run != nil && (by.underWay() || by.could == "denied"):
		by.takeBack()
		q.rivals = append(q.rivals, by)
		b.pageAllow(l, q, l.says == `"always"`)
	}
}

// lostTo books the line that was before another: what settles all of a conversation, a yes that may still run, or a no.
// Where nobody was, the refusal stands to be judged.
func (b *books) lostTo(l *pageLine, q *pageQuestion) {
	first := func(is func(*pageLine) bool) *pageLine {
		if i := slices.IndexFunc(q.rivals, is); i >= 0 {
			return q.rivals[i]
		}
		return nil
	}
	if o := first(func(o *pageLine) bool { return o.run == nil }); o != nil {
		l.takeBack()
		b.pageSettle(o, q, sweptAs[o.event.Verb])
	} else if o = first(func(o *pageLine) bool { return o.could == "allowed" && o.underWay() }); o != nil {
		l.takeBack()
		b.pageAllow(o, q, o.says == `"always"`)
	} else if o = first(func(o *pageLine) bool { return o.could == "allowed" && o.died && !o.untouched() }); o != nil {
		l.takeBack()
		q.doubt = "allowed"
	} else if o = first(func(o *pageLine) bool { return o.could == "denied" }); o != nil {
		l.takeBack()
		b.pageSettle(o, q, "denied")
		o.denies = true
	}
}

// sweptAs is what a question is settled as by a line that is about no single run.
var sweptAs = map[string]string{spec.VerbTick: "silent", spec.VerbClear: "cleared", spec.VerbEnd: "ended", spec.VerbConfigure: "edited"}

// raced reports whether another process gave an answer at the same time that would have had the run go on.
func (l *pageLine) raced() bool {
	return slices.ContainsFunc(l.beside, func(o *pageLine) bool {
		return o.event.Process != l.event.Process && (o.could == "allowed" || o.event.Is(spec.VerbFinish) && o.says == "done")
	})
}

// besideUnderWay reports whether another word on a handoff is under way.
func (l *pageLine) besideUnderWay() bool {
	return slices.ContainsFunc(l.beside, func(o *pageLine) bool { return o.underWay() && o.handoff == l.handoff })
}

// wordOn finds a done for a handoff that is under way.
func (b *books) wordOn(h *pageHandoff) *pageLine {
	for _, l := range b.page.lines {
		if l.underWay() && l.handoff == h && l.event.Is(spec.VerbFinish) && l.says == "done" {
			return l
		}
	}
	return nil
}

// notGoneOn books that a yes was refused: it may wait still, and what an always would have given may not be there.
func (b *books) notGoneOn(l *pageLine) {
	if l.begins || l.question == nil || l.event.Is(spec.VerbFinish) {
		return
	}
	l.run.stuck = true
	for _, g := range b.page.grants {
		g.doubt = g.doubt || g.question == l.question
	}
}
