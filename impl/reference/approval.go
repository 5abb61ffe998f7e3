package reference

import "database/sql"

// The five states of an approval, and no other.
const (
	pending  = "pending"
	approved = "approved"
	denied   = "denied"
	expired  = "expired"
	consumed = "consumed"
)

// An approval is what is read of a record outside its guards.
type approval struct {
	state, principal, session, connector, connection, action string
}

func (t *tx) find(id string) (r approval, found bool, err error) {
	found, err = t.row(find, []any{sql.Named("id", id)}, &r.state, &r.principal, &r.session, &r.connector, &r.connection, &r.action)
	return r, found, err
}
