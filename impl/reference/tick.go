package reference

import (
	"database/sql"

	"sameact/spec"
)

// tick settles what is overdue: questions, which it tells, and unused approvals.
func (g *gate) tick(r spec.Request) (spec.Reply, error) {
	return g.sweep(func(t *tx) ([]spec.Settled, error) {
		now := sql.Named("now", r.Now)
		list, err := t.questions(g.sql.overdue, now)
		if err != nil {
			return nil, err
		}
		var out []spec.Settled
		for _, q := range list {
			n, err := t.exec(g.sql.expire, sql.Named("id", q.id), now)
			if err != nil {
				return nil, err
			}
			if n == 1 && q.state == pending {
				out = append(out, spec.Settled{Request: q.id, Answer: refused(spec.CodeApprovalExpired)})
			}
		}
		return out, nil
	})
}
