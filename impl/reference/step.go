package reference

import (
	"encoding/json"

	"sameact/spec"
)

// A Step is one thing that a run does, by the agent or by a person. A call that is no composite is a run
// of one step. What is shown of a step is kept with it, and is what runs.
type Step struct {
	Action    string          `json:"action"`
	Written   json.RawMessage `json:"written"`             // canonical, references as they stand
	Arguments json.RawMessage `json:"arguments,omitempty"` // canonical, resolved; absent: not resolvable yet
	Floor     Level           `json:"floor,omitempty"`     // of the composites inside the call's own that it stands in
	Level     Level           `json:"level"`               // when it was last looked at
	Digest    string          `json:"digest"`              // of the declaration, likewise
	Shown     bool            `json:"shown,omitempty"`     // it stood in a question, or under a grant
	Human     bool            `json:"human,omitempty"`
	Whole     bool            `json:"whole,omitempty"` // it is the call's own action
	State     string          `json:"state"`           // of the ledger
	Basis     string          `json:"basis,omitempty"` // of the ledger, once it is known
}

// mostSteps bounds what is planned; a composite that holds itself has no end.
const mostSteps = 256

// ownSteps are the steps that the runtime goes through. What is handed to a person as a whole has none.
func ownSteps(a spec.Action) []spec.ActionStep {
	if a.Handoff != nil {
		return nil
	}
	return a.Steps
}

// human reports whether a person performs an action.
func human(_ *spec.World, a spec.Action) bool { return a.Handoff != nil }

// plan lays an action out as steps, those of composites inside it in their place, or says why it cannot
// be done: the refusal of the first step that can be seen now not to hold.
func (g *gate) plan(p *pageAct) ([]Step, *spec.Answer) {
	own := g.build.Page.Steps(p.Action)
	if len(own) == 0 {
		s := Step{Action: p.ID, Written: p.written, Arguments: p.args, Whole: true, State: spec.LedgerNotRun}
		g.weigh(&s, p.PageQuery)
		return []Step{s}, nil
	}
	l := layout{gate: g, act: p}
	l.under(own, None)
	return l.steps, l.refusal
}

// weigh notes what a step is now.
func (g *gate) weigh(s *Step, q PageQuery) {
	b := &g.build.Page
	s.Human = b.Human(q.World, q.Action)
	s.Level = max(s.Floor, b.Raises(b.Level(q.World, q.Action), q.Refused))
	s.Digest = b.Digest(q.World, q.Action)
}

// A layout is a plan while it is made.
type layout struct {
	gate    *gate
	act     *pageAct
	steps   []Step
	refusal *spec.Answer
}

func (l *layout) under(declared []spec.ActionStep, floor Level) {
	for _, d := range declared {
		if l.refusal != nil {
			return
		}
		q := l.gate.pageQuery(l.act.World, d.Action, l.act.denied)
		q.Inside = true
		if len(l.steps) >= mostSteps || l.act.inside > mostSteps {
			q.Declared = false // it has no end
		}
		s := Step{Action: d.Action, Floor: floor, State: spec.LedgerNotRun}
		l.gate.given(&q, &s, d.Arguments, l.act.refs)
		if refusal := l.gate.build.Page.Before.first(q); refusal != nil && refusal.Cause != spec.CauseTarget {
			l.refusal = refusal
			return
		}
		if inner := l.gate.build.Page.Steps(q.Action); len(inner) > 0 {
			l.act.inside++
			l.under(inner, max(floor, l.gate.build.Page.Raises(l.gate.build.Page.Level(q.World, q.Action), q.Refused)))
			l.act.inside--
			continue
		}
		l.gate.weigh(&s, q)
		l.steps = append(l.steps, s)
	}
}

// given reads the arguments of a step as they are declared, and puts the page's values in.
func (g *gate) given(q *PageQuery, s *Step, declared json.RawMessage, refs *references) {
	if len(declared) == 0 {
		declared = json.RawMessage(`{}`)
	}
	written, err := g.build.Reads(string(declared))
	if q.Readable = err == nil; !q.Readable {
		return
	}
	s.Written = written
	s.Arguments = g.resolved(q, written, refs)
}

// resolved puts references in and says of a query whether that could be done and whether it fits.
func (g *gate) resolved(q *PageQuery, written json.RawMessage, refs *references) json.RawMessage {
	args := refs.in(written)
	if q.Resolved = args != nil; !q.Resolved {
		return nil
	}
	canonical, err := g.build.Reads(string(args))
	if err != nil {
		q.Readable = false
		return nil
	}
	q.Fits = fits(q.Action.Parameters, canonical)
	return canonical
}
