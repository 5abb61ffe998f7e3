package reference

import (
	"database/sql"

	"sameact/spec"
)

// audit hands out every record, oldest first.
func (g *gate) audit() (spec.Reply, error) {
	var out []spec.AuditRecord
	err := g.tx(func(t *tx) error {
		return t.rows(records, nil, func(scan func(...any) error) error {
			var r spec.AuditRecord
			var duration sql.NullInt64
			err := scan(&r.Seq, &r.At, &r.Kind, &r.Connector, &r.Action, &r.Request, &r.Decision, &r.Executed, &r.Outcome, &duration)
			if duration.Valid {
				r.Duration = &duration.Int64
			}
			out = append(out, r)
			return err
		})
	})
	if err != nil {
		return spec.Reply{}, err
	}
	return spec.Reply{Records: g.build.Audits(out)}, nil
}
