package defects

import (
	"slices"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter composite: at which level a composite is asked about, what its yes covers, and what is told of its
// steps.

var composite = chapter(
	Defect{Slug: "composite-asks-at-its-own-level", About: "A composite is asked about at its own level, and its steps when they are reached.", Breaks: []string{"highest-step-asks", "asked-once"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Covers
			b.Page.Spares = harmlessItself(b)
			b.Page.Covers = func(s reference.Step, scope reference.Scope) bool {
				return usual(s, scope) && (s.Level == reference.None || scope.Question != "" || scope.Basis == "grant")
			}
		}},
	Defect{Slug: "composite-hides-its-steps", About: "A composite that needs no question of its own runs its steps unasked.", Breaks: []string{"highest-step-asks"},
		Apply: func(b *reference.Build) { b.Page.Spares = harmlessItself(b) }},
	Defect{Slug: "none-on-it-loosens-its-steps", About: "A composite that is declared to need no question runs its dangerous steps without one.", Breaks: []string{"highest-step-asks"},
		Apply: func(b *reference.Build) {
			b.Page.Spares = func(q reference.PageQuery, _ reference.Level) bool {
				return q.Plain && !q.Refused && q.Action.Confirm == "none" && len(q.Action.Steps) > 0
			}
		}},
	Defect{Slug: "each-step-is-asked-about", About: "The yes to a composite is none to its steps.", Breaks: []string{"asked-once", "crash-before-spend", "one-winner"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Covers
			b.Page.Covers = func(s reference.Step, scope reference.Scope) bool { return s.Whole && usual(s, scope) }
		}},
	Defect{Slug: "asked-again-after-a-person", About: "After a person's step the rest is asked about once more.", Breaks: []string{"asked-once"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Covers
			b.Page.Covers = func(s reference.Step, scope reference.Scope) bool { return !scope.Handed && usual(s, scope) }
		}},
	Defect{Slug: "steps-are-listed-backwards", About: "The question lists the last step first.", Breaks: []string{"steps-shown-in-order"},
		Apply: func(b *reference.Build) {
			b.Page.Lists = func(s []reference.Step) []reference.Step { slices.Reverse(s); return s }
		}},
	Defect{Slug: "harmless-steps-are-left-out", About: "The question lists the steps that need a yes.", Breaks: []string{"steps-shown-in-order"},
		Apply: func(b *reference.Build) {
			b.Page.Lists = func(s []reference.Step) []reference.Step {
				return slices.DeleteFunc(s, func(s reference.Step) bool { return s.Level == reference.None })
			}
		}},
	Defect{Slug: "steps-are-not-listed", About: "The question says what the whole is called.", Breaks: []string{"steps-shown-in-order"},
		Apply: func(b *reference.Build) {
			b.Show = showing(func(s *spec.Show) {
				if s.Kind == "approval" {
					s.Steps = nil
				}
			})
		}},
	Defect{Slug: "steps-are-listed-without-arguments", About: "The question lists what each step does, and not with what.", Breaks: []string{"steps-shown-in-order"},
		Apply: func(b *reference.Build) {
			b.Page.Lists = func(s []reference.Step) []reference.Step {
				for i := range s {
					if !s[i].Human && s[i].Arguments != nil {
						s[i].Arguments = []byte(`{}`)
					}
				}
				return s
			}
		}},
	Defect{Slug: "yes-covers-what-turns-up", About: "A yes covers a step that could not be shown when it was given.", Breaks: []string{"later-stricter-asks-again"},
		Apply: func(b *reference.Build) {
			b.Page.Covers = func(s reference.Step, scope reference.Scope) bool { return scope.Basis != "" && s.Level <= scope.Level }
		}},
	Defect{Slug: "edited-step-keeps-its-yes", About: "A step that is declared otherwise by the time it is reached runs on the yes to what it was.", Breaks: []string{"later-stricter-asks-again"},
		Apply: func(b *reference.Build) {
			b.Page.Keeps = func(was, is reference.Step, _ bool) bool { return was.Shown && was.Human == is.Human }
			b.Page.Covers = func(s reference.Step, scope reference.Scope) bool { return scope.Basis != "" && s.Shown }
		}},
	Defect{Slug: "continuation-begins-anew", About: "After a second question the run begins at its first step.", Breaks: []string{"continuation-adds-nothing"},
		Apply: func(b *reference.Build) {
			b.Page.Continues = onward(func(kept []reference.Step, _ int) ([]reference.Step, int) { return kept, 0 })
		}},
	Defect{Slug: "continuation-adds-a-step", About: "A run that goes on after a second question does its last step twice.", Breaks: []string{"continuation-adds-nothing"},
		Apply: func(b *reference.Build) {
			b.Page.Continues = onward(func(kept []reference.Step, next int) ([]reference.Step, int) {
				return append(kept, kept[len(kept)-1]), next
			})
		}},
	Defect{Slug: "second-yes-runs-nothing", About: "A run that was asked about a second time is over with the yes.", Breaks: []string{"said-is-done", "continuation-runs", "other-process-continues", "crash-before-spend", "one-winner"},
		Reason: "The rest of a run is lost, in this process, in the next, and after a crash.",
		Apply: func(b *reference.Build) {
			b.Page.Continues = onward(func(kept []reference.Step, _ int) ([]reference.Step, int) { return kept, len(kept) })
		}},
	Defect{Slug: "nothing-goes-on-after-a-person", About: "The agent's steps after a person's are not begun.", Breaks: []string{"continuation-runs"},
		Apply: func(b *reference.Build) {
			b.Page.Begin = b.Page.Begin.With("running", `state = 'running' AND plan NOT LIKE '%"state":"verified"%'`)
		}},
	Defect{Slug: "goes-on-after-a-failed-step", About: "The steps after one that failed run.", Breaks: []string{"stopped-is-stopped", "yes-is-not-the-backend"},
		Apply: func(b *reference.Build) {
			passes(b, func(how string, s reference.Step) bool { return how == spec.LedgerFailed && !s.Human && !s.Whole })
		}},
	Defect{Slug: "goes-on-after-a-lost-reply", About: "The steps after one of which nobody knows how it ended run.", Breaks: []string{"stopped-is-stopped", "lost-reply-is-unknown"},
		Apply: func(b *reference.Build) {
			passes(b, func(how string, s reference.Step) bool { return how == spec.LedgerUnknown && !s.Whole })
		}},
	Defect{Slug: "goes-on-after-a-denied-step", About: "The steps after one that a person denied run.", Breaks: []string{"stopped-is-stopped"},
		Apply: func(b *reference.Build) {
			passes(b, func(how string, _ reference.Step) bool { return how == "denied" })
		}},
	Defect{Slug: "goes-on-after-a-cancelled-handoff", About: "The steps after one that a person cancelled run.", Breaks: []string{"stopped-is-stopped", "ended-is-not-refused"},
		Apply: func(b *reference.Build) {
			passes(b, func(how string, _ reference.Step) bool { return how == "cancelled" })
		}},
	Defect{Slug: "goes-on-after-a-failed-handoff", About: "The steps after one that a person said was done, and was not, run.", Breaks: []string{"stopped-is-stopped", "done-is-checked"},
		Apply: func(b *reference.Build) {
			passes(b, func(how string, s reference.Step) bool {
				return how == spec.LedgerFailed && s.Human && s.State == spec.LedgerFailed
			})
		}},
	Defect{Slug: "ledger-says-the-agent-did-it", About: "A person's step stands in the ledger as the agent's.", Breaks: []string{"ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = booking(func(l *spec.LedgerStep) bool { l.By = "agent"; return true })
		}},
	Defect{Slug: "ledger-calls-the-unasked-answered", About: "What ran without a question stands in the ledger as answered.", Breaks: []string{"ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = booking(func(l *spec.LedgerStep) bool {
				if l.Basis == "policy-none" {
					l.Basis = "answered"
				}
				return true
			})
		}},
	Defect{Slug: "ledger-calls-a-grant-an-answer", About: "What ran under a grant stands in the ledger as answered.", Breaks: []string{"ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = booking(func(l *spec.LedgerStep) bool {
				if l.Basis == "grant" {
					l.Basis = "answered"
				}
				return true
			})
		}},
	Defect{Slug: "ledger-stands-backwards", About: "The ledger begins with the last step.", Breaks: []string{"ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = func(l []spec.LedgerStep) []spec.LedgerStep { slices.Reverse(l); return l }
		}},
	Defect{Slug: "ledger-forgets-what-did-not-run", About: "Steps that were not reached do not stand in the ledger.", Breaks: []string{"ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = booking(func(l *spec.LedgerStep) bool { return l.State != spec.LedgerNotRun })
		}},
	Defect{Slug: "ledger-calls-what-waits-done", About: "The step that a person is waited for stands in the ledger as done.", Breaks: []string{"ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = booking(func(l *spec.LedgerStep) bool {
				if l.State == spec.LedgerWaiting {
					l.State = spec.LedgerDone
				}
				return true
			})
		}},
	Defect{Slug: "ledger-calls-a-failure-done", About: "A step that the backend refused stands in the ledger as done.", Breaks: []string{"ledger-tells-who"},
		Apply: func(b *reference.Build) {
			b.Page.Ledger = booking(func(l *spec.LedgerStep) bool {
				if l.State == spec.LedgerFailed && l.By == "agent" {
					l.State = spec.LedgerDone
				}
				return true
			})
		}},
)

