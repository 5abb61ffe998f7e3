package probes

import (
	"slices"
	"strings"
	"sync"

	"sameact/mutations"
	"sameact/spec"
)

// The sweep plays so many ways of an operator on the simplest act that admits it, so many on the simplest act
// with each shape of arguments, and on the page so many in each setting.
const (
	sweepWays      = 12
	sweepShapeWays = 1
	sweepPageWays  = 3
	sparingWays    = 2 // of the first, in a sparing run
)

// fixedSequences is how many sequences of choices of one fixed story a run plays.
const fixedSequences = 400

// deepSequences bounds the stories about processes, which are written to end by themselves.
const deepSequences = 20000

// sweepTasks play every operator on the simplest acts that admit it, in its first ways: fast, and
// complete without luck.
func sweepTasks(hello spec.Hello) []task {
	var out []task
	for _, m := range mutations.All {
		if len(mutations.Missing(hello, playable(m.Needs))) == 0 {
			out = append(out, task{story: SweepSlug + "/" + m.Slug, play: func(w *worker) { w.sweep(m) }})
		}
	}
	return out
}

func (w *worker) sweep(m *mutations.Mutation) {
	ways := sweepWays
	if w.options.Sparing {
		ways = sparingWays
	}
	for _, h := range sweepScripts(m, w.hello, ways) {
		w.tell(h)
	}
}

// aboutArguments are the clauses for which it matters what the arguments look like.
var aboutArguments = []string{"same-arguments", "order-of-arrays", "as-written", "distinct-numbers", "past-the-preview", "order-of-keys", "spelling-of-json", "spelling-of-numbers", "ambiguous-refused"}

// written keeps the scripts of the sweep: they are the same for every gate that declares the same.
var written sync.Map // of an operator and what it can be told with → []spec.History

func sweepScripts(m *mutations.Mutation, hello spec.Hello, ways int) []spec.History {
	type key struct {
		slug, features, chapters string
		ways                     int
	}
	k := key{m.Slug, strings.Join(hello.Features, ","), strings.Join(hello.Chapters, ","), ways}
	if known, ok := written.Load(k); ok {
		return known.([]spec.History)
	}
	var out []spec.History
	seen := map[string]bool{}
	admits := func(s *mutations.Scene) bool { return playableOn(s, hello) }
	told := func(s *mutations.Scene) {
		for _, h := range []spec.History{s.Script(), s.ScriptThenHonest()} {
			if key := h.String(); len(h) > 0 && !seen[key] {
				seen[key] = true
				out = append(out, h)
			}
		}
	}
	if scene, ok := mutations.SimplestFor(m, admits); ok {
		mutations.Walk(ways, func(pick mutations.Pick) {
			if s := scene.Clone(); s.Do(m, pick) {
				told(s)
			}
		})
	}
	switch {
	case m.On != nil:
		mutations.Ways(m, admits, sweepPageWays, told)
	case slices.Contains(aboutArguments, m.Owner):
		mutations.Ways(m, admits, sweepShapeWays, told)
	}
	written.Store(k, out)
	return out
}

// fixedTasks play the stories that draw nothing at random, once for each sequence of their choices; those about
// processes also on the gate as a program, in a plain run a part of the sequences.
func fixedTasks(hello spec.Hello, o Options) []task {
	var out []task
	for _, s := range Stories {
		if s.Random || s.Deep && !o.deep(s) || len(mutations.Missing(hello, playable(s.Needs))) > 0 {
			continue
		}
		if !s.Processes || !o.program {
			out = append(out, task{story: s.Slug, play: func(w *worker) { w.fixed(s, 0, 1) }})
		}
		if !s.Processes || o.Processes == nil {
			continue
		}
		parts := max(1, s.Part)
		if o.deep(s) {
			parts = 1
		}
		for part := range processTasks {
			out = append(out, task{story: s.Slug, chunk: 1 + part, processes: true, play: func(w *worker) { w.fixed(s, part*parts, processTasks*parts) }})
		}
	}
	return out
}

// processTasks is in how many tasks a story is played on the gate as a program.
const processTasks = 4

// fixed plays the sequences of a story's choices, from one on every so many.
func (w *worker) fixed(s *Story, from, every int) {
	var o odometer
	limit := fixedSequences
	if s.Deep || s.Processes {
		limit = deepSequences
	}
	for n := range limit {
		if h, ok := s.Write(o.pick, w.hello); ok && (n-from)%every == 0 {
			w.tell(h)
		}
		if !o.next() {
			return
		}
	}
}
