package defects

import (
	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter outcome: what is told and kept of a call.

var outcome = chapter(
	Defect{Slug: "told-executed-when-allowed", About: "The yes is answered as if the act had run.", Breaks: []string{"said-is-done"},
		Apply: func(b *reference.Build) { b.Tells = as(spec.Recorded, spec.Executed, "") }},
	Defect{Slug: "told-refused-though-it-ran", About: "A call that succeeded is answered as refused.", Breaks: []string{"said-is-done", "person-done-continues", "ended-is-not-refused", "codes-are-exact", "other-process-continues", "crash-before-spend", "one-winner"},
		Reason: "What is told as refused is told so for a person's step too, in whichever process it ends.",
		Apply:  func(b *reference.Build) { b.Tells = as(spec.Executed, spec.Refused, spec.CodeException) }},
	Defect{Slug: "told-executed-though-it-failed", About: "A call that the tool refused is answered as executed.", Breaks: []string{"said-is-done", "yes-is-not-the-backend"},
		Apply: func(b *reference.Build) { b.Tells = as(spec.Failed, spec.Executed, "") }},
	Defect{Slug: "told-refused-though-it-was-tried", About: "A call that the tool refused is answered as if none had been made.", Breaks: []string{"said-is-done", "yes-is-not-the-backend", "codes-are-exact"},
		Apply: func(b *reference.Build) { b.Tells = as(spec.Failed, spec.Refused, spec.CodeException) }},
	Defect{Slug: "success-told-on-a-lost-reply", About: "A reply that was lost is taken for success.", Breaks: []string{"lost-reply-is-unknown", "claim-is-a-claim"},
		Apply: func(b *reference.Build) { b.Tells = as(spec.Unknown, spec.Executed, "") }},
	Defect{Slug: "failure-told-on-a-lost-reply", About: "A reply that was lost is taken for failure.", Breaks: []string{"lost-reply-is-unknown", "person-done-continues"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) { b.Tells = as(spec.Unknown, spec.Failed, spec.CodeException) }},
	Defect{Slug: "retried-after-a-lost-reply", About: "A call whose reply was lost is made again.", Breaks: []string{"no-blind-retry", "every-call-audited"},
		Apply: func(b *reference.Build) { b.Repeats = func(outcome string) bool { return outcome == "unknown" } }},
	Defect{Slug: "retried-after-a-failure", About: "A call that failed is made again.", Breaks: []string{"no-blind-retry", "every-call-audited"},
		Apply: func(b *reference.Build) { b.Repeats = func(outcome string) bool { return outcome == "error" } }},
	Defect{Slug: "decision-and-result-in-one", About: "The record of a call says that it was allowed, too.", Breaks: []string{"decision-apart-from-result"},
		Apply: func(b *reference.Build) {
			b.Audits = auditing(func(r *spec.AuditRecord) bool {
				if r.Kind == "execution" {
					r.Decision = "allowed"
				}
				return true
			})
		}},
	Defect{Slug: "only-results-are-kept", About: "That policy let a call through is not recorded.", Breaks: []string{"decision-apart-from-result"},
		Apply: func(b *reference.Build) {
			b.Audits = auditing(func(r *spec.AuditRecord) bool { return r.Decision != "allowed" })
		}},
	Defect{Slug: "waiting-recorded-as-executed", About: "Asking for confirmation is recorded as executing.", Breaks: []string{"waiting-is-not-executed"},
		Apply: func(b *reference.Build) {
			b.Audits = auditing(func(r *spec.AuditRecord) bool {
				r.Executed = r.Executed || r.Decision == "confirmation_required"
				return true
			})
		}},
	Defect{Slug: "refusals-are-not-kept", About: "What policy refused leaves no record.", Breaks: []string{"waiting-is-not-executed"},
		Apply: func(b *reference.Build) {
			b.Audits = auditing(func(r *spec.AuditRecord) bool { return r.Decision != "denied" })
		}},
	Defect{Slug: "failures-are-not-kept", About: "A call that failed leaves no record.", Breaks: []string{"every-call-audited"},
		Apply: func(b *reference.Build) {
			b.Audits = auditing(func(r *spec.AuditRecord) bool { return r.Outcome != "error" })
		}},
	Defect{Slug: "lost-is-kept-as-success", About: "A call whose reply was lost is recorded as a success.", Breaks: []string{"every-call-audited"},
		Apply: func(b *reference.Build) {
			b.Audits = auditing(func(r *spec.AuditRecord) bool {
				if r.Outcome == "unknown" {
					r.Outcome = "success"
				}
				return true
			})
		}},
	Defect{Slug: "duration-is-not-kept", About: "How long a call took is not recorded.", Breaks: []string{"every-call-audited"},
		Apply: func(b *reference.Build) {
			b.Audits = auditing(func(r *spec.AuditRecord) bool { r.Duration = nil; return true })
		}},
	Defect{Slug: "unknown-is-not-carried", About: "A new question does not say that the act may have happened already.", Breaks: []string{"unknown-is-carried"},
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { s.Earlier = "" }) }},
)

// as tells one status as another.
func as(status, instead spec.Status, code string) func(spec.Answer) spec.Answer {
	return telling(func(a *spec.Answer) {
		if a.Status == status {
			a.Status, a.Code, a.Message = instead, code, ""
		}
	})
}

// auditing hands out changed records, and leaves out those for which change is false.
func auditing(change func(*spec.AuditRecord) bool) func([]spec.AuditRecord) []spec.AuditRecord {
	return func(records []spec.AuditRecord) []spec.AuditRecord {
		var out []spec.AuditRecord
		for _, r := range records {
			if change(&r) {
				out = append(out, r)
			}
		}
		return out
	}
}
