package law

import "sameact/spec"

// This file judges attempts on the page path, in the way of judge.go.

func (j *judge) attempt(u *Use) {
	a := u.Attempt
	if a.run.crossed {
		return
	}
	drifted, moved := Diff(u)
	if len(drifted) == 1 {
		j.exercised(drifted[0].Clause)
	}
	for _, d := range drifted {
		switch {
		case len(u.Effects) > 0:
			j.breaks(d.Clause, u, u.Effects[0].At, "it ran although "+d.Why)
		case a.became == "completed":
			j.breaks(d.Clause, u, u.AnswerAt, "it is done although "+d.Why)
		case (a.became == "asked" || a.became == "handed") && a.invalid != "" && a.step.declared:
			j.breaks(d.Clause, u, u.Shown[0], "a person was asked although "+d.Why)
		}
	}
	switch {
	case len(drifted) > 0:
	case len(u.Effects) > 0:
		j.pageRan(u, moved)
	case a.became == "handed" && a.step.human:
		j.handed(u)
	case a.finish:
		if a.became == "completed" {
			j.exercised(owner(moved))
		} else if a.run.handoff != nil && a.line.says == "done" && a.became != "failed" && a.excuse(u) == "" {
			j.refused(u, moved)
		}
	case a.beyond != "" || a.line.says != "" && !a.line.goes || a.excuse(u) != "":
	default:
		j.refused(u, moved)
	}
}

// differs is Diff of an attempt: one clause owns why it must not go on, or why it must.
func (a *attempt) differs(u *Use) (drifts, continuations []Difference) {
	if owner, why := a.lacks(u); owner != "" {
		return []Difference{{clause(owner), why}}, nil
	}
	if owner, why := a.goesOn(); owner != "" {
		return nil, []Difference{{clause(owner), why}}
	}
	return nil, nil
}

// pageRan judges what a step that was right to run ran with.
func (j *judge) pageRan(u *Use, moved []Difference) {
	a := u.Attempt
	if !j.books.sameArguments(u.Effects[0].Call, u.Presented) {
		j.breaks(clause("shown-is-run"), u, u.Effects[0].At, "it ran although "+j.books.whatRan(u.Presented, u.Effects[0]))
		return
	}
	j.exercised(owner(moved))
	if a.covered {
		j.exercised(clause("shown-is-run"))
	}
	if !a.step.whole && a.covered && a.line.question != nil && a.index > a.line.question.from {
		j.exercised(clause("asked-once"))
	}
}

// handed counts a person's step that was handed to a person.
func (j *judge) handed(u *Use) {
	a := u.Attempt
	j.exercised(clause("never-simulated"))
	j.exercised(clause("no-double-ask"))
	if !a.step.whole {
		j.exercised(clause("human-step-inside"))
	}
	if len(a.step.action.Steps) > 0 {
		j.exercised(clause("whole-handoff-skips-steps"))
	}
}

// pageVerdict judges every attempt of the page path.
func (j *judge) pageVerdict() {
	for _, u := range j.books.page.uses {
		if u.Answer != nil || len(u.Effects) > 0 {
			j.attempt(u)
		}
	}
}

// Stepping is the kind of a use on the page path: an attempt to have one step of a run go on.
const Stepping = Waking + 1

// seenStatus is what a line was answered.
func (l *pageLine) status() spec.Status {
	if l.answer == nil {
		return ""
	}
	return spec.Status(l.answer.Verb)
}
