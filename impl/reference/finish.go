package reference

import (
	"encoding/json"
	"slices"

	"sameact/spec"
)

// outcomes are what a person can say of a handoff.
var outcomes = []string{"done", "cancel", "next", "back"}

// finish takes a person's word on a handoff. Next and back move the explanation and nothing else; done
// has the expectation looked at, once; cancel ends it. What the person typed stays where it was typed.
func (g *gate) finish(r spec.Request) (spec.Reply, error) {
	if err := g.sync(pointBeforeSettle); err != nil {
		return spec.Reply{}, err
	}
	a, err := g.finished(r)
	if err != nil {
		return spec.Reply{}, err
	}
	return g.reply(g.tells(a, r.Request, r.Typed)), nil
}

func (g *gate) finished(r spec.Request) (spec.Answer, error) {
	switch {
	case !slices.Contains(outcomes, r.Outcome):
		return refused(spec.CodeDecisionInvalid), nil
	case r.Outcome == "cancel":
		return g.cancelHandoff(r)
	case r.Outcome == "done":
		return g.doneHandoff(r)
	}
	return g.moveHandoff(r)
}

// handoff runs a guarded UPDATE over an open handoff; moved is false where it changed nothing, and answer
// then says why.
func (g *gate) handoff(t *tx, r spec.Request, guards Guards, update, why string, more ...any) (q pageQuestion, answer spec.Answer, moved bool, err error) {
	q, found, err := t.question(r.Request)
	if err != nil || !found || q.kind != kindHandoff {
		return q, refused(spec.CodeApprovalInvalid), false, err
	}
	p := append(g.saidOf(r, q, r.Outcome), more...)
	n, err := t.exec(update, p...)
	if err != nil || n == 1 {
		return q, answer, n == 1, err
	}
	var guard string
	if _, err = t.row(why, p, &guard); err != nil {
		return q, answer, false, err
	}
	switch code := guards.code(guard); {
	case code != "":
		return q, refused(code), false, nil
	case q.state != pending:
		return q, after(q), false, nil
	case guard == "declaration":
		answer, _, err = g.settleOne(t, q, edited, r.Now)
	default:
		answer, _, err = g.settleOne(t, q, timedOut, r.Now)
	}
	return q, answer, false, err
}

func (g *gate) moveHandoff(r spec.Request) (answer spec.Answer, err error) {
	var moves *pageRun
	completes := false
	err = g.tx(func(t *tx) error {
		q, found, err := t.question(r.Request)
		if err != nil {
			return err
		}
		to := 0
		if found {
			to = g.build.Page.Moves(r.Outcome, q.place, q.last)
			completes = g.build.Page.Completes(r.Outcome, q.place, q.last)
		}
		if completes {
			return nil
		}
		var moved bool
		q, answer, moved, err = g.handoff(t, r, g.build.Page.Move, g.sql.handoffMove, g.sql.whyHandoffMove, named("to", to))
		if err != nil || !moved {
			return err
		}
		one, err := t.run(q.run)
		moves, answer = one, g.waiting(one, q)
		return err
	})
	switch {
	case err != nil:
		return stored(err)
	case completes:
		return g.doneHandoff(r)
	case moves == nil:
		return answer, nil
	}
	for range g.build.Page.Checks(r.Outcome) {
		g.holds(moves)
	}
	return answer, g.instead(moves, moves.plan[moves.next], r.Outcome, r.Now)
}

func (g *gate) cancelHandoff(r spec.Request) (answer spec.Answer, err error) {
	var on, again *pageRun
	var off Step
	err = g.tx(func(t *tx) error {
		q, a, moved, err := g.handoff(t, r, g.build.Page.Cancel, g.sql.handoffCancel, g.sql.whyHandoffCancel)
		if answer = a; err != nil || !moved {
			return err
		}
		if on, err = t.run(q.run); err != nil {
			return err
		}
		q.state, off = cancelled, on.plan[on.next]
		again, answer, err = g.unfinished(t, on, q, endOf(q))
		return err
	})
	switch {
	case err != nil:
		return stored(err)
	case again != nil:
		return g.advance(again, g.references(), r.Now)
	case on == nil:
		return answer, nil
	}
	return answer, g.instead(on, off, cancelled, r.Now)
}

