package reports

import (
	"fmt"
	"slices"
)

// Fold turns a log into a run: it alone decides statuses, totals and the exit code.
// The error says that the entries are no log at all; a log that breaks off folds to a run with exit 3.
func Fold(entries []Entry) (*Run, error) {
	if len(entries) == 0 || entries[0].Start == nil {
		return nil, fmt.Errorf("a log begins with its start; hint: is this a file kept with --keep?")
	}
	f := newFold(*entries[0].Start)
	for _, e := range entries[1:] {
		f.take(e)
	}
	return f.finish(), nil
}

type fold struct {
	start        Start
	run          *Run
	clauses      map[string]*RunClause
	stories      map[string]int // index into the run's stories
	inconclusive map[string]bool
	reached      map[string]bool // stories that exercised something
	ended        bool
	told, voided int // stories, and those that a fault ended
	handshake    string
	stray        []string // findings about clauses that the start does not name
}

func newFold(s Start) *fold {
	f := &fold{start: s, clauses: map[string]*RunClause{}, stories: map[string]int{}, inconclusive: map[string]bool{}, reached: map[string]bool{}}
	f.run = &Run{
		Schema: RunSchema, Seed: s.Seed, Started: s.Started, Spelled: s.Target, Variant: s.Variant, Strict: s.Strict,
		Target:  RunTarget{Name: s.Name, Version: s.Version, Spec: s.Spec, Binds: append([]string{}, s.Binds...), Unbound: []RunUnbound{}},
		Clauses: make([]RunClause, len(s.Clauses)), Stories: []RunStory{},
	}
	for i, c := range s.Clauses {
		f.run.Clauses[i] = RunClause{ID: c.ID, Chapter: c.Chapter, Level: c.Level, Sentence: c.Sentence, Findings: []RunFinding{}}
		f.clauses[c.ID] = &f.run.Clauses[i]
	}
	for _, id := range s.Stories {
		f.storyOf(id)
	}
	return f
}

// storyOf finds a story, also one that the start does not name: a story may have parts.
func (f *fold) storyOf(id string) *RunStory {
	i, ok := f.stories[id]
	if !ok {
		i = len(f.run.Stories)
		f.stories[id] = i
		f.run.Stories = append(f.run.Stories, RunStory{ID: id})
	}
	return &f.run.Stories[i]
}

func (f *fold) take(e Entry) {
	switch {
	case e.Story != nil:
		f.story(*e.Story)
	case e.Finding != nil:
		f.finding(*e.Finding)
	case e.Unbound != nil:
		f.run.Target.Unbound = append(f.run.Target.Unbound, RunUnbound(*e.Unbound))
	case e.Fault != nil:
		f.run.Faults = append(f.run.Faults, *e.Fault)
		switch {
		case e.Fault.Story != "":
			f.storyOf(e.Fault.Story).Status = Error
		case f.handshake == "":
			f.handshake = e.Fault.Kind + ": " + e.Fault.Detail
		}
	case e.End != nil:
		f.ended = true
		f.run.Histories, f.run.Calls, f.run.Kills, f.run.DurationMs = e.End.Histories, e.End.Calls, e.End.Kills, e.End.DurationMs
		f.run.Exhausted = e.End.Exhausted
		f.told, f.voided = max(e.End.Stories, e.End.Voided), e.End.Voided
	}
}

func (f *fold) story(s Story) {
	r := f.storyOf(s.ID)
	r.Histories += s.Histories
	r.DurationMs += s.DurationMs
	if !f.ended { // a log that breaks off still tells how far it came
		f.run.Histories += s.Histories
		f.run.Calls += s.Calls
		f.run.Kills += s.Kills
	}
	for id, x := range s.Exercised {
		if c := f.clauses[id]; c != nil && x.Count > 0 {
			c.Exercised += x.Count
			c.Scripts += x.Scripts
			f.reached[s.ID] = true
		}
	}
	for _, id := range s.Inconclusive {
		f.inconclusive[id] = true
	}
}

func (f *fold) finding(x Finding) {
	if s := f.storyOf(x.Story); s.Status != Error {
		s.Status = Fail
	}
	c := f.clauses[x.Clause]
	if c == nil {
		f.stray = append(f.stray, x.Clause)
		return
	}
	c.Findings = append(c.Findings, RunFinding{Story: x.Story, Why: x.Why, Event: x.Event, Case: x.Case, Twin: x.Twin, Rerun: x.Rerun,
		First: x.First, Holds: x.Holds, Approved: x.Approved, Presented: x.Presented, Diff: x.Diff, Happened: x.Happened, Picture: x.Picture})
}

func (f *fold) finish() *Run {
	r := f.run
	r.Broken = f.broken()
	for i := range r.Clauses {
		c := &r.Clauses[i]
		c.Status, c.Reason = f.status(f.start.Clauses[i], c)
		*r.Totals.of(c.Status)++
	}
	for i := range r.Stories {
		s := &r.Stories[i]
		switch {
		case s.Status != "":
		case f.reached[s.ID]:
			s.Status = Pass
		case s.Histories == 0:
			s.Status = Skip
		default:
			s.Status = Inconclusive
		}
	}
	if len(r.Broken) == 0 && !slices.ContainsFunc(r.Clauses, func(c RunClause) bool { return c.Status != Skip }) {
		r.Broken = append(r.Broken, "nothing was judged: no clause fits what the gate declares; hint: probe doctor TARGET")
	}
	f.held()
	counts := func(c RunClause) bool { return c.Counts(r.Strict) }
	switch {
	case len(r.Broken) > 0:
		r.Exit = ExitBroken
	case slices.ContainsFunc(r.Clauses, counts), r.Baseline != nil && len(r.Baseline.Wrong) > 0:
		r.Exit = ExitFindings
	}
	return r
}

// status is a clause's verdict. What a run that broke has found stands; what it has not is no verdict.
func (f *fold) status(s ClauseStart, c *RunClause) (Status, string) {
	switch {
	case len(c.Findings) > 0:
		return Fail, ""
	case f.handshake != "":
		return Error, "nothing was played"
	case s.Skip != "":
		return Skip, s.Skip
	case !f.ended:
		return Error, "the log has no end"
	case c.Exercised > 0:
		return Pass, ""
	case f.inconclusive[c.ID]:
		return Inconclusive, "nothing could be said of what was played"
	case f.start.Partial && len(f.reached) > 0:
		return Skip, "not exercised by the stories that were chosen"
	}
	return Untestable, "declared, and never exercised"
}

// broken says why there is no verdict.
func (f *fold) broken() (why []string) {
	if !f.ended {
		why = append(why, "incomplete: the log has no end")
	}
	if f.handshake != "" {
		why = append(why, "the target broke before anything was played: "+f.handshake)
	}
	if f.voided*10 > f.told {
		why = append(why, fmt.Sprintf("faults in %d of %d stories: more than a tenth", f.voided, f.told))
	}
	for _, id := range f.stray {
		why = append(why, fmt.Sprintf("a finding about %q, a clause that the log's start does not name", id))
	}
	return why
}
