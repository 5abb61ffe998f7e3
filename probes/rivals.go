package probes

import (
	"slices"

	"sameact/mutations"
	"sameact/spec"
)

// This file knows at which points an obeying gate can be held while it serves a line, so that every way in
// which the lines of two processes can interleave, and every moment at which one can be killed, is written
// down once. A gate that takes another path is still played: what it is held at beyond that goes on at the end.

// spending is what the lines of a race share: whether the approval was spent by then.
type spending struct{ spent bool }

// points are where a gate can be held while it serves a line, in their order. A line that presents an approval which
// is spent by then comes no further than the point before the spending.
func points(e spec.Event, hello spec.Hello, s *spending) []string {
	var out []string
	at := func(point string) {
		if slices.Contains(hello.SyncPoints, point) {
			out = append(out, point)
		}
	}
	runs := func() {
		at("before-spend")
		if s.spent {
			return
		}
		s.spent = true
		at("after-spend")
		out = append(out, spec.PauseEffect)
	}
	switch {
	case e.Is(spec.VerbTurn), e.Is(spec.VerbCall) && asksFirst(e):
		out = append(out, spec.PauseShow)
	case e.Is(spec.VerbCall):
		runs()
	case e.Is(spec.VerbAllow):
		if at("before-settle"); hello.Has("resumes") {
			runs()
		}
	case e.Is(spec.VerbEnd), e.Is(spec.VerbDeny), e.Is(spec.VerbTick), e.Is(spec.VerbDecide), e.Is(spec.VerbResume):
		at("before-settle")
	}
	return out
}

// pagePoints are those of a line about an act of the page, where the yes, and a person's done, run what is left of it.
func pagePoints(e spec.Event, hello spec.Hello, s *spending) []string {
	runs := e.Is(spec.VerbAllow) || e.Is(spec.VerbAlways) || e.Is(spec.VerbFinish) && e.Str("outcome") == "done"
	if !runs && !e.Is(spec.VerbFinish) && !e.Is(spec.VerbClear) {
		return points(e, hello, s)
	}
	var out []string
	if slices.Contains(hello.SyncPoints, "before-settle") {
		out = append(out, "before-settle")
	}
	if !runs || s.spent {
		return out
	}
	s.spent = true
	if !e.Is(spec.VerbFinish) && slices.Contains(hello.SyncPoints, "after-spend") {
		out = append(out, "after-spend")
	}
	return append(out, spec.PauseEffect)
}

// untilSpent is what is known of a spending when a line begins: where a gate can be held before it, nothing is
// spent until it goes on from there.
func untilSpent(hello spec.Hello, s *spending) *spending {
	if slices.Contains(hello.SyncPoints, "before-spend") {
		return &spending{spent: true}
	}
	return s
}

// asksFirst reports whether a call names its action: the first of its act, and of one that is asked about.
func asksFirst(e spec.Event) bool {
	_, first := e.Get("action")
	return first
}

// A runner is one process of a race: how many points its line can be held at, and how many it has passed.
type runner struct {
	process string
	line    spec.Event
	begun   bool
	left    []string
}

// pointing knows the points of a line.
type pointing func(spec.Event, spec.Hello, *spending) []string

// interleaved writes the lines of two processes in an order that is chosen step by step: every order is one
// sequence of choices. The script names only the goes that an obeying gate needs.
func interleaved(pick mutations.Pick, hello spec.Hello, points pointing, first, second spec.Event) spec.History {
	where := spec.PauseEvery
	if !hello.Has("sync-points") {
		where = spec.PauseEffect
	}
	var out spec.History
	s := &spending{}
	step := func(r *runner) {
		if !r.begun {
			r.begun = true
			e := r.line
			e.Fields = append(slices.Clone(e.Fields), spec.Field{Key: "pause", Value: where})
			out = append(out, e)
			r.left = points(e, hello, untilSpent(hello, s))
			return
		}
		if r.left[0] == "before-spend" {
			r.left = points(r.line, hello, s)
			r.left = r.left[slices.Index(r.left, "before-spend"):]
		}
		r.left = r.left[1:]
		out = append(out, spec.Event{Process: r.process, Verb: spec.VerbGo})
	}
	a, b := &runner{process: first.Process, line: first}, &runner{process: second.Process, line: second}
	step(a)
	for {
		var can []*runner
		for _, r := range []*runner{a, b} {
			if !r.begun || len(r.left) > 0 {
				can = append(can, r)
			}
		}
		if len(can) == 0 {
			return out
		}
		step(can[pick(len(can))])
	}
}
