package reference

import "sameact/spec"

// configure puts another world in the place of this one. Open questions and approvals stay; whether
// they still serve is asked when they are used; what the page path had asked about a declaration that is
// edited is settled. A world that contradicts itself is an error.
func (g *gate) configure(r spec.Request) (spec.Reply, error) {
	if err := r.World.Check(); err != nil {
		return spec.Reply{}, err
	}
	g.world.Store(r.World)
	var out spec.Reply
	err := g.tx(func(t *tx) (err error) {
		if out.Settled, err = g.editPage(t, r.World, r.Now); err == nil {
			err = g.also(t, Configured, nil)
		}
		return err
	})
	return out, err
}
