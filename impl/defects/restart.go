package defects

import (
	"sameact/impl/reference"
	"sameact/spec"
)

// The page path across processes and kills, of chapters durability and composite: what a process keeps to itself, and
// what it does with runs that it finds when it starts.

// What was cut short after a yes, and its question.
const (
	cutShort    = `state = 'running' AND question IN (SELECT id FROM questions WHERE kind = 'approval')`
	several     = ` AND json_array_length(plan) > 1`
	reopensRuns = `UPDATE questions SET state = 'pending' WHERE kind = 'approval' AND id IN (SELECT question FROM runs WHERE state = 'running'`
)

var restarting = chapter(
	Defect{Slug: "page-question-kept-in-memory", About: "Only the process that asked on the page takes a yes.", Breaks: []string{"ledger-tells-who", "other-process-continues", "crash-before-spend", "one-winner"},
		Reason: "What the next process doesn't know of, it neither answers, nor continues, nor lists.",
		Apply:  func(b *reference.Build) { b.Page.Allow = b.Page.Allow.With("remembered", `runtime = :process`) }},
	Defect{Slug: "handoff-kept-in-memory", About: "Only the process that handed a step over goes on with it.", Breaks: []string{"ledger-tells-who", "other-process-continues", "crash-before-spend", "one-winner"},
		Reason: "What the next process doesn't know of, it neither finishes, nor continues, nor lists.",
		Apply:  func(b *reference.Build) { b.Page.Done = b.Page.Done.With("remembered", `runtime = :process`) }},
	Defect{Slug: "start-takes-a-yes-for-unused", About: "A process that starts finds a run of the page that was cut short, and waits for its yes once more.", Breaks: []string{"crash-after-spend", "continuation-adds-nothing", "one-use-under-race"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, reopensRuns+`); UPDATE runs SET state = 'waiting', next = 0 WHERE `+cutShort)
		}},
	Defect{Slug: "start-repeats-the-step-that-was-cut-short", About: "A composite that was cut short is gone on with at the step that nobody knows the end of.", Breaks: []string{"continuation-adds-nothing"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, reopensRuns+several+`); UPDATE runs SET state = 'waiting', next = next - 1 WHERE `+cutShort+several)
		}},
	Defect{Slug: "answer-kept-in-memory", About: "That a question of the page was answered is known only to the process that took the yes.", Breaks: []string{"one-use", "one-use-under-race", "crash-after-spend"},
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{reference.Started: memory, reference.Answered: remember}
			b.Page.Allow = b.Page.Allow.With("open", `state = 'pending' OR state = 'approved' AND NOT EXISTS (SELECT 1 FROM memory WHERE memory.id = questions.id AND process = :process)
				AND EXISTS (SELECT 1 FROM runs WHERE runs.id = questions.run AND json_array_length(plan) = 1)`)
			b.Page.Continue = b.Page.Continue.With("waiting", `state = 'waiting' OR json_array_length(plan) = 1`)
			b.Page.Continues = func(_ *spec.World, _ spec.Action, kept []reference.Step, next int) ([]reference.Step, int) {
				if len(kept) == 1 {
					return kept, 0
				}
				return kept, next
			}
		}},
	Defect{Slug: "start-reopens-what-was-denied-on-the-page", About: "A denial on the page is not written down: a process that starts finds the question open.", Breaks: []string{"denied-runs-nothing"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE questions SET state = 'pending' WHERE state = 'denied';
				UPDATE runs SET state = 'waiting' WHERE question IN (SELECT id FROM questions WHERE state = 'pending')`)
		}},
)
