package defects

import (
	"fmt"

	"sameact/impl/reference"
)

// Chapter durability: what a process keeps to itself, what it does when it starts, and what two do at once.

// What a process keeps in its memory stands in a table, by its id. One that starts again has a new id.
const (
	memory     = `CREATE TABLE IF NOT EXISTS memory (id TEXT, process TEXT, PRIMARY KEY (id, process))`
	remember   = `INSERT OR IGNORE INTO memory (id, process) VALUES (:id, :process)`
	remembered = `EXISTS (SELECT 1 FROM memory WHERE memory.id = approvals.id AND process = :process)`
)

var durability = chapter(
	Defect{Slug: "yes-kept-in-memory", About: "A yes serves only in the process that took it, while that lives.", Breaks: []string{"other-process-continues", "crash-before-spend", "one-winner", "right-resume-runs", "next-approval-works"},
		Reason: "each clause that owns a way of going on elsewhere sees an act refused",
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{reference.Started: memory, reference.Allowed: remember}
			b.Spend = b.Spend.With("remembered", remembered)
		}},
	Defect{Slug: "question-kept-in-memory", About: "Only the process that asked knows what it asked.", Breaks: []string{"other-process-continues", "crash-before-spend", "one-winner"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{reference.Started: memory, reference.Asked: remember}
			b.Allow = b.Allow.With("remembered", remembered)
		}},
	Defect{Slug: "addresses-begin-anew", About: "Each process counts the addresses of its questions from one.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) {
			b.Address = func(n int64) string { return fmt.Sprintf("q%d", n) }
		}},
	Defect{Slug: "use-kept-in-memory", About: "That an approval was used is known only to the process that used it.", Breaks: []string{"one-use", "one-use-under-race", "crash-after-spend", "failed-stays-spent"},
		Reason: "each clause that owns a way of having been used sees another process use it again",
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{reference.Started: memory, reference.Spent: remember}
			b.Spend = b.Spend.With("approved", `state IN ('approved', 'consumed') AND NOT `+remembered)
		}},
	Defect{Slug: "wait-kept-in-memory", About: "Only the process that opened a wait can wake it.", Breaks: []string{"right-resume-runs", "next-approval-works"},
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{reference.Started: memory, reference.Asked: remember}
			b.Resume = b.Resume.With("remembered", `EXISTS (SELECT 1 FROM memory WHERE memory.id = waits.approval AND process = :process)`)
		}},
	Defect{Slug: "waking-kept-in-memory", About: "That a wait was resumed is known only to the process that woke it.", Breaks: []string{"resume-once", "orders-as-one"},
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{reference.Started: memory, reference.Resumed: `INSERT OR IGNORE INTO memory (id, process) VALUES (:wait, :process)`}
			b.Resume = b.Resume.With("open", `state = 'open' OR state = 'resumed' AND NOT EXISTS (SELECT 1 FROM memory WHERE memory.id = waits.id AND process = :process)`)
		}},
	Defect{Slug: "start-closes-questions", About: "A process that starts takes every open question for a leftover and ends it.", Breaks: []string{"crash-before-spend", "other-process-continues", "honest-approval-runs", "right-resume-runs", "next-approval-works"},
		Reason: "it starts after a crash, for another process, and beside one that goes on",
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE approvals SET state = 'expired' WHERE state = 'pending'`)
		}},
	Defect{Slug: "start-reopens-answers", About: "A process that starts asks again for every yes that was not used.", Breaks: []string{"crash-before-spend", "other-process-continues", "honest-approval-runs", "one-winner", "right-resume-runs", "next-approval-works", "nothing-lost"},
		Reason: "it starts after a crash, for another process, and beside one that goes on",
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE approvals SET state = 'pending' WHERE state = 'approved'`)
		}},
	Defect{Slug: "start-reopens-denials", About: "A denial is not written down: a process that starts finds the question open.", Breaks: []string{"denied-runs-nothing", "nothing-lost"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE approvals SET state = 'pending' WHERE state = 'denied'`)
		}},
	Defect{Slug: "start-gives-back-what-was-cut-short", About: "A process that starts puts back every approval whose call has no result yet.", Breaks: []string{"crash-after-spend", "one-use-under-race", "one-use"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE approvals SET state = 'approved' WHERE state = 'consumed' AND NOT EXISTS
				(SELECT 1 FROM audit WHERE request = approvals.id AND kind = 'execution' AND duration_ms IS NOT NULL)`)
		}},
	Defect{Slug: "start-gives-back-what-is-unknown", About: "A process that starts puts back every approval whose call had an unknown outcome.", Breaks: []string{"failed-stays-spent"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE approvals SET state = 'approved' WHERE state = 'consumed' AND EXISTS
				(SELECT 1 FROM audit WHERE request = approvals.id AND kind = 'execution' AND outcome = 'unknown' AND duration_ms IS NOT NULL)`)
		}},
	Defect{Slug: "start-empties-the-audit", About: "The audit begins anew with each process.", Breaks: []string{"decision-apart-from-result", "waiting-is-not-executed", "every-call-audited", "unknown-is-carried", "nothing-lost"},
		Reason: "every clause that reads the audit misses what was done before",
		Apply:  func(b *reference.Build) { b.On = statement(reference.Started, `DELETE FROM audit`) }},
	Defect{Slug: "start-renumbers-the-audit", About: "A process that starts numbers the records of the audit anew.", Breaks: []string{"nothing-lost"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE audit SET seq = seq + (SELECT max(seq) FROM audit) WHERE duration_ms IS NOT NULL OR kind = 'decision'`)
		}},
	Defect{Slug: "start-settles-what-was-cut-short", About: "A call that a crash cut short is put down as failed.", Breaks: []string{"every-call-audited", "unknown-is-carried"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Started, `UPDATE audit SET outcome = 'error', duration_ms = 0 WHERE kind = 'execution' AND duration_ms IS NULL`)
		}},
	Defect{Slug: "expiry-is-not-written-down", About: "Whether an approval is over is only ever read from the clock.", Breaks: []string{"clock-back"},
		Apply: func(b *reference.Build) { b.Overdue = b.Overdue.With("overdue", `0`) }},
	Defect{Slug: "expired-can-be-allowed", About: "A question that was written down as expired takes a yes, where the clock has not got there.", Breaks: []string{"clock-back"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) { b.Allow = b.Allow.With("open", `state IN ('pending', 'expired')`) }},
	Defect{Slug: "read-then-spent", About: "Whether an approval is unused is read first, and it is used up later without asking again.", Breaks: []string{"one-use-under-race", "one-use"},
		Apply: func(b *reference.Build) {
			b.Looks = `SELECT state FROM approvals WHERE id = :id`
			b.Spend = b.Spend.With("approved", `:seen = 'approved'`)
		}},
	Defect{Slug: "locked-inside-one-process", About: "Uses shut each other out inside a process; another process reads first and uses later.", Breaks: []string{"one-use-under-race"},
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{reference.Started: memory, reference.Spent: remember}
			b.Looks = `SELECT state FROM approvals WHERE id = :id`
			b.Spend = b.Spend.With("approved", `:seen = 'approved' AND NOT `+remembered)
		}},
	Defect{Slug: "read-then-allowed", About: "Whether a question is open is read first, and it is answered later without asking again.", Breaks: []string{"one-use-under-race"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Looks = `SELECT state FROM approvals WHERE id = :id`
			b.Allow = b.Allow.With("open", `:seen = 'pending'`)
		}},
	Defect{Slug: "lock-outlives-its-process", About: "Who is about to use an approval locks it, and only that process can open the lock.", Breaks: []string{"crash-before-spend", "right-resume-runs", "other-process-continues"},
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{
				reference.Started: `CREATE TABLE IF NOT EXISTS locks (id TEXT PRIMARY KEY, process TEXT)`,
				reference.Left:    `DELETE FROM locks WHERE id = :id AND process = :process`,
			}
			b.Looks = `INSERT INTO locks (id, process) VALUES (:id, :process) ON CONFLICT DO NOTHING RETURNING id`
			b.Spend = b.Spend.With("free", `NOT EXISTS (SELECT 1 FROM locks WHERE locks.id = approvals.id AND process <> :process)`)
		}},
	Defect{Slug: "two-at-once-both-lose", About: "Where two processes are about to use an approval, each gives way to the other, also to one that was killed.", Breaks: []string{"one-winner", "crash-before-spend", "right-resume-runs", "other-process-continues"},
		Reason: "who gave way is not seen to have gone where the store failed meanwhile, or the process was killed",
		Apply: func(b *reference.Build) {
			b.On = map[reference.Moment]string{
				reference.Started: `CREATE TABLE IF NOT EXISTS rivals (id TEXT, process TEXT, gone INTEGER, PRIMARY KEY (id, process))`,
				reference.Left: `UPDATE rivals SET gone = 1 WHERE id = :id AND process = :process;
					DELETE FROM rivals WHERE id = :id AND NOT EXISTS (SELECT 1 FROM rivals r WHERE r.id = rivals.id AND r.gone = 0)`,
			}
			b.Looks = `INSERT INTO rivals (id, process, gone) VALUES (:id, :process, 0) ON CONFLICT DO UPDATE SET gone = 0 RETURNING id`
			b.Spend = b.Spend.With("alone", `NOT EXISTS (SELECT 1 FROM rivals WHERE rivals.id = approvals.id AND process <> :process)`)
		}},
	Defect{Slug: "read-then-woken", About: "Whether a wait is open is read first, and it is woken later without asking again.", Breaks: []string{"orders-as-one"},
		Apply: func(b *reference.Build) {
			b.Sees = `SELECT state = 'open' FROM waits WHERE id = :wait`
			b.Resume = b.Resume.With("open", `:seen`)
		}},
)
