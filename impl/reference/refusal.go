package reference

// A refusal is what a person denied, by effect: until the runtime session ends, whatever has the same
// effect has its own question first, however harmless it is declared.

// denials are the effects that a principal denied in this runtime session.
func (g *gate) denials(principal, session string) (map[string]bool, error) {
	var out map[string]bool
	err := g.tx(func(t *tx) error {
		out = nil
		p := []any{named("runtime", g.runtime), named("principal", principal), named("session", session)}
		return t.rows(g.sql.refusals, p, func(scan func(...any) error) error {
			var effect string
			err := scan(&effect)
			if out == nil {
				out = map[string]bool{}
			}
			out[effect] = true
			return err
		})
	})
	return out, err
}
