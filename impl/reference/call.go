package reference

import "sameact/spec"

// call presents an act: forbidden, run unasked, asked about, or run on the yes that it brings. What the
// caller claims about itself is not looked at.
func (g *gate) call(r spec.Request) (spec.Reply, error) {
	if busy, err := g.busy(*r.Call, r.Now); err != nil || busy && r.Approval == nil {
		no := refused(codeQuestionOpen)
		if err != nil {
			no, err = stored(err)
		}
		return g.reply(no), err
	}
	c, approval := g.continued(r)
	a, err := g.present(c, approval, "", r.Now)
	if err != nil {
		return spec.Reply{}, err
	}
	if a.Status == spec.Pending && a.Request != "" && r.Approval == nil {
		if err := g.keep(&a, r.State, map[string]spec.Call{a.Request: *r.Call}); err != nil {
			return spec.Reply{}, err
		}
	}
	return g.reply(a), nil
}

func (g *gate) present(c spec.Call, approval *string, turn string, now int64) (spec.Answer, error) {
	if c.Connector == "" {
		a, err := g.presentPage(c, approval, now)
		return g.tells(a, a.Request, ""), err
	}
	var seen any
	if approval != nil {
		var err error
		if seen, err = g.enter(*approval); err != nil {
			return stored(err)
		}
		defer g.leave(*approval)
		if err := g.sync(pointBeforeSpend); err != nil {
			return spec.Answer{}, err
		}
	}
	a := g.look(c)
	a.turn, a.seen = turn, seen
	checks := g.build.ToRun
	switch {
	case approval != nil:
		checks = g.build.AtUse
	case a.asks:
		checks = g.build.ToAsk
	}
	if cause := checks.cause(a.query); cause != "" {
		refusal := refused(spec.CodePolicyDenied)
		refusal.Cause = cause
		return refusal, g.note(a, now, "", "denied")
	}
	if refusal := g.read(a); refusal != nil {
		return *refusal, g.note(a, now, "", "denied")
	}
	permitted, err := g.permitted(a, approval, false)
	switch {
	case err != nil:
		return stored(err)
	case !a.asks || permitted:
		return g.unasked(a, approval, now)
	case approval == nil:
		return g.ask(a, now)
	}
	return g.use(a, *approval, now)
}

// unasked runs an act that policy lets run without a question. A yes that fits is spent all the same,
// so that it cannot serve again; one that does not fit is left alone.
func (g *gate) unasked(a *act, approval *string, now int64) (spec.Answer, error) {
	id := ""
	err := g.tx(func(t *tx) error {
		if approval != nil {
			spent, err := g.spend(t, a, *approval, now)
			if err != nil {
				return err
			}
			if spent {
				id = *approval
			}
		}
		if err := g.also(t, Unasked, a.params(now, orNone(approval))); err != nil {
			return err
		}
		return g.decided(t, a, id, now, "allowed")
	})
	if err != nil {
		return stored(err)
	}
	return g.run(a, id, now)
}

// permitted asks a build what else than an approval lets an act run. Nothing does.
func (g *gate) permitted(a *act, approval *string, answer bool) (ok bool, err error) {
	g.build.watch.reached("Permits")
	g.build.watch.reached("Standing")
	if g.build.Permits == nil && g.build.Standing == "" {
		return false, nil
	}
	plea := Plea{Call: a.call, Args: a.args, Approval: approval, Answer: answer}
	err = g.tx(func(t *tx) (err error) {
		switch {
		case approval != nil:
			_, plea.Known, err = t.find(*approval)
		case g.build.Standing != "":
			var id string
			ok, err = t.row(g.build.Standing, a.params(0, ""), &id)
		}
		return err
	})
	return ok || err == nil && g.build.Permits != nil && g.build.Permits(plea), err
}

// note puts a decision of policy on record where nothing else is written.
func (g *gate) note(a *act, now int64, id, decision string) error {
	err := g.tx(func(t *tx) error { return g.decided(t, a, id, now, decision) })
	if err != nil && err != errClosed {
		return nil // the refusal stands, also where it cannot be recorded
	}
	return err
}

func orNone(id *string) string {
	if id == nil {
		return ""
	}
	return *id
}
