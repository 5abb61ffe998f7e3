package mutations

import "sameact/spec"

// What the act is done with: values, their order, their spelling.

var argumentMutations = dimension("arguments",
	Mutation{
		Slug: "leaf-edited", About: "A value is another one of the same kind.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments",
		Apply: func(s *Scene, pick Pick) bool {
			return s.edit(pick, edit{where: all(plain, isLeaf), change: func(v *spec.Value, _ Pick) bool {
				switch v.Kind {
				case spec.True:
					*v = read("false")
				case spec.False:
					*v = read("true")
				case spec.Text:
					return setText(v, "b")
				default:
					return false
				}
				return true
			}})
		},
	},
)
