package reference

import (
	"database/sql"

	"sameact/spec"
)

// decide takes a person's answer, or several. Only the owner's exact yes or no counts; anything else
// leaves the question open.
func (g *gate) decide(r spec.Request) (spec.Reply, error) {
	if err := g.sync(pointBeforeSettle); err != nil {
		return spec.Reply{}, err
	}
	list := []spec.Decision{{Request: r.Request, Decision: r.Decision}}
	if r.Decisions != nil {
		list = r.Decisions
	}
	if ok, err := g.takes(list, r.Now); err != nil || !ok {
		no := incomplete(r.Decisions)
		if err != nil {
			no, err = stored(err)
		}
		return g.reply(no), err
	}
	switch {
	case r.Decisions != nil:
		list = g.build.Several(r.Decisions)
	case len(r.Then) == 0:
		a, err := g.settle(r, spec.Decision{Request: r.Request, Decision: r.Decision})
		if err != nil {
			return spec.Reply{}, err
		}
		g.onRecord(r, &a)
		return g.reply(a), nil
	}
	var out spec.Answer
	for _, d := range list {
		a, err := g.settle(r, d)
		if err != nil {
			return spec.Reply{}, err
		}
		out.Answers = append(out.Answers, g.build.Tells(a))
	}
	err := g.next(r, list, &out)
	out.Status = spec.Overall(out.Answers)
	g.onRecord(r, &out)
	return spec.Reply{Answer: out}, err
}

// settle answers one question.
func (g *gate) settle(r spec.Request, d spec.Decision) (spec.Answer, error) {
	if ofPage(d.Request) {
		a, err := g.decidePage(r, d)
		return g.tells(a, d.Request, ""), err
	}
	word := g.build.Decides(d.Decision)
	if word == "" {
		return refused(spec.CodeDecisionInvalid), nil
	}
	if word != "deny" && g.build.Style != RePresent && !r.Hold {
		return g.allowAndRun(r, d.Request, word)
	}
	var seen any
	if r.Hold && g.build.Style == Resuming {
		var err error
		if seen, err = g.enter(d.Request); err != nil {
			return stored(err)
		}
		defer g.leave(d.Request)
	}
	answer := refused(spec.CodeApprovalInvalid)
	err := g.tx(func(t *tx) (err error) {
		id, err := g.named(t, d.Request)
		if err != nil {
			return err
		}
		p := append(g.said(r, id), sql.Named("seen", seen))
		update, why, guards := g.sql.deny, g.sql.whyDeny, g.build.Deny
		if word == "allow" {
			update, why, guards = g.sql.allow, g.sql.whyAllow, g.build.Allow
		}
		n, err := t.exec(update, p...)
		switch {
		case err != nil:
		case n == 0:
			answer, err = g.unsettled(t, p, id, why, guards)
		case word == "allow":
			answer, err = spec.Answer{Status: spec.Recorded}, g.also(t, Allowed, p)
		default:
			answer = refused(spec.CodeDenied)
			if _, err = t.exec(denyWait, p...); err == nil {
				err = g.also(t, Denied, p)
			}
		}
		return err
	})
	if err != nil {
		return stored(err)
	}
	if a, ok := g.kept.LoadAndDelete(d.Request); ok && answer.Status == spec.Recorded {
		return g.use(a.(*act), d.Request, r.Now)
	}
	return answer, nil
}

// allowAndRun is the other style: the yes runs the call that the client holds, if it is still the one
// that was asked about. Approved and consumed are two moves of one transaction; a refusal in the second
// takes the first back, so that the question stays open.
func (g *gate) allowAndRun(r spec.Request, request, word string) (spec.Answer, error) {
	id := request
	if err := g.tx(func(t *tx) (err error) { id, err = g.named(t, request); return err }); err != nil && !g.despite(err) {
		return stored(err)
	}
	id, c, ok := g.build.Brings(readState(r.State).Calls, id)
	if !ok {
		return refused(spec.CodeApprovalInvalid), nil
	}
	seen, err := g.enter(id)
	if err != nil {
		return stored(err)
	}
	defer g.leave(id)
	if err := g.sync(pointBeforeSpend); err != nil {
		return spec.Answer{}, err
	}
	a := g.look(c)
	a.seen = seen
	if cause := g.build.AtUse.cause(a.query); cause != "" {
		refusal := refused(spec.CodePolicyDenied)
		refusal.Cause = cause
		return refusal, g.note(a, r.Now, id, "denied")
	}
	if refusal := g.read(a); refusal != nil {
		return *refusal, g.note(a, r.Now, id, "denied")
	}
	if permitted, err := g.permitted(a, &id, true); err != nil {
		return stored(err)
	} else if permitted {
		return g.run(a, id, r.Now)
	}
	refusal, err := g.approveAndSpend(r, a, id, word)
	switch {
	case err != nil && !g.despite(err):
		return stored(err)
	case refusal != nil:
		return *refusal, g.note(a, r.Now, id, "denied")
	}
	return g.spent(a, id, r.Now)
}

func (g *gate) approveAndSpend(r spec.Request, a *act, id, word string) (refusal *spec.Answer, err error) {
	p := append(g.said(r, id), sql.Named("seen", a.seen))
	err = g.tx(func(t *tx) error {
		n, err := t.exec(g.sql.allow, p...)
		if err != nil {
			return err
		}
		if n == 0 {
			answer, err := g.unsettled(t, p, id, g.sql.whyAllow, g.build.Allow)
			refusal = &answer
			return err
		}
		g.build.watch.reached("On[" + string(Mismatched) + "]")
		if refusal, err = g.spendOrWhy(t, a, id, r.Now); err == nil && refusal != nil && g.build.On[Mismatched] == "" {
			err = errUndo
		}
		if err == nil && refusal == nil {
			err = g.lasts(t, a, id, word, r.Now)
		}
		return err
	})
	return refusal, err
}

// unsettled says why a question could not be answered, and settles it if it is overdue. Saying the same
// yes twice changes nothing.
func (g *gate) unsettled(t *tx, p []any, id, why string, guards Guards) (spec.Answer, error) {
	r, found, err := t.find(id)
	if err != nil || !found {
		return refused(spec.CodeApprovalInvalid), err
	}
	var guard string
	if _, err := t.row(why, p, &guard); err != nil {
		return spec.Answer{}, err
	}
	if err := g.also(t, Unsettled, p); err != nil {
		return spec.Answer{}, err
	}
	n, err := t.exec(g.sql.expire, p...)
	switch {
	case guard != "open" || r.state != approved:
		return g.refusal(guards, guard, r.state), err
	case n == 1:
		return refused(spec.CodeApprovalExpired), err
	}
	return spec.Answer{Status: spec.Recorded}, err
}

// named is the question that an answer is for: the one it names.
func (g *gate) named(t *tx, request string) (string, error) {
	g.build.watch.reached("Named")
	if g.build.Named == "" {
		return request, nil
	}
	id := request
	_, err := t.row(g.build.Named, []any{sql.Named("id", request)}, &id)
	return id, err
}

func (g *gate) said(r spec.Request, id string) []any {
	return []any{
		sql.Named("id", id), sql.Named("now", r.Now), sql.Named("by", r.By),
		sql.Named("at_session", r.Session), sql.Named("at_agent", r.Agent), sql.Named("process", g.runtime),
	}
}
