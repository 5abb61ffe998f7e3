package reference

import (
	"bytes"
	"encoding/json"

	"sameact/spec"
)

// A handoff is a step that only a person can do. It is validated, then a person is asked to do it; the
// handler of its action never runs, whatever becomes of it.

// fiveMinutes is how long a handoff stays open unless the step or the world says otherwise.
const fiveMinutes = 5 * 60 * 1000

// patience is the step's own time, else the world's, else five minutes. What is no usable integer is over
// at once.
func patience(step, world json.RawMessage) int64 {
	for _, said := range []json.RawMessage{step, world} {
		if t := string(bytes.TrimSpace(said)); t != "" && t != "null" {
			return lifetime(said)
		}
	}
	return fiveMinutes
}

// sameTarget: a person was sent to what the references stood for; they still have to.
func sameTarget(asked, now json.RawMessage) bool { return bytes.Equal(asked, now) }

// openHandoff asks a person to do the next step, and has the run wait for it.
func (g *gate) openHandoff(r *pageRun, q PageQuery, now int64) (spec.Answer, error) {
	s := &r.plan[r.next]
	if s.Arguments == nil { // in a build that sends a person without a target
		s.Arguments = s.Written
	}
	if !q.World.Channels.Handoff {
		a := r.over(spec.CodeHandoffFailed, spec.CauseNoChannel)
		a.Message = "there is no way to reach a person"
		answer, _, err := g.ended(r, a)
		return answer, err
	}
	declared := spec.Handoff{}
	if q.Action.Handoff != nil {
		declared = *q.Action.Handoff
	}
	h := g.question(r, s.Level, now)
	h.kind, h.action, h.effect, h.digest = kindHandoff, s.Action, effectOf(q.Action, s.Action), s.Digest
	h.print = r.print
	h.last = max(0, len(declared.Steps)-1)
	h.expiresAt = now + g.build.Page.Patience(declared.Timeout, q.World.HandoffTimeout)
	s.State = spec.LedgerWaiting
	lost, err := g.wait(r, h, now, nil, func(*tx) error { return nil })
	switch {
	case err != nil:
		return g.broken(r, err)
	case lost:
		return g.overtaken(r), nil
	}
	if err := g.host.Show(g.build.Show(g.request(h, q, declared, s), s.Arguments)); err != nil {
		return spec.Answer{}, err
	}
	return g.waiting(r, h), nil
}

// request is what the person sees: why, how, and with what.
func (g *gate) request(h pageQuestion, q PageQuery, declared spec.Handoff, s *Step) spec.Show {
	seen := g.build.Display.Preview(s.Arguments)
	show := spec.Show{
		Request: h.id, Kind: kindHandoff, Action: s.Action, Description: q.Action.Description, Scope: q.Action.Scope, Risk: q.Action.Risk,
		Preview: seen.Preview, Marks: seen.Marks, Options: []string{}, Reason: declared.Reason, ExpiresAt: &h.expiresAt,
	}
	if len(declared.Steps) > 0 {
		show.Steps, _ = marshalled(declared.Steps)
	}
	for _, m := range seen.Marks {
		if m.Kind == Cut {
			show.Full = seen.Full
		}
	}
	return show
}

// endOfHandoff is how a handoff ended that was not done: the agent did not run the step, and the page may
// have changed.
func endOfHandoff(state string) spec.Answer {
	a := spec.Answer{Status: spec.Ended, Code: spec.CodeHandoffCancelled, Message: "the agent did not do it; the page may have changed"}
	switch state {
	case timedOut:
		a.Code, a.Cause = spec.CodeHandoffTimeout, spec.CauseTimedOut
	case cleared:
		a.Cause = spec.CauseCleared
	case edited:
		a.Code, a.Cause = spec.CodeHandoffFailed, spec.CauseTarget
	}
	return a
}
