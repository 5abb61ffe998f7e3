package defects

import (
	"encoding/json"
	"slices"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter handoff: what is left to a person, and what is made of it. What is told of it stands in relay.go.

var handoff = slices.Concat(handing, relaying)

var handing = chapter(
	Defect{Slug: "person-is-sent-without-a-target", About: "A person is sent to what the page does not have.", Breaks: []string{"target-before-person"},
		Apply: func(b *reference.Build) {
			b.Page.Before = b.Page.Before.With("target", func(q reference.PageQuery) bool { return !q.Human && !q.Resolved }).
				With("input", func(q reference.PageQuery) bool { return !q.Fits && (q.Resolved || !q.Human) })
		}},
	Defect{Slug: "person-is-sent-with-bad-input", About: "Input that does not fit is left to the person.", Breaks: []string{"target-before-person"},
		Apply: func(b *reference.Build) {
			b.Page.Before = b.Page.Before.With("input", func(q reference.PageQuery) bool { return !q.Human && !q.Fits })
		}},
	Defect{Slug: "agent-does-it-at-once", About: "The handler of what only a person can do runs in its place.", Breaks: []string{"never-simulated"},
		Apply: func(b *reference.Build) { b.Page.Acts = acting("reached") }},
	Defect{Slug: "agent-does-it-where-no-person-is", About: "Where no person can be reached the handler runs.", Breaks: []string{"never-simulated"},
		Apply: func(b *reference.Build) { b.Page.Acts = acting(spec.CauseNoChannel) }},
	Defect{Slug: "agent-does-it-after-the-person", About: "When a person has done the step its handler runs as well.", Breaks: []string{"never-simulated"},
		Apply: func(b *reference.Build) { b.Page.Acts = acting("done") }},
	Defect{Slug: "agent-does-it-after-a-cancel", About: "What a person has cancelled is done by the agent.", Breaks: []string{"never-simulated", "said-is-done"},
		Apply: func(b *reference.Build) { b.Page.Acts = acting("cancelled") }},
	Defect{Slug: "turning-the-page-acts", About: "Turning to the next instruction runs the handler.", Breaks: []string{"never-simulated", "said-is-done"},
		Apply: func(b *reference.Build) { b.Page.Acts = acting("next") }},
	Defect{Slug: "whole-handoff-runs-its-steps", About: "The steps of what a person does as a whole are run by the agent.", Breaks: []string{"whole-handoff-skips-steps"},
		Apply: func(b *reference.Build) {
			b.Page.Steps = func(a spec.Action) []spec.ActionStep { return a.Steps }
			b.Page.Spares = func(q reference.PageQuery, _ reference.Level) bool { return q.Action.Handoff != nil }
		}},
	Defect{Slug: "persons-step-is-asked-about", About: "Who is to do it is asked first whether it may be done.", Breaks: []string{"no-double-ask"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Highest
			b.Page.Highest = func(own reference.Level, s []reference.Step) reference.Level { return max(own, usual(own, s)) }
		}},
	Defect{Slug: "persons-step-counts-for-the-level", About: "A composite is asked about because a person's step in it is dangerous.", Breaks: []string{"quiet-by-default"},
		Apply: func(b *reference.Build) {
			b.Page.Highest = ofComposites(b, func(at reference.Level, steps []reference.Step) reference.Level {
				for _, s := range steps {
					if s.Human {
						at = max(at, s.Level)
					}
				}
				return at
			})
		}},
	Defect{Slug: "handoff-approves-what-comes-next", About: "What a person has done allows the agent's steps after it.", Breaks: []string{"neighbours-still-ask"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Covers
			b.Page.Covers = func(s reference.Step, scope reference.Scope) bool {
				return scope.Handed && scope.Basis == "" && s.Level > reference.None || usual(s, scope)
			}
		}},
	Defect{Slug: "no-composite-with-a-person", About: "A composite stops at a person's step.", Breaks: []string{"human-step-inside"},
		Apply: func(b *reference.Build) {
			b.Page.Before = b.Page.Before.With("declared", func(q reference.PageQuery) bool {
				return !q.Declared || !q.Callable || q.Inside && q.Reached && q.Human
			})
		}},
	Defect{Slug: "done-is-believed", About: "Done is taken for the thing itself, whatever was expected.", Breaks: []string{"done-is-checked", "stopped-is-stopped"},
		Apply: func(b *reference.Build) {
			b.Page.Verifies = func(expects, _ bool) string {
				return map[bool]string{true: spec.LedgerVerified, false: spec.LedgerClaimed}[expects]
			}
		}},
	Defect{Slug: "done-is-not-looked-at", About: "What is expected is not looked at when a person is done.", Breaks: []string{"done-is-checked", "checked-once", "stopped-is-stopped"},
		Apply: func(b *reference.Build) {
			b.Page.Checks = func(string) int { return 0 }
			b.Page.Verifies = func(expects, _ bool) string {
				return map[bool]string{true: spec.LedgerVerified, false: spec.LedgerClaimed}[expects]
			}
		}},
	Defect{Slug: "expectation-ends-it", About: "A handoff ends as soon as what it expects is so.", Breaks: []string{"done-is-checked", "checked-once", "person-done-continues"},
		Apply: func(b *reference.Build) {
			b.Page.Checks = func(outcome string) int { return map[string]int{"done": 1, spec.MethodTick: 1}[outcome] }
		}},
	Defect{Slug: "another-target-will-do", About: "What a person did is not held against what they were sent to.", Breaks: []string{"ledger-tells-who", "done-is-checked"},
		Apply: func(b *reference.Build) { b.Page.Same = func(json.RawMessage, json.RawMessage) bool { return true } }},
	Defect{Slug: "claim-is-called-verified", About: "What nobody can check counts as verified.", Breaks: []string{"claim-is-a-claim", "ledger-tells-who"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Verifies
			b.Page.Verifies = func(expects, holds bool) string { return usual(true, holds || !expects) }
		}},
	Defect{Slug: "done-is-doubted", About: "A handoff never succeeds, whatever is so.", Breaks: []string{"ledger-tells-who", "person-done-continues", "ended-is-not-refused", "codes-are-exact", "other-process-continues", "crash-before-spend", "one-winner"},
		Reason: "What is told as failed is told so in answer, code, ledger and in whichever process the person is done.",
		Apply: func(b *reference.Build) {
			usual := b.Page.Verifies
			b.Page.Verifies = func(expects, _ bool) string { return usual(expects, false) }
		}},
	Defect{Slug: "done-after-a-cancel-counts", About: "Done goes on with a handoff that was cancelled.", Breaks: []string{"one-end"},
		Apply: func(b *reference.Build) {
			b.Page.Done, b.Page.Continue = b.Page.Done.With("open", `state IN ('pending', 'cancelled')`), b.Page.Continue.Without("waiting")
		}},
	Defect{Slug: "done-at-the-deadline-counts", About: "At the very instant at which a handoff is over done is still taken.", Breaks: []string{"one-end"},
		Apply: func(b *reference.Build) { b.Page.Done = b.Page.Done.With("unexpired", `expires_at >= :now`) }},
	Defect{Slug: "handoff-is-over-a-moment-early", About: "In its last millisecond a handoff can no longer be done.", Breaks: []string{"person-done-continues"},
		Apply: func(b *reference.Build) { b.Page.Done = b.Page.Done.With("unexpired", `expires_at - 1 > :now`) }},
	Defect{Slug: "done-after-the-timeout-counts", About: "Done goes on with a handoff that was settled as timed out.", Breaks: []string{"one-end"},
		Apply: func(b *reference.Build) {
			b.Page.Done, b.Page.Continue = b.Page.Done.With("open", `state IN ('pending', 'timed-out')`), b.Page.Continue.Without("waiting")
			b.Page.Done = b.Page.Done.With("unexpired", `expires_at > :now OR state = 'timed-out'`)
		}},
	Defect{Slug: "cancel-changes-nothing", About: "A handoff that was cancelled stays open.", Breaks: []string{"one-end", "ended-is-not-refused"},
		Apply: func(b *reference.Build) { b.Page.Cancel = b.Page.Cancel.With("open", `state = 'cancelled'`) }},
	Defect{Slug: "clear-leaves-the-handoff", About: "A clear does not reach what a person was asked to do.", Breaks: []string{"clear-settles-all", "one-end"},
		Apply: func(b *reference.Build) { b.Page.Sweeps[spec.MethodClear] = onlyApprovals }},
	Defect{Slug: "what-is-over-is-told-as-done", About: "A word on what was answered before is told as executed.", Breaks: []string{"said-is-done", "ledger-tells-who", "one-end", "checked-once", "one-use-under-race"},
		Reason: "The answer, the ledger, and the end of the handoff are told a second time, to one process or two.",
		Apply: func(b *reference.Build) {
			b.Page.Tells = named(spec.CodeApprovalUsed, "", func(a *spec.Answer) { a.Status, a.Code = spec.Executed, "" })
		}},
	Defect{Slug: "anybody-finishes", About: "Who says that it is done, or cancels, is not looked at.", Breaks: []string{"owner-answers"},
		Apply: func(b *reference.Build) {
			b.Page.Done, b.Page.Cancel = b.Page.Done.Without("owner"), b.Page.Cancel.Without("owner")
		}},
	Defect{Slug: "yes-finishes-a-handoff", About: "A yes to a handoff says that it is done.", Breaks: []string{"said-is-done", "person-done-continues", "one-end", "checked-once", "crash-before-spend"},
		Reason: "the yes ends what only done ends, and the done that follows finds it over",
		Apply:  func(b *reference.Build) { b.Page.TakesYes = true }},
	Defect{Slug: "done-allows-a-question", About: "Done to an open question says yes to it.", Breaks: []string{"one-end"},
		Apply: func(b *reference.Build) { b.Page.TakesDone = true }},
	Defect{Slug: "ten-minutes-for-a-person", About: "A handoff waits for ten minutes.", Breaks: []string{"five-minutes", "one-end"},
		Apply: func(b *reference.Build) { b.Page.Patience = waits(b, 600000) }},
	Defect{Slug: "one-minute-for-a-person", About: "A handoff waits for a minute.", Breaks: []string{"five-minutes", "person-done-continues", "ledger-tells-who"},
		Apply: func(b *reference.Build) { b.Page.Patience = waits(b, 60000) }},
	Defect{Slug: "time-of-the-step-is-not-read", About: "How long a step waits for a person is not what it declares.", Breaks: []string{"five-minutes", "one-end"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Patience
			b.Page.Patience = func(_, world json.RawMessage) int64 { return usual(nil, world) }
		}},
	Defect{Slug: "time-of-the-world-is-not-read", About: "How long a step waits for a person is not what the application says.", Breaks: []string{"five-minutes", "one-end"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Patience
			b.Page.Patience = func(step, _ json.RawMessage) int64 { return usual(step, nil) }
		}},
	Defect{Slug: "time-of-the-step-is-overruled", About: "The application's time goes before the step's own.", Breaks: []string{"five-minutes", "one-end"},
		Apply: func(b *reference.Build) {
			usual := b.Page.Patience
			b.Page.Patience = func(step, world json.RawMessage) int64 { return usual(world, step) }
		}},
	Defect{Slug: "handoffs-wait-for-ever", About: "A handoff that nobody finishes is never settled.", Breaks: []string{"five-minutes"},
		Apply: func(b *reference.Build) {
			b.Page.Overdue = b.Page.Overdue.With("overdue", `kind = 'approval' AND expires_at <= :now`)
		}},
	Defect{Slug: "cancelled-handoff-is-opened-again", About: "What a person has cancelled is asked for again at once.", Breaks: []string{"no-repeat", "ended-is-not-refused", "one-end"},
		Apply: func(b *reference.Build) {
			b.Page.Again = func(code string) bool { return code == spec.CodeHandoffCancelled }
		}},
	Defect{Slug: "failed-handoff-is-opened-again", About: "What a person has not done is asked for again at once.", Breaks: []string{"no-repeat", "done-is-checked", "one-end"},
		Apply: func(b *reference.Build) {
			b.Page.Again = func(code string) bool { return code == spec.CodeHandoffFailed }
		}},
	Defect{Slug: "done-on-every-instruction", About: "Done is taken before the last instruction was reached.", Breaks: []string{"next-is-not-done", "person-done-continues"},
		Apply: func(b *reference.Build) { b.Page.Done = b.Page.Done.Without("last") }},
	Defect{Slug: "next-on-the-last-is-done", About: "Next on the last instruction says that it is done.", Breaks: []string{"person-done-continues", "next-is-not-done", "checked-once", "crash-before-spend"},
		Reason: "A handoff that is over with next cannot be finished, after a crash neither.",
		Apply: func(b *reference.Build) {
			b.Page.Completes = func(outcome string, place, last int) bool { return outcome == "next" && place == last }
			b.Page.Checks = func(outcome string) int { return map[string]int{"done": 1, "next": 1}[outcome] }
		}},
	Defect{Slug: "each-instruction-is-checked", About: "What is expected is looked at with every instruction.", Breaks: []string{"checked-once"},
		Apply: func(b *reference.Build) {
			b.Page.Checks = func(outcome string) int { return map[string]int{"done": 1, "next": 1, "back": 1}[outcome] }
		}},
	Defect{Slug: "done-is-looked-at-twice", About: "What is expected is looked at a second time when a person is done.", Breaks: []string{"checked-once"},
		Apply: func(b *reference.Build) {
			b.Page.Checks = func(outcome string) int { return map[string]int{"done": 2}[outcome] }
		}},
	Defect{Slug: "guide-is-a-tool", About: "What is only displayed can be called.", Breaks: []string{"guide-grants-nothing"},
		Apply: func(b *reference.Build) {
			b.Page.Callable = func(w *spec.World, id string) bool {
				_, declared := w.Action("", id)
				return !declared || !slices.Contains(w.Guides, id)
			}
			b.Page.Before = b.Page.Before.With("declared", func(q reference.PageQuery) bool {
				return !q.Callable || !q.Declared && !slices.Contains(q.World.Guides, q.ID)
			})
			b.Page.Level = levels(func(_ *spec.World, a *spec.Action) bool { return a.ID == "" }, reference.None)
		}},
)

const onlyApprovals = `SELECT id, state FROM questions WHERE session = :session AND state = 'pending' AND kind = 'approval' ORDER BY asked_at, rowid`

// acting has the agent do a person's step itself at one moment. A step inside a composite is left to the person.
func acting(at string) func(string, reference.Step) bool {
	return func(when string, s reference.Step) bool { return when == at && s.Whole }
}

// waits has a handoff wait for another time where nothing is declared.
func waits(b *reference.Build, ms int64) func(step, world json.RawMessage) int64 {
	usual := b.Page.Patience
	return func(step, world json.RawMessage) int64 {
		if len(step) == 0 && len(world) == 0 {
			return ms
		}
		return usual(step, world)
	}
}
