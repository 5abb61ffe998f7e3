package mutations

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sameact/spec"
)

// A Scene is an act m1 that was asked, answered and is about to be presented again (of an unasked act:
// about to be presented), as a script under construction:
//
//	open …                 the world, where it is not the default one
//	…                      lines before the ask
//	call m1 action=…       the ask; of a batch a turn
//	…                      lines before the decision
//	allow m1               the decision
//	…                      lines before the presentation
//	resume m1              of an act with a wait
//	call m1 …              the presentation
//	…                      lines afterwards
//
// One on the page path is told in page_scene.go.
//
// What a drift or a free change adds is marked, what a continuation adds is not: Script().Twin() is the
// script of the same scene without them. In each place unmarked lines stand before marked ones.
type Scene struct {
	form     string
	basis    Basis
	open     []spec.Field // fields of the open line
	asked    spec.Call
	mate     *spec.Call   // m2, asked in the same turn
	over     []spec.Field // marked fields over the ask
	decision spec.Event
	resume   *spec.Event
	page     *onPage      // what a scene has on the page path only
	plain    spec.Call    // what is presented without the marked changes
	now      spec.Call    // what is presented
	extra    []spec.Field // of the presentation, besides the call's fields
	process  string       // which presents it, and goes on afterwards; "" where one process is enough
	lines    [slots]spec.History
	relaxed  bool // the policy no longer asks
	marking  bool // the operator at work adds marked things
	applied  []*Mutation
}

// A slot is a place for lines.
type slot int

const (
	beforeAsk slot = iota
	beforeDecision
	beforePresentation
	afterwards
	slots
)

// Clone is a copy that shares nothing that changes.
func (s *Scene) Clone() *Scene {
	c := *s
	c.open, c.over, c.extra = slices.Clone(s.open), slices.Clone(s.over), slices.Clone(s.extra)
	c.decision.Fields = slices.Clone(s.decision.Fields)
	if s.resume != nil {
		r := *s.resume
		r.Fields = slices.Clone(r.Fields)
		c.resume = &r
	}
	if s.page != nil {
		c.page = s.page.clone()
	}
	for i := range c.lines {
		c.lines[i] = slices.Clone(s.lines[i])
	}
	c.applied = slices.Clone(s.applied)
	return &c
}

// Form is how the story goes: act, task, wait, decide, batch or unasked; page, steps, person or inside.
func (s *Scene) Form() string { return s.form }

// Basis is what lets the act run.
func (s *Scene) Basis() Basis { return s.basis }

// Asked is the call as it was asked.
func (s *Scene) Asked() spec.Call { return s.asked }

// Presented is the call as it is presented at the end.
func (s *Scene) Presented() spec.Call { return s.now }

// Applied lists the mutations that were done, in order.
func (s *Scene) Applied() []*Mutation { return slices.Clone(s.applied) }

// Drifted reports whether a drift was done.
func (s *Scene) Drifted() bool {
	return slices.ContainsFunc(s.applied, func(m *Mutation) bool { return m.Label == Drift })
}

// Begun is the script as it was before any mutation was done.
func (s *Scene) Begun() spec.History {
	t := s.Clone()
	t.plain, t.now, t.over, t.extra, t.process = s.asked, s.asked, nil, nil, ""
	t.lines = [slots]spec.History{}
	t.open = slices.DeleteFunc(t.open, func(f spec.Field) bool { return f.Changed })
	t.decision = unchanged(t.decision)
	if t.resume != nil {
		*t.resume = unchanged(*t.resume)
	}
	if t.page != nil && t.page.finish != nil {
		*t.page.finish = unchanged(*t.page.finish)
	}
	return t.Script()
}

// unchanged is a line without its marks, in the process that everything begins in.
func unchanged(e spec.Event) spec.Event {
	e.Process = ""
	return spec.History{e}.Twin()[0]
}

// Do applies a mutation. It refuses, and changes nothing, where the mutation was done before, is about
// another form or has another basis, where its precondition is absent, where nothing would change, and where the story would
// contradict itself.
func (s *Scene) Do(m *Mutation, pick Pick) bool {
	if m.Basis != s.basis || !m.changes(s.form) || slices.Contains(s.applied, m) {
		return false
	}
	t := s.Clone()
	t.marking = m.Label != Continuation
	if !m.Apply(t, pick) {
		return false
	}
	t.applied = append(t.applied, m)
	was, is := s.script(), t.script()
	if t.relaxed && (t.Drifted() || t.presentsAgain()) || !inOrder(is) {
		return false
	}
	if !t.marking {
		was, is = was.Twin(), is.Twin() // what only the marked change shows is nothing to go on with
	}
	if slices.EqualFunc(was, is, spec.Event.Equal) {
		return false
	}
	*s = *t
	return true
}

// presentsAgain reports whether the act is presented more than once: where nobody is asked it runs as often.
func (s *Scene) presentsAgain() bool {
	return slices.ContainsFunc(s.lines[afterwards], func(e spec.Event) bool { return e.Is(spec.VerbCall) && e.Subject == "m1" })
}

