package mutations_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sameact/impl/reference"
	"sameact/mutations"
	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// The label law: what a mutation says of itself is recomputed by the law from the recorded history of
// the reference gate. These owners come along with other changes: whoever adds an act has it asked for
// first, a restriction that is written into a declaration edits the declaration, what was refused for something
// else's sake was refused itself, and what nobody was asked to do nobody finishes.
var besides = []string{"confirm-asks", "danger-asks", "definition-is-bound", "denied-runs-nothing", "one-end"}

// byHanding are kept where a step was handed to a person. Who does it is no difference of an attempt: that it
// ran would be.
var byHanding = []string{"never-simulated", "whole-handoff-skips-steps"}

// choicesPerScene bounds how many ways of one operator are looked at in one scene.
const choicesPerScene = 5

func TestLabelsAreTrue(t *testing.T) {
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	for _, m := range mutations.All {
		t.Run(m.Slug, func(t *testing.T) {
			if _, ok := law.Find(m.Owner); !ok {
				t.Fatalf("%s is no clause", m.Owner)
			}
			if missing := mutations.Missing(target.Hello(), m.Needs); len(missing) > 0 {
				t.Skipf("the reference does not declare %v", missing)
			}
			before, ways := map[string]recorded{}, 0
			mutations.Ways(m, nil, choicesPerScene, func(s *mutations.Scene) {
				ways++
				key := without(s, m).String()
				if _, ok := before[key]; !ok {
					before[key] = play(t, target, without(s, m))
				}
				label(t, m, before[key], play(t, target, s.Script()))
			})
			if ways == 0 {
				t.Fatal("applies to no scene")
			}
		})
	}
}

// without is the story without the mutation: its twin, or of a continuation the scene's beginning.
func without(s *mutations.Scene, m *mutations.Mutation) spec.History {
	if m.Label == mutations.Continuation {
		return s.Begun()
	}
	return s.Script().Twin()
}

// label compares the story with the mutation and the story without it.
func label(t testing.TB, m *mutations.Mutation, before, after recorded) {
	t.Helper()
	news := fresh(before.drifts, after.drifts, m.Owner)
	switch m.Label {
	case mutations.Drift:
		if slices.Contains(byHanding, m.Owner) {
			if len(news) > 0 || after.kept[m.Owner] <= before.kept[m.Owner] || after.effects >= before.effects {
				t.Errorf("%s: the law sees %v, not that a person does it\n%s", m.Slug, news, after.history)
			}
			break
		}
		if !slices.Contains(news, m.Owner) || len(news) != 1 {
			t.Errorf("%s: the law sees %v, not %s alone\n%s", m.Slug, news, m.Owner, after.history)
		}
		if !slices.Contains(after.alone, m.Owner) {
			t.Errorf("%s: no attempt differs in %s alone\n%s", m.Slug, m.Owner, after.history)
		}
	case mutations.Continuation:
		if len(news) > 0 {
			t.Errorf("%s: the law sees %v\n%s", m.Slug, news, after.history)
		}
		if m.Owner != "honest-approval-runs" && !slices.Contains(after.moved, m.Owner) && after.kept[m.Owner] == 0 {
			t.Errorf("%s: the law sees %v move, not %s\n%s", m.Slug, after.moved, m.Owner, after.history)
		}
		if after.effects < before.effects {
			t.Errorf("%s: the act does not run any more\n%s", m.Slug, after.history)
		}
	case mutations.Free:
		if len(before.drifts) == 0 && after.effects > before.effects {
			t.Errorf("%s: it ran twice\n%s", m.Slug, after.history)
		}
	}
	for _, b := range after.broken {
		t.Errorf("%s: the reference breaks %s: %s\n%s", m.Slug, b.Clause.Slug, b.Why, after.history)
	}
}

// recorded is a played story as the law reads it.
type recorded struct {
	history spec.History
	drifts  []string       // owners of what differs, of every attempt
	alone   []string       // owners of attempts that differ in one way
	moved   []string       // owners of continuations
	kept    map[string]int // by clause, how often the law saw it kept
	effects int
	done    bool // a person has done it
	broken  []law.Breach
	// compound refusals have more than one continuation to explain
	compound []law.Breach
}

func play(t rapid.TB, target spec.Target, script spec.History) recorded {
	t.Helper()
	h, err := probes.Play(target, script)
	if err != nil {
		t.Fatalf("%v\n%s", err, script)
	}
	r := recorded{history: h, kept: map[string]int{}}
	for _, e := range h {
		if e.Saw(spec.SeenEffect) {
			r.effects++
		}
	}
	verdict := law.Judge(h, target.Hello())
	r.broken, r.compound = verdict.Broken(), verdict.Compound
	for _, reading := range verdict.Readings {
		r.kept[reading.Clause.Slug] = reading.Exercised
	}
	for _, u := range verdict.Uses {
		drifts, moved := law.Diff(u)
		if u.Kind == law.Answering && !u.Resumes {
			drifts = nil // the decision alone runs nothing
		}
		var owners []string
		for _, d := range drifts {
			owners = append(owners, d.Clause.Slug)
		}
		r.drifts = append(r.drifts, owners...)
		if len(owners) > 1 {
			owners = slices.DeleteFunc(owners, func(s string) bool { return slices.Contains(besides, s) })
		}
		if len(owners) == 1 {
			r.alone = append(r.alone, owners[0])
		}
		for _, d := range moved {
			r.moved = append(r.moved, d.Clause.Slug)
			r.done = r.done || d.Clause.Slug == "person-done-continues"
		}
	}
	return r
}

