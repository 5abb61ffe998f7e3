package probes

import (
	"fmt"
	"slices"

	"sameact/spec"
)

// This file is the person before the page: what is said of a handoff, what is typed, and what is done.

// outcomes are what a person can say of a handoff.
var outcomes = []string{"done", "cancel", "next", "back"}

// said brings what a person says of an act's handoff. person=acts does on the page what was asked for,
// before it is said.
func (p *player) said(e spec.Event) (spec.Request, []*actor, error) {
	r := spec.Request{Method: spec.MethodFinish, Outcome: e.Str("outcome"), By: e.Str("by"), Typed: e.Str("typed")}
	a, err := p.act(e.Subject)
	if err != nil {
		return r, nil, err
	}
	if !slices.Contains(outcomes, r.Outcome) {
		return r, nil, fmt.Errorf("outcome: %q is none; hint: one of %v", r.Outcome, outcomes)
	}
	r.Request = a.request
	if _, ok := e.Get("by"); !ok {
		r.By = a.call.Principal
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Typed != "" {
		p.desk.typed = append(p.desk.typed, r.Typed)
	}
	switch how := e.Str("person"); {
	case how == "":
	case how == "acts" && p.desk.handing[a.name] != "":
		p.desk.state = p.desk.state.Acted(p.desk.handing[a.name])
	case how != "acts":
		return r, nil, fmt.Errorf("person: %q is nothing that a person does here; hint: acts", how)
	}
	return r, []*actor{a}, nil
}

// handed keeps what a person was asked to do.
func (p *player) handed(l *line, s spec.Show) {
	p.address(s.Request)
	if s.Kind == "handoff" && l != nil && len(l.acts) == 1 {
		if p.desk.handing == nil {
			p.desk.handing = map[string]string{}
		}
		p.desk.handing[l.acts[0].name] = s.Action
	}
}
