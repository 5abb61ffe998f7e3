package reference

import (
	"database/sql"

	"sameact/spec"
)

// tick settles what is overdue: questions and handoffs, which it tells, and unused approvals.
func (g *gate) tick(r spec.Request) (spec.Reply, error) {
	polled, err := g.pollPage(r)
	if err != nil {
		return spec.Reply{}, err
	}
	return g.sweep(r.Method, func(t *tx) ([]spec.Settled, error) {
		now := sql.Named("now", r.Now)
		list, err := t.questions(g.sql.overdue, now)
		if err != nil {
			return nil, err
		}
		out := polled
		for _, q := range list {
			n, err := t.exec(g.sql.expire, sql.Named("id", q.id), now)
			if err != nil {
				return nil, err
			}
			if n == 1 && q.state == pending {
				out = append(out, spec.Settled{Request: q.id, Answer: refused(spec.CodeApprovalExpired)})
			}
		}
		if err := g.also(t, Ticked, nil); err != nil {
			return nil, err
		}
		page, err := g.tickPage(t, r)
		return append(out, page...), err
	})
}
