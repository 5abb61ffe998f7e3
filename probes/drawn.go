package probes

import (
	"slices"

	"sameact/mutations"
	"sameact/spec"
)

// The random stories: an act is drawn, the world moves on around it, and perhaps one thing changes.
// What changes is drawn by the clause that owns the difference, so that each clause has its share.
var drawnStories = []*Story{
	{Slug: "continued", Random: true, Share: 80, About: "The world moves on around an act in one way or several, and the act itself is presented.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := moved(mutations.Continuation, pick, hello)
			if s == nil {
				return nil, false
			}
			for range max(0, pick(5)-2) {
				apply(s, mutations.Continuation, pick, hello)
			}
			return told(s, hello)
		}},
	{Slug: "drifted", Random: true, Share: 300, About: "The world moves on, and one thing changes that matters.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := moved(mutations.Drift, pick, hello)
			if s == nil {
				return nil, false
			}
			return told(s, hello)
		}},
	{Slug: "drifted-then-honest", Random: true, Share: 40, About: "A changed act is tried, then the approved one.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := moved(mutations.Drift, pick, hello)
			if s == nil || !playableOn(s, hello) {
				return nil, false
			}
			h := s.ScriptThenHonest()
			return h, h != nil
		}},
	{Slug: "drifted-and-continued", Random: true, Share: 100, About: "One thing changes that matters, and then the world moves on.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := moved(mutations.Drift, pick, hello)
			if s == nil {
				return nil, false
			}
			for range pick(3) {
				apply(s, mutations.Continuation, pick, hello)
			}
			return told(s, hello)
		}},
	{Slug: "freely-changed", Random: true, Share: 10, About: "Something changes after which running and refusing are both right.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			s := moved(mutations.Free, pick, hello)
			if s == nil {
				return nil, false
			}
			return told(s, hello)
		}},
	{Slug: "drawn-outcomes", Random: true, Share: 60, About: "A drawn act meets a tool that answers, refuses or loses its reply; it is presented again, and the audit is read.",
		Write: drawnOutcome},
	{Slug: "drawn-previews", Random: true, Share: 40, Needs: []string{"question"}, About: "A drawn act holds secrets, long texts, imitated marks and characters that nobody sees.",
		Write: drawnPreview},
}

// moved is a drawn scene in which one mutation of a label was done, nil where none could be.
func moved(l mutations.Label, pick mutations.Pick, hello spec.Hello) *mutations.Scene {
	return movedBy(ownersOf(mutations.Labelled(l), hello), l, pick, hello)
}

func movedBy(owners [][]*mutations.Mutation, l mutations.Label, pick mutations.Pick, hello spec.Hello) *mutations.Scene {
	from := pick(len(owners))
	for i := range owners {
		of := owners[(from+i)%len(owners)]
		m := of[pick(len(of))]
		for range 60 {
			s := mutations.SceneFor(m, pick)
			if l != mutations.Continuation && pick(3) == 1 {
				apply(s, mutations.Continuation, pick, hello)
			}
			if s.Do(m, pick) {
				return s
			}
		}
	}
	return nil
}

// ownersOf groups the mutations that the gate can be told by the clause that owns their difference. What befalls a store
// is left to the sweep and to stories of its own: it needs a folder, which takes its time.
func ownersOf(list []*mutations.Mutation, hello spec.Hello) [][]*mutations.Mutation {
	var owners []string
	groups := map[string][]*mutations.Mutation{}
	for _, m := range list {
		if len(mutations.Missing(hello, playable(m.Needs))) > 0 || slices.Contains(m.Needs, "store-faults") {
			continue
		}
		if groups[m.Owner] == nil {
			owners = append(owners, m.Owner)
		}
		groups[m.Owner] = append(groups[m.Owner], m)
	}
	out := make([][]*mutations.Mutation, len(owners))
	for i, o := range owners {
		out[i] = groups[o]
	}
	return out
}

func told(s *mutations.Scene, hello spec.Hello) (spec.History, bool) {
	if !playableOn(s, hello) {
		return nil, false
	}
	return s.Script(), true
}

func playableOn(s *mutations.Scene, hello spec.Hello) bool {
	return len(mutations.Missing(hello, playable(s.Needs()))) == 0
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

// judgedFields are needs that only decide whether a difference is judged: a field that a gate does not
// bind is changed all the same, and what ran is reported.
var judgedFields = []string{"principal", "agent", "session", "connector", "account", "declaration", "policy", "action", "arguments"}

// playable leaves such fields out of what a story needs.
func playable(needs []string) []string {
	return slices.DeleteFunc(slices.Clone(needs), func(n string) bool { return slices.Contains(judgedFields, n) })
}

// drawnOutcome lets a drawn act run, perhaps holds its effect while it is presented again, presents it
// again afterwards, and reads the audit.
func drawnOutcome(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
	s := mutations.NewScene(pick)
	if s.Basis() != mutations.Yes || !playableOn(s, hello) {
		return nil, false
	}
	h := s.Script()
	last := &h[len(h)-1]
	if !last.Is(spec.VerbCall) || last.Subject != "m1" {
		return nil, false
	}
	again := spec.Event{Verb: spec.VerbCall, Subject: "m1", Changed: true}
	switch pick(5) {
	case 0:
	case 1:
		last.Fields = append(last.Fields, spec.Field{Key: "pause", Value: "effect"})
		if hello.Has("resumes") {
			again.Verb = spec.VerbAllow
		}
		h = append(h, again, spec.Event{Verb: spec.VerbGo})
	default:
		last.Fields = append(last.Fields, spec.Field{Key: "effect", Value: choose(pick, "refused", "lost", "ok")})
		switch pick(3) {
		case 1:
			h = append(h, again)
		case 2: // the act is asked about once more
			h = append(h, script(`call m1 with=none`)...)
		}
	}
	if pick(4) == 1 {
		h = append(h, script(`call m8 action=mail.read effect=`+choose(pick, "ok", "refused", "lost"))...)
	}
	if pick(4) == 1 {
		h = append(h, script(`call m9 action=mail.send args={"to":["press@corp.example"]}`)...)
	}
	if hello.Has("audit") {
		h = append(h, spec.Event{Verb: spec.VerbAudit})
	}
	return h, true
}
