package mutations

import "sameact/spec"

// The agent through which the act is presented or answered.

func agentOf(c *spec.Call) *string { return &c.Agent }

var agentMutations = dimension("agent",
	Mutation{
		Slug: "agent-swapped", About: "Another agent presents the act.",
		Label: Drift, Phase: AtPresentation, Owner: "same-agent", Needs: []string{"agent"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, agentOf, "a2", "A1") },
	},
	Mutation{
		Slug: "agent-below", About: "A sub-agent of the agent presents the act.",
		Label: Drift, Phase: AtPresentation, Owner: "same-agent", Needs: []string{"agent"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.set(pick, agentOf, s.asked.Agent+".sub", s.asked.Agent+"-2", s.asked.Agent+"_sub", s.asked.Agent+"1")
		},
	},
	Mutation{
		Slug: "agent-above", About: "The parent of a sub-agent presents the act.",
		Label: Drift, Phase: AtPresentation, Owner: "same-agent", Needs: []string{"agent"},
		Apply: func(s *Scene, pick Pick) bool { return s.asked.Agent == "a1.sub" && s.set(pick, agentOf, "a1") },
	},
	Mutation{
		Slug: "agent-absent", About: "The call that presents the act names no agent.",
		Label: Drift, Phase: AtPresentation, Owner: "same-agent", Needs: []string{"agent"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, agentOf, "") },
	},
	Mutation{
		Slug: "answered-at-another-agent", About: "The answer is given at another agent than the question.",
		Label: Drift, Phase: AtDecision, Owner: "same-agent", Needs: []string{"agent"},
		Apply: func(s *Scene, pick Pick) bool { return s.answer("agent", "a2") },
	},
	Mutation{
		Slug: "new-run", About: "The same agent presents the act in a new run, under a new call id.",
		Label: Continuation, Phase: AtPresentation, Owner: "honest-approval-runs", Needs: []string{"call-id"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.set(pick, func(c *spec.Call) *string { return &c.CallID }, "k2")
		},
	},
	Mutation{
		Slug: "becomes-a-persons", About: "What the agent did is declared to be done by a person.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "never-simulated", On: aStep, Needs: handedNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, _ Pick) string { return s.action(handed) }),
	},
	Mutation{
		Slug: "becomes-a-persons-as-a-whole", About: "A composite is declared to be done by a person as a whole.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "whole-handoff-skips-steps", On: severalSteps, Needs: append(handedNeeds, "composite"),
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, _ Pick) string { return s.action(handed) }),
	},
	Mutation{
		Slug: "granted-to-another-agent", About: "Another agent calls what was granted.",
		Label: Drift, Basis: Grant, Phase: AtPresentation, Owner: "grant-keeps-shape", On: agentSteps, Needs: []string{"confirm", "grant", "agent"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, agentOf, "a2", s.asked.Agent+".sub", "") },
	},
	Mutation{
		Slug: "page-answered-at-another-agent", About: "The answer to a question of the page is given at another agent.",
		Label: Drift, Phase: AtDecision, Owner: "same-agent", On: asked, Needs: []string{"confirm", "agent"},
		Apply: func(s *Scene, pick Pick) bool { return s.answer("agent", "a2") },
	},
)

// handed declares that a person does it.
const handed = `"handoff":{"reason":"Only you can do it","expects":true}`

var handedNeeds = []string{"confirm", "handoff", "policy"}
