package probes

import (
	"slices"

	"pgregory.net/rapid"

	"sameact/mutations"
	"sameact/spec"
)

// chunkSize is how many random families one task plays: the unit of time, of sharding and of a rerun.
const chunkSize = 50

// randomTasks are the chunks of every random story that the checks from one on to another hold, each
// story as its share has it. A chunk's choices come from the run's seed, the story's name and the
// chunk's number alone, through a rapid generator, so that the same seed gives the same histories in
// any order, on any number of cores.
func randomTasks(hello spec.Hello, o Options, from, to int) []task {
	var out []task
	for _, s := range Stories {
		if !s.Random || len(mutations.Missing(hello, playable(s.Needs))) > 0 {
			continue
		}
		for chunk := o.chunksOf(s, from); chunk < o.chunksOf(s, to); chunk++ {
			out = append(out, task{story: s.Slug, chunk: chunk, processes: s.Processes && o.Processes != nil && (o.deep(s) || chunk%2 == 1), play: func(w *worker) { w.random(s, o.Seed, chunk, o.familiesOf(s, chunk, to)) }})
		}
	}
	return out
}

// chunksOf is how many chunks of a story that many checks make: its share, or all of them where it is asked for
// by name and its share is a small one.
func (o Options) chunksOf(s *Story, checks int) int {
	share := s.Share
	if slices.Contains(o.Stories, s.Slug) {
		share = max(share, 100)
	}
	return (checks*share/100 + chunkSize - 1) / chunkSize
}

// fewest is how many families of a random story a sparing run plays at least.
const fewest = 12

// familiesOf is how many families a chunk has: all, and in a sparing run no more than the story's share of the checks.
func (o Options) familiesOf(s *Story, chunk, checks int) int {
	if !o.Sparing || slices.Contains(o.Stories, s.Slug) {
		return chunkSize
	}
	return min(chunkSize, max(fewest, checks*s.Share/100-chunk*chunkSize))
}

func (w *worker) random(s *Story, seed uint64, chunk, families int) {
	round := 0
	scripts := rapid.Custom(func(t *rapid.T) spec.History {
		h, _ := s.Write(inTurn(round, rapidPick(t)), w.hello)
		return h
	})
	base := seed ^ hash(s.Slug) ^ uint64(chunk)*0x9e3779b97f4a7c15
	for i := range families {
		round = chunk*chunkSize + i
		if h := scripts.Example(int((base + uint64(i)*0xbf58476d1ce4e5b9) >> 1)); len(h) > 0 {
			w.tell(h)
		}
	}
}

// inTurn makes the first choice by turns and leaves the rest to a pick.
func inTurn(turn int, pick mutations.Pick) mutations.Pick {
	first := true
	return func(n int) int {
		drawn := pick(n)
		if first {
			first = false
			return turn % max(1, n)
		}
		return drawn
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
