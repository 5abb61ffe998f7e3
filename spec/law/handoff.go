package law

import (
	"encoding/json"
	"slices"
	"strings"

	"sameact/spec"
)

// Chapter handoff: the part that only a person can do.

var handoff = chapter("handoff",
	&Clause{Slug: "target-before-person", Direction: Minus, Source: "S4",
		Sentence: "Action, input and target are validated before a person is asked.",
		Harm:     "A person is sent to a field that is not there.",
		Sees:     onPage("target-before-person")},
	&Clause{Slug: "never-simulated", Direction: Minus, Source: "S4",
		Sentence: "The handler of a handoff step never runs, also without a channel (HANDOFF_FAILED).",
		Harm:     "The agent signs in a person's name.",
		Sees:     onPage("never-simulated")},
	&Clause{Slug: "reason-shown", Direction: Says, Source: "S4", Needs: question,
		Sentence: "The request carries reason and instructions.",
		Harm:     "A person is asked to act, and does not know why or how.",
		Reads:    func(r *Reader) { r.reasons() }},
	&Clause{Slug: "no-double-ask", Direction: Plus, Source: "S4", Needs: question,
		Sentence: "The human step raises no approval question.",
		Harm:     "Who does it is asked whether it may be done.",
		Sees:     onPage("no-double-ask")},
	&Clause{Slug: "neighbours-still-ask", Direction: Minus, Source: "S4",
		Sentence: "A handoff done approves none of the agent-run steps around it.",
		Harm:     "Typing a code pays the invoice.",
		Sees:     onPage("neighbours-still-ask")},
	&Clause{Slug: "done-is-checked", Direction: Says, Source: "S4 O",
		Sentence: "Done with a false expectation is HANDOFF_FAILED; an expectation that becomes true ends nothing by itself: only done checks it.",
		Harm:     "A click on done is taken for the thing itself.",
		Reads:    func(r *Reader) { r.doneChecked() }},
	&Clause{Slug: "claim-is-a-claim", Direction: Says, Source: "S4",
		Sentence: "Done without an expectation is recorded as claimed, never as verified or executed.",
		Harm:     "A report says paid where somebody only said so.",
		Reads:    func(r *Reader) { r.claimed() }},
	&Clause{Slug: "person-done-continues", Direction: Plus, Source: "S4",
		Sentence: "Expectation true: the operation continues, and the receipt says that the user did it.",
		Harm:     "A person's work is thrown away.",
		Sees:     onPage("person-done-continues")},
	&Clause{Slug: "ended-is-not-refused", Direction: Says, Source: "S4",
		Sentence: "Cancelled and timed-out are ended with their code: the agent did not run, the page may have changed.",
		Harm:     "The agent starts anew where a person had half finished.",
		Reads:    func(r *Reader) { r.endedSaid() }},
	&Clause{Slug: "one-end", Direction: Minus, Source: "S4 O",
		Sentence: "A handoff ends once, by done, cancel or timeout; done after the deadline changes nothing.",
		Harm:     "A late click goes on with what everybody believes to be over.",
		Sees:     onPage("one-end"),
		Reads:    func(r *Reader) { r.endedOnce() }},
	&Clause{Slug: "five-minutes", Direction: Says, Source: "S4", Needs: []string{"expiry"},
		Sentence: "The default wait is five minutes; a step or the application may set another.",
		Harm:     "The person is still typing, and the run is over.",
		Reads:    func(r *Reader) { r.waits() }},
	&Clause{Slug: "no-repeat", Direction: Minus, Source: "S4",
		Sentence: "The runtime never repeats a handoff by itself.",
		Harm:     "The person does the same thing twice.",
		Reads:    func(r *Reader) { r.repeated() }},
	&Clause{Slug: "next-is-not-done", Direction: Minus, Source: "S4", Needs: []string{"guide"},
		Sentence: "Next, back and highlight neither execute nor complete; done exists only on the last guided step.",
		Harm:     "Turning a page of instructions signs the contract.",
		Sees:     onPage("next-is-not-done")},
	&Clause{Slug: "checked-once", Direction: Says, Source: "S4",
		Sentence: "The expectation is checked once, at the end.",
		Harm:     "A condition that held for a moment counts.",
		Reads:    func(r *Reader) { r.checks() }},
	&Clause{Slug: "guide-grants-nothing", Direction: Minus, Source: "S4", Needs: []string{"guide"},
		Sentence: "A display-only target is no tool, is not in what the agent is told, and calling it runs nothing.",
		Harm:     "A field that was only pointed at is filled in by the agent.",
		Sees:     onPage("guide-grants-nothing"),
		Reads:    func(r *Reader) { r.guides() }},
	&Clause{Slug: "typed-stays-out", Direction: Minus, Source: "S4",
		Sentence: "What a person types during a handoff never reaches the agent.",
		Harm:     "The one-time code is in the model's context.",
		Reads:    func(r *Reader) { r.typed() }},
	&Clause{Slug: "human-step-inside", Direction: Plus, Source: "S4",
		Sentence: "In a composite the steps before run, the human step waits, the rest continues.",
		Harm:     "One step for a person makes the whole operation impossible.",
		Sees:     onPage("human-step-inside")},
	&Clause{Slug: "whole-handoff-skips-steps", Direction: Minus, Source: "S4",
		Sentence: "A composite that is declared as handoff as a whole runs none of its inner steps.",
		Harm:     "The agent and the person do the same work at the same time.",
		Sees:     onPage("whole-handoff-skips-steps")},
	&Clause{Slug: "codes-are-exact", Direction: Says, Source: "S4", Needs: []string{"codes"},
		Sentence: "Each way in which a question or a handoff fails gives its code and cause.",
		Harm:     "The agent repeats what it should ask about.",
		Reads:    func(r *Reader) { r.pageCodes() }},
)

