package mutations

import "sameact/spec"

// The same yes used again, or something else used in its place.

var replayMutations = dimension("replay",
	Mutation{
		Slug: "presented-twice", About: "The act is presented again after it ran.",
		Label: Drift, Phase: After, Owner: "one-use",
		Apply: func(s *Scene, pick Pick) bool { return s.add(afterwards, "call m1") },
	},
	Mutation{
		Slug: "decided-twice", About: "The yes is sent again after the act ran, and the act is presented again.",
		Label: Drift, Phase: After, Owner: "one-use",
		Apply: func(s *Scene, pick Pick) bool { return s.add(afterwards, "allow m1\ncall m1") },
	},
	Mutation{
		Slug: "presented-after-a-failure", About: "The tool refused the call, and the act is presented again.",
		Label: Drift, Phase: After, Owner: "failed-stays-spent",
		Apply: func(s *Scene, pick Pick) bool { return s.key("effect", "refused") && s.add(afterwards, "call m1") },
	},
	Mutation{
		Slug: "presented-after-a-lost-reply", About: "The reply of the call was lost, and the act is presented again.",
		Label: Drift, Phase: After, Owner: "failed-stays-spent",
		Apply: func(s *Scene, pick Pick) bool { return s.key("effect", "lost") && s.add(afterwards, "call m1") },
	},
	Mutation{
		Slug: "presented-in-flight", About: "The act is presented again while its own effect is not answered yet.",
		Label: Drift, Phase: After, Owner: "spend-before-effect",
		Apply: func(s *Scene, pick Pick) bool { return s.key("pause", "effect") && s.add(afterwards, "call m1\ngo") },
	},
	Mutation{
		Slug: "presented-after-a-restart", About: "The act ran, its process was started again or killed, and the act is presented again.",
		Label: Drift, Phase: After, Owner: "one-use", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(afterwards, "%s\ncall m1", choose(pick, []string{"start", "crash"}))
		},
	},
	Mutation{
		Slug: "presented-again-elsewhere", About: "The act ran in one process, and is presented again in another.",
		Label: Drift, Phase: After, Owner: "one-use", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool { return s.add(afterwards, "p2: call m1") },
	},
	Mutation{
		Slug: "failed-and-restarted", About: "The tool refused the call, or its reply was lost; the process was killed or started again, and the act is presented again.",
		Label: Drift, Phase: After, Owner: "failed-stays-spent", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.key("effect", choose(pick, []string{"lost", "refused"})) && s.add(afterwards, "%s\ncall m1", choose(pick, []string{"crash", "start"}))
		},
	},
	Mutation{
		Slug: "presented-elsewhere-in-flight", About: "While the effect is not answered yet the act is presented in another process.",
		Label: Drift, Phase: After, Owner: "one-use-under-race", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.key("pause", "effect") && s.add(afterwards, "p2: call m1\ngo")
		},
	},
	Mutation{
		Slug: "overtaken", About: "While a process is about to use the yes another one uses it, and then the first goes on.",
		Label: Drift, Phase: After, Owner: "one-use-under-race", Needs: []string{"durable", "sync-points"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.key("pause", "before-spend") && s.add(afterwards, "p2: call m1\ngo")
		},
	},
	Mutation{
		Slug: "joined", About: "When a process has used the yes and not yet called the tool, another one presents the act.",
		Label: Continuation, Phase: After, Owner: "one-winner", Needs: []string{"durable", "sync-points"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.key("pause", "after-spend") && s.add(afterwards, "p2: call m1\ngo")
		},
	},
	Mutation{
		Slug: "killed-in-the-effect", About: "The process is killed while its effect is on the way, and the act is presented again, there or elsewhere.",
		Label: Drift, Phase: After, Owner: "crash-after-spend", Needs: durable,
		Apply: func(s *Scene, pick Pick) bool {
			return s.key("pause", "effect") && s.add(afterwards, "crash\n%scall m1", choose(pick, []string{"", "p2: "}))
		},
	},
	Mutation{
		Slug: "killed-after-the-spending", About: "The process is killed when it has used the yes and not yet called the tool, and the act is presented again, there or elsewhere.",
		Label: Drift, Phase: After, Owner: "crash-after-spend", Needs: []string{"durable", "sync-points"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.key("pause", "after-spend") && s.add(afterwards, "crash\n%scall m1", choose(pick, []string{"", "p2: "}))
		},
	},
	Mutation{
		Slug: "store-full", About: "When the act is presented there is no room to write down that the yes is used.",
		Label: Drift, Phase: Between, Owner: "store-fails-closed", Needs: []string{"durable", "store-faults"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(beforePresentation, "store full") },
	},
	Mutation{
		Slug: "again-without-approval", About: "The act that ran is called again without an approval.",
		Label: Drift, Phase: After, Owner: "no-standing-yes",
		Apply: func(s *Scene, pick Pick) bool { return s.add(afterwards, "call m1 with=none") },
	},
	Mutation{
		Slug: "approval-left-out", About: "The allowed act is called without its approval.",
		Label: Drift, Phase: AtPresentation, Owner: "no-standing-yes",
		Apply: func(s *Scene, pick Pick) bool { return s.key("with", "none") },
	},
	Mutation{
		Slug: "approval-invented", About: "The act is presented with an id that names no question.",
		Label: Drift, Phase: AtPresentation, Owner: "id-is-not-enough",
		Apply: func(s *Scene, pick Pick) bool { return s.key("with", spec.Spell(choose(pick, inventedIDs))) },
	},
	Mutation{
		Slug: "call-id-reused", About: "Another act is called under the call id of the one that ran, without an approval.",
		Label: Drift, Phase: After, Owner: "confirm-asks", Needs: []string{"call-id"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.asked.CallID != "" && s.mate == nil && s.add(afterwards, "call m2%s", s.like(func(c *spec.Call) {
				otherMail(c)
				c.CallID = s.asked.CallID
			}))
		},
	},
	Mutation{
		Slug: "older-state-answered", About: "After the act ran, the yes is sent again with the state in which the question was opened.",
		Label: Drift, Phase: After, Owner: "one-use", Needs: []string{"state"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(afterwards, "allow m1 state=first\ncall m1 state=first") },
	},
	Mutation{
		Slug: "approval-of-another-user", About: "The act is presented with the yes that another user gave to the same act of their own.",
		Label: Drift, Phase: AtPresentation, Owner: "same-principal", Needs: []string{"several", "principal"},
		Apply: func(s *Scene, pick Pick) bool {
			theirs := s.like(func(c *spec.Call) { c.Principal = "u2" })
			return s.add(beforePresentation, "call m2%s\nallow m2", theirs) && s.key("with", "m2")
		},
	},
	Mutation{
		Slug: "approval-of-another-act", About: "The act is presented with the approval of another act, which was allowed.",
		Label: Drift, Phase: AtPresentation, Owner: "same-arguments", Needs: []string{"several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(beforePresentation, "call m2%s\nallow m2", s.like(otherMail)) && s.key("with", "m2")
		},
	},
	Mutation{
		Slug: "called-again", About: "What a single yes has run on the page is called again.",
		Label: Drift, Phase: After, Owner: "level-asks", On: aStep, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(afterwards, "call m2%s", s.again()) },
	},
	Mutation{
		Slug: "yes-used-for-another", About: "After a single yes another record, another sum or another action is called.",
		Label: Drift, Phase: After, Owner: "one-decision-one-call", On: aStep, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.add(afterwards, "call m2%s", s.like(choose(pick, []func(*spec.Call){
				func(c *spec.Call) { c.Args = spec.JSONArgs(`{"order":8,"sum":5}`) },
				func(c *spec.Call) { c.Args = spec.JSONArgs(`{"order":7,"sum":5000}`) },
				func(c *spec.Call) { c.Action = "page.cancel" },
			})))
		},
	},
	Mutation{
		Slug: "text-presented", About: "After a yes another record, or the same, is called with the address of the question that was answered or a text that the agent was told.",
		Label: Drift, Phase: After, Owner: "no-string-approves", On: aStep, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool {
			other := s.like(func(c *spec.Call) { c.Args = spec.JSONArgs(`{"order":8,"sum":5}`) })
			return s.add(afterwards, "%s", choose(pick, []string{"call m1", "call m2" + other + " with=m1", "call m2" + s.again() + " with=told"}))
		},
	},
	Mutation{
		Slug: "page-allowed-twice", About: "The yes to a question of the page is sent again after the act ran.",
		Label: Drift, Phase: After, Owner: "one-use", On: asked, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool { return s.form != formInside && s.add(afterwards, "allow m1") },
	},
	Mutation{
		Slug: "done-twice", About: "The person says again that it is done.",
		Label: Drift, Basis: Unasked, Phase: After, Owner: "one-end", On: withPerson, Needs: []string{"handoff"},
		Apply: func(s *Scene, pick Pick) bool { return s.add(afterwards, "finish m1 outcome=done") },
	},
	Mutation{
		Slug: "grant-used-for-another", About: "Another action is called than was granted.",
		Label: Drift, Basis: Grant, Phase: AtPresentation, Owner: "grant-keeps-shape", On: aStep, Needs: []string{"confirm", "grant"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, actionOf, "page.cancel") },
	},
)

// inventedIDs name no question: unknown, empty, malformed, and what a careless lookup takes for one.
var inventedIDs = []string{"approval-404", "", "m1 ", "../m1", "' OR 1=1 --", "*", "undefined", "null", "0", "%"}

func otherMail(c *spec.Call) { c.Args = spec.JSONArgs(`{"to":["press@corp.example"],"body":"Q4"}`) }
