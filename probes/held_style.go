package probes

import (
	"slices"

	"sameact/spec"
)

// A gate that runs an act when it is allowed, and can also hold the decision, is told each story that is about
// what comes after the yes in a third way: the decision is held, what is presented differently is written into
// what the client holds, and then the act is presented.
//
//	allow m1                   allow m1 hold=true
//	call m1 ~args={"id":8}     ~tamper m1 ~args={"id":8}
//	                           call m1

// A way is a style in which stories are told to a gate. It reports false where the gate has none for a story.
type way func(script spec.History, hello spec.Hello) (spec.History, bool)

// ways are the styles in which a gate is told a story, each of which tells another.
func ways(script spec.History, hello spec.Hello) []way {
	if hello.Has("resumes") && hello.Has("hold") && afterTheYes(script) {
		return []way{restyled, heldBack}
	}
	return []way{restyled}
}

// heldPart is how many of the scripts that can be told with the decision held there are for one that is, in stories
// that tell very many of one kind: that are drawn, that are about processes, and these on the gate as a program.
var heldPart = struct{ drawn, processes, program int }{4, 6, 12}

// holdsThis reports whether the next script that can be told with the decision held is told so.
func (w *worker) holdsThis() bool {
	n := w.holdable
	w.holdable++
	s, ok := FindStory(w.task.story)
	every := 1
	switch {
	case !ok || w.options.playsByName(s):
	case w.task.processes:
		every = heldPart.program
	case s.Processes:
		every = heldPart.processes
	case s.Random:
		every = heldPart.drawn
	}
	return n%every == 0
}

// afterTheYes reports whether something stands between the yes to an act and its presentation, in that, or after it.
func afterTheYes(script spec.History) bool {
	for _, name := range acts(script) {
		if onPage(script, name) {
			continue
		}
		i := slices.IndexFunc(script, func(e spec.Event) bool { return saysYes(e, name) })
		if i >= 0 && !heldAlready(script, name) && presentedLater(script[i+1:], name) && script[i:].Marked() {
			return true
		}
	}
	return false
}

// heldAlready reports whether a script says itself which decisions on an act are held.
func heldAlready(script spec.History, name string) bool {
	return slices.ContainsFunc(script, func(e spec.Event) bool { return e.Holds() && isDecision(e, name) })
}

func saysYes(e spec.Event, name string) bool { return !e.Is(spec.VerbDeny) && isDecision(e, name) }

// heldBack tells a story with the decisions held. It reports false where the gate has no way to be told it.
func heldBack(script spec.History, hello spec.Hello) (spec.History, bool) {
	out := script.Clone()
	for _, name := range acts(script) {
		if onPage(script, name) || heldAlready(script, name) {
			continue
		}
		var ok bool
		if out, ok = holdAct(out, name, hello); !ok {
			return nil, false
		}
	}
	return wholly(out, hello)
}

func holdAct(script spec.History, name string, hello spec.Hello) (spec.History, bool) {
	var out spec.History
	asked, answered := false, false
	t := heldState{}
	for i, e := range script {
		switch {
		case saysYes(e, name):
			answered = true
			if presentedLater(script[i+1:], name) && !e.Holds() {
				e.Fields = append(slices.Clone(e.Fields), spec.Field{Key: "hold", Value: "true"})
			}
		case e.Is(spec.VerbCall) && e.Subject == name && asked && answered && ownApproval(e):
			lines, ok := t.presented(e, hello)
			if !ok {
				return nil, false
			}
			out = append(out, lines...)
			continue
		case asks(e, name):
			asked = true
		}
		out = append(out, e)
	}
	return out, true
}

// A heldState is what was written into the state of one act so far.
type heldState struct {
	holds   []spec.Field // what the state holds otherwise
	changed bool         // all of it is the change
}

// saidAnew are the fields of a call that its presentation says itself: who presents it, where, and for what.
var saidAnew = []string{"principal", "agent", "session", "task", "callId"}

// presented writes what a presentation changes of the act into the state, or what was changed before back.
func (t *heldState) presented(e spec.Event, hello spec.Hello) (spec.History, bool) {
	var act, rest []spec.Field
	for _, f := range e.Fields {
		if slices.Contains(spec.CallFields, f.Key) && !slices.Contains(saidAnew, f.Key) {
			act = append(act, f)
		} else {
			rest = append(rest, f)
		}
	}
	e.Fields = rest
	if slices.Equal(act, t.holds) && (len(act) == 0 || !e.Changed) {
		return spec.History{e}, true
	}
	if !hello.Has("tamper") {
		return nil, false
	}
	marked := e.Changed || !slices.ContainsFunc(act, func(f spec.Field) bool { return !f.Changed })
	if len(act) == 0 {
		marked = t.changed
	}
	was := *t
	t.holds, t.changed = act, marked && (len(was.holds) == 0 || was.changed)
	return spec.History{{Process: e.Process, Verb: spec.VerbTamper, Subject: e.Subject, Fields: act, Changed: marked}, e}, true
}