// Needs lists what a gate must declare for the script to mean anything: of the form, of what the script
// is written with, and of every mutation done.
func (s *Scene) Needs() []string {
	var needs []string
	switch s.form {
	case formTask:
		needs = append(needs, "task")
	case formWait:
		needs = append(needs, "task", "resume")
	case formDecide:
		needs = append(needs, "raw-decision")
	case formBatch:
		needs = append(needs, "batch or batch-whole")
	}
	if s.asked.CallID != "" {
		needs = append(needs, "call-id")
	}
	if s.page != nil {
		needs = append(needs, s.page.needs...)
	}
	for _, m := range s.applied {
		needs = append(needs, m.Needs...)
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}

// Script tells the scene in the form in which the act is presented again after the yes.
func (s *Scene) Script() spec.History { return s.script().Clone() }

// script shares its fields with the scene.
func (s *Scene) script() spec.History {
	h := s.until()
	if s.basis != Unasked && s.page == nil {
		h = append(h, s.presentation())
	}
	return append(h, s.after()...)
}

// after tells what comes afterwards: whoever presented the act goes on.
func (s *Scene) after() spec.History {
	if s.process == "" {
		return s.lines[afterwards]
	}
	h := slices.Clone(s.lines[afterwards])
	for i, e := range h {
		if e.Process == "" && !e.Is(spec.VerbAt) && !e.Is(spec.VerbGo) {
			h[i].Process = s.process
		}
	}
	return h
}

// ScriptThenHonest presents the changed call as one marked line and then the approved act itself, so
// that the failed attempt can be seen to have spent nothing. It is nil where not only what is presented
// was changed, where the attempt presents no approval, which opens another question, and on the page path,
// where what is presented is what is asked about.
func (s *Scene) ScriptThenHonest() spec.History {
	attempt := s.presentation()
	marked := spec.History{attempt}.Marked()
	if s.basis == Unasked || s.page != nil || !marked || s.until().Marked() || len(s.lines[afterwards]) > 0 || attempt.Str("with") == "none" {
		return nil
	}
	honest := spec.History{attempt}.Twin()[0]
	attempt.Changed = true
	attempt.Fields = unmarked(attempt.Fields)
	return append(s.until(), attempt, honest).Clone()
}

// unmarked fields of a line that is marked as a whole: of a key that stands twice only the upper one.
func unmarked(fields []spec.Field) []spec.Field {
	var out []spec.Field
	for i, f := range fields {
		lies := func(g spec.Field) bool { return sameKey(f.Key, g.Key) }
		if !slices.ContainsFunc(fields[i+1:], lies) {
			f.Changed = false
			out = append(out, f)
		}
	}
	return out
}

// sameKey reports whether two keys are one field of a call: args, text and bytes are.
func sameKey(a, b string) bool {
	arguments := func(k string) bool { return k == "args" || k == "text" || k == "bytes" }
	return a == b || arguments(a) && arguments(b)
}

// until tells everything before the presentation; of an unasked act everything up to its only call.
func (s *Scene) until() spec.History {
	var h spec.History
	if len(s.open) > 0 {
		h = append(h, s.openLine())
	}
	if s.page != nil {
		return append(h, s.untilDone()...)
	}
	h = append(h, s.lines[beforeAsk]...)
	h = append(h, s.ask())
	if s.basis == Unasked {
		return h
	}
	h = append(h, s.lines[beforeDecision]...)
	h = append(h, s.decision)
	h = append(h, s.lines[beforePresentation]...)
	if s.resume != nil {
		h = append(h, *s.resume)
	}
	return h
}

// eitherSide is the place before the yes or after it.
func eitherSide(pick Pick) slot { return choose(pick, []slot{beforePresentation, beforeDecision}) }

// openLine is marked as a whole where nothing else needs it.
func (s *Scene) openLine() spec.Event {
	e := spec.Event{Verb: spec.VerbOpen, Fields: slices.Clone(s.open)}
	if !slices.ContainsFunc(e.Fields, func(f spec.Field) bool { return !f.Changed }) {
		e.Changed = true
		for i := range e.Fields {
			e.Fields[i].Changed = false
		}
	}
	return e
}

func (s *Scene) ask() spec.Event {
	if s.mate != nil {
		calls := fmt.Sprintf(`[["m1",%s],["m2",%s]]`, members(askFields(s.asked)), members(askFields(*s.mate)))
		return spec.Event{Verb: spec.VerbTurn, Fields: []spec.Field{{Key: "calls", Value: calls}}}
	}
	e := spec.Event{Verb: spec.VerbCall, Subject: "m1", Fields: askFields(s.asked)}
	if s.basis == Unasked || s.page != nil {
		e.Fields = append(askFields(s.plain), s.now.Fields(s.plain, true)...)
	}
	if s.page != nil {
		e.Fields = append(e.Fields, s.page.fields...)
	}
	e.Fields = append(e.Fields, s.over...)
	return e
}

// presentation spells the unmarked fields first and lays the marked ones over them.
func (s *Scene) presentation() spec.Event {
	fields := append(s.plain.Fields(s.asked, false), s.now.Fields(s.plain, true)...)
	return spec.Event{Process: s.process, Verb: spec.VerbCall, Subject: "m1", Fields: append(fields, s.extra...)}
}

func askFields(c spec.Call) []spec.Field {
	return append([]spec.Field{{Key: "action", Value: spec.Spell(c.Action)}}, c.Fields(spec.DefaultCall(c.Action), false)...)
}

func members(fields []spec.Field) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(spec.Quote(f.Key) + ":" + f.JSON())
	}
	return "{" + b.String() + "}"
}

// inOrder reports whether the common time never goes back and every act is asked before it is named and only once.
func inOrder(h spec.History) bool {
	now, asked := time.Duration(-1), map[string]bool{}
	for _, e := range h {
		switch {
		case e.Is(spec.VerbAt) && e.Process != "":
		case e.Is(spec.VerbAt):
			at, err := spec.ParseTime(e.Subject)
			if err != nil || at <= now {
				return false
			}
			now = at
		case e.Is(spec.VerbTurn):
			asked["m2"] = true
		case e.Is(spec.VerbCall) || e.Is(spec.VerbTamper):
			_, fresh := e.Get("action")
			if fresh && e.Subject != "m1" && asked[e.Subject] {
				return false
			}
			asked[e.Subject] = true
		}
	}
	return true
}
