package probes

import (
	"pgregory.net/rapid"

	"sameact/spec"
	"sameact/spec/law"
)

// Property is a random story as a rapid property, for a go test that draws, shrinks and replays with
// rapid's own flags:
//
//	rapid.Check(t, probes.Property(gate, "drifted"))
//
// It fails on a broken MUST clause, and panics where there is no such random story.
func Property(target spec.Target, story string) func(*rapid.T) {
	s, ok := FindStory(story)
	if !ok || !s.Random {
		panic("no random story " + story)
	}
	c := newCast(target, target.Hello(), 0)
	return func(t *rapid.T) {
		script, ok := s.Write(rapidPick(t), c.hello)
		if !ok {
			t.Skip("the gate declares too little for this one")
		}
		told := false
		for _, in := range ways(script, c.hello) {
			told = judged(t, c, script, in) || told
		}
		if !told {
			t.Skip("the gate has no way to be told this one")
		}
	}
}

// judged plays one family and fails where a promise is broken. It reports whether the gate could be told it.
func judged(t *rapid.T, c *cast, script spec.History, in way) bool {
	f, err := c.family(script, in)
	switch {
	case err != nil:
		t.Fatalf("the story cannot be played: %v", err)
	case f == nil || f.missing != "":
		return false
	case len(f.faults) > 0:
		t.Fatalf("fault of the gate: %v", f.faults[0])
	}
	for _, p := range []*played{f.changed, f.twin} {
		for _, b := range p.verdict.Broken() {
			if b.Clause.Level == law.Must && !(f.inconclusive && b.Clause.Direction == law.Plus) {
				t.Fatalf("%s is broken: %s\n%s\n%s", b.Clause.Slug, b.Clause.Sentence, b.Why, p.history)
			}
		}
	}
	return true
}
