package reference

import (
	"encoding/json"
	"strings"

	"sameact/spec"
)

// ofPage reports whether an address is one of the page path's.
func ofPage(request string) bool { return strings.HasPrefix(request, pagePrefix) }

// pageDecision reads a decision: the JSON texts allow, deny and always, and nothing else. Whether always
// counts is for the question to say.
func pageDecision(raw json.RawMessage) string {
	var word string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &word) == nil && word == "always" {
		return word
	}
	return exactly(raw)
}

// decidePage answers a question of the page path. The yes runs what was asked about.
func (g *gate) decidePage(r spec.Request, d spec.Decision) (spec.Answer, error) {
	word := g.build.Page.Decides(d.Decision)
	if word == "" {
		return refused(spec.CodeDecisionInvalid), nil
	}
	var on *pageRun
	isDone := false
	answer := refused(spec.CodeApprovalInvalid)
	err := g.tx(func(t *tx) error {
		q, found, err := t.question(d.Request)
		if err != nil || !found || q.kind != kindApproval {
			isDone = q.kind == kindHandoff && g.build.Page.TakesYes && word == "allow"
			return err
		}
		p := g.saidOf(r, q, word)
		query := g.sql.questionAllow
		if word == "deny" {
			query = g.sql.questionDeny
		}
		n, err := t.exec(query, p...)
		if err != nil {
			return err
		}
		if g.build.Page.Leaves(word) {
			if _, err := t.exec(g.sql.grantGiven, append(p, named("won", n), named("grant", newID()))...); err != nil {
				return err
			}
		}
		switch {
		case n == 0:
			answer, err = g.notDecided(t, q, p, word, r.Now)
		case word == "deny":
			answer, on, err = g.deny(t, q, r.Now)
		default:
			if on, err = g.allowed(t, q, r.Now); err == nil {
				err = g.also(t, Answered, p)
			}
		}
		return err
	})
	if err != nil {
		return stored(err)
	}
	switch {
	case isDone:
		r.Request, r.Outcome = d.Request, "done"
		return g.doneHandoff(r)
	case on == nil:
		return answer, nil
	}
	return g.advance(on, g.references(), r.Now)
}

// saidOf are the parameters of an answer, with the declaration as it is now.
func (g *gate) saidOf(r spec.Request, q pageQuestion, word string) []any {
	w := g.world.Load()
	a, _ := w.Action("", q.action)
	return append(g.said(r, q.id), named("digest", g.build.Page.Digest(w, a)), named("word", word))
}

// allowed lets the run of a question go on with what was shown.
func (g *gate) allowed(t *tx, q pageQuestion, now int64) (*pageRun, error) {
	r, err := t.run(q.run)
	if err != nil {
		return nil, err
	}
	r.scope = Scope{Level: q.level, Basis: basisAnswered, Question: q.id, Handed: r.scope.Handed}
	if ok, err := g.goesOn(t, r, q); err != nil || !ok {
		return nil, err
	}
	return r, g.decided(t, actOf(g.world.Load(), r.call(q.action), r.args), q.id, now, "allowed")
}

// goesOn takes a run up again after the question that it waited at; exactly one caller gets true.
func (g *gate) goesOn(t *tx, r *pageRun, q pageQuestion) (bool, error) {
	w := g.world.Load()
	a, _ := w.Action("", r.action)
	r.plan, r.next = g.build.Page.Continues(w, a, r.plan, r.next)
	for i := range r.plan {
		if r.plan[i].State == spec.LedgerWaiting {
			r.plan[i].State = spec.LedgerNotRun
		}
	}
	r.state = runRunning
	n, err := t.exec(g.sql.runContinue, append(r.params(), named("at", q.id))...)
	return n == 1, err
}

// deny ends a run, what was granted for its shape, and whatever would bring the same about unasked.
func (g *gate) deny(t *tx, q pageQuestion, now int64) (answer spec.Answer, on *pageRun, err error) {
	if err := g.die(t, ShapeDenied, q.params(now)); err != nil {
		return answer, nil, err
	}
	r, err := t.run(q.run)
	if err != nil {
		return answer, nil, err
	}
	if err := g.decided(t, actOf(g.world.Load(), r.call(q.action), r.args), q.id, now, "denied"); err != nil {
		return answer, nil, err
	}
	if err := g.recall(t, q, spec.CauseRefused, now); err != nil {
		return answer, nil, err
	}
	if r.next+1 < len(r.plan) && r.begun() && !g.build.Page.Stops(denied, r.plan[r.next]) {
		r.next++
		on, err = r, nil
		ok, wrong := g.goesOn(t, r, q)
		if !ok {
			on, err = nil, wrong
		}
		return answer, on, err
	}
	q.state = denied
	answer, err = g.settled(t, q)
	return answer, nil, err
}

// recall remembers a question that came to nothing as a denial of its effect.
func (g *gate) recall(t *tx, q pageQuestion, cause string, now int64) error {
	if !g.build.Page.Recalls(cause) {
		return nil
	}
	_, err := t.exec(refusalInsert, q.params(now)...)
	return err
}

// notDecided says why an answer changed nothing, and settles what is overdue or was edited meanwhile.
func (g *gate) notDecided(t *tx, q pageQuestion, p []any, word string, now int64) (spec.Answer, error) {
	guards, why := g.build.Page.Allow, g.sql.whyQuestionAllow
	if word == "deny" {
		guards, why = g.build.Page.Deny, g.sql.whyQuestionDeny
	}
	var guard string
	if _, err := t.row(why, p, &guard); err != nil {
		return spec.Answer{}, err
	}
	if code := guards.code(guard); code != "" {
		return refused(code), nil
	}
	if q.state == pending {
		to := timedOut
		if guard == "declaration" {
			to = edited
		}
		answer, _, err := g.settleOne(t, q, to, now)
		return answer, err
	}
	return after(q), nil
}

// after is what a later answer to a settled question is told: nothing has changed.
func after(q pageQuestion) spec.Answer {
	switch q.state {
	case approved, done:
		return refused(spec.CodeApprovalUsed)
	case edited:
		return refused(spec.CodeApprovalExpired)
	}
	a := endOf(q)
	a.Status = spec.Refused
	return a
}
