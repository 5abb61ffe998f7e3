package reference

import "sameact/spec"

// A question of the page path that nobody answers is settled once: by silence, by a clear, by the end of
// its session, or because what it was about has been declared anew. Its run is over with it.

// settleOne settles an open question. ok is false where somebody else was first.
func (g *gate) settleOne(t *tx, q pageQuestion, to string, now int64) (answer spec.Answer, ok bool, err error) {
	query := map[string]string{timedOut: g.sql.questionOverdue, cleared: g.sql.questionClear, edited: questionEdit}[to]
	n, err := t.exec(query, named("id", q.id), named("now", now))
	if err != nil || n == 0 {
		return after(q), false, err
	}
	q.state = to
	if to == timedOut {
		if err = g.die(t, QuestionSilent, q.params(now)); err != nil {
			return answer, false, err
		}
	}
	if q.kind == kindApproval && to != edited {
		if err = g.recall(t, q, endOf(q).Cause, now); err != nil {
			return answer, false, err
		}
	}
	answer, err = g.settled(t, q)
	return answer, true, err
}

// settled ends the run of a question that came to nothing, and tells it.
func (g *gate) settled(t *tx, q pageQuestion) (spec.Answer, error) {
	r, err := t.run(q.run)
	if err != nil {
		return spec.Answer{}, err
	}
	s := &r.plan[r.next]
	s.State = spec.LedgerNotRun
	if q.kind == kindHandoff {
		s.State, s.Basis = spec.LedgerFailed, basisHandoff
	}
	a := endOf(q)
	if q.kind == kindApproval {
		a.Status = r.over(a.Code, a.Cause).Status
	}
	r.state = runOver
	_, err = t.exec(runClose, r.params()...)
	a.Steps = g.ledger(r)
	return a, err
}

// endOf is how a question ended.
func endOf(q pageQuestion) spec.Answer {
	if q.kind == kindHandoff {
		return endOfHandoff(q.state)
	}
	a := refused(spec.CodePermissionDenied)
	switch q.state {
	case denied:
		a.Cause = spec.CauseRefused
	case timedOut:
		a.Cause = spec.CauseTimedOut
	case cleared:
		a.Cause = spec.CauseCleared
	case edited:
		a.Code, a.Message = spec.CodeApprovalExpired, "what was asked about is declared otherwise now"
	}
	return a
}

// settleAll settles questions that a query finds, oldest first.
func (g *gate) settleAll(t *tx, query, to string, now int64, params ...any) (out []spec.Settled, err error) {
	if query == "" {
		return nil, nil
	}
	list, err := t.questions(query, params...)
	for _, found := range list {
		if err != nil {
			return nil, err
		}
		q, _, wrong := t.question(found.id)
		if wrong != nil {
			return nil, wrong
		}
		var answer spec.Answer
		var ok bool
		if answer, ok, err = g.settleOne(t, q, to, now); ok {
			out = append(out, spec.Settled{Request: q.id, Answer: g.build.Tells(g.build.Page.Tells(answer, q.id, ""))})
		}
	}
	return out, err
}

// clearPage settles what is open in a session.
func (g *gate) clearPage(t *tx, r spec.Request) ([]spec.Settled, error) {
	if r.Method == spec.MethodClear {
		if err := g.die(t, QuestionCleared, []any{named("session", r.Session), named("runtime", g.runtime)}); err != nil {
			return nil, err
		}
	}
	g.build.watch.reached("Page.Sweeps[" + r.Method + "]")
	return g.settleAll(t, g.build.Page.Sweeps[r.Method], cleared, r.Now, named("session", r.Session))
}

// endPage is a clear that also ends what the runtime session leaves behind: grants, denials, and runs
// that are on their way.
func (g *gate) endPage(t *tx, r spec.Request) ([]spec.Settled, error) {
	out, err := g.clearPage(t, r)
	if err != nil {
		return nil, err
	}
	p := []any{named("session", r.Session), named("runtime", g.runtime)}
	if err := g.die(t, SessionEnded, p); err != nil {
		return nil, err
	}
	for _, query := range []string{runsOver, refusalsOver} {
		if _, err := t.exec(query, p...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tickPage settles what is overdue.
func (g *gate) tickPage(t *tx, r spec.Request) ([]spec.Settled, error) {
	return g.settleAll(t, g.sql.questionsOverdue, timedOut, r.Now, named("now", r.Now))
}

// editPage settles the questions whose declaration a new world has changed, and ends the grants.
func (g *gate) editPage(t *tx, w *spec.World, now int64) (out []spec.Settled, err error) {
	var changed []string
	err = t.rows(questionsDeclared, nil, func(scan func(...any) error) error {
		var id, action, digest string
		err := scan(&id, &action, &digest)
		if a, _ := w.Action("", action); g.build.Page.Digest(w, a) != digest {
			changed = append(changed, id)
		}
		return err
	})
	for _, id := range changed {
		if err != nil {
			return nil, err
		}
		var one []spec.Settled
		one, err = g.settleAll(t, questionByID, edited, now, named("id", id))
		out = append(out, one...)
	}
	if err != nil {
		return nil, err
	}
	return out, g.editedGrants(t, w)
}