func (r *Reader) reasons() {
	for _, h := range r.books.page.handoffs {
		declared := h.run.steps[h.step].action.Handoff
		if h.shown == nil || declared == nil {
			continue
		}
		r.Saw()
		if got := h.shown.Str("reason"); got != declared.Reason {
			r.Broken(h.shownAt, "the reason is %q, and is shown as %s", declared.Reason, orNothing(got))
		}
		var shown []spec.GuideStep
		if f, ok := h.shown.Get("steps"); ok {
			_ = json.Unmarshal([]byte(f.JSON()), &shown)
		}
		texts := func(s spec.GuideStep) string { return s.Text }
		if !slices.EqualFunc(shown, declared.Steps, func(a, b spec.GuideStep) bool { return texts(a) == texts(b) }) {
			r.Broken(h.shownAt, "%d instructions are declared, and are not what is shown", len(declared.Steps))
		} else if r.books.hello.Has("guide") && !slices.Equal(shown, declared.Steps) {
			r.Broken(h.shownAt, "an instruction points at another target than is declared")
		}
	}
}

// said are the finish lines that were a done for what was open, in its time, from its owner.
func (r *Reader) said() []*Use {
	var out []*Use
	for _, u := range r.books.page.uses {
		if a := u.Attempt; a.finish && a.wrong == "" && a.line.says == "done" && u.Answer != nil && a.line.handoff != nil && !a.line.handoff.doubt {
			out = append(out, u)
		}
	}
	return out
}

