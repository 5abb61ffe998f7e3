package mutations

import "sameact/spec"

// The conversation in which the act is presented and answered.

func sessionOf(c *spec.Call) *string { return &c.Session }

var sessionMutations = dimension("session",
	Mutation{
		Slug: "session-swapped", About: "The act is presented in another conversation.",
		Label: Drift, Phase: AtPresentation, Owner: "same-session", Needs: []string{"session"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, sessionOf, "s2", "S1") },
	},
	Mutation{
		Slug: "session-forked", About: "The act is presented in a fork of the conversation.",
		Label: Drift, Phase: AtPresentation, Owner: "same-session", Needs: []string{"session"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.set(pick, sessionOf, s.asked.Session+".fork", s.asked.Session+"1")
		},
	},
	Mutation{
		Slug: "answered-in-another-session", About: "The answer is given in another conversation than the question.",
		Label: Drift, Phase: AtDecision, Owner: "same-session", Needs: []string{"session"},
		Apply: func(s *Scene, pick Pick) bool { return s.answer("session", "s2") },
	},
	Mutation{
		Slug: "later-turn", About: "The conversation goes on with a read that needs no yes.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs",
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), "call m3 action=mail.read args={\"folder\":\"inbox\"}%s", s.who())
		},
	},
	Mutation{
		Slug: "another-question", About: "Another act is asked about in the same conversation, before or after the yes.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", Needs: []string{"several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), "call m4 action=chat.post args={\"text\":\"Hello\"}%s", s.who())
		},
	},
	Mutation{
		Slug: "another-question-after-the-yes", About: "After the yes another act is asked about in the same conversation: no question is open that it could end.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs",
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforePresentation, "call m4 action=chat.post args={\"text\":\"Hello\"}%s", s.who())
		},
	},
	Mutation{
		Slug: "answered-in-another-process", About: "The conversation is answered in another process than it was asked in.",
		Label: Continuation, Phase: AtDecision, Owner: "other-process-continues", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			s.decision.Process = "p2"
			return true
		},
	},
	Mutation{
		Slug: "presented-in-another-process", About: "The conversation goes on in another process, and the act is presented there.",
		Label: Continuation, Phase: AtPresentation, Owner: "other-process-continues", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			s.process = "p3"
			return true
		},
	},
	Mutation{
		Slug: "process-restarted", About: "The process is stopped and started again, before or after the yes.",
		Label: Continuation, Phase: Between, Owner: "other-process-continues", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), "start")
		},
	},
	Mutation{
		Slug: "another-process-started", About: "Another process is started, before or after the yes, and does nothing.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), "p2: start")
		},
	},
	Mutation{
		Slug: "process-killed", About: "The process is killed before the act is presented, before or after the yes.",
		Label: Continuation, Phase: Between, Owner: "crash-before-spend", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(eitherSide(pick), "crash")
		},
	},
	Mutation{
		Slug: "killed-before-the-spending", About: "Another process begins to use the yes, and is killed before it has.",
		Label: Continuation, Phase: Between, Owner: "crash-before-spend", Needs: []string{"durable", "sync-points"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.decision.Is(spec.VerbAllow) && s.add(beforePresentation, "p2: call m1 pause=before-spend\np2: crash")
		},
	},
	Mutation{
		Slug: "page-answered-in-another-session", About: "The answer to a question of the page is given in another conversation.",
		Label: Drift, Phase: AtDecision, Owner: "same-session", On: asked, Needs: []string{"confirm", "session"},
		Apply: func(s *Scene, pick Pick) bool { return s.answer("session", "s2") },
	},
	Mutation{
		Slug: "ended-while-asked", About: "The conversation ends while a question of the page is open, and is opened again with the same id.",
		Label: Drift, Phase: AtAsk, Owner: "one-decision-one-call", On: asked, Needs: []string{"confirm", "session"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforeDecision, "end session=%s", s.asked.Session) },
	},
	Mutation{
		Slug: "called-again-in-a-later-session", About: "The conversation ends after a single yes, is opened again with the same id, and the same is called again.",
		Label: Drift, Phase: After, Owner: "one-decision-one-call", On: aStep, Needs: []string{"confirm", "session"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(afterwards, "end session=%s\ncall m2%s", s.asked.Session, s.again())
		},
	},
	Mutation{
		Slug: "granted-in-another-session", About: "What was granted in one conversation is called in another one.",
		Label: Drift, Basis: Grant, Phase: AtPresentation, Owner: "grant-keeps-shape", On: agentSteps, Needs: []string{"confirm", "grant", "session"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, sessionOf, "s2", s.asked.Session+".fork") },
	},
	Mutation{
		Slug: "granted-and-reopened", About: "The conversation of a grant ends, and is opened again with the same id.",
		Label: Drift, Basis: Grant, Phase: Between, Owner: "grant-dies", On: agentSteps, Needs: []string{"confirm", "grant", "session"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforeAsk, "end session=%s", s.asked.Session) },
	},
	Mutation{
		Slug: "granted-and-restarted", About: "The process of a grant is stopped and started again, which is another runtime session.",
		Label: Drift, Basis: Grant, Phase: Between, Owner: "grant-dies", On: agentSteps, Needs: []string{"confirm", "grant", "durable"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforeAsk, "%s", choose(pick, []string{"start", "crash"}))
		},
	},
	Mutation{
		Slug: "granted-elsewhere", About: "What was granted in one process is called in another one.",
		Label: Drift, Basis: Grant, Phase: AtPresentation, Owner: "grant-dies", On: agentSteps, Needs: []string{"confirm", "grant", "durable"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(afterwards, "p2: call m2%s", s.again())
		},
	},
	Mutation{
		Slug: "page-later-turn", About: "The conversation goes on with a look at the page before or after a question is answered.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", On: asked, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(choose(pick, []slot{beforeDecision, beforeAsk}), "configure actions=[%s]\ncall m3 action=page.view%s", pageView, s.who())
		},
	},
	Mutation{
		Slug: "grant-outlives", About: "The conversation of a grant is cleared, or another one is cleared or ends.",
		Label: Continuation, Basis: Grant, Phase: Between, Owner: "grant-serves-its-shape", On: agentSteps, Needs: []string{"confirm", "grant"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforeAsk, "%s", choose(pick, []string{"clear session=" + s.asked.Session, "clear session=s9", "end session=s9"}))
		},
	},
)

// durable is what a gate declares that goes on in another process.
var durable = []string{"durable"}

// who spells the caller of the asked act where it is not the default one.
func (s *Scene) who() string {
	line := ""
	for _, f := range s.asked.Fields(spec.DefaultCall(s.asked.Action), false) {
		if f.Key == "principal" || f.Key == "agent" || f.Key == "session" {
			line += " " + f.Key + "=" + f.Value
		}
	}
	return line
}
