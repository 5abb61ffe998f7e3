package mutations

import (
	"time"

	"sameact/spec"
)

// When the act is answered and presented. Times count from the ask, which every scene has at its beginning.

var timeMutations = dimension("time",
	Mutation{
		Slug: "presented-at-expiry", About: "The act is presented at its expiry instant or later.",
		Label: Drift, Phase: Between, Owner: "expired-runs-nothing", Needs: []string{"expiry"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.wait(beforePresentation, s.lifetime()+choose(pick, past))
		},
	},
	Mutation{
		Slug: "answered-at-expiry", About: "The yes comes at the expiry instant or later.",
		Label: Drift, Phase: AtAsk, Owner: "late-yes", Needs: []string{"expiry"},
		Apply: func(s *Scene, pick Pick) bool { return s.wait(beforeDecision, s.lifetime()+choose(pick, past)) },
	},
	Mutation{
		Slug: "lifetime-unusable", About: "The world's lifetime of an approval is no number of milliseconds, or none at all.",
		Label: Drift, Phase: AtAsk, Owner: "late-yes", Needs: []string{"expiry"},
		Apply: func(s *Scene, pick Pick) bool {
			s.open = append(s.open, spec.Field{Key: "approvalTtlMs", Value: choose(pick, []string{"soon", "0", "1.5", "true", `"600000"`, "-1"}), Changed: true})
			return true
		},
	},
	Mutation{
		Slug: "expired-elsewhere", About: "A process whose clock runs ahead has met the question expired, by a tick or an answer; this one's clock runs behind.",
		Label: Drift, Phase: Between, Owner: "clock-back", Needs: []string{"expiry", "durable"},
		Apply: func(s *Scene, pick Pick) bool {
			met := choose(pick, meetings)
			at, ok := instant(s.lifetime() + choose(pick, past))
			return ok && s.add(met.in, "p4: at %s\np4: %s", at, met.line)
		},
	},
	Mutation{
		Slug: "time-passed", About: "Time passes within the lifetime, up to its last millisecond, before the act is presented.",
		Label: Continuation, Phase: Between, Owner: "until-expiry", Needs: []string{"expiry"},
		Apply: func(s *Scene, pick Pick) bool { return s.wait(beforePresentation, s.within(pick)) },
	},
	Mutation{
		Slug: "time-was-told", About: "The gate is told the time while nothing is overdue, before or after the yes.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", Needs: []string{"expiry"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(eitherSide(pick), "tick") },
	},
	Mutation{
		Slug: "person-took-time", About: "The person answers late, but within the lifetime.",
		Label: Continuation, Phase: AtAsk, Owner: "until-expiry", Needs: []string{"expiry"},
		Apply: func(s *Scene, pick Pick) bool { return s.wait(beforeDecision, s.within(pick)) },
	},
	Mutation{
		Slug: "page-answered-too-late", About: "The yes to a question of the page comes when its time is over, and the time has been looked at or not.",
		Label: Drift, Phase: AtAsk, Owner: "silence-is-no", On: asked, Needs: []string{"confirm", "expiry"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.wait(beforeDecision, s.prompt()+choose(pick, past)) && (pick(2) == 0 || s.add(beforeDecision, "tick"))
		},
	},
	Mutation{
		Slug: "finished-too-late", About: "The person is done when the time for it is over, and the time has been looked at or not.",
		Label: Drift, Basis: Unasked, Phase: Between, Owner: "one-end", On: withPerson, Needs: []string{"handoff", "expiry"},
		Apply: func(s *Scene, pick Pick) bool {
			over := past
			if s.form == formInside {
				over = past[2:] // the steps before it took their time
			}
			return s.wait(beforePresentation, s.patience()+choose(pick, over)) && (pick(2) == 0 || s.add(beforePresentation, "tick"))
		},
	},
	Mutation{
		Slug: "page-person-took-time", About: "The person answers a question of the page late, but in time.",
		Label: Continuation, Phase: AtAsk, Owner: "honest-approval-runs", On: asked, Needs: []string{"confirm", "expiry"},
		Apply: func(s *Scene, pick Pick) bool { return s.wait(beforeDecision, s.prompt()-choose(pick, early)) },
	},
	Mutation{
		Slug: "person-needed-time", About: "The person is done late, but in time.",
		Label: Continuation, Basis: Unasked, Phase: Between, Owner: "person-done-continues", On: withPerson, Needs: []string{"handoff", "expiry"},
		Apply: func(s *Scene, pick Pick) bool { return s.wait(beforePresentation, s.patience()-choose(pick, early)) },
	},
)

var past = []time.Duration{0, time.Millisecond, time.Second, 24 * time.Hour}

// meetings are ways in which a process meets a question at or after its expiry.
var meetings = []struct {
	in   slot
	line string
}{{beforePresentation, "tick"}, {beforeDecision, "tick"}, {beforeDecision, "allow m1"}}

var early = []time.Duration{time.Millisecond, time.Second, time.Minute - time.Second}

func (s *Scene) within(pick Pick) time.Duration {
	return choose(pick, []time.Duration{s.lifetime() - time.Millisecond, time.Second, s.lifetime() / 2, time.Millisecond})
}
