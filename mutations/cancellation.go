package mutations

import "strings"

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
		Label: Drift, Phase: After, Owner: "each-act-its-own-yes", Needs: []string{"batch or batch-whole"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate != nil && !s.says("allow m2") && s.add(afterwards, "call m2")
		},
	},
	Mutation{
		Slug: "rest-of-the-batch-allowed-later", About: "Of two acts asked in one turn the second is allowed after the first has run, and runs.",
		Label: Continuation, Phase: After, Owner: "honest-approval-runs", Needs: []string{"batch or batch-whole"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate != nil && s.decision.Verb == "allow" && !s.says(" m2") && s.add(afterwards, "allow m2\ncall m2")
		},
	},
	Mutation{
		Slug: "rest-of-the-batch-denied", About: "Of two acts asked in one turn the other one is denied.",
		Label: Continuation, Phase: AtAsk, Owner: "partial-yes-runs", Needs: []string{"batch or batch-whole"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.mate != nil && s.decision.Verb == "allow" && !s.says(" m2") && s.add(eitherSide(pick), "deny m2")
		},
	},
	Mutation{
		Slug: "unrelated-question-denied", About: "Another question of the conversation is denied.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", Needs: []string{"several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), "call m5 action=chat.post args={\"text\":\"Never mind\"}%s\ndeny m5", s.who())
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
	Mutation{
		Slug: "page-denied-then-allowed", About: "On the page a yes follows a no.",
		Label: Drift, Phase: AtAsk, Owner: "denied-runs-nothing", On: asked, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforeDecision, "deny m1") },
	},
	Mutation{
		Slug: "another-way-after-a-refusal", About: "What would bring the same about under another name was denied, or its question cleared, before a call that needs no question.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "refusal-ends-it", On: agentSteps, Needs: []string{"confirm", "policy"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.refusedFirst(s.asked.Action, choose(pick, []string{"deny m2", "clear session=" + s.asked.Session}))
		},
	},
	Mutation{
		Slug: "another-way-after-silence", About: "Nobody had answered the question about what would bring the same about under another name.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "refusal-ends-it", On: agentSteps, Needs: []string{"confirm", "policy", "expiry"},
		Apply: func(s *Scene, pick Pick) bool { return s.refusedFirst(s.asked.Action, "at +10m\ntick") },
	},
	Mutation{
		Slug: "undeclared-way-after-a-refusal", About: "What was denied is called by the name of what it brings about, which the page does not declare.",
		Label: Drift, Basis: Unasked, Phase: AtPresentation, Owner: "refusal-ends-it", On: agentSteps, Needs: []string{"confirm", "policy"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.refusedFirst("page.click", "deny m2") && s.set(pick, actionOf, "page.click")
		},
	},
	Mutation{
		Slug: "refused-in-another-session", About: "What would bring the same about was denied in another conversation, or in this one before it ended, which counts no longer.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "quiet-by-default", On: agentSteps, Needs: []string{"confirm", "policy"},
		Apply: func(s *Scene, pick Pick) bool {
			a, _ := s.declared()
			if a.Confirm != "" {
				return false
			}
			if pick(2) == 1 {
				return s.refusedFirst(s.asked.Action, "deny m4", " session=s9")
			}
			return s.refusedFirst(s.asked.Action, "deny m4\nend session="+s.asked.Session)
		},
	},
	Mutation{
		Slug: "granted-shape-denied", About: "Another call of a granted shape, which was asked about before, is denied.",
		Label: Drift, Basis: Grant, Phase: Between, Owner: "grant-dies", On: agentSteps, Needs: []string{"confirm", "grant", "several"},
		Apply: func(s *Scene, pick Pick) bool {
			return len(s.page.given[beforeDecision]) > 1 && s.add(beforeAsk, "deny m9")
		},
	},
	Mutation{
		Slug: "always-after-a-denial", About: "An always comes to a question that was denied before.",
		Label: Drift, Basis: Grant, Phase: AtAsk, Owner: "grant-needs-the-win", On: agentSteps, Needs: []string{"confirm", "grant"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforeDecision, "deny m0") },
	},
	Mutation{
		Slug: "question-finished", About: "A question of the page is answered as if it were a handoff, before its yes.",
		Label: Drift, Phase: AtAsk, Owner: "one-end", On: asked, Needs: []string{"confirm", "handoff"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforeDecision, "finish m1 outcome=done") },
	},
	Mutation{
		Slug: "handoff-allowed", About: "A handoff is answered as if it were a question, before the person is done.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "person-done-continues", On: withPerson, Needs: []string{"confirm", "handoff"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforePresentation, "allow m1") },
	},
	Mutation{
		Slug: "handoff-cancelled", About: "The person cancels, having done it or not, and says done afterwards.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "one-end", On: withPerson, Needs: []string{"handoff"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforePresentation, "finish m1 outcome=cancel%s", choose(pick, []string{"", " person=acts"}))
		},
	},
	Mutation{
		Slug: "instruction-turned", About: "The person turns to another instruction, and does not say done.",
		Label: Drift, Basis: Unasked, Phase: AtDecision, Owner: "next-is-not-done", On: withPerson, Needs: []string{"handoff", "guide"},
		Apply: func(s *Scene, pick Pick) bool { return s.finishes("outcome", choose(pick, []string{"next", "back"})) },
	},
	Mutation{
		Slug: "instruction-turned-back", About: "The person turns back from the last instruction, and says done there.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "next-is-not-done", On: aPerson, Needs: []string{"handoff", "guide"},
		Apply: func(s *Scene, pick Pick) bool {
			return len(s.page.given[beforePresentation]) > 0 && s.add(beforePresentation, "finish m1 outcome=back")
		},
	},
)

// refusedFirst has an action with an effect declared, asked about and refused before the ask: as m2, or as m4
// where the story goes on with it.
func (s *Scene) refusedFirst(effect, refusal string, where ...string) bool {
	name, id := "m2", "page.other"
	if !s.marking {
		name, id = "m4", "page.former"
	}
	other := declared(id, `"description":"The same in another way","risk":"danger","effect":"`+effect+`"`)
	return s.add(beforeAsk, "%s\ncall %s action=%s%s\n%s", other, name, id, s.who()+strings.Join(where, ""), refusal)
}
