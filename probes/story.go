package probes

import (
	"slices"
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// A Story writes scripts in the first style: the act is presented again after the yes. What a script
// is about is marked in it, so its twin comes with it.
type Story struct {
	Slug  string
	About string   // one sentence
	Needs []string // binds, features and chapters of the hello without which it says nothing
	// Random stories draw again for each check; the others are played once for each sequence of choices.
	// The first choice of a random story goes round its alternatives, so that each has the same share.
	Random bool
	Share  int // of a random story: how many of a hundred checks it plays
	// Processes says that a story is also played on the gate as a program, where a run has it (Options.Processes).
	Processes bool
	Part      int // of a story on a program: a plain run plays one sequence in so many; 0: each
	// Deep stories are left out unless they, or the chapter durability, are asked for.
	Deep  bool
	Write func(pick mutations.Pick, hello spec.Hello) (spec.History, bool)
}

// Stories lists every story but the sweep, which plays one script an operator.
var Stories = slices.Concat(drawnStories, policyStories, answerStories, waitStories, outcomeStories, previewStories, textStories, raceStories, crashStories, storageStories,
	pageStories, compositeStories, handoffStories, seldomStories, heldStories, runStories)

// SweepSlug names the sweep: every operator on the simplest act that admits it.
const SweepSlug = "sweep"

// FindStory finds a story by its slug.
func FindStory(slug string) (*Story, bool) {
	for _, s := range Stories {
		if s.Slug == slug {
			return s, true
		}
	}
	return nil, false
}

// script reads the lines of a story that stands in the program.
func script(lines ...string) spec.History { return spec.MustHistory(strings.Join(lines, "\n")) }

// choose takes one of several.
func choose[T any](pick mutations.Pick, from ...T) T { return from[pick(len(from))] }

// An odometer enumerates every sequence of choices of a story, the simplest first.
type odometer struct {
	digits, sizes []int
	at            int
}

func (o *odometer) pick(n int) int {
	if n <= 1 {
		return 0
	}
	if o.at == len(o.digits) {
		o.digits, o.sizes = append(o.digits, 0), append(o.sizes, n)
	}
	o.sizes[o.at] = n
	d := min(o.digits[o.at], n-1)
	o.at++
	return d
}

// next turns to the next sequence and reports whether there is one.
func (o *odometer) next() bool {
	o.digits, o.sizes, o.at = o.digits[:min(o.at, len(o.digits))], o.sizes[:min(o.at, len(o.sizes))], 0
	for i := len(o.digits) - 1; i >= 0; i-- {
		if o.digits[i]+1 < o.sizes[i] {
			o.digits[i]++
			o.digits = o.digits[:i+1]
			return true
		}
	}
	return false
}
