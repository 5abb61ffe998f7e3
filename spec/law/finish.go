package law

import (
	"slices"

	"sameact/spec"
)

// This file folds what a person says of a handoff, and what was seen of a run that no step explains.

// finished books a finish line. It reports whether the run goes on after it.
func (b *books) finished(l *pageLine) bool {
	r, h := l.run, l.handoff
	i := min(r.next, len(r.steps)-1)
	if h != nil {
		i = h.step
	}
	u := b.attempted(l, i)
	a := u.Attempt
	a.finish, a.became = true, "nothing"
	l.again = h != nil && h.state == "done" && r.killed && l.says == "done" && r.next < len(r.steps)
	a.wrong, a.wrongly = b.wrongFinish(l)
	if h == nil || a.wrong != "" || l.says != "done" {
		if a.wrong != "" && claims(l.answer) {
			a.became = "completed"
		}
		return false
	}
	s := &r.steps[h.step]
	switch {
	case l.again:
		if len(l.items) > 0 {
			r.over = ""
		}
		return len(l.items) > 0
	case h.doubt && !b.took(l, h):
		h.state, s.state, r.over = "closed", "failed", "ended"
	case b.targetGone(l, h), h.expects && !l.state.Holds[s.id]:
		h.state, s.state, r.over = "failed", "failed", "ended"
		a.became = "failed"
	case b.took(l, h):
		a.became = "completed"
		h.state, r.handed = "done", true
		if s.state, s.basis = "claimed", "claim"; h.expects {
			s.state, s.basis = "verified", "expectation"
		}
		r.next = h.step + 1
		if r.basis == "" && l.begins {
			r.started = true
		}
		return true
	case l.besideUnderWay():
		a.crossed = true
	default:
		r.over = "ended"
	}
	return false
}

// wrongFinish finds the clause that owns why what a person says completes nothing, and books what it does.
func (b *books) wrongFinish(l *pageLine) (owner, why string) {
	r, h := l.run, l.handoff
	switch {
	case h == nil && r.tainted > 0: // what opened it is told where it was opened
		return "", ""
	case h == nil:
		return "one-end", "no handoff is open"
	case l.by != r.call.Principal:
		return "owner-answers", l.by + " finishes what belongs to " + r.call.Principal
	case l.again:
	case h.state != "open":
		return "one-end", "it had ended before"
	case b.hello.Has("expiry") && l.now >= h.expires:
		l.ended(h, "timed-out")
		return "one-end", "its time was over at " + spec.SpellTime(h.expires)
	case l.says == "next":
		h.place = min(h.place+1, h.last)
		return "next-is-not-done", "only the next instruction was turned to"
	case l.says == "back":
		h.place = max(h.place-1, 0)
		return "next-is-not-done", "only the instruction before was turned to"
	case l.says == "done" && h.place < h.last && !h.astray:
		return "next-is-not-done", "the last instruction was not reached"
	case l.says == "cancel" && len(l.beside) > 0 && l.status() != spec.Ended:
	case l.says == "cancel":
		l.ended(h, "cancelled")
	}
	return "", ""
}

// targetGone reports whether what the person was sent to is not there any more, or is another.
func (b *books) targetGone(l *pageLine, h *pageHandoff) bool {
	now, ok := b.resolved(h.run.steps[h.step].written, l.state)
	return !ok || !b.sameArguments(textCall(now), textCall(h.args))
}

// claims reports whether an answer says that something was done.
func claims(e *spec.Event) bool {
	return e != nil && (e.Verb == string(spec.Executed) || e.Verb == string(spec.Unknown))
}

// took reports whether a gate took a person's done for what it is.
func (b *books) took(l *pageLine, h *pageHandoff) bool {
	switch {
	case l.answer == nil || len(l.items) > 0 || claims(l.answer):
		return true
	case l.answer.Verb == string(spec.Pending):
		return h.step+1 < len(h.run.steps) && !b.hello.Has("question")
	}
	return l.answer.Verb == string(spec.Failed) && h.step+1 < len(h.run.steps)
}

// stays books a line that takes its run nowhere: a no, a yes that does not count, the same call again.
func (b *books) stays(l *pageLine) {
	if q := l.question; q != nil && l.says != "" {
		u := b.attempted(l, min(l.run.next, len(l.run.steps)-1))
		u.Attempt.became = "nothing"
		u.Attempt.beyond, u.Attempt.because = b.standing(l)
	} else if h := l.handoff; h != nil && l.says != "" && len(l.items) == 0 && (claims(l.answer) || l.status() == spec.Ended) {
		u := b.attempted(l, h.step)
		u.Attempt.became = "completed"
		u.Attempt.beyond, u.Attempt.because = b.standing(l)
	}
}

// unexpected books an effect that no step of the run explains.
func (b *books) unexpected(l *pageLine, at int) {
	e, r := b.history[at], l.run
	if e.Saw(spec.SeenShow) {
		r.tainted = max(r.tainted, l.at+1)
		return
	}
	if q := l.question; q != nil && q.notYes == `"always"` && !l.goes {
		r.over = "done" // a gate that did not offer it may still take it for a yes
		return
	}
	if r.tainted > 0 {
		return // told once
	}
	r.tainted = l.at + 1
	i, owner, why := b.explain(l, e)
	u := b.attempted(l, i)
	u.Attempt.became, u.Attempt.beyond, u.Attempt.because = "ran", owner, why
	u.Effects = append(u.Effects, b.pageArrival(u, at))
	r.ran++
}