// ofComposites changes the level at which composites are asked about.
func ofComposites(b *reference.Build, change func(at reference.Level, steps []reference.Step) reference.Level) func(reference.Level, []reference.Step) reference.Level {
	usual := b.Page.Highest
	return func(own reference.Level, steps []reference.Step) reference.Level {
		at := usual(own, steps)
		if len(steps) == 1 && steps[0].Whole {
			return at
		}
		return change(at, steps)
	}
}

// harmlessItself spares composites that would not be asked about but for their steps.
func harmlessItself(b *reference.Build) func(reference.PageQuery, reference.Level) bool {
	level := b.Page.Level
	return func(q reference.PageQuery, _ reference.Level) bool {
		return q.Plain && !q.Refused && len(q.Action.Steps) > 0 && q.Action.Handoff == nil && level(q.World, q.Action) == reference.None
	}
}

// onward changes how a run of the agent's own steps goes on after its second question.
func onward(change func(kept []reference.Step, next int) ([]reference.Step, int)) func(*spec.World, spec.Action, []reference.Step, int) ([]reference.Step, int) {
	return func(_ *spec.World, _ spec.Action, kept []reference.Step, next int) ([]reference.Step, int) {
		if next == 0 || slices.ContainsFunc(kept, func(s reference.Step) bool { return s.Human }) {
			return kept, next
		}
		return change(kept, next)
	}
}

// passes lets a run go on after a step that ended in some way.
func passes(b *reference.Build, over func(how string, s reference.Step) bool) {
	usual := b.Page.Stops
	b.Page.Stops = func(how string, s reference.Step) bool { return usual(how, s) && !over(how, s) }
}

// booking changes the lines of a ledger, and leaves out those for which change is false.
func booking(change func(*spec.LedgerStep) bool) func([]spec.LedgerStep) []spec.LedgerStep {
	return func(steps []spec.LedgerStep) []spec.LedgerStep {
		var out []spec.LedgerStep
		for _, l := range steps {
			if change(&l) {
				out = append(out, l)
			}
		}
		return out
	}
}
