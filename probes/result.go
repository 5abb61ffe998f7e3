package probes

import (
	"slices"
	"time"

	"sameact/spec"
)

// Options say what a run plays. The zero value is a plain run.
type Options struct {
	Target   string        // how a shell is told the target, for the commands that findings end with
	Seed     uint64        // of the random stories; the same seed plays the same histories, on any number of cores
	Checks   int           // of which each random story plays its share; 0: DefaultChecks
	Time     time.Duration // when not 0: go on with further chunks until it is used up
	Jobs     int           // families played at once; 0: one a core
	Shard    int           // of Shards, from 1; play only this part of the work
	Shards   int
	Chapters []string // judge these only; empty: all
	Clauses  []string // judge these only, besides those of Chapters; empty: all
	Stories  []string // play these only, each with all below it; empty: all
	Require  []string // fields that the gate must bind although it does not declare so

	// Processes is the gate as a program, for the stories about processes: they are played on both, on the program in a
	// plain run a part of them. The target itself, where that is a program; nil where there is none.
	Processes spec.Target

	// Sparing is for gates that take long over each answer: of each operator the sweep plays fewer ways, of each random
	// story no more than its share of the checks, and the exhaustive story is left out. A story that is asked for by name is played whole.
	Sparing bool

	program bool // the target is the program

	SweepOnly bool            // leave the random stories out
	Alone     bool            // play stories without their families: nothing is exercised, only what is broken is told
	Known     *Known          // of runs that are Alone: histories that need not be judged again; nil: each is judged
	Spare     func(Turn) bool // of runs that are Alone: is told of each script before it is played, and may have it left out; nil: none is
	Patience  time.Duration   // for a nested line that its holder blocks; 0: DefaultPatience
	Tries     int             // most histories played to make one finding small; 0: DefaultTries; less: none, it is told as it was found
}

// A Turn is where a script stands in a run: the n-th, from 0, of a part of a story. It is the same for every gate that
// declares the same.
type Turn struct {
	Story string
	Part  int
	N     int
}

// DefaultChecks is how many checks a plain run makes: each random story plays its share of them.
const DefaultChecks = 1400

// DefaultTries is how many histories are played to make one finding small.
const DefaultTries = 3000

// A Sink takes what a run finds, in an order that does not depend on the number of cores. It is called
// from one goroutine.
type Sink interface {
	Story(StoryDone)
	Finding(Finding)
	Unbound(Unbound)
	Fault(Fault)
	End(End)
}

// An Exercise is how often a clause was exercised, by how many scripts not seen before.
type Exercise struct {
	Count   int
	Scripts int
}

// A StoryDone is one part of a story's work that was played to its end.
type StoryDone struct {
	Story        string
	Chunk        int
	Histories    int
	Calls        int
	Kills        int                 // processes that were killed
	Exercised    map[string]Exercise // by slug of the clause
	Inconclusive []string            // slugs of which nothing could be said: only a change that changed nothing would have exercised them, or no order was decided
	Void         int                 // stories that a fault of the adapter ended
	Families     int                 // stories that were told; 0 where the gate declares too little
	DurationMs   int64
}

// A Finding is a broken promise with its smallest story.
type Finding struct {
	Clause    string
	Story     string
	Why       string
	Event     int          // index of the line that broke it, in Case.Lines
	Case      spec.Case    // recorded, as small as it gets
	Twin      spec.History // the same without its change, as played
	Rerun     string       // the command that shows it again
	First     spec.History // as it was first seen
	Holds     string       // client or server, where the gate says who holds the call
	Approved  string
	Presented string
	Diff      string
	Happened  string
}

// An Unbound is a difference that the gate does not say it tells apart, and did not: what ran.
type Unbound struct {
	Field string
	Case  string
}

// A Fault is a misbehaving adapter: the story that met it says nothing about the gate.
type Fault struct {
	Story, Kind, Detail, Stderr string
}

// An End closes a run.
type End struct {
	Histories, Calls int
	Kills            int
	DurationMs       int64
	Faults, Voided   int
	Families         int
	Exhausted        []Exhausted // of the exhaustive story, one depth after the other
}

// An Exhausted depth was played whole, as far as it is this shard's: every sequence of so many operations.
type Exhausted struct{ Depth, Sequences int }

// playsStory reports whether a story, named like sweep/cc-added, is among the chosen ones.
func (o Options) playsStory(slug string) bool {
	if len(o.Stories) == 0 {
		return true
	}
	return slices.ContainsFunc(o.Stories, func(s string) bool {
		return s == slug || len(slug) > len(s) && slug[:len(s)+1] == s+"/"
	})
}

// playsByName reports whether a story was asked for by its name.
func (o Options) playsByName(s *Story) bool { return slices.Contains(o.Stories, s.Slug) }

// deep reports whether a story is played, or played whole, that a plain run leaves out: it was asked for by name, or
// its chapter was, and the gate is no program, which takes its time.
func (o Options) deep(s *Story) bool {
	return slices.Contains(o.Chapters, "durability") && !o.program || slices.ContainsFunc(o.Stories, func(name string) bool { return name == s.Slug })
}

// judges reports whether a clause is among the chosen ones.
func (o Options) judges(slug, chapter string) bool {
	if len(o.Chapters) == 0 && len(o.Clauses) == 0 {
		return true
	}
	return slices.Contains(o.Clauses, slug) || slices.Contains(o.Chapters, chapter)
}
