package mutations

import "sameact/spec"

// The objective that the act serves, and the wait that it holds open.

var taskMutations = dimension("task",
	Mutation{
		Slug: "objective-swapped", About: "The act is presented for another objective.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool { return t.Objective != "" && change(&t.Objective, "o2") })
		},
	},
	Mutation{
		Slug: "input-swapped", About: "Where there is no objective, the act is presented for another input.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool { return t.Objective == "" && change(&t.Input, "i2") })
		},
	},
	Mutation{
		Slug: "objective-dropped", About: "The task names no objective any more.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool { return t.Objective != "" && change(&t.Objective, "") })
		},
	},
	Mutation{
		Slug: "objective-gained", About: "A task that had an input only names an objective.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool { return t.Objective == "" && change(&t.Objective, "o1") })
		},
	},
	Mutation{
		Slug: "revision-raised", About: "The objective has a new revision.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool {
				t.Revision += choose(pick, []int64{1, -1, 10})
				return true
			})
		},
	},
	Mutation{
		Slug: "transcript-reset", About: "The transcript has begun anew.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool { return change(&t.Transcript, "t2") })
		},
	},
	Mutation{
		Slug: "task-fields-shifted", About: "Characters moved from one field of the task to its neighbour.",
		Label: Drift, Phase: AtPresentation, Owner: "same-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool {
				n := len(t.Transcript)
				next := &t.Objective
				if t.Objective == "" {
					next = &t.Input
				}
				*next, t.Transcript = t.Transcript[n-1:]+*next, t.Transcript[:n-1]
				return true
			})
		},
	},
	Mutation{
		Slug: "task-absent", About: "The act was asked for inside a task and is presented without one.",
		Label: Drift, Phase: AtPresentation, Owner: "no-task-is-a-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.present(pick, func(c *spec.Call, _ Pick) bool {
				had := c.Task != nil
				c.Task = nil
				return had
			})
		},
	},
	Mutation{
		Slug: "task-present", About: "The act was asked for without a task and is presented inside one.",
		Label: Drift, Phase: AtPresentation, Owner: "no-task-is-a-task", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.present(pick, func(c *spec.Call, pick Pick) bool {
				had := c.Task != nil
				c.Task = choose(pick, []*spec.Task{{Transcript: "t1", Objective: "o1", Revision: 1}, {Transcript: "t1"}, {Transcript: "t1", Input: "i1", Revision: 1}})
				return !had
			})
		},
	},
	Mutation{
		Slug: "new-input", About: "Inside the same objective the act is presented for another input.",
		Label: Continuation, Phase: AtPresentation, Owner: "honest-approval-runs", Needs: []string{"task"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.retask(pick, func(t *spec.Task) bool { return t.Objective != "" && change(&t.Input, "i2") })
		},
	},
	Mutation{
		Slug: "wait-version-stale", About: "The resume names another version of the wait.",
		Label: Drift, Phase: AtPresentation, Owner: "wait-version", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resumes("version", choose(pick, []string{"+1", "-1", "+100"}))
		},
	},
	Mutation{
		Slug: "wait-transcript-swapped", About: "The resume names another transcript.",
		Label: Drift, Phase: AtPresentation, Owner: "wait-version", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool { return s.resumes("transcript", choose(pick, []string{"t9", "T1"})) },
	},
	Mutation{
		Slug: "wait-invented", About: "The resume names a wait that never was.",
		Label: Drift, Phase: AtPresentation, Owner: "wait-version", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resumes("with", spec.Spell(choose(pick, []string{"wait-404", "", "undefined"})))
		},
	},
	Mutation{
		Slug: "wait-of-another-user", About: "Another user resumes.",
		Label: Drift, Phase: AtPresentation, Owner: "same-wait", Needs: []string{"task", "resume", "principal"},
		Apply: func(s *Scene, pick Pick) bool { return s.resumes("by", choose(pick, []string{"u2", "t2.u1"})) },
	},
	Mutation{
		Slug: "wait-of-another-agent", About: "Another agent resumes.",
		Label: Drift, Phase: AtPresentation, Owner: "same-wait", Needs: []string{"task", "resume", "agent"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resumes("agent", choose(pick, []string{"a2", `""`, s.asked.Agent + ".sub"}))
		},
	},
	Mutation{
		Slug: "wait-closed-by-a-denial", About: "Another act of the objective was denied, and its wait is resumed.",
		Label: Drift, Phase: After, Owner: "same-wait", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resume != nil && s.waits(afterwards, "m2", *s.asked.Task) && s.add(afterwards, "deny m2\nresume m2")
		},
	},
	Mutation{
		Slug: "objective-moved-on", About: "Another objective, revision or transcript has begun to wait, and the old wait is resumed.",
		Label: Drift, Phase: Between, Owner: "old-yes-wakes-nothing-new", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resume != nil && s.waits(beforePresentation, "m2", choose(pick, otherTasks))
		},
	},
	Mutation{
		Slug: "wait-of-the-new-objective", About: "The resume of the old act names the wait of the new objective.",
		Label: Drift, Phase: Between, Owner: "old-yes-wakes-nothing-new", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resumes("with", "m2") && s.waits(beforePresentation, "m2", choose(pick, otherTasks))
		},
	},
	Mutation{
		Slug: "resumed-twice", About: "The wait is resumed again, before or after its act has run.",
		Label: Drift, Phase: After, Owner: "resume-once", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool { return s.resume != nil && s.add(afterwards, "resume m1") },
	},
	Mutation{
		Slug: "resumed-again-elsewhere", About: "The wait is resumed again, in another process.",
		Label: Drift, Phase: After, Owner: "resume-once", Needs: []string{"task", "resume", "durable"},
		Apply: func(s *Scene, pick Pick) bool { return s.resume != nil && s.add(afterwards, "p2: resume m1") },
	},
	Mutation{
		Slug: "resumed-in-another-process", About: "The wait is resumed in another process than the act was asked in.",
		Label: Continuation, Phase: AtPresentation, Owner: "right-resume-runs", Needs: []string{"task", "resume", "durable"},
		Apply: func(s *Scene, pick Pick) bool {
			if s.resume == nil {
				return false
			}
			r := *s.resume
			r.Process, s.resume = "p3", &r
			return true
		},
	},
	Mutation{
		Slug: "second-approval", About: "After the act has run, another one of the same objective is asked for, allowed, resumed and presented.",
		Label: Continuation, Phase: After, Owner: "next-approval-works", Needs: []string{"task", "resume"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resume != nil && s.waits(afterwards, "m6", *s.asked.Task) && s.add(afterwards, "allow m6\nresume m6\ncall m6")
		},
	},
	Mutation{
		Slug: "second-wait", About: "Another act of the same objective waits beside this one.",
		Label: Continuation, Phase: Between, Owner: "right-resume-runs", Needs: []string{"task", "resume", "several"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.resume != nil && s.waits(choose(pick, []slot{beforePresentation, beforeDecision}), "m7", *s.asked.Task)
		},
	},
)

var otherTasks = []spec.Task{
	{Transcript: "t1", Objective: "o2", Revision: 1},
	{Transcript: "t1", Objective: "o1", Revision: 2},
	{Transcript: "t2", Objective: "o1", Revision: 1},
}

// retask changes a copy of the task.
func (s *Scene) retask(pick Pick, change func(*spec.Task) bool) bool {
	return s.present(pick, func(c *spec.Call, _ Pick) bool {
		if c.Task == nil {
			return false
		}
		t := *c.Task
		c.Task = &t
		return change(&t)
	})
}

func change(field *string, to string) bool {
	was := *field
	*field = to
	return was != to
}

// waits has another act asked for, inside a task, so that a wait is opened.
func (s *Scene) waits(in slot, name string, t spec.Task) bool {
	return s.add(in, "call %s%s", name, s.like(func(c *spec.Call) {
		otherMail(c)
		c.Task = &t
	}))
}