// instead has the agent do a person's step itself, in a build that does.
func (g *gate) instead(r *pageRun, s Step, when string, now int64) error {
	if !g.build.Page.Acts(when, s) {
		return nil
	}
	_, err := g.run(actOf(g.world.Load(), r.call(s.Action), s.Arguments), r.scope.Question, now)
	return err
}

// unfinished ends a run after a handoff that came to nothing; a build may open the handoff again, or go on
// without it.
func (g *gate) unfinished(t *tx, r *pageRun, q pageQuestion, a spec.Answer) (again *pageRun, answer spec.Answer, err error) {
	s := &r.plan[r.next]
	s.State = spec.LedgerFailed
	if s.Basis == "" {
		s.Basis = basisHandoff
	}
	how := q.state
	if q.state == done {
		s.Basis, how = basisExpectation, s.State
	}
	switch {
	case g.build.Page.Again(a.Code):
		s.State, s.Basis, again = spec.LedgerNotRun, "", r
	case !g.build.Page.Stops(how, *s) && r.next+1 < len(r.plan):
		r.next, again = r.next+1, r
	}
	if again != nil {
		_, err := g.goesOn(t, r, q)
		return again, a, err
	}
	r.state = runOver
	_, err = t.exec(runClose, r.params()...)
	a.Steps = g.ledger(r)
	return nil, a, err
}

// doneHandoff ends a handoff by done: first on record, so that nothing else can end it; then the target
// and the expectation are looked at, with no transaction open.
func (g *gate) doneHandoff(r spec.Request) (answer spec.Answer, err error) {
	var q pageQuestion
	var on *pageRun
	err = g.tx(func(t *tx) error {
		var moved bool
		q, answer, moved, err = g.handoff(t, r, g.build.Page.Done, g.sql.handoffDone, g.sql.whyHandoffDone)
		if err == nil && moved {
			q.state = done
			on, err = t.run(q.run)
		}
		return err
	})
	switch {
	case err != nil:
		return stored(err)
	case on == nil && q.kind == kindApproval && g.build.Page.TakesDone:
		return g.decidePage(r, spec.Decision{Request: q.id, Decision: json.RawMessage(`"allow"`)})
	case on == nil:
		return answer, nil
	}
	return g.concludes(r, q, on)
}

// concludes goes on after done, or tells what was not so.
func (g *gate) concludes(r spec.Request, q pageQuestion, on *pageRun) (answer spec.Answer, err error) {
	refs := g.references()
	cause, state := "", ""
	if s := on.plan[on.next]; !g.build.Page.Same(s.Arguments, g.canonicalNow(refs, s.Written)) {
		cause = spec.CauseTarget
	} else if state = g.verdict(r, on); g.build.Page.Stops(state, s) {
		cause = spec.CauseExpectation
	}
	goes := on
	err = g.tx(func(t *tx) (err error) {
		if cause != "" {
			a := spec.Answer{Status: spec.Ended, Code: spec.CodeHandoffFailed, Cause: cause, Message: "what was expected is not so; the page may have changed"}
			goes, answer, err = g.unfinished(t, on, q, a)
			return err
		}
		on.scope.Handed = true
		ok, err := g.goesOn(t, on, q)
		if !ok {
			goes, answer = nil, endOfHandoff(cleared) // the session has ended meanwhile
			return err
		}
		s := &on.plan[on.next]
		s.State, s.Basis = state, basisExpectation
		if state == spec.LedgerClaimed {
			s.Basis = basisClaim
		}
		on.next++
		_, err = t.exec(runSave, on.params()...)
		return err
	})
	switch {
	case err != nil:
		return stored(err)
	case goes == nil:
		return answer, nil
	case cause == "":
		if err := g.instead(goes, goes.plan[goes.next-1], done, r.Now); err != nil {
			return answer, err
		}
	}
	return g.advance(goes, refs, r.Now)
}

