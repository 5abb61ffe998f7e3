package mutations

import "sameact/spec"

// Whose act it is, who says yes, and what is no yes at all.

func principalOf(c *spec.Call) *string { return &c.Principal }

var principalMutations = dimension("principal",
	Mutation{
		Slug: "principal-swapped", About: "The act is presented for another user.",
		Label: Drift, Phase: AtPresentation, Owner: "same-principal", Needs: []string{"principal"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, principalOf, "u2", "U1") },
	},
	Mutation{
		Slug: "tenant-swapped", About: "The act is presented for the user of the same name in another tenant.",
		Label: Drift, Phase: AtPresentation, Owner: "same-principal", Needs: []string{"principal"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, principalOf, "t2."+s.asked.Principal) },
	},
	Mutation{
		Slug: "answered-by-another-user", About: "Another user says yes.",
		Label: Drift, Phase: AtDecision, Owner: "owner-answers", Needs: []string{"principal"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.answer("by", choose(pick, []string{"u2", "t2." + s.asked.Principal, "U1"}))
		},
	},
	Mutation{
		Slug: "stranger-answers-too", About: "Somebody else says no, or yes, to the question, before or after its own principal says yes.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", Needs: []string{"principal", "answering or owner-answers"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate == nil && s.decision.Is(spec.VerbAllow) && s.add(eitherSide(pick), "%s m1 by=u2", choose(pick, []string{"deny", "allow"}))
		},
	},
	Mutation{
		Slug: "answered-by-the-agent", About: "The agent answers its own question.",
		Label: Drift, Phase: AtDecision, Owner: "owner-answers", Needs: []string{"principal"},
		Apply: func(s *Scene, pick Pick) bool { return s.answer("by", s.asked.Agent) },
	},
	Mutation{
		Slug: "answered-by-nobody", About: "The answer comes from an id that stands for nobody.",
		Label: Drift, Phase: AtDecision, Owner: "owner-answers", Needs: []string{"principal"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.answer("by", choose(pick, []string{"nobody", "system", "undefined"}))
		},
	},
	Mutation{
		Slug: "no-exact-yes", About: "Where the decision is read stands a value that is not the exact yes.",
		Label: Drift, Phase: AtDecision, Owner: "yes-is-exactly-yes", Needs: []string{"raw-decision"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.form == formDecide && s.answer("decision", spec.SpellJSON([]byte(choose(pick, noYes))))
		},
	},
	Mutation{
		Slug: "flag-claimed", About: "Before anybody answered, the call says of itself that it is confirmed.",
		Label: Drift, Phase: AtAsk, Owner: "flag-is-not-permission",
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforeDecision, "call m1 with=none claims=%s", choose(pick, flags))
		},
	},
	Mutation{
		Slug: "flag-claimed-with-the-id", About: "Before anybody answered, the call names its own question and says that it was approved.",
		Label: Drift, Phase: AtAsk, Owner: "flag-is-not-permission",
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforeDecision, "call m1 claims=%s", choose(pick, flags))
		},
	},
	Mutation{
		Slug: "question-forged", About: "The caller writes down a question that nobody was asked, has it allowed and calls.",
		Label: Drift, Phase: After, Owner: "flag-is-not-permission", Needs: []string{"forge"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(afterwards, "tamper m2%s\nallow m2\ncall m2", s.again())
		},
	},
	Mutation{
		Slug: "page-answered-by-another", About: "Another user, the agent or nobody says yes on the page.",
		Label: Drift, Phase: AtDecision, Owner: "owner-answers", On: asked, Needs: []string{"confirm", "principal"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.answer("by", choose(pick, []string{"u2", s.asked.Agent, "t2." + s.asked.Principal, "nobody"}))
		},
	},
	Mutation{
		Slug: "always-by-another", About: "Another user or the agent says always.",
		Label: Drift, Basis: Grant, Phase: AtDecision, Owner: "owner-answers", On: aStep, Needs: []string{"confirm", "grant", "principal"},
		Apply: func(s *Scene, pick Pick) bool { return s.answer("by", choose(pick, []string{"u2", s.asked.Agent})) },
	},
	Mutation{
		Slug: "granted-by-another", About: "A call of another user finds what was granted to the first.",
		Label: Drift, Basis: Grant, Phase: AtPresentation, Owner: "grant-keeps-shape", On: agentSteps, Needs: []string{"confirm", "grant", "principal"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, principalOf, "u2", "t2."+s.asked.Principal) },
	},
	Mutation{
		Slug: "finished-by-another", About: "Another user, the agent or nobody says that a person is done.",
		Label: Drift, Basis: Unasked, Phase: AtDecision, Owner: "owner-answers", On: withPerson, Needs: []string{"handoff", "principal"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.finishes("by", choose(pick, []string{"u2", s.asked.Agent, "nobody"}))
		},
	},
	Mutation{
		Slug: "page-flag-claimed", About: "A call on the page says of itself that it is confirmed.",
		Label: Drift, Phase: AtAsk, Owner: "flag-is-not-permission", On: asked, Needs: []string{"confirm", "claims"},
		Apply: func(s *Scene, pick Pick) bool { return s.lay("claims", choose(pick, flags)) },
	},
)

// noYes are values, as JSON, that a careless reader takes for a yes.
var noYes = []string{`"false"`, `1`, `null`, `{}`, `"true"`, `true`, `"yes"`, `"ALLOW"`, `"allow "`, `["allow"]`, `{"decision":"allow"}`, `""`, `0`, `[]`, `false`, `"approved"`, `{"approved":true}`}

// flags are claims that a hostile caller adds to a call.
var flags = []string{`{"confirmed":true}`, `{"status":"approved"}`, `{"approved":true,"approvedBy":"u1"}`, `{"decision":"allow"}`, `{"confirmation":{"confirmed":true,"confirmedAt":0}}`}
