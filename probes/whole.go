package probes

import (
	"slices"
	"strings"

	"sameact/spec"
	"sameact/spec/law"
)

// This file tells stories to a gate that has the questions of a turn answered together (feature batch-whole). What a
// story answers one by one is answered there in one list, where the last of the answers stands that come before an act of
// the turn is presented: an answer that stands further on is given with them, and what nobody answers is denied.
//
//	turn calls=[["m1",{…}],["m2",{…}]]
//	allow m1                              decide decisions=[["m1","allow"],["m2","deny"]]

// wholly tells a script so. It is false where answers that belong together are given in different ways.
func wholly(script spec.History, hello spec.Hello) (spec.History, bool) {
	if !hello.Has("batch-whole") {
		return script, true
	}
	out, world := script, spec.DefaultWorld()
	for i := 0; i < len(out); i++ {
		e := out[i]
		if e.Is(spec.VerbOpen) || e.Is(spec.VerbConfigure) {
			if w, err := world.With(e); err == nil {
				world = w
			}
		}
		acts := askedTogether(&world, e)
		if len(acts) < 2 {
			continue
		}
		t := &together{acts: acts, open: acts, last: map[string]string{}, script: out.Clone()}
		if !t.from(i + 1) {
			return nil, false
		}
		out = t.script
	}
	return out, true
}

// askedTogether lists the acts of a turn that a person is asked about.
func askedTogether(w *spec.World, e spec.Event) (acts []string) {
	if !e.Is(spec.VerbTurn) {
		return nil
	}
	calls, _ := e.TurnCalls()
	for _, t := range calls {
		c, err := spec.DefaultCall(t.Line.Str("action")).With(t.Line)
		text, _ := c.Text()
		if _, wrong := spec.ParseValue(text); err == nil && wrong == nil && len(law.Causes(w, c)) == 0 && law.Asks(w, c) {
			acts = append(acts, t.Act)
		}
	}
	return acts
}

// A together rewrites the answers to the acts of one turn.
type together struct {
	script spec.History
	acts   []string
	open   []string          // acts whose question may still be open
	last   map[string]string // what an act was last answered with
}

// from rewrites the answers from a line on.
func (t *together) from(i int) bool {
	for ; i < len(t.script); i++ {
		if len(t.answers(t.script[i])) == 0 {
			continue
		}
		next, ok := t.gather(i)
		if !ok {
			return false
		}
		i = next
	}
	return true
}

// answers are the open acts that a line answers.
func (t *together) answers(e spec.Event) (names []string) {
	if asWritten(e) {
		return nil
	}
	for _, name := range t.open {
		if isDecision(e, name) {
			names = append(names, name)
		}
	}
	return names
}

// asWritten reports whether a line is a list of answers that is itself the change: it is given as it stands.
func asWritten(e spec.Event) bool {
	_, list := e.Get("decisions")
	return e.Changed && list
}

// gather makes one line of the answers that begin at a line, and tells where it stands.
func (t *together) gather(from int) (at int, ok bool) {
	lines, given := []int{from}, t.answers(t.script[from])
	at = from
	for k := from + 1; k < len(t.script) && !t.ends(t.script[k], given); k++ {
		if names := t.answers(t.script[k]); len(names) > 0 {
			lines, given, at = append(lines, k), append(given, names...), k
		}
	}
	for k := at + 1; k < len(t.script); k++ { // what is answered further on is answered now
		names := t.answers(t.script[k])
		if len(names) == 1 && !slices.Contains(given, names[0]) && t.script[k].Subject == names[0] && len(t.last) == 0 {
			lines, given = append(lines, k), append(given, names[0])
		}
	}
	missing := slices.DeleteFunc(slices.Clone(t.open), func(name string) bool { return slices.Contains(given, name) })
	e, ok := t.script[from], true
	if len(lines) > 1 || len(missing) > 0 {
		e, ok = t.merged(lines, missing)
	}
	if !ok {
		return at, false
	}
	t.script[at] = e
	for _, k := range slices.Backward(slices.Sorted(slices.Values(lines))) {
		if k == at {
			continue
		}
		t.script = slices.Delete(t.script, k, k+1)
		if k < at {
			at--
		}
	}
	t.settle(e, at)
	return at, true
}

// ends reports whether answers that follow a line are answers of their own: an act of the turn is presented or answered
// again, or a process is killed or held.
func (t *together) ends(e spec.Event, given []string) bool {
	switch e.Verb {
	case spec.VerbCrash, spec.VerbGo, spec.VerbTurn, spec.VerbStore:
		return true
	case spec.VerbCall:
		return slices.Contains(t.acts, e.Subject)
	case spec.VerbDecide:
		if asWritten(e) {
			return true
		}
	}
	return slices.ContainsFunc(given, func(name string) bool { return isDecision(e, name) })
}

