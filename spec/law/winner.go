package law

import "sameact/spec"

// This file reads what two answers at the same moment leave behind on the page: whoever was told that the always lost
// holds no grant.

// lostGrants looks at calls that come after an always and a denial crossed, where both answers say that the denial won.
func (r *Reader) lostGrants() {
	for _, g := range r.books.page.grants {
		lost := r.lostAt(g.question.run)
		if lost == 0 {
			continue
		}
		for _, l := range r.books.page.lines {
			later := l.run
			if !l.begins || l.at < lost || l.answer == nil || later.level != askLevel || !r.books.sameShape(g, later, l.world) || r.grantedOtherwise(g, later) {
				continue
			}
			r.Saw()
			if l.effects > 0 && later.question == nil {
				r.Broken(l.answerAt, "it ran on an always that had lost to a denial")
			}
		}
	}
}

// lostAt is the line from which it is certain that a run's always lost to a denial beside it, 0 where it is not.
func (r *Reader) lostAt(of *run) int {
	always, denied := 0, 0
	for _, l := range r.books.page.lines {
		if l.run != of || l.answer == nil || !of.crossed || l.status() != spec.Refused {
			continue
		}
		switch {
		case l.event.Is(spec.VerbAlways):
			always = l.answerAt
		case l.event.Is(spec.VerbDeny) && l.by == of.call.Principal:
			denied = l.answerAt
		}
	}
	if always == 0 || denied == 0 {
		return 0
	}
	return max(always, denied)
}

// grantedOtherwise reports whether another always may serve a run.
func (r *Reader) grantedOtherwise(lost *grant, later *run) bool {
	for _, g := range r.books.page.grants {
		if g.question.run != lost.question.run && !g.lost && r.books.sameShape(g, later, later.world) {
			return true
		}
	}
	return false
}
