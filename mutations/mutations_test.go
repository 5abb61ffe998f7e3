package mutations

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sameact/spec"
)

func drawn(t *rapid.T) Pick {
	return func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
}

// anyScene draws a scene on either path.
func anyScene(pick Pick) *Scene {
	if pick(3) == 2 {
		return NewPageScene(pick)
	}
	return NewScene(pick)
}

func TestEveryOperatorIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All {
		if seen[m.Slug] {
			t.Errorf("%s stands twice", m.Slug)
		}
		seen[m.Slug] = true
		switch {
		case m.Slug == "" || m.About == "" || m.Owner == "" || m.Apply == nil:
			t.Errorf("%s leaves something out", m.Slug)
		case !slices.Contains([]Label{Drift, Continuation, Free}, m.Label):
			t.Errorf("%s has no label", m.Slug)
		case !slices.Contains([]Phase{AtAsk, AtDecision, Between, AtPresentation, After}, m.Phase):
			t.Errorf("%s has no phase", m.Slug)
		case !slices.Contains([]Basis{Yes, Grant, Unasked}, m.Basis):
			t.Errorf("%s has no basis", m.Slug)
		}
	}
	for _, d := range Dimensions {
		drift := func(m *Mutation) bool { return m.Dimension == d && m.Label == Drift }
		if !slices.ContainsFunc(All, drift) {
			t.Errorf("dimension %s has no drift", d)
		}
	}
}

func TestEveryOperatorAppliesSomewhere(t *testing.T) {
	for _, m := range All {
		s, ok := SimplestFor(m, nil)
		if !ok {
			t.Errorf("%s applies to no scene", m.Slug)
			continue
		}
		before := s.Script().String()
		if !s.Do(m, Simplest) || s.Script().String() == before {
			t.Errorf("%s changes nothing in\n%s", m.Slug, before)
		}
		t.Logf("%s\n%s", m.Slug, clipped(s.Script().String()))
	}
}

func clipped(s string) string { return s[:min(len(s), 1200)] }

// story is a scene with some continuations and at most one marked change, and the same without the change.
func story(t *rapid.T) (with, without *Scene) {
	pick := drawn(t)
	with = anyScene(pick)
	without = with.Clone()
	misfits := func(m *Mutation) bool { return !m.changes(with.form) || m.Basis != with.basis }
	kept := slices.DeleteFunc(Labelled(Continuation), misfits)
	other := slices.DeleteFunc(append(Labelled(Drift), Labelled(Free)...), misfits)
	changed := false
	for range rapid.IntRange(1, 4).Draw(t, "steps") {
		if !changed && rapid.Bool().Draw(t, "change") {
			changed = with.Do(choose(pick, other), pick)
			continue
		}
		var made []int
		m := choose(pick, kept)
		if with.Do(m, func(n int) int { made = append(made, pick(n)); return made[len(made)-1] }) && !without.Do(m, Fixed(made)) {
			t.Fatalf("%s applies with the change and not without\n%s", m.Slug, with.Script())
		}
	}
	return with, without
}

func TestTheTwinIsTheStoryWithoutTheChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		with, without := story(t)
		if got, want := with.Script().Twin().String(), without.Script().String(); got != want {
			t.Fatalf("twin\n%swant\n%sof\n%s", got, want, with.Script())
		}
		if without.Script().Marked() {
			t.Fatalf("marked without a change\n%s", without.Script())
		}
	})
}

func TestScriptsPrintAndParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := story(t)
		for _, h := range []spec.History{s.Script(), s.ScriptThenHonest()} {
			read, err := spec.ParseHistory(h.String())
			if err != nil || read.String() != h.String() {
				t.Fatalf("%v\n%sread as\n%s", err, h, read)
			}
		}
	})
}

// A drift in what is presented changes one field; a connection comes with its connector.
func TestADriftIsOneDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := drawn(t)
		m := choose(pick, Labelled(Drift))
		s := SceneFor(m, pick)
		if !s.Do(m, pick) {
			t.Skip("does not apply")
		}
		keys := slices.DeleteFunc(markedKeys(s.now, s.plain), func(k string) bool { return k == "connection" && m.Owner == "same-connector" })
		if len(keys) > 1 {
			t.Fatalf("%s changes %v\n%s", m.Slug, keys, s.Script())
		}
		if !s.Script().Marked() {
			t.Fatalf("%s leaves no mark\n%s", m.Slug, s.Script())
		}
	})
}

// What is refused leaves no trace, also where an operator had begun to change the scene.
func TestARefusedMutationChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := drawn(t)
		s := anyScene(pick)
		s.Do(choose(pick, All), pick)
		before, applied := s.Script().String(), len(s.Applied())
		if m := choose(pick, All); !s.Do(m, pick) && (s.Script().String() != before || len(s.Applied()) != applied) {
			t.Fatalf("%s was refused and changed\n%sinto\n%s", m.Slug, before, s.Script())
		}
	})
}

func TestAClonesChangeIsItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := drawn(t)
		s := anyScene(pick)
		s.Do(choose(pick, All), pick)
		before := s.Script().String()
		c := s.Clone()
		for range 3 {
			c.Do(choose(pick, All), pick)
		}
		if s.Script().String() != before {
			t.Fatalf("changing a clone changed\n%sinto\n%s", before, s.Script())
		}
	})
}

func BenchmarkDrawAndChange(b *testing.B) {
	x := uint64(1)
	pick := func(n int) int {
		x = x*6364136223846793005 + 1442695040888963407
		return int((x >> 33) % uint64(n))
	}
	done := 0
	for b.Loop() {
		s := NewScene(pick)
		for range 3 {
			if s.Do(choose(pick, All), pick) {
				done++
			}
		}
		s.Script()
	}
	b.ReportMetric(float64(done)/float64(b.N), "done/op")
}
