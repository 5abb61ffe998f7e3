package probes

import (
	"slices"

	"sameact/spec"
)

// Stories are written for a gate to which the act is presented again after the yes. Restyled tells the
// same story to a gate that runs the act when it is allowed: what lies between the yes and the
// presentation moves before the yes, what is presented differently is tampered with before it, and who
// presents it, where, becomes who answers, where. It reports false where the gate has no way to be told
// the story: without tamper a changed call cannot be brought to it.
func restyled(script spec.History, hello spec.Hello) (spec.History, bool) {
	out, ok := inStyle(script, hello)
	if !ok {
		return nil, false
	}
	whole, ok := wholly(out, hello)
	if !ok || slices.EqualFunc(whole, out, spec.Event.Equal) {
		return whole, ok
	}
	if out, ok = inStyle(whole, hello); !ok { // what is answered now is presented as what was answered
		return nil, false
	}
	return wholly(out, hello)
}

func inStyle(script spec.History, hello spec.Hello) (spec.History, bool) {
	if !hello.Has("resumes") {
		return script, true
	}
	out := script.Clone()
	for _, name := range acts(script) {
		if onPage(script, name) {
			continue // there is one style on the page path
		}
		if heldAlready(script, name) {
			continue // the story says itself when the act is presented
		}
		var ok bool
		if out, ok = restyleAct(out, name, hello); !ok {
			return nil, false
		}
	}
	return out, true
}

// acts lists the acts of a script in the order in which they are first named.
func acts(script spec.History) []string {
	var names []string
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, e := range script {
		switch e.Verb {
		case spec.VerbCall:
			add(e.Subject)
		case spec.VerbTurn:
			calls, _ := e.TurnCalls()
			for _, c := range calls {
				add(c.Act)
			}
		case spec.VerbAllow, spec.VerbDeny, spec.VerbAlways, spec.VerbDecide:
			calls, _ := e.ThenCalls()
			for _, c := range calls {
				add(c.Act)
			}
		}
	}
	return names
}

func restyleAct(script spec.History, name string, hello spec.Hello) (spec.History, bool) {
	var out spec.History
	asked, answered := false, false
	fixed := heldDecision(script, name)
	held := -1 // where in out the decision stands that waits for its presentation
	var decision spec.Event
	for i, e := range script {
		switch {
		case isDecision(e, name):
			answered = true
			if e.Subject == name && !fixed && presentedLater(script[i+1:], name) && !hasDecision(script[i+1:], name) {
				decision, held = e, len(out)
				continue
			}
		case e.Is(spec.VerbCall) && e.Subject == name && asked && answered && ownApproval(e):
			lines, ok := presented(e, decision, held >= 0, hello)
			if !ok {
				return nil, false
			}
			held = -1
			out = append(out, lines...)
			continue
		case asks(e, name):
			asked = true
		}
		asked = asked || asksNext(e, name)
		out = append(out, e)
	}
	return out, true
}

func asks(e spec.Event, name string) bool {
	if e.Is(spec.VerbTurn) {
		calls, _ := e.TurnCalls()
		return slices.ContainsFunc(calls, func(c spec.TurnCall) bool { return c.Act == name })
	}
	_, forged := e.Get("action") // a tamper that makes its act
	return e.Subject == name && (e.Is(spec.VerbCall) || e.Is(spec.VerbTamper) && forged)
}

// asksNext reports whether an answer brings a call of the act as the next of its run.
func asksNext(e spec.Event, name string) bool {
	calls, _ := e.ThenCalls()
	return slices.ContainsFunc(calls, func(c spec.TurnCall) bool { return c.Act == name })
}

func isDecision(e spec.Event, name string) bool {
	if e.Seen {
		return false
	}
	switch e.Verb {
	case spec.VerbAllow, spec.VerbDeny, spec.VerbAlways, spec.VerbDecide:
		if e.Subject == name {
			return true
		}
		list, _ := e.Decisions()
		return slices.ContainsFunc(list, func(d spec.ActDecision) bool { return d.Act == name })
	}
	return false
}

// heldDecision reports whether an answer to an act is held somewhere: then the story is about its moment, and
// no answer moves.
func heldDecision(script spec.History, name string) bool {
	return slices.ContainsFunc(script, func(e spec.Event) bool {
		_, held := e.Get("pause")
		return held && isDecision(e, name)
	})
}

// ownApproval reports whether a call is a presentation that the style may turn into a decision; one that
// spells out its approval stays the call that it is.
func ownApproval(e spec.Event) bool {
	_, given := e.Get("with")
	return !given
}

func presentedLater(rest spec.History, name string) bool {
	return slices.ContainsFunc(rest, func(e spec.Event) bool {
		return e.Is(spec.VerbCall) && e.Subject == name && ownApproval(e)
	})
}

// hasDecision reports whether the act is decided again before it is presented.
func hasDecision(rest spec.History, name string) bool {
	for _, e := range rest {
		if e.Is(spec.VerbCall) && e.Subject == name && ownApproval(e) {
			return false
		}
		if isDecision(e, name) {
			return true
		}
	}
	return false
}

// presented turns a presentation into the decision that runs the act, with a tamper before it where
// another call is presented. A presentation after an earlier one becomes the same answer once more.
func presented(e, decision spec.Event, first bool, hello spec.Hello) (spec.History, bool) {
	answer := spec.Event{Process: e.Process, Changed: e.Changed, Verb: spec.VerbAllow, Subject: e.Subject}
	if first {
		answer.Verb, answer.Fields = decision.Verb, slices.Clone(decision.Fields)
		answer.Changed = e.Changed || decision.Changed
	} else if decision.Verb != "" {
		answer.Verb = decision.Verb
	}
	var changed []spec.Field
	for _, f := range e.Fields {
		switch {
		case (f.Key == "agent" || f.Key == "session") && f.Text() == "":
			return nil, false // an answer that names none is given where it was asked
		case f.Key == "principal" && hello.Has("tamper"):
			changed = append(changed, f)
		case f.Key == "agent" || f.Key == "session":
			answer.Fields = append(answer.Fields, f)
		case f.Key == "principal":
			answer.Fields = append(answer.Fields, spec.Field{Key: "by", Value: f.Value, Changed: f.Changed})
		case slices.Contains(spec.CallFields, f.Key):
			changed = append(changed, f)
		case f.Key != "with":
			answer.Fields = append(answer.Fields, f)
		}
	}
	if len(changed) == 0 {
		return spec.History{answer}, true
	}
	if !hello.Has("tamper") {
		return nil, false
	}
	all := !slices.ContainsFunc(changed, func(f spec.Field) bool { return !f.Changed })
	t := spec.Event{Process: e.Process, Verb: spec.VerbTamper, Subject: e.Subject, Fields: changed, Changed: e.Changed || all}
	return spec.History{t, answer}, true
}