func (r *Reader) doneChecked() {
	for _, u := range r.said() {
		h := u.Attempt.line.handoff
		gone := r.books.targetGone(u.Attempt.line, h)
		if !gone && (!h.expects || u.Attempt.line.state.Holds[u.Attempt.step.id]) {
			continue
		}
		r.Saw()
		if said := u.status(); said != spec.Ended {
			r.Broken(u.AnswerAt, "what was expected is not there, and the answer is %s", said)
		} else if r.books.hello.Has("codes") && u.Answer.Str("code") != spec.CodeHandoffFailed {
			r.Broken(u.AnswerAt, "what was expected is not there, and the code is %s", orNothing(u.Answer.Str("code")))
		}
	}
	for _, l := range r.books.page.lines {
		if !l.event.Is(spec.VerbTick) {
			continue
		}
		for _, h := range r.books.page.handoffs {
			if h.at < l.at && h.expects && l.state.Holds[h.run.steps[h.step].id] && r.endedAfter(h, l.at) {
				r.Saw()
				if i := r.settledOn(l, h.run.act); i >= 0 && l.now < h.expires {
					r.Broken(i, "the handoff ended by itself")
				}
			}
		}
	}
}

// endedAfter reports whether a handoff was still open when a line came.
func (r *Reader) endedAfter(h *pageHandoff, at int) bool {
	for _, l := range r.books.page.lines {
		if l.at < at && l.handoff == h && l.event.Is(spec.VerbFinish) && (l.says == "done" && h.state != "open" || l.says == "cancel") {
			return false
		}
	}
	return true
}

// settledOn finds the settled line of an act on a line, -1 where there is none.
func (r *Reader) settledOn(l *pageLine, act string) int {
	for _, i := range l.settled {
		if r.books.history[i].Subject == act {
			return i
		}
	}
	return -1
}

func (r *Reader) claimed() {
	for _, u := range r.said() {
		a := u.Attempt
		if a.line.handoff.expects || a.became != "completed" {
			continue
		}
		r.Saw()
		l := a.line
		if said := u.status(); said == spec.Executed {
			r.Broken(u.AnswerAt, "nobody knows whether it was done, and the answer is %s", said)
			continue
		}
		var told []spec.LedgerStep
		if f, ok := l.answer.Get("steps"); ok && json.Unmarshal([]byte(f.JSON()), &told) == nil {
			for _, t := range told {
				if t.Step == a.step.id && (t.State == "verified" || t.State == "done") {
					r.Broken(u.AnswerAt, "the ledger says %s of what was only claimed", t.State)
				}
			}
		}
		if a.step.whole && r.books.hello.Has("codes") && u.Answer.Str("code") != spec.CodeHandoffClaimed {
			r.Broken(u.AnswerAt, "the code of a claim is %s", orNothing(u.Answer.Str("code")))
		}
	}
}

// endedSaid looks at what is said of handoffs that were cancelled or timed out.
func (r *Reader) endedSaid() {
	say := func(at int, status, code, want string) {
		r.Saw()
		switch {
		case status != string(spec.Ended):
			r.Broken(at, "the handoff ended, and the answer is %s", orNothing(status))
		case r.books.hello.Has("codes") && code != want:
			r.Broken(at, "the handoff ended, and the code is %s", orNothing(code))
		}
	}
	for _, l := range r.books.page.lines {
		if l.answer != nil && l.event.Is(spec.VerbFinish) && l.says == "cancel" && l.handoff != nil && l.handoff.state == "cancelled" && lineIsSound(l) {
			say(l.answerAt, l.answer.Verb, l.answer.Str("code"), spec.CodeHandoffCancelled)
		}
		for _, h := range l.late {
			if i := r.settledOn(l, h.run.act); i >= 0 {
				e := r.books.history[i]
				say(i, e.Str("status"), e.Str("code"), l.lateCode())
			}
		}
	}
}

// lateCode is the code that a line gives to the handoffs that it ends.
func (l *pageLine) lateCode() string {
	if l.event.Is(spec.VerbClear) {
		return spec.CodeHandoffCancelled
	}
	return spec.CodeHandoffTimeout
}

func lineIsSound(l *pageLine) bool { owner, _ := lineWrong(l); return owner == "" }

func (r *Reader) endedOnce() {
	for _, h := range r.books.page.handoffs {
		if h.settled > 1 {
			r.Broken(h.at, "the handoff of %s is settled %d times", h.run.act, h.settled)
		}
	}
}

