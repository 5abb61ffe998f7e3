package reference

import (
	"database/sql"
	"errors"

	"sameact/spec"
)

// use runs an act on the yes that it brings. The yes is spent durably before anything is sent, in the
// transaction that found it good: a crash in between loses an approval, never doubles a call.
func (g *gate) use(a *act, id string, now int64) (spec.Answer, error) {
	var refusal *spec.Answer
	err := g.tx(func(t *tx) (err error) {
		g.build.watch.reached("Serves")
		if g.build.Serves != "" {
			if _, err := t.row(g.build.Serves, a.params(now, id), &id); err != nil {
				return err
			}
		}
		refusal, err = g.spendOrWhy(t, a, id, now)
		return err
	})
	switch {
	case err != nil && !g.despite(err):
		return stored(err)
	case refusal != nil:
		return *refusal, nil
	}
	return g.spent(a, id, now)
}

// enter is what a build looks at before a use of an approval may be held. Ours looks at nothing.
func (g *gate) enter(id string) (seen any, err error) {
	g.build.watch.reached("Looks")
	if g.build.Looks == "" {
		return nil, nil
	}
	err = g.tx(func(t *tx) error {
		_, err := t.row(g.build.Looks, []any{sql.Named("id", id), sql.Named("process", g.runtime)}, &seen)
		return err
	})
	return seen, err
}

// leave is what a build does when a use of an approval has its answer.
func (g *gate) leave(id string) {
	if g.build.On[Left] != "" || g.build.watch != nil {
		_ = g.tx(func(t *tx) error {
			return g.also(t, Left, []any{sql.Named("id", id), sql.Named("process", g.runtime)})
		})
	}
}

// spendOrWhy spends an approval, or says why it does not serve. Either way what was decided goes on record.
func (g *gate) spendOrWhy(t *tx, a *act, id string, now int64) (*spec.Answer, error) {
	spent := g.build.Late
	if !spent {
		var err error
		if spent, err = g.spend(t, a, id, now); err != nil {
			return nil, err
		}
		if spent {
			return nil, g.decided(t, a, id, now, "allowed")
		}
	}
	refusal, err := g.whyNot(t, a, id, now)
	switch {
	case err != nil:
		return nil, err
	case refusal == nil && spent: // a build that spends late
		return nil, g.decided(t, a, id, now, "allowed")
	case refusal == nil:
		return nil, errors.New("reference: a guard refused that holds")
	case refusal.Status == spec.Pending:
		return refusal, g.decided(t, a, id, now, "confirmation_required")
	}
	return refusal, g.decided(t, a, id, now, "denied")
}

func (g *gate) decided(t *tx, a *act, id string, now int64, decision string) error {
	_, err := t.exec(decided, a.params(now, id, sql.Named("decision", decision))...)
	return err
}

// spent goes on after the yes was used up.
func (g *gate) spent(a *act, id string, now int64) (spec.Answer, error) {
	if err := g.sync(pointAfterSpend); err != nil {
		return spec.Answer{}, err
	}
	answer, err := g.run(a, id, now)
	if g.build.Late && err == nil {
		err = g.tx(func(t *tx) error { _, err := g.spend(t, a, id, now); return err })
	}
	return answer, err
}

// spend uses an approval up, if every guard holds; exactly one caller ever gets true.
func (g *gate) spend(t *tx, a *act, id string, now int64) (bool, error) {
	p, err := g.spendParams(t, a, id, now)
	if err != nil || p == nil {
		return false, err
	}
	n, err := t.exec(g.sql.spend, p...)
	if err == nil && n == 1 {
		err = g.also(t, Spent, p)
	}
	return n == 1, err
}

// spendParams reads what the approval's own connection stands for now; nil when there is no approval.
func (g *gate) spendParams(t *tx, a *act, id string, now int64) ([]any, error) {
	r, found, err := t.find(id)
	if err != nil || !found {
		return nil, err
	}
	origin, _ := g.build.Account(a.query.World, r.connector, r.connection)
	return a.params(now, id, sql.Named("origin", origin)), nil
}

// whyNot says why an approval does not serve, nil if it does. One that is overdue is settled as
// expired; any other attempt leaves it as it was.
func (g *gate) whyNot(t *tx, a *act, id string, now int64) (*spec.Answer, error) {
	p, err := g.spendParams(t, a, id, now)
	if err != nil {
		return nil, err
	}
	answer := refused(spec.CodeApprovalInvalid)
	if p == nil {
		return &answer, nil
	}
	var guard string
	if _, err := t.row(g.sql.whySpend, p, &guard); err != nil || guard == "" {
		return nil, err
	}
	r, _, err := t.find(id)
	if err != nil {
		return nil, err
	}
	if answer = g.refusal(g.build.Spend, guard, r.state); r.state == pending && guard == "approved" {
		answer = spec.Answer{Status: spec.Pending, Code: spec.CodeConfirmationRequired, Request: id}
	}
	if _, err := t.exec(g.sql.expire, p...); err != nil {
		return nil, err
	}
	if answer.Code == spec.CodeApprovalInvalid {
		err = g.also(t, Mismatched, p)
	}
	return &answer, err
}

// refusal is what a guard that does not hold is told as.
func (g *gate) refusal(guards Guards, guard, state string) spec.Answer {
	if code := guards.code(guard); code != "" {
		return refused(code)
	}
	switch state {
	case denied:
		return refused(spec.CodeDenied)
	case consumed:
		return refused(spec.CodeApprovalUsed)
	case expired:
		return refused(spec.CodeApprovalExpired)
	}
	return refused(spec.CodeApprovalInvalid)
}
