package probes

import (
	"slices"
	"time"

	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// A family is a story with its twin (the same without its change) and its sibling (the same act, asked,
// presented while nobody has answered, denied, and presented again). Only a living family exercises
// clauses: the twin ran, the sibling did not, and the story itself broke no − clause. So a gate that
// refuses everything, runs everything or only talks exercises nothing.
type family struct {
	changed, twin  *played
	alive          bool
	inconclusive   bool // a tamper that changed nothing, or whose unchanged control was refused too
	faults         []*spec.Fault
	missing        string // the method that the gate does not have
	histories, all int
}

// A played story is a history with its verdict.
type played struct {
	script  spec.History
	history spec.History
	verdict *law.Verdict
	player  *player
}

// A cast plays families against one target, and remembers siblings and twins that it has played.
type cast struct {
	target    spec.Target
	hello     spec.Hello
	patience  time.Duration
	alone     bool // leave twins and siblings out
	known     *Known
	declared  string
	siblings  map[string]known
	twins     map[string]*played // of marked stories: many have the same
	histories int                // told; one that several stories share is counted with each
	calls     int
	kills     int // processes that were killed
}

// known is what a sibling came to.
type known struct {
	quiet bool // it was asked about, and nothing ran
	calls int
}

func newCast(t spec.Target, hello spec.Hello, patience time.Duration) *cast {
	if patience <= 0 {
		patience = DefaultPatience
	}
	return &cast{target: t, hello: hello, patience: patience, siblings: map[string]known{}, twins: map[string]*played{}}
}

func (c *cast) play(script spec.History) (*played, error) {
	h, p, err := play(c.target, c.hello, script, c.patience)
	c.histories++
	c.calls += p.calls
	c.kills += p.kills
	if err != nil {
		return nil, err
	}
	judge := func() *law.Verdict { return law.Judge(h, c.hello, order.Check) }
	if c.alone && c.known != nil {
		return &played{script, h, c.known.judge(h, c.declared, judge), p}, nil
	}
	return &played{script, h, judge(), p}, nil
}

// family plays a story that is written in the first style, told in one way. It is nil where the gate cannot be told it.
func (c *cast) family(script spec.History, in way) (*family, error) {
	told, ok := in(script, c.hello)
	if !ok {
		return nil, nil
	}
	f := &family{}
	var err error
	if f.changed, err = c.play(told); err != nil {
		return nil, err
	}
	f.twin = f.changed
	if script.Marked() && !c.alone {
		twin, _ := in(script.Twin(), c.hello)
		if f.twin, err = c.twin(twin); err != nil {
			return nil, err
		}
	}
	for _, p := range []*played{f.changed, f.twin} {
		if p.player.faulted != nil {
			f.faults = append(f.faults, p.player.faulted)
		}
		if p.player.unsupported != "" {
			f.missing = p.player.unsupported
		}
	}
	if len(f.faults) > 0 || f.missing != "" {
		return f, nil
	}
	if !c.alone {
		f.alive = ran(f.twin) && sound(f.twin) && !breaksMinus(f.changed)
	}
	if f.alive {
		if f.alive, err = c.sibling(script.Twin()); err != nil {
			return nil, err
		}
	}
	f.inconclusive, err = c.inconclusive(f, told)
	return f, err
}

// twin plays a twin once; stories that differ only in their change have the same.
func (c *cast) twin(script spec.History) (*played, error) {
	key := script.String()
	if p := c.twins[key]; p != nil {
		c.histories++
		c.calls += p.player.calls
		return p, nil
	}
	p, err := c.play(script)
	if err == nil && len(key) < 2048 { // long ones are rare and large
		if len(c.twins) == 256 {
			clear(c.twins)
		}
		c.twins[key] = p
	}
	return p, err
}

// ran reports whether something happened in a history.
func ran(p *played) bool {
	return slices.ContainsFunc(p.history, func(e spec.Event) bool { return e.Saw(spec.SeenEffect) }) || personDid(p.history)
}

// sound reports whether a history breaks nothing about running.
func sound(p *played) bool {
	if len(p.verdict.Compound) > 0 {
		return false
	}
	return !slices.ContainsFunc(p.verdict.Broken(), func(b law.Breach) bool { return b.Clause.Direction != law.Says && b.Clause.Level == law.Must })
}

func breaksMinus(p *played) bool {
	return slices.ContainsFunc(p.verdict.Broken(), func(b law.Breach) bool { return b.Clause.Direction == law.Minus && b.Clause.Level == law.Must })
}

// sibling asks the acts of a story, presents them unanswered, denies them and presents them again. It
// reports whether the gate asked and ran nothing. An act that policy lets pass is asked about in a
// world whose table always asks.
func (c *cast) sibling(twin spec.History) (bool, error) {
	script, ok := siblingOf(twin, c.hello)
	if !ok {
		return false, nil
	}
	key := script.String()
	if s, ok := c.siblings[key]; ok {
		c.histories++
		c.calls += s.calls
		return s.quiet, nil
	}
	p, err := c.play(script)
	if err != nil {
		return false, err
	}
	asked := slices.ContainsFunc(p.history, func(e spec.Event) bool { return e.Saw(string(spec.Pending)) })
	c.siblings[key] = known{asked && !ran(p), p.player.calls}
	return asked && !ran(p), nil
}

func siblingOf(twin spec.History, hello spec.Hello) (spec.History, bool) {
	var world, asks spec.History
	seen := map[string]bool{}
	for _, e := range twin {
		switch e.Verb {
		case spec.VerbOpen:
			world = append(world, e)
		case spec.VerbConfigure: // what holds when the first act is asked about
			if len(asks) == 0 {
				e.Verb = spec.VerbOpen
				world = append(world, e)
			}
		case spec.VerbCall:
			if seen[e.Subject] {
				continue
			}
			seen[e.Subject] = true
			asks = append(asks, siblingAsk(e))
		case spec.VerbTurn:
			calls, _ := e.TurnCalls()
			for _, t := range calls {
				seen[t.Act] = true
				t.Line.Process = e.Process
				asks = append(asks, siblingAsk(t.Line))
			}
		}
	}
	if len(asks) == 0 {
		return nil, false
	}
	ask := asks[0]
	call, err := spec.DefaultCall(ask.Str("action")).With(ask)
	if err != nil {
		return nil, false
	}
	if call.Connector == "" {
		return pageSibling(world, ask, call)
	}
	if k := call.Connector; k != "" {
		world = append(world, spec.Event{Verb: spec.VerbOpen, Fields: []spec.Field{{Key: "connectors", Value: `[{"id":` + spec.Quote(k) + `,"confirm":"always"}]`}}})
	}
	again := spec.Event{Verb: spec.VerbCall, Subject: ask.Subject}
	deny := spec.Event{Verb: spec.VerbDeny, Subject: ask.Subject}
	out := append(world, ask)
	if !hello.Resumes(call) {
		out = append(out, again)
	}
	out = append(out, deny)
	if !hello.Resumes(call) {
		out = append(out, again)
	}
	return out, true
}

// siblingAsk is an asking line without what is set on it for the story's sake.
func siblingAsk(e spec.Event) spec.Event {
	out := spec.Event{Verb: spec.VerbCall, Subject: e.Subject}
	for _, f := range e.Fields {
		if slices.Contains(spec.CallFields, f.Key) && f.Key != "claims" || f.Key == "page" && !f.Changed {
			out.Fields = append(out.Fields, f)
		}
	}
	return out
}