// explain finds which step an effect that should not be is nearest to, and the clause that owns it.
func (b *books) explain(l *pageLine, e spec.Event) (i int, owner, why string) {
	r := l.run
	is := func(s pageStep) bool {
		args, _ := e.Get("args")
		return s.id == e.Str("action") && b.sameArguments(textCall(s.args), textCall(args.JSON()))
	}
	if i = slices.IndexFunc(r.steps, func(s pageStep) bool { return s.state == "" && is(s) }); i < 0 {
		i = slices.IndexFunc(r.steps, is)
	}
	inner := slices.ContainsFunc(r.action.Steps, func(s spec.ActionStep) bool { return s.Action == e.Str("action") })
	other := b.otherRun(r, e)
	near := max(i, 0)
	composite := len(r.steps) > 1
	switch {
	case r.action.Handoff != nil && inner:
		return near, "whole-handoff-skips-steps", "the whole is a person's, and a step of it ran"
	case i >= 0 && r.steps[i].human || i < 0 && r.action.Handoff != nil && e.Str("action") == r.call.Action:
		return near, "never-simulated", "a person does it, and its handler ran"
	case i >= 0 && (r.steps[i].state == "failed" || r.steps[i].state == "unknown") && r.steps[i].shownIn(l):
		return near, "no-blind-retry", "its call had ended without success in the same attempt"
	case i >= 0 && r.steps[i].state != "" && composite:
		return near, "continuation-adds-nothing", "the step had run before"
	case l.event.Is(spec.VerbFinish):
		if owner, why = lineWrong(l); owner != "" {
			return near, owner, why
		}
	}
	if q := l.question; q != nil && q.state == "denied" && i > q.from {
		return near, "stopped-is-stopped", "an earlier step was denied"
	}
	if !l.goes && !l.event.Is(spec.VerbFinish) {
		if owner, why = b.standing(l); owner != "" {
			if other != "" && i < 0 {
				return near, "answers-do-not-cross", "the act of another open question ran: " + other
			}
			return near, owner, why
		}
	}
	switch {
	case i < 0 && other != "":
		return near, "answers-do-not-cross", "the act of another open question ran: " + other
	case i >= 0 && r.over != "" && r.over != "done":
		return near, "stopped-is-stopped", "the run was over: an earlier step had " + r.over
	case i >= 0 && r.handoff != nil && r.handoff.state == "open":
		return near, "never-simulated", "the person's step before it was passed over"
	case i >= 0 && r.question != nil && r.question.state == "open":
		return near, "pending-runs-nothing", "nobody had answered"
	case composite:
		return near, "continuation-adds-nothing", "it is no step that was left"
	case i >= 0 || r.over == "done":
		return near, "one-use", "it had run before"
	}
	return near, "shown-is-run", "something else was called than was asked about"
}

// shownIn reports whether a step was tried on a line.
func (s pageStep) shownIn(l *pageLine) bool {
	return slices.ContainsFunc(l.tried, func(u *Use) bool { return u.Attempt.step.id == s.id && len(u.Effects) > 0 })
}

func lineWrong(l *pageLine) (owner, why string) {
	for _, u := range l.tried {
		if u.Attempt.finish {
			return u.Attempt.wrong, u.Attempt.wrongly
		}
	}
	return "", ""
}

// otherRun names another run that waits for a yes to what arrived.
func (b *books) otherRun(r *run, e spec.Event) string {
	args, _ := e.Get("args")
	for _, o := range b.page.runs {
		if o != r && o.question != nil && !o.question.used && o.call.Action == e.Str("action") && b.sameArguments(textCall(o.args), textCall(args.JSON())) {
			return o.act
		}
	}
	return ""
}

// standing finds the clause that owns why a line gives its run no yes.
func (b *books) standing(l *pageLine) (owner, why string) {
	q := l.question
	switch {
	case l.handoff != nil && l.says != "" && !l.event.Is(spec.VerbFinish):
		return "one-end", "a handoff is open, and a yes is no end of one"
	case l.claims:
		return "flag-is-not-permission", "the caller claims a yes"
	case l.presents:
		return "no-string-approves", "it was presented with a text, and nobody had answered"
	case q == nil:
		return "", ""
	}
	switch q.state {
	case "denied":
		return "denied-runs-nothing", "it was denied"
	case "silent":
		return "silence-is-no", "nobody had answered until " + spec.SpellTime(q.expires)
	case "ended":
		return "one-decision-one-call", "its runtime session was over"
	case "edited":
		return "definition-is-bound", "the declaration was edited while the question was open"
	case "allowed":
		if slices.Contains(q.rivals, l) {
			return "one-use-under-race", "another answer to it was under way, and had it run"
		}
		if q.cut {
			return "crash-after-spend", "the yes had been used when its process was killed"
		}
		return "one-use", "the yes had been used"
	case "cleared":
		return "clear-settles-all", "its conversation was cleared"
	}
	switch {
	case q.foreign != "" && l.by != l.run.call.Principal:
		return "owner-answers", q.foreign + " said yes to what belongs to " + l.run.call.Principal
	case q.place == "session":
		return "same-session", "the yes was given in another conversation"
	case q.place == "agent":
		return "same-agent", "the yes was given for another agent"
	case q.notYes != "":
		return "yes-is-exactly-yes", "the decision was " + q.notYes
	}
	return "pending-runs-nothing", "nobody had answered"
}