func (r *Reader) waits() {
	for _, h := range r.books.page.handoffs {
		if h.shown == nil {
			continue
		}
		r.Saw()
		if f, ok := h.shown.Get("expires"); ok {
			if t, err := parseSeenTime(f.Text()); err != nil || t != h.expires {
				r.Broken(h.shownAt, "it is waited for until %s, and is shown as %s", spec.SpellTime(h.expires), f.Text())
			}
		}
	}
	for _, l := range r.books.page.lines {
		for _, h := range l.late {
			if l.event.Is(spec.VerbClear) {
				continue // clear-settles-all owns it
			}
			if r.Saw(); r.settledOn(l, h.run.act) < 0 && h.settled == 0 {
				r.Broken(l.at, "the handoff of %s was over at %s, and is not settled", h.run.act, spec.SpellTime(h.expires))
			}
		}
		if !l.event.Is(spec.VerbTick) {
			continue
		}
		for _, h := range r.books.page.handoffs {
			if i := r.settledOn(l, h.run.act); i >= 0 && h.at < l.at && l.now < h.expires && r.endedAfter(h, l.at) && !l.state.Holds[h.run.steps[h.step].id] && !h.doubt && h.run.handoff == h && r.books.page.acts[h.run.act] == h.run {
				r.Broken(i, "the handoff is settled before %s", spec.SpellTime(h.expires))
			}
		}
	}
}

// repeated looks for a handoff that is shown again in a run whose step was shown before.
func (r *Reader) repeated() {
	for _, l := range r.books.page.lines {
		if l.run == nil {
			continue
		}
		for _, i := range l.items {
			e := r.books.history[i]
			if !e.Saw(spec.SeenShow) || e.Str("kind") != "handoff" {
				continue
			}
			r.Saw()
			for _, h := range r.books.page.handoffs {
				if h.run == l.run && h.shown != nil && h.shownAt < i && h.shown.Str("action") == e.Str("action") && r.sameStep(h, i) {
					r.Broken(i, "the handoff of %s is shown again", e.Str("action"))
				}
			}
		}
	}
}

// sameStep reports whether a show is no handoff of a later step of the same action.
func (r *Reader) sameStep(h *pageHandoff, at int) bool {
	return !slices.ContainsFunc(r.books.page.handoffs, func(o *pageHandoff) bool { return o.run == h.run && o.shownAt == at && o.step != h.step })
}

// checks counts how often each expectation was looked at, and when.
func (r *Reader) checks() {
	for _, l := range r.books.page.lines {
		h := l.handoff
		done := h != nil && l.event.Is(spec.VerbFinish) && l.says == "done" && lineIsSound(l)
		if done && h.expects && l.answer != nil {
			r.Saw()
			if n := len(l.expects); (n > 1 || n == 0 && l.taken()) && !r.books.targetGone(l, h) {
				r.Broken(l.answerAt, "the expectation is checked %d times", n)
			}
		}
		if l.says != "done" && len(l.expects) > 0 {
			r.Broken(l.expects[0], "the expectation is checked before the person is done")
		}
	}
}

func (r *Reader) guides() {
	for _, l := range r.books.page.lines {
		for _, id := range l.world.Guides {
			for _, i := range l.observed {
				r.Saw()
				if e := r.books.history[i]; strings.Contains(e.Str("tools"), spec.Quote(id)) || strings.Contains(e.Str("text"), id) && !r.partOfName(l, id) {
					r.Broken(i, "the agent is told of %s, which is only displayed", id)
				}
			}
		}
	}
}

// partOfName reports whether an id stands inside that of an action which the agent may be told of.
func (r *Reader) partOfName(l *pageLine, id string) bool {
	return slices.ContainsFunc(l.world.Actions, func(a spec.Action) bool { return a.ID != id && strings.Contains(a.ID+" "+a.Description, id) })
}

