package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// The random stories: an act is drawn, the world moves on around it, and perhaps one thing changes.
var drawnStories = []*Story{
	{Slug: "continued", Random: true, About: "The world moves on around an act in several ways, and the act itself is presented.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			return told(continued(pick, hello), hello)
		}},
	{Slug: "drifted", Random: true, About: "The world moves on, and one thing changes that matters.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := continued(pick, hello)
			if !apply(s, mutations.Drift, pick, hello) {
				return nil, false
			}
			return told(s, hello)
		}},
	{Slug: "drifted-then-honest", Random: true, About: "A changed act is tried, then the approved one.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := continued(pick, hello)
			if !apply(s, mutations.Drift, pick, hello) || len(mutations.Missing(hello, playable(s.Needs()))) > 0 {
				return nil, false
			}
			h := s.ScriptThenHonest()
			return h, h != nil
		}},
	{Slug: "drifted-and-continued", Random: true, About: "One thing changes that matters, and then the world moves on.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := mutations.NewScene(pick)
			if !apply(s, mutations.Drift, pick, hello) {
				return nil, false
			}
			for range pick(3) {
				apply(s, mutations.Continuation, pick, hello)
			}
			return told(s, hello)
		}},
	{Slug: "freely-changed", Random: true, About: "Something changes after which running and refusing are both right.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := mutations.NewScene(pick)
			apply(s, mutations.Free, pick, hello)
			return told(s, hello)
		}},
}

func told(s *mutations.Scene, hello spec.Hello) (spec.History, bool) {
	if len(mutations.Missing(hello, playable(s.Needs()))) > 0 {
		return nil, false
	}
	return s.Script(), true
}

func continued(pick mutations.Pick, hello spec.Hello) *mutations.Scene {
	s := mutations.NewScene(pick)
	for range pick(4) {
		apply(s, mutations.Continuation, pick, hello)
	}
	return s
}

// apply does one mutation of a label, the first from a drawn place on that the scene admits. What the
// gate cannot be told is left out.
func apply(s *mutations.Scene, l mutations.Label, pick mutations.Pick, hello spec.Hello) bool {
	all := mutations.Labelled(l)
	from := pick(len(all))
	for i := range all {
		m := all[(from+i)%len(all)]
		if len(mutations.Missing(hello, playable(m.Needs))) == 0 && s.Do(m, pick) {
			return true
		}
	}
	return false
}

// playable leaves out the needs that only decide whether a difference is judged: a field that a gate
// does not bind is changed all the same, and what ran is reported.
func playable(needs []string) []string {
	fields := map[string]bool{"principal": true, "agent": true, "session": true, "connector": true, "account": true, "declaration": true, "policy": true, "action": true, "arguments": true}
	var out []string
	for _, n := range needs {
		if !fields[n] {
			out = append(out, n)
		}
	}
	return out
}
