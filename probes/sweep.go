package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// sweepAlternatives is how many alternatives of an operator's first choice the sweep plays.
const sweepAlternatives = 16

// fixedSequences is how many sequences of choices of one fixed story a run plays.
const fixedSequences = 400

// sweepTasks play every operator on the simplest act that admits it, with every alternative of its
// first choice: fast, and complete without luck.
func sweepTasks(hello spec.Hello) []task {
	var out []task
	for _, m := range mutations.All {
		out = append(out, task{story: SweepSlug + "/" + m.Slug, play: func(w *worker) { w.sweep(m) }})
	}
	return out
}

func (w *worker) sweep(m *mutations.Mutation) {
	if len(mutations.Missing(w.hello, playable(m.Needs))) > 0 {
		return
	}
	seen := map[string]bool{}
	scene, first := w.simplest(m)
	if scene == nil {
		return
	}
	for k := 0; k < sweepAlternatives; k++ {
		s := scene.Clone()
		sizes := 0
		pick := func(n int) int {
			sizes++
			if sizes == 1 {
				if k >= n {
					return n - 1
				}
				return k
			}
			return 0
		}
		if k == 0 {
			pick = walk(first)
		}
		if !s.Do(m, pick) {
			continue
		}
		for _, h := range []spec.History{s.Script(), s.ScriptThenHonest()} {
			if key := h.String(); len(h) > 0 && !seen[key] {
				seen[key] = true
				w.tell(h)
			}
		}
	}
}

// simplest is the first of a fixed list of scenes that an operator applies to, before it was applied,
// and the walk of choices with which it applies.
func (w *worker) simplest(m *mutations.Mutation) (*mutations.Scene, int) {
	for seed := range 400 {
		s := mutations.NewScene(walk(seed))
		if len(mutations.Missing(w.hello, playable(s.Needs()))) > 0 {
			continue
		}
		for _, choices := range []int{0, seed} {
			if t := s.Clone(); t.Do(m, walk(choices)) {
				return s, choices
			}
		}
	}
	return nil, 0
}

// walk is a fixed stream of choices; the one of seed 0 is always the simplest.
func walk(seed int) mutations.Pick {
	x := uint64(seed) * 0x9e3779b97f4a7c15
	return func(n int) int {
		if seed == 0 || n <= 1 {
			return 0
		}
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		return int((x >> 33) % uint64(n))
	}
}

// fixedTasks play the stories that draw nothing at random, once for each sequence of their choices.
func fixedTasks(hello spec.Hello) []task {
	var out []task
	for _, s := range Stories {
		if s.Random || len(mutations.Missing(hello, playable(s.Needs))) > 0 {
			continue
		}
		out = append(out, task{story: s.Slug, play: func(w *worker) { w.fixed(s) }})
	}
	return out
}

func (w *worker) fixed(s *Story) {
	var o odometer
	for range fixedSequences {
		if h, ok := s.Write(o.pick, w.hello); ok {
			w.tell(h)
		}
		if !o.next() {
			return
		}
	}
}
