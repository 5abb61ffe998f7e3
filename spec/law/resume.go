package law

import (
	"fmt"
)

// Chapter resume: waking the right wait.

var resume = chapter("resume",
	&Clause{Slug: "same-wait", Direction: Minus, Source: "S1", Needs: []string{"task"},
		Sentence: "Resume needs the active wait to be the original one, of the same user and agent, and still open.",
		Harm:     "Somebody else's click continues my work.",
		Sees:     lacksWait("same-wait")},
	&Clause{Slug: "wait-version", Direction: Minus, Source: "S1", Needs: []string{"task"},
		Sentence: "Wait id, transcript id and version must all match; a stale one wakes nothing.",
		Harm:     "A click on an old screen continues a conversation that has moved on.",
		Sees:     lacksWait("wait-version")},
	&Clause{Slug: "old-yes-wakes-nothing-new", Direction: Minus, Source: "S1", Needs: []string{"task"},
		Sentence: "An old approval or wait never wakes another objective's wait.",
		Harm:     "A yes for the old objective starts the new one.",
		Sees:     lacksWait("old-yes-wakes-nothing-new")},
	&Clause{Slug: "resume-once", Direction: Minus, Source: "O", Needs: []string{"task"},
		Sentence: "A wait is resumed at most once.",
		Harm:     "The same continuation runs twice.",
		Sees:     lacksWait("resume-once")},
	&Clause{Slug: "right-resume-runs", Direction: Plus, Source: "S1", Needs: []string{"task"},
		Sentence: "The right resume wakes it, and the act then runs with its approval.",
		Harm:     "The work waits for ever although everybody did their part.",
		Sees: func(u *Use) string {
			if u.woken() && !u.later() {
				return "its wait is the right one"
			}
			return ""
		}},
	&Clause{Slug: "next-approval-works", Direction: Plus, Source: "F", Needs: []string{"task"},
		Sentence: "After a resume, a second approval in the same objective works too.",
		Harm:     "The second question of a task can never be answered.",
		Sees: func(u *Use) string {
			if u.woken() && u.later() {
				return "an earlier approval of the same objective was resumed"
			}
			return ""
		}},
)

// woken reports whether a use wakes a wait, or presents an act whose wait was woken.
func (u *Use) woken() bool {
	if u.Question == nil || u.Question.wait == nil {
		return false
	}
	return u.Kind == Waking || u.Kind == Presentation && u.Began.Woken > 0
}

// later reports whether an earlier approval of the same objective was resumed before this one was asked.
func (u *Use) later() bool {
	for _, v := range u.books.uses {
		if v == u {
			return false
		}
		q := v.Question
		if v.Kind == Waking && q != u.Question && q.At < u.Question.At && q.wait != nil && q.wait.woken > 0 && u.Question.wait != nil && q.wait.task == u.Question.wait.task {
			return true
		}
	}
	return false
}

func lacksWait(slug string) func(*Use) string {
	return func(u *Use) string {
		if u.Kind != Waking {
			return ""
		}
		owner, why := u.Wake.wrong(u)
		if owner != slug {
			return ""
		}
		return why
	}
}

// wrong finds the clause that owns what is wrong with a resume, "" where it names the right wait.
func (w *Wake) wrong(u *Use) (owner, why string) {
	if owner, why = w.misnames(u); owner != "" {
		return owner, why
	}
	switch {
	case u.Began.Woken > 0:
		return "resume-once", "it was resumed before"
	case u.Began.Closed == "objective":
		return "old-yes-wakes-nothing-new", "another objective has begun since"
	case u.Began.Closed != "":
		return "same-wait", "the wait is closed: its question was denied"
	}
	return "", ""
}

// misnames finds what is wrong with a resume whatever has become of the wait.
func (w *Wake) misnames(u *Use) (owner, why string) {
	q, wait := u.Question, u.Question.wait
	switch {
	case wait == nil:
		return "wait-version", "there is no such wait"
	case w.ID == "literal":
		return "wait-version", "it names a wait that never was"
	case w.ID == "other" && w.Of.wait != nil && w.Of.wait.task != wait.task:
		return "old-yes-wakes-nothing-new", "it names the wait of another objective, " + taskName(&w.Of.wait.task)
	case w.ID == "other" && w.Of != q:
		return "wait-version", "it names another wait"
	case w.Version != "":
		return "wait-version", "it names version " + wait.version + w.Version
	case w.Transcript != "":
		return "wait-version", fmt.Sprintf("it names transcript %s, the wait is of %s", w.Transcript, wait.transcript)
	case w.By != q.Call.Principal:
		return "same-wait", w.By + " resumes what belongs to " + q.Call.Principal
	case w.Agent != q.Call.Agent:
		return "same-wait", "agent " + orAbsent(w.Agent) + " resumes what belongs to " + orAbsent(q.Call.Agent)
	}
	return "", ""
}
