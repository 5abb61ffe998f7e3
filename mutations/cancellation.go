package mutations

// Answers that are not there, are a no, or were given to something else.

var cancellationMutations = dimension("cancellation",
	Mutation{
		Slug: "presented-while-pending", About: "The act is presented while its question is still open.",
		Label: Drift, Phase: AtAsk, Owner: "pending-runs-nothing",
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforeDecision, "call m1") },
	},
	Mutation{
		Slug: "denied-then-presented", About: "The person says no, and the act is presented.",
		Label: Drift, Phase: AtAsk, Owner: "denied-runs-nothing",
		Apply: func(s *Scene, pick Pick) bool { return s.mate == nil && s.add(beforeDecision, "deny m1\ncall m1") },
	},
	Mutation{
		Slug: "denied-then-allowed", About: "A yes follows a no.",
		Label: Drift, Phase: AtAsk, Owner: "denied-runs-nothing",
		Apply: func(s *Scene, pick Pick) bool { return s.mate == nil && s.add(beforeDecision, "deny m1") },
	},
	Mutation{
		Slug: "denied-before-a-crash", About: "A no is followed by a crash or was given in another process, and then by a yes.",
		Label: Drift, Phase: AtAsk, Owner: "denied-runs-nothing", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate == nil && s.add(beforeDecision, "%s", choose(pick, []string{"deny m1\ncrash", "p2: deny m1"}))
		},
	},
	Mutation{
		Slug: "other-question-answered", About: "Of two questions the other one is answered yes, and this act is presented.",
		Label: Drift, Phase: AtAsk, Owner: "answers-do-not-cross", Needs: []string{"several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforeDecision, "call m2 action=chat.post args={\"text\":\"Hello\"}%s\nallow m2\ncall m1", s.who())
		},
	},
	Mutation{
		Slug: "twin-question-answered", About: "The same act is asked about twice; one yes, and both are presented.",
		Label: Drift, Phase: After, Owner: "answers-do-not-cross", Needs: []string{"several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate == nil && s.add(beforeDecision, "call m2%s", s.again()) && s.add(afterwards, "call m2")
		},
	},
	Mutation{
		Slug: "rest-of-the-batch-presented", About: "Of two acts asked in one turn the one that was not allowed is presented too.",
		Label: Drift, Phase: After, Owner: "each-act-its-own-yes", Needs: []string{"batch"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate != nil && !s.says("allow m2") && s.add(afterwards, "call m2")
		},
	},
	Mutation{
		Slug: "rest-of-the-batch-allowed-later", About: "Of two acts asked in one turn the second is allowed after the first has run, and runs.",
		Label: Continuation, Phase: After, Owner: "honest-approval-runs", Needs: []string{"batch"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate != nil && s.decision.Verb == "allow" && !s.says(" m2") && s.add(afterwards, "allow m2\ncall m2")
		},
	},
	Mutation{
		Slug: "rest-of-the-batch-denied", About: "Of two acts asked in one turn the other one is denied.",
		Label: Continuation, Phase: AtAsk, Owner: "partial-yes-runs", Needs: []string{"batch"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate != nil && s.decision.Verb == "allow" && !s.says(" m2") && s.add(choose(pick, []slot{beforeDecision, beforePresentation}), "deny m2")
		},
	},
	Mutation{
		Slug: "unrelated-question-denied", About: "Another question of the conversation is denied.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", Needs: []string{"several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(choose(pick, []slot{beforePresentation, beforeDecision}), "call m5 action=chat.post args={\"text\":\"Never mind\"}%s\ndeny m5", s.who())
		},
	},
	Mutation{
		Slug: "asked-again", About: "The question is left lying, the act is asked for again, and the new question is answered.",
		Label: Continuation, Phase: AtAsk, Owner: "honest-approval-runs",
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate == nil && s.resume == nil && s.add(beforeDecision, "call m1 with=none")
		},
	},
	Mutation{
		Slug: "denied-after-allowed", About: "A no follows the yes before the act is presented.",
		Label: Free, Phase: Between, Owner: "denied-runs-nothing",
		Apply: func(s *Scene, pick Pick) bool { return s.mate == nil && s.add(beforePresentation, "deny m1") },
	},
)
