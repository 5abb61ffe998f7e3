package probes

import (
	"pgregory.net/rapid"

	"sameact/mutations"
	"sameact/spec"
)

// chunkSize is how many random families one task plays: the unit of time, of sharding and of a rerun.
const chunkSize = 50

// randomTasks are the chunks from one on of every random story. A chunk's choices come from the run's
// seed, the story's name and the chunk's number alone, through a rapid generator, so that the same seed
// gives the same histories in any order, on any number of cores.
func randomTasks(hello spec.Hello, seed uint64, from, n int) []task {
	var out []task
	for chunk := from; chunk < from+n; chunk++ {
		for _, s := range Stories {
			if !s.Random || len(mutations.Missing(hello, playable(s.Needs))) > 0 {
				continue
			}
			out = append(out, task{story: s.Slug, chunk: chunk, play: func(w *worker) { w.random(s, seed, chunk) }})
		}
	}
	return out
}

func (w *worker) random(s *Story, seed uint64, chunk int) {
	scripts := rapid.Custom(func(t *rapid.T) spec.History {
		h, _ := s.Write(rapidPick(t), w.hello)
		return h
	})
	base := seed ^ hash(s.Slug) ^ uint64(chunk)*0x9e3779b97f4a7c15
	for i := range chunkSize {
		if h := scripts.Example(int((base + uint64(i)*0xbf58476d1ce4e5b9) >> 1)); len(h) > 0 {
			w.tell(h)
		}
	}
}

var choices [64]*rapid.Generator[int]

func init() {
	for n := range choices {
		choices[n] = rapid.IntRange(0, max(0, n-1))
	}
}

// rapidPick draws choices through rapid.
func rapidPick(t *rapid.T) mutations.Pick {
	return func(n int) int {
		switch {
		case n <= 1:
			// rapid wants every generator to draw something.
			return choices[1].Draw(t, "only")
		case n < len(choices):
			return choices[n].Draw(t, "pick")
		}
		return rapid.IntRange(0, n-1).Draw(t, "pick")
	}
}

// BytePick reads choices from bytes; when they run out every choice is the simplest.
func BytePick(b []byte) mutations.Pick {
	return func(n int) int {
		if n <= 1 || len(b) == 0 {
			return 0
		}
		c := int(b[0]) % n
		b = b[1:]
		return c
	}
}
