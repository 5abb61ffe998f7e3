package mutations

// The arguments of a call on the page: what a grant serves, and what nobody is asked about.

var pageArguments = dimension("arguments",
	Mutation{
		Slug: "another-record", About: "Another record is called for under a grant.",
		Label: Continuation, Basis: Grant, Phase: AtPresentation, Owner: "grant-serves-its-shape", On: agentSteps, Needs: []string{"confirm", "grant"},
		Apply: func(s *Scene, pick Pick) bool { return s.replace(pick, `"order":7`, `"order":8`, `"order":17`) },
	},
	Mutation{
		Slug: "material-value-edited", About: "Under a grant a value that is declared material is another one, of another kind, null or absent.",
		Label: Drift, Basis: Grant, Phase: AtPresentation, Owner: "grant-keeps-material", On: aStep, Needs: []string{"confirm", "grant"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.replace(pick, `,"sum":5`, `,"sum":5000`, `,"sum":5.01`, `,"sum":"5"`, `,"sum":null`, ``)
		},
	},
	Mutation{
		Slug: "page-input-unfit", About: "The input of a call on the page lacks what the action needs.",
		Label: Drift, Phase: AtAsk, Owner: "validated-before-asked", On: aStep, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool {
			a, _ := s.declared()
			return len(a.Parameters) > 0 && s.replace(pick, `"order":7,`, ``, `"Order":7,`)
		},
	},
	Mutation{
		Slug: "persons-input-unfit", About: "The input of what a person is to do lacks what the action needs.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "target-before-person", On: aPerson, Needs: []string{"handoff"},
		Apply: func(s *Scene, pick Pick) bool { return s.replace(pick, `{"customer":7}`, `{}`, `{"order":7}`) },
	},
)
