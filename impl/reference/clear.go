package reference

import (
	"database/sql"

	"sameact/spec"
)

// clear settles each open question of a session as denied.
func (g *gate) clear(r spec.Request) (spec.Reply, error) {
	return g.sweep(r.Method, func(t *tx) ([]spec.Settled, error) {
		settled, err := g.denyOpen(t, r)
		if err != nil {
			return nil, err
		}
		page, err := g.clearPage(t, r)
		return append(settled, page...), err
	})
}

// end is a clear that also ends what the session leaves behind: unused approvals and waits.
func (g *gate) end(r spec.Request) (spec.Reply, error) {
	return g.sweep(r.Method, func(t *tx) ([]spec.Settled, error) {
		settled, err := g.denyOpen(t, r)
		if err != nil {
			return nil, err
		}
		session := sql.Named("session", r.Session)
		left, err := t.questions(unused, session)
		if err != nil {
			return nil, err
		}
		for _, q := range left {
			if _, err := t.exec(over, sql.Named("id", q.id), sql.Named("now", r.Now)); err != nil {
				return nil, err
			}
		}
		if _, err = t.exec(endWaits, session); err != nil {
			return nil, err
		}
		page, err := g.endPage(t, r)
		return append(settled, page...), err
	})
}

func (g *gate) denyOpen(t *tx, r spec.Request) ([]spec.Settled, error) {
	list, err := t.questions(open, sql.Named("session", r.Session))
	if err != nil {
		return nil, err
	}
	var out []spec.Settled
	for _, q := range list {
		n, err := t.exec(clearOne, sql.Named("id", q.id), sql.Named("now", r.Now))
		if err != nil {
			return nil, err
		}
		if n == 1 {
			if _, err := t.exec(denyWait, sql.Named("id", q.id)); err != nil {
				return nil, err
			}
			answer := refused(spec.CodeDenied)
			answer.Cause = "cleared"
			out = append(out, spec.Settled{Request: q.id, Answer: answer})
		}
	}
	return out, nil
}

// sweep settles questions in one transaction and tells which.
func (g *gate) sweep(method string, fn func(*tx) ([]spec.Settled, error)) (spec.Reply, error) {
	if err := g.sync(pointBeforeSettle); err != nil {
		return spec.Reply{}, err
	}
	var out spec.Reply
	err := g.tx(func(t *tx) (err error) { out.Settled, err = fn(t); return err })
	out.Settled = g.build.Page.Settles(method, out.Settled)
	return out, err
}

type openQuestion struct{ id, state string }

func (t *tx) questions(query string, p ...any) (out []openQuestion, err error) {
	err = t.rows(query, p, func(scan func(...any) error) error {
		var q openQuestion
		out = append(out, q)
		return scan(&out[len(out)-1].id, &out[len(out)-1].state)
	})
	return out, err
}
