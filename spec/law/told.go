package law

import (
	"slices"

	"sameact/spec"
)

// This file reads what is said of runs on the page path against what arrived.

// everyUse lists the uses of both paths.
func (b *books) everyUse() []*Use { return slices.Concat(b.uses, b.page.uses) }

// replies counts the effects of a line by how they were answered.
func (l *pageLine) replies(h spec.History) (ok, refused, lost int) {
	for _, i := range l.items {
		if !h[i].Saw(spec.SeenEffect) {
			continue
		}
		switch l.replyTo(h, i) {
		case "refused":
			refused++
		case "lost":
			lost++
		default:
			ok++
		}
	}
	return ok, refused, lost
}

// told are the answered lines about runs of which it is known how far they got.
func (b *books) told() []*pageLine {
	return slices.DeleteFunc(slices.Clone(b.page.lines), func(l *pageLine) bool {
		return l.run == nil || l.answer == nil || l.run.crossed
	})
}

// pageStatuses compares each answer with what the line brought about. What is said of a person's step belongs
// to the chapter about handoffs, and what is said of a refusal after a yes to yes-is-not-the-backend.
func (r *Reader) pageStatuses() {
	for _, l := range r.books.told() {
		r.Saw()
		ok, refused, lost := l.replies(r.books.history)
		whole := len(l.run.steps) == 1
		finish := l.event.Is(spec.VerbFinish)
		asked := len(l.tried) > 0 && l.tried[0].Attempt.covered
		claimed := slices.ContainsFunc(l.run.steps, func(s pageStep) bool { return s.state == "claimed" })
		switch said := l.status(); {
		case lost > 0: // lost-reply-is-unknown owns it
		case said == spec.Executed && refused > 0 && asked:
		case said == spec.Executed && !finish && (ok == 0 || refused > 0):
			r.Broken(l.answerAt, "it is called executed, and no effect happened")
		case said == spec.Executed && !whole && l.run.over != "done" && l.run.tainted == 0 && l.overThen(r.books) == l.run.over:
			r.Broken(l.answerAt, "it is called executed, and steps are left")
		case (said == spec.Refused || said == spec.Recorded) && ok+refused > 0:
			r.Broken(l.answerAt, "it is called %s, and the tool was called", said)
		case whole && (said == spec.Pending || said == spec.Failed || said == spec.Ended) && ok > 0:
			r.Broken(l.answerAt, "it is called %s, and the effect happened", said)
		case said == spec.Unknown && !claimed && l.run.tainted == 0 && (ok+refused > 0 || !finish):
			r.Broken(l.answerAt, "its outcome is called unknown, and it is known")
		}
	}
}

func (r *Reader) pageLost() {
	for _, l := range r.books.told() {
		if _, _, lost := l.replies(r.books.history); lost == 0 {
			continue
		}
		r.Saw()
		if said := l.status(); said != spec.Unknown {
			r.Broken(l.answerAt, "the reply was lost, and the caller is told %s", said)
		}
	}
}
