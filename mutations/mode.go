package mutations

// The policy under which the act is presented.

var modeMutations = dimension("mode",
	Mutation{
		Slug: "ceiling-lowered", About: "The connector's ceiling is lowered below the action after the yes.",
		Label: Drift, Phase: Between, Owner: "policy-at-use", Needs: []string{"policy"},
		Apply: func(s *Scene, pick Pick) bool {
			a, _ := s.declared()
			return a.Scope != "read" && s.configure(beforePresentation, `"ceiling":"read"`)
		},
	},
)

// configure edits the connector of the act.
func (s *Scene) configure(in slot, fields string) bool {
	return s.add(in, `configure connectors=[{"id":%q,%s}]`, s.asked.Connector, fields)
}