// merged is one line for several answers, and for acts that have none.
func (t *together) merged(lines []int, missing []string) (spec.Event, bool) {
	main := t.script[lines[0]]
	out := spec.Event{Process: main.Process, Verb: spec.VerbDecide, Changed: true}
	var usual, changed []string
	for n, k := range lines {
		e := t.script[k]
		was, is, ok := entries(e)
		if !ok || n > 0 && e.Process != main.Process {
			return out, false
		}
		for _, f := range e.Fields {
			switch {
			case f.Key == "decision" || f.Key == "decisions":
			case n > 0:
				return out, false
			default:
				out.Fields = append(out.Fields, f)
			}
		}
		out.Changed = out.Changed && e.Changed
		usual, changed = append(usual, was...), append(changed, is...)
	}
	for _, name := range missing {
		answer := spec.Quote("deny")
		if last := t.last[name]; last != "" {
			answer = last
		}
		usual, changed = append(usual, entry(name, answer)), append(changed, entry(name, answer))
	}
	return t.listed(out, usual, changed), true
}

// listed puts the lists into a line: the one without the change, and over it the changed one where that is another.
func (t *together) listed(e spec.Event, usual, changed []string) spec.Event {
	field := func(list []string, marked bool) spec.Field {
		return spec.Field{Key: "decisions", Value: "[" + strings.Join(list, ",") + "]", Changed: marked}
	}
	if e.Changed {
		e.Fields = append([]spec.Field{field(changed, false)}, e.Fields...)
		return e
	}
	lists := []spec.Field{field(usual, false)}
	if over := field(changed, true); over.Value != lists[0].Value {
		lists = append(lists, over)
	}
	e.Fields = append(lists, e.Fields...)
	return e
}

func entry(name, decision string) string { return "[" + spec.Quote(name) + "," + decision + "]" }

// entries are the answers of a line without its change and with it, as entries of a list. An act that only the change
// answers is denied without it. It is false for an answer that leaves the decision out: a list can not.
func entries(e spec.Event) (was, is []string, ok bool) {
	if is, ok = inEntries(e); !ok {
		return nil, nil, false
	}
	if twin := (spec.History{e}).Twin(); len(twin) > 0 {
		was, ok = inEntries(twin[0])
		return was, is, ok
	}
	list, _ := answersOf(e)
	for _, d := range list {
		was = append(was, entry(d.Act, spec.Quote("deny")))
	}
	return was, is, true
}

func inEntries(e spec.Event) (out []string, ok bool) {
	list, ok := answersOf(e)
	for _, d := range list {
		out = append(out, entry(d.Act, d.Decision))
	}
	return out, ok
}

// answersOf are the answers of a line, of one act or of several.
func answersOf(e spec.Event) ([]spec.ActDecision, bool) {
	if list, err := e.Decisions(); err == nil {
		return list, true
	}
	word, ok := map[string]string{spec.VerbAllow: `"allow"`, spec.VerbDeny: `"deny"`, spec.VerbAlways: `"always"`}[e.Verb]
	if f, given := e.Get("decision"); given {
		word, ok = f.JSON(), true
	}
	return []spec.ActDecision{{Act: e.Subject, Decision: word}}, ok
}

// settle leaves out of what is open the acts that a line has answered for certain: by whom they belong to, where they
// were asked about, without anything in between that may have kept the answer from being taken.
func (t *together) settle(e spec.Event, at int) {
	list, _ := answersOf(e)
	sure := !slices.ContainsFunc(e.Fields, func(f spec.Field) bool {
		return slices.Contains([]string{"by", "session", "agent", "state", "hold", "pause"}, f.Key)
	}) && !slices.ContainsFunc(t.script[:at], func(e spec.Event) bool { return e.Is(spec.VerbStore) || e.Is(spec.VerbAt) })
	for _, d := range list {
		t.last[d.Act] = d.Decision
		tampered := slices.ContainsFunc(t.script[:at], func(e spec.Event) bool { return e.Is(spec.VerbTamper) && e.Subject == d.Act })
		if sure && (d.Decision == `"deny"` || (d.Decision == `"allow"` || d.Decision == `"always"`) && !tampered) {
			t.open = slices.DeleteFunc(slices.Clone(t.open), func(name string) bool { return name == d.Act })
		}
	}
}
