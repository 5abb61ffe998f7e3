package probes_test

import (
	"math/rand/v2"
	"testing"

	"sameact/impl/reference"
	"sameact/mutations"
	"sameact/probes"
	"sameact/spec"
)

// styles are what our gates declare.
func styles(t testing.TB) map[string]spec.Hello {
	t.Helper()
	out := map[string]spec.Hello{}
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming, reference.Whole} {
		target := reference.New(reference.Obeying(style))
		out[string(style)] = target.Hello()
		if err := target.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// dice picks as a generator of one's own seed does.
func dice(seed uint64) mutations.Pick {
	r := rand.New(rand.NewPCG(seed, 0))
	return func(n int) int { return r.IntN(max(1, n)) }
}

// scriptsOf are scripts that a story writes: the simplest, and drawn ones.
func scriptsOf(s *probes.Story, hello spec.Hello, draws int) (out []spec.History) {
	if h, ok := s.Write(mutations.Simplest, hello); ok {
		out = append(out, h)
	}
	for i := range draws {
		if h, ok := s.Write(dice(uint64(i)), hello); ok {
			out = append(out, h)
		}
	}
	return out
}

// every calls with scripts of every story and of every mutation's simplest scene.
func every(t *testing.T, hello spec.Hello, do func(name string, script spec.History)) {
	t.Helper()
	draws := 60
	if testing.Short() {
		draws = 8
	}
	for _, s := range probes.Stories {
		for _, h := range scriptsOf(s, hello, draws) {
			do(s.Slug, h)
		}
	}
	for _, m := range mutations.All {
		if s, ok := mutations.SimplestFor(m, func(*mutations.Scene) bool { return true }); ok && s.Do(m, mutations.Simplest) {
			do(m.Slug, s.Script())
		}
	}
}

func TestEachStoryWritesWhatCanBeReadBack(t *testing.T) {
	hello := styles(t)[string(reference.RePresent)]
	written := map[string]int{}
	every(t, hello, func(name string, script spec.History) {
		written[name]++
		back, err := spec.ParseHistory(script.String())
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, script)
		} else if back.String() != script.String() {
			t.Errorf("%s: printed\n%sread back\n%s", name, script, back)
		}
		if len(script.Script()) != len(script) {
			t.Errorf("%s: a script holds only lines of our own\n%s", name, script)
		}
	})
	for _, s := range probes.Stories {
		if written[s.Slug] == 0 {
			t.Errorf("%s writes nothing for the reference", s.Slug)
		}
	}
}

func TestAStoryWithoutMarksIsItsOwnTwin(t *testing.T) {
	unmarked := 0
	every(t, styles(t)[string(reference.RePresent)], func(name string, script spec.History) {
		twin := script.Twin()
		switch {
		case twin.Marked():
			t.Errorf("%s: the twin has a mark\n%s", name, twin)
		case twin.Twin().String() != twin.String():
			t.Errorf("%s: the twin of the twin is another\n%s", name, twin)
		case !script.Marked() && twin.String() != script.String():
			t.Errorf("%s: nothing is marked, and the twin is another\n%s%s", name, script, twin)
		}
		if !script.Marked() {
			unmarked++
		}
	})
	if unmarked == 0 {
		t.Error("no story is without marks: nothing was tried")
	}
}

// A story that is told to a gate in its style is told to it as it is: replay and corpus tell stories
// that were told before.
func TestToldTwiceIsToldOnce(t *testing.T) {
	for style, hello := range styles(t) {
		told, refused, restyled := 0, 0, 0
		every(t, hello, func(name string, script spec.History) {
			once, ok := probes.Told(script, hello)
			if !ok {
				refused++
				return
			}
			told++
			if once.String() != script.String() {
				restyled++
			}
			if twice, ok := probes.Told(once, hello); !ok || twice.String() != once.String() {
				t.Errorf("%s, %s: once\n%stwice\n%s", style, name, once, twice)
			}
		})
		if told == 0 || hello.Has("resumes") != (restyled > 0) {
			t.Errorf("%s: %d stories told, %d of them restyled, %d refused", style, told, restyled, refused)
		}
	}
}
