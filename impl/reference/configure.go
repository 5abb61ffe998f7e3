package reference

import "sameact/spec"

// configure puts another world in the place of this one. Open questions and approvals stay; whether
// they still serve is asked when they are used. A world that contradicts itself is an error.
func (g *gate) configure(r spec.Request) (spec.Reply, error) {
	if err := r.World.Check(); err != nil {
		return spec.Reply{}, err
	}
	g.world.Store(r.World)
	return spec.Reply{}, nil
}