func (r *Reader) typed() {
	r.leaks("typed", "what a person typed is in what the agent sees")
	for _, l := range r.books.page.lines {
		for _, i := range append(slices.Clone(l.observed), l.items...) {
			e := r.books.history[i]
			for _, t := range r.books.page.typed {
				if e.Saw(spec.SeenObserve) && strings.Contains(e.Str("text"), t) || e.Saw(spec.SeenEffect) && strings.Contains(e.Str("args"), t) {
					r.Broken(i, "what a person typed is in what the agent sees")
				}
			}
		}
	}
}

// pageCodes compares the code and cause of each failure with the table of seed 004.
func (r *Reader) pageCodes() {
	for _, l := range r.books.page.lines {
		if code, cause := r.failure(l); code != "" {
			r.coded(l.answerAt, l.answer.Str("code"), l.answer.Str("cause"), code, cause)
		}
		for _, q := range l.due {
			cause := spec.CauseTimedOut
			if l.event.Is(spec.VerbClear) {
				cause = spec.CauseCleared
			}
			if i := r.settledOn(l, q.run.act); i >= 0 {
				r.coded(i, r.books.history[i].Str("code"), r.books.history[i].Str("cause"), spec.CodePermissionDenied, cause)
			}
		}
		for _, h := range l.late {
			if i := r.settledOn(l, h.run.act); i >= 0 {
				e := r.books.history[i]
				if l.event.Is(spec.VerbClear) {
					r.coded(i, e.Str("code"), e.Str("cause"), spec.CodeHandoffCancelled, spec.CauseCleared)
				} else {
					r.coded(i, e.Str("code"), "", spec.CodeHandoffTimeout, "")
				}
			}
		}
	}
}

func (r *Reader) coded(at int, code, cause, wantCode, wantCause string) {
	r.Saw()
	switch {
	case code != wantCode:
		r.Broken(at, "the code is %s and should be %s", orNothing(code), wantCode)
	case wantCause != "" && cause != wantCause:
		r.Broken(at, "the cause is %s and should be %s", orNothing(cause), wantCause)
	}
}

// failure is the code and the cause that a line's answer should have, "" where it is no failure of the table.
func (r *Reader) failure(l *pageLine) (code, cause string) {
	if l.run == nil || l.answer == nil || len(l.tried) == 0 || l.run.shadow != nil || l.event.Is(spec.VerbFinish) && l.handoff == nil ||
		l.swept || l.question != nil && (len(l.question.rivals) > 0 || l.question.doubt != "") {
		return "", ""
	}
	u := l.tried[len(l.tried)-1]
	a := u.Attempt
	owner, _ := a.lacks(u)
	switch said := l.status(); {
	case said == spec.Executed || said == spec.Pending || said == spec.Unknown || len(u.Effects) > 0:
	case owner == "no-channel-no-run":
		return spec.CodePermissionDenied, spec.CauseNoChannel
	case owner == "denied-runs-nothing" && l.denies:
		return spec.CodePermissionDenied, spec.CauseRefused
	case a.step.human && !a.finish && owner == "" && !u.Ended.World.Channels.Handoff:
		return spec.CodeHandoffFailed, spec.CauseNoChannel
	case a.finish && l.says == "cancel" && owner == "" && l.handoff.state == "cancelled":
		return spec.CodeHandoffCancelled, ""
	case a.finish && l.says == "done" && owner == "" && l.handoff.state == "failed" && r.books.targetGone(l, l.handoff):
		return spec.CodeHandoffFailed, spec.CauseTarget
	case a.finish && l.says == "done" && owner == "" && l.handoff.state == "failed":
		return spec.CodeHandoffFailed, spec.CauseExpectation
	}
	return "", ""
}

// taken reports whether done on a line ended its handoff, as the books have it.
func (l *pageLine) taken() bool {
	return slices.ContainsFunc(l.tried, func(u *Use) bool { return u.Attempt.finish && u.Attempt.became != "nothing" })
}
