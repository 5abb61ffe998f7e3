package probes

import (
	"slices"

	"sameact/spec"
	"sameact/spec/law"
)

// This file asks what a tamper shows. One that changed nothing shows nothing. A gate that refuses the tampered act has
// shown something only where it runs the act when it is touched in the same way and nothing in it is changed: the control.

// inconclusive reports whether nothing can be said of a family's change: neither that it was rightly refused nor that
// it was wrongly.
func (c *cast) inconclusive(f *family, told spec.History) (bool, error) {
	if f.changed.player.unchanged || f.twin.player.unchanged || slices.ContainsFunc(f.changed.verdict.Uses, (*law.Use).Stained) {
		return true, nil
	}
	if !tampers(told) || !f.alive && !refusesWrongly(f.changed) && !refusesWrongly(f.twin) {
		return false, nil // nothing rests on the control
	}
	return c.controlRefused(told)
}

// stands reports whether what a played story breaks is not only what a tamper left open.
func (c *cast) stands(p *played) bool {
	switch {
	case !tampers(p.script):
		return true
	case p.player.unchanged:
		return false
	}
	refused, err := c.controlRefused(p.script)
	return err == nil && !refused
}

// refusesWrongly reports whether a history has a refusal that a clause holds against the gate.
func refusesWrongly(p *played) bool {
	return len(p.verdict.Compound) > 0 || slices.ContainsFunc(p.verdict.Broken(), func(b law.Breach) bool { return b.Clause.Direction == law.Plus })
}

// tampered lists the acts that a script tampers with. A forge is none: it has nothing that could be left unchanged.
func tampered(script spec.History) (acts []string) {
	made := map[string]bool{}
	for _, e := range script {
		switch {
		case e.Is(spec.VerbTamper) && made[e.Subject] && !slices.Contains(acts, e.Subject):
			acts = append(acts, e.Subject)
		case e.Is(spec.VerbCall):
			made[e.Subject] = true
		case e.Is(spec.VerbTurn):
			calls, _ := e.TurnCalls()
			for _, t := range calls {
				made[t.Act] = true
			}
		}
	}
	return acts
}

func tampers(script spec.History) bool { return len(tampered(script)) > 0 }

// controlRefused plays the control of a story: what it tampers with is touched, whether the tamper is the story's
// change or not, and nothing in it is changed. It reports whether one of these acts does not run then.
func (c *cast) controlRefused(told spec.History) (bool, error) {
	acts := tampered(told)
	control := told.Clone()
	for i, e := range control {
		if e.Is(spec.VerbTamper) && slices.Contains(acts, e.Subject) {
			control[i].Fields, control[i].Changed = nil, false
		}
	}
	p, err := c.twin(control.Twin())
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(acts, func(name string) bool {
		return !slices.ContainsFunc(p.verdict.Uses, func(u *law.Use) bool { return u.Act == name && len(u.Effects) > 0 })
	}), nil
}
