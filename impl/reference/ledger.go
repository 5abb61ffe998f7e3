package reference

import "sameact/spec"

// The ledger names each step of a composite, and the one step of a handoff: its state, who did it, and on
// what basis it ran or would run.

const (
	byAgent = "agent"
	byUser  = "user"

	basisAnswered    = "answered"
	basisGrant       = "grant"
	basisPolicy      = "policy-none"
	basisExpectation = "expectation"
	basisClaim       = "claim"
	basisHandoff     = "handoff"
)

// ledger is nil for a call that is one step of the agent's.
func (g *gate) ledger(r *pageRun) []spec.LedgerStep {
	if len(r.plan) == 1 && r.plan[0].Whole && !r.plan[0].Human {
		return nil
	}
	out := make([]spec.LedgerStep, 0, len(r.plan))
	for i, s := range r.plan {
		l := spec.LedgerStep{Index: i, Step: s.Action, State: s.State, By: byAgent, Basis: s.Basis}
		if s.Human {
			l.By = byUser
		}
		if l.Basis == "" {
			l.Basis = r.wouldRunOn(s)
		}
		out = append(out, l)
	}
	return g.build.Page.Ledger(out)
}

// wouldRunOn is the basis of a step that has not run.
func (r *pageRun) wouldRunOn(s Step) string {
	switch {
	case s.Human:
		return basisHandoff
	case covers(s, r.scope):
		return orBasis(r.scope.Basis)
	case s.Level == None && !s.Shown:
		return basisPolicy
	}
	return basisAnswered
}

func orBasis(basis string) string {
	if basis == "" {
		return basisAnswered
	}
	return basis
}

// begun reports whether anything of a run was done.
func (r *pageRun) begun() bool {
	for _, s := range r.plan {
		if s.State != spec.LedgerNotRun && s.State != spec.LedgerWaiting {
			return true
		}
	}
	return false
}

// over is what is told of a run that comes to nothing: refused while nothing was done, failed afterwards.
func (r *pageRun) over(code, cause string) spec.Answer {
	a := spec.Answer{Status: spec.Refused, Code: code, Cause: cause}
	if r.begun() {
		a.Status = spec.Failed
	}
	return a
}

// concluded is what is told of a run whose steps are all behind it. What a person only says was done is
// not known to be done.
func (g *gate) concluded(r *pageRun, a spec.Answer) spec.Answer {
	for _, s := range r.plan {
		if s.State == spec.LedgerClaimed {
			a.Status, a.Code = spec.Unknown, spec.CodeHandoffClaimed
			a.Message = "the person says that it is done; nothing says whether it is"
		}
	}
	a.Steps = g.ledger(r)
	return a
}

// waiting is what is told of a run that waits for a person.
func (g *gate) waiting(r *pageRun, q pageQuestion) spec.Answer {
	a := spec.Answer{Status: spec.Pending, Request: q.id, Steps: g.ledger(r)}
	if q.kind == kindApproval {
		a.Code = spec.CodeConfirmationRequired
	}
	return a
}
