package probes

import "sameact/spec"

// This file plays what a model asks for next in the run that an answer lets go on: allow m1 then=[["m2",{…}]].

// answering is a decision with the calls that come next in the same run, behind the acts that it answers.
func (p *player) answering(e spec.Event) (spec.Request, []*actor, error) {
	r, acts, err := p.decide(e)
	if err != nil {
		return r, nil, err
	}
	next, err := e.ThenCalls()
	for _, t := range next {
		a, c, err := p.named(t.Line)
		if err != nil {
			return r, nil, err
		}
		a.asked = true
		r.Then, acts = append(r.Then, c.Sent(p.hello)), append(acts, a)
	}
	return r, acts, err
}

// wentOn keeps the questions that were opened for what a run asked for next. A call that comes next brings no
// approval, so that its question becomes the one of its act.
func (p *player) wentOn(l *line, reply spec.Reply) {
	first := len(l.acts) - len(l.request.Then)
	for i, a := range reply.Answers {
		if i < first || i >= len(l.acts) || a.Status != spec.Pending || a.Request == "" {
			continue
		}
		next := l.acts[i]
		next.request, next.first = a.Request, reply.State
		if a.Wait != nil {
			next.wait = a.Wait
		}
	}
}
