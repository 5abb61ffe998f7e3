package probes

import (
	"slices"

	"sameact/spec"
)

// What a family is on the page path: something happened where an effect arrived or a person's step was taken
// as done, and the sibling denies the act, or cancels the handoff where the act is a person's.

// onPage reports whether an act of a script goes over the page path.
func onPage(script spec.History, name string) bool {
	for _, e := range script {
		if e.Is(spec.VerbCall) && e.Subject == name {
			c, err := spec.DefaultCall(e.Str("action")).With(e)
			return err == nil && c.Connector == ""
		}
	}
	return false
}

// personDid reports whether a person's step was taken as done.
func personDid(h spec.History) bool {
	done := false
	for _, e := range h {
		if !e.Seen {
			done = e.Is(spec.VerbFinish) && e.Str("outcome") == "done"
		}
		if done && (e.Saw(string(spec.Executed)) || e.Saw(string(spec.Unknown))) {
			return true
		}
	}
	return false
}

// pageSibling asks about an act, denies it and presents it again: a gate that runs on whatever answer may wait for
// that. One that runs unasked is asked about in a world that declares it so; one that a person does is cancelled.
func pageSibling(world spec.History, ask spec.Event, call spec.Call) (spec.History, bool) {
	w := spec.DefaultWorld()
	for _, e := range world {
		next, err := w.With(e)
		if err != nil {
			return nil, false
		}
		w = next
	}
	a, declared := w.Action("", call.Action)
	ask.Fields = slices.DeleteFunc(slices.Clone(ask.Fields), func(f spec.Field) bool { return f.Key == "effect" })
	if !declared {
		return nil, false
	}
	again := spec.Event{Verb: spec.VerbCall, Subject: ask.Subject}
	if a.Handoff != nil {
		return append(world, ask, spec.Event{Verb: spec.VerbFinish, Subject: ask.Subject, Fields: []spec.Field{{Key: "outcome", Value: "cancel"}}}, again), true
	}
	asks := spec.Event{Verb: spec.VerbOpen, Fields: []spec.Field{{Key: "actions", Value: `[{"id":` + spec.Quote(a.ID) + `,"confirm":"always"}]`}}}
	return append(world, asks, ask, spec.Event{Verb: spec.VerbDeny, Subject: ask.Subject}, again), true
}
