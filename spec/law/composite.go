package law

import (
	"encoding/json"
	"slices"

	"sameact/spec"
)

// Chapter composite: several steps, one yes.

var composite = chapter("composite",
	&Clause{Slug: "highest-step-asks", Direction: Minus, Source: "S4 O",
		Sentence: "A composite is asked at the highest level (none, ask, ask-always) of its own and of those agent-run steps that can be resolved now.",
		Harm:     "A dangerous step hides in a harmless whole.",
		Sees:     onPage("highest-step-asks")},
	&Clause{Slug: "asked-once", Direction: Plus, Source: "S4", Needs: question,
		Sentence: "It is asked once: its steps within that level raise no further question, unless a step could not be resolved when it was asked.",
		Harm:     "People click through five questions about one operation, and read none.",
		Sees:     onPage("asked-once")},
	&Clause{Slug: "steps-shown-in-order", Direction: Says, Source: "S4", Needs: question,
		Sentence: "The question shows the steps in the order in which they will run.",
		Harm:     "The person allows a name, and not what is done.",
		Reads:    func(r *Reader) { r.stepsShown() }},
	&Clause{Slug: "later-stricter-asks-again", Direction: Minus, Source: "S4",
		Sentence: "A later step that is stricter than what was approved, or was not among what was shown, asks when it is reached.",
		Harm:     "A yes for the first half covers what turns up in the second.",
		Sees:     onPage("later-stricter-asks-again")},
	&Clause{Slug: "continuation-adds-nothing", Direction: Minus, Source: "S4 O",
		Sentence: "A continuation keeps the approved scope, gains nothing, and never runs a finished step again.",
		Harm:     "The payment is made again because the run went on after it.",
		Sees:     onPage("continuation-adds-nothing"),
		Reads:    func(r *Reader) { r.continued() }},
	&Clause{Slug: "continuation-runs", Direction: Plus, Source: "S4",
		Sentence: "Remaining steps within the approved scope run.",
		Harm:     "An operation stops half way, and nobody finishes it.",
		Sees:     onPage("continuation-runs")},
	&Clause{Slug: "stopped-is-stopped", Direction: Minus, Source: "S4",
		Sentence: "After a failed, denied or ended step no later step runs.",
		Harm:     "The goods are sent although the payment was refused.",
		Sees:     onPage("stopped-is-stopped"),
		Reads:    func(r *Reader) { r.stopped() }},
	&Clause{Slug: "ledger-tells-who", Direction: Says, Source: "S4",
		Sentence: "The ledger names in order each step's state, who did it and on what basis.",
		Harm:     "Nobody can tell afterwards who did what.",
		Reads:    func(r *Reader) { r.ledgers() }},
)

// A shownStep is one step as a question lists it.
type shownStep struct {
	Action    string          `json:"action"`
	Arguments json.RawMessage `json:"arguments"`
	Marks     []spec.Mark     `json:"marks"`
}

func (r *Reader) stepsShown() {
	for _, q := range r.books.page.questions {
		if q.shown == nil || len(q.run.steps) < 2 {
			continue
		}
		r.Saw()
		var listed []shownStep
		f, ok := q.shown.Get("steps")
		if !ok || json.Unmarshal([]byte(f.JSON()), &listed) != nil {
			r.Broken(q.shownAt, "the question lists no steps")
			continue
		}
		r.stepsListed(q, listed)
	}
}

// stepsListed compares a list with the steps that were left: none is missing that could be resolved, none
// stands out of order.
func (r *Reader) stepsListed(q *pageQuestion, listed []shownStep) {
	for _, s := range q.steps[q.from:] {
		fits := len(listed) > 0 && listed[0].Action == s.id && (len(listed[0].Marks) > 0 || s.human || !s.shown ||
			r.books.sameArguments(textCall(orObject(string(listed[0].Arguments))), textCall(s.args)))
		switch {
		case fits:
			listed = listed[1:]
		case !s.human && s.shown:
			r.Broken(q.shownAt, "the step %s is not shown in its place, or with other arguments", s.id)
			return
		}
	}
	if len(listed) > 0 {
		r.Broken(q.shownAt, "the step %s is shown and is none that will run there", listed[0].Action)
	}
}

