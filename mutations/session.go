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
			return s.add(choose(pick, []slot{beforePresentation, beforeDecision}), "call m3 action=mail.read args={\"folder\":\"inbox\"}%s", s.who())
		},
	},
	Mutation{
		Slug: "another-question", About: "Another act is asked about in the same conversation, before or after the yes.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", Needs: []string{"several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(choose(pick, []slot{beforePresentation, beforeDecision}), "call m4 action=chat.post args={\"text\":\"Hello\"}%s", s.who())
		},
	},
)

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