// verdict is what a step that a person says was done counts as.
func (g *gate) verdict(r spec.Request, on *pageRun) string {
	a, _ := g.world.Load().Action("", on.plan[on.next].Action)
	expects := a.Handoff != nil && a.Handoff.Expects
	holds := false
	for range g.build.Page.Checks(r.Outcome) {
		holds = expects && g.holds(on)
	}
	return g.build.Page.Verifies(expects, holds)
}

// onceDone: the expectation is looked at once, when the person says that it is done.
func onceDone(outcome string) int {
	if outcome == "done" {
		return 1
	}
	return 0
}

// verified: an expectation that holds verifies; without one the person's word is a claim.
func verified(expects, holds bool) string {
	switch {
	case !expects:
		return spec.LedgerClaimed
	case holds:
		return spec.LedgerVerified
	}
	return spec.LedgerFailed
}

// holds asks the page whether the expectation of the step that a run waits at is so. What cannot be
// looked at is not.
func (g *gate) holds(r *pageRun) bool {
	s := r.plan[r.next]
	page, ok := g.host.(spec.Page)
	if !ok {
		return false
	}
	holds, err := page.Expect(s.Action, s.Arguments)
	return err == nil && holds
}

// canonicalNow is what arguments stand for now, nil where they stand for nothing.
func (g *gate) canonicalNow(refs *references, written json.RawMessage) json.RawMessage {
	return g.resolved(&PageQuery{}, written, refs)
}

// moves: next and back stay between the first and the last step of the explanation.
func moves(outcome string, place, last int) int {
	if outcome == "next" {
		return min(place+1, last)
	}
	return max(place-1, 0)
}

// pollPage has a build look at the expectations of open handoffs by itself, and take silence for an answer.
// Obeying never does either.
func (g *gate) pollPage(r spec.Request) (out []spec.Settled, err error) {
	if g.build.Page.Checks(spec.MethodTick) > 0 {
		out, err = g.pollEach(handoffsOpen, func(q pageQuestion, on *pageRun) (spec.Answer, bool, error) {
			if !g.holds(on) {
				return spec.Answer{}, false, nil
			}
			a, err := g.doneHandoff(spec.Request{Request: q.id, Outcome: "done", By: q.principal, Now: r.Now})
			return a, true, err
		})
	}
	if word := g.build.Page.Silence; word != "" && err == nil {
		_, err = g.pollEach(approvalsOverdue, func(q pageQuestion, _ *pageRun) (spec.Answer, bool, error) {
			said, _ := marshalled(word)
			a, err := g.decidePage(spec.Request{By: q.principal, Now: r.Now}, spec.Decision{Request: q.id, Decision: said})
			return a, true, err
		}, named("now", r.Now))
	}
	return out, err
}

func (g *gate) pollEach(query string, ends func(pageQuestion, *pageRun) (spec.Answer, bool, error), params ...any) (out []spec.Settled, err error) {
	var open []openQuestion
	err = g.tx(func(t *tx) (err error) { open, err = t.questions(query, params...); return err })
	for _, o := range open {
		if err != nil {
			return nil, err
		}
		var q pageQuestion
		var on *pageRun
		err = g.tx(func(t *tx) (err error) {
			if q, _, err = t.question(o.id); err == nil {
				on, err = t.run(q.run)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		var a spec.Answer
		var over bool
		if a, over, err = ends(q, on); over {
			out = append(out, spec.Settled{Request: q.id, Answer: a})
		}
	}
	return out, err
}