// fresh lists, once each, what stands more often after than before.
func fresh(before, after []string, owner string) []string {
	count := map[string]int{}
	for _, s := range before {
		count[s]--
	}
	var out []string
	for _, s := range after {
		if count[s]++; count[s] > 0 && (s == owner || !slices.Contains(besides, s)) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// story is a scene with continuations around at most one change, and what was done.
type story struct {
	scene *mutations.Scene
	drift *mutations.Mutation
}

func drawStory(t *rapid.T, hello spec.Hello, withDrift bool) story {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
	first := mutations.All[pick(len(mutations.All))] // on the path that it is about
	s := story{scene: mutations.SceneFor(first, pick)}
	do := func(l mutations.Label) bool {
		of := mutations.Labelled(l)
		if pick(2) == 1 && first.Label == l {
			of = []*mutations.Mutation{first}
		}
		m := of[pick(len(of))]
		if len(mutations.Missing(hello, m.Needs)) > 0 || !s.scene.Do(m, pick) {
			return false
		}
		if l == mutations.Drift {
			s.drift = m
		}
		return true
	}
	before, after := pick(3), pick(3)
	for range before {
		do(mutations.Continuation)
	}
	for tries := 0; withDrift && s.drift == nil && tries < 20; tries++ {
		do(mutations.Drift)
	}
	for range after {
		do(mutations.Continuation)
	}
	return s
}

func TestContinuationsCompose(t *testing.T) {
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	rapid.Check(t, func(t *rapid.T) {
		s := drawStory(t, target.Hello(), false)
		r := play(t, target, s.scene.Script())
		if r.effects == 0 && !r.done {
			t.Fatalf("the act does not run\n%s", r.history)
		}
		if news := fresh(play(t, target, s.scene.Begun()).drifts, r.drifts, ""); len(news) > 0 {
			t.Fatalf("the law sees %v\n%s", news, r.history)
		}
		for _, b := range append(r.broken, r.compound...) {
			t.Fatalf("the reference breaks %s: %s\n%s", b.Clause.Slug, b.Why, r.history)
		}
	})
}

func TestOneDriftAbsorbs(t *testing.T) {
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	rapid.Check(t, func(t *rapid.T) {
		s := drawStory(t, target.Hello(), true)
		if s.drift == nil {
			t.Skip("no drift applied")
		}
		before, after := play(t, target, s.scene.Script().Twin()), play(t, target, s.scene.Script())
		if news := fresh(before.drifts, after.drifts, s.drift.Owner); !slices.Contains(news, s.drift.Owner) && !slices.Contains(byHanding, s.drift.Owner) {
			t.Fatalf("%s among others: the law sees %v, not %s\n%s", s.drift.Slug, news, s.drift.Owner, after.history)
		}
		for _, b := range append(after.broken, before.broken...) {
			t.Fatalf("the reference breaks %s: %s\n%s", b.Clause.Slug, b.Why, after.history)
		}
	})
}

// The label does not depend on the order in which a drift and a continuation are done.
func TestLabelsDoNotDependOnOrder(t *testing.T) {
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	rapid.Check(t, func(t *rapid.T) {
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
		drifts, moves := mutations.Labelled(mutations.Drift), mutations.Labelled(mutations.Continuation)
		drift, move := drifts[pick(len(drifts))], moves[pick(len(moves))]
		first := mutations.SceneFor(drift, pick)
		second := first.Clone()
		var made []int
		note := func(n int) int {
			made = append(made, pick(n))
			return made[len(made)-1]
		}
		if !first.Do(drift, note) {
			t.Skip("the drift does not apply")
		}
		chosen := made
		made = nil
		if !first.Do(move, note) || !second.Do(move, mutations.Fixed(made)) || !second.Do(drift, mutations.Fixed(chosen)) {
			t.Skip("not in both orders")
		}
		a, b := play(t, target, first.Script()), play(t, target, second.Script())
		if x, y := fresh(nil, a.drifts, drift.Owner), fresh(nil, b.drifts, drift.Owner); !slices.Equal(x, y) {
			t.Fatalf("%s and %s: the law sees %v in one order and %v in the other\n%s\n%s", drift.Slug, move.Slug, x, y, a.history, b.history)
		}
	})
}

func TestAFailedAttemptHasSpentNothing(t *testing.T) {
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	for _, m := range mutations.Labelled(mutations.Drift) {
		scene, _ := mutations.SimplestFor(m, nil)
		scene.Do(m, mutations.Simplest)
		script := scene.ScriptThenHonest()
		if script == nil || len(mutations.Missing(target.Hello(), m.Needs)) > 0 {
			continue
		}
		r := play(t, target, script)
		if last := r.history[len(r.history)-1]; r.effects != 1 || !last.Saw(string(spec.Executed)) {
			t.Errorf("%s: the approved act does not run once after the changed one\n%s", m.Slug, r.history)
		}
		if twin, honest := script.Twin(), scene.Script().Twin(); twin.String() != honest.String() {
			t.Errorf("%s: twin\n%swant\n%s", m.Slug, twin, honest)
		}
	}
}