// continued counts runs that went on after a wait with steps finished before it.
func (r *Reader) continued() {
	for _, u := range r.books.page.uses {
		a := u.Attempt
		if a.became == "ran" && a.beyond == "" && a.index > 0 && !a.line.begins && a.line.tried[0] == u || a.finish && a.became == "completed" && a.wrong == "" && !a.step.whole {
			r.Saw()
		}
	}
}

// stopped counts runs that were over with steps left.
func (r *Reader) stopped() {
	for _, run := range r.books.page.runs {
		if len(run.steps) > 1 && run.over != "" && run.over != "done" && run.started && slices.ContainsFunc(run.steps, func(s pageStep) bool { return s.state == "" }) {
			r.Saw()
		}
	}
}

// ledgers reads the ledger of each answer that ends a composite.
func (r *Reader) ledgers() {
	for _, l := range r.books.page.lines {
		if l.run == nil || l.answer == nil || l.begins && len(l.tried) == 0 || !lineIsSound(l) {
			continue
		}
		if l.status() == spec.Pending {
			r.waitingLedger(l)
			continue
		}
		if len(l.run.steps) < 2 && !(l.run.steps[0].human && l.answer.Str("steps") != "") {
			continue
		}
		switch s := l.status(); {
		case s == spec.Executed || s == spec.Unknown || s == spec.Ended:
		case s == spec.Failed && l.run.ran > 0:
		default:
			continue
		}
		if l.run.over != l.overThen(r.books) || l.run.tainted > 0 {
			continue
		}
		r.Saw()
		var told []spec.LedgerStep
		f, ok := l.answer.Get("steps")
		if !ok || json.Unmarshal([]byte(f.JSON()), &told) != nil {
			r.Broken(l.answerAt, "there is no ledger")
			continue
		}
		r.ledger(l, told)
	}
}

// waitingLedger reads the ledger that an answer holds while a person is waited for, where it holds one.
func (r *Reader) waitingLedger(l *pageLine) {
	f, ok := l.answer.Get("steps")
	if !ok || l.run.tainted > 0 || l.run.killed || l.run.crossed {
		return
	}
	r.Saw()
	var told []spec.LedgerStep
	if json.Unmarshal([]byte(f.JSON()), &told) != nil {
		r.Broken(l.answerAt, "there is no ledger")
		return
	}
	r.ledger(l, told)
}

// overThen is what a run had come to when a line was answered: a line that is not the last of its run that
// took it further is not looked at.
func (l *pageLine) overThen(b *books) string {
	last := l
	for _, other := range b.page.lines {
		if other.run == l.run && len(other.tried) > 0 {
			last = other
		}
	}
	if last != l {
		return "another line"
	}
	return l.run.over
}

func (r *Reader) ledger(l *pageLine, told []spec.LedgerStep) {
	steps := l.steps
	if len(told) != len(steps) {
		r.Broken(l.answerAt, "the ledger has %d steps, there are %d", len(told), len(steps))
		return
	}
	for i, s := range steps {
		t := told[i]
		by := "agent"
		if s.human {
			by = "user"
		}
		state := s.state
		if state == "" {
			state = "not-run"
		}
		switch {
		case t.Step != s.id:
			r.Broken(l.answerAt, "step %d is %s, the ledger says %s", i, s.id, t.Step)
		case t.By != by:
			r.Broken(l.answerAt, "%s was done by the %s, the ledger says %s", s.id, by, orNothing(t.By))
		case t.State != state && !(state == "not-run" && (t.State == "waiting" || t.State == "failed" && l.status() != spec.Pending)):
			r.Broken(l.answerAt, "%s is %s, the ledger says %s", s.id, state, orNothing(t.State))
		case s.basis != "" && state != "failed" && t.Basis != s.basis && !(s.level == noLevel && t.Basis == "policy-none" && !s.human):
			r.Broken(l.answerAt, "%s rests on %s, the ledger says %s", s.id, s.basis, orNothing(t.Basis))
		}
	}
}
