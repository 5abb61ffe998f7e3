package defects

import (
	"bytes"
	"encoding/json"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter lifecycle: how an approval begins, lives and ends.

var lifecycle = chapter(
	Defect{Slug: "new-question-drops-the-old", About: "A new question closes the open ones of its conversation, answered or not.", Breaks: []string{"honest-approval-runs", "partial-yes-runs", "right-resume-runs", "crash-before-spend"},
		Reason: "whatever else has happened to an act, its yes is gone",
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Asked, `UPDATE approvals SET state = 'denied' WHERE session = :session AND id <> :id AND state IN ('pending', 'approved')`)
		}},
	Defect{Slug: "unasked-call-drops-the-yes", About: "A call that needs no yes ends the approvals of its conversation.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Unasked, `UPDATE approvals SET state = 'expired' WHERE session = :session AND state = 'approved'`)
		}},
	Defect{Slug: "one-no-is-no-to-all", About: "A denial denies everything that was allowed in the conversation.", Breaks: []string{"honest-approval-runs", "partial-yes-runs", "crash-before-spend"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Denied, `UPDATE approvals SET state = 'denied' WHERE session = (SELECT session FROM approvals WHERE id = :id) AND state IN ('pending', 'approved')`)
		}},
	Defect{Slug: "pending-runs", About: "A question that nobody answered serves.",
		Breaks: []string{"pending-runs-nothing", "owner-answers", "yes-is-exactly-yes", "flag-is-not-permission", "answers-do-not-cross", "each-act-its-own-yes", "same-session", "same-agent", "orders-as-one"},
		Reason: "each clause that owns a way of not having been answered sees an act run unanswered",
		Apply:  func(b *reference.Build) { b.Spend = b.Spend.With("approved", `state IN ('pending', 'approved')`) }},
	Defect{Slug: "denied-runs", About: "A denied approval serves.", Breaks: []string{"denied-runs-nothing", "each-act-its-own-yes", "orders-as-one"},
		Apply: func(b *reference.Build) { b.Spend = b.Spend.With("approved", `state IN ('approved', 'denied')`) }},
	Defect{Slug: "no-can-become-yes", About: "A yes after a no counts.", Breaks: []string{"denied-runs-nothing", "nothing-lost"},
		Apply: func(b *reference.Build) { b.Allow = b.Allow.With("open", `state IN ('pending', 'denied')`) }},
	Defect{Slug: "expiry-is-not-checked", About: "Expiry is looked at when the person answers, not when the act is presented.", Breaks: []string{"expired-runs-nothing"}, Style: reference.RePresent,
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.Without("unexpired").With("approved", `state = 'approved' AND :now <> expires_at`)
		}},
	Defect{Slug: "expiry-off-by-one", About: "At the very instant of expiry it still serves.", Breaks: []string{"expired-runs-nothing"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("unexpired", `typeof(expires_at) = 'integer' AND expires_at >= :now`)
		}},
	Defect{Slug: "expires-a-moment-early", About: "In its last millisecond it no longer serves.", Breaks: []string{"until-expiry"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("unexpired", `typeof(expires_at) = 'integer' AND expires_at - 1 > :now`)
		}},
	Defect{Slug: "idle-yes-spoils", About: "A yes that was not used within a minute is worth nothing.", Breaks: []string{"until-expiry"},
		Apply: func(b *reference.Build) { b.Spend = b.Spend.With("fresh", `settled_at + 60000 > :now`) }},
	Defect{Slug: "late-yes-counts", About: "A yes after expiry is taken.", Breaks: []string{"late-yes", "clock-back"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Allow = b.Allow.Without("unexpired")
			b.Spend = b.Spend.With("unexpired", `expires_at > :now OR settled_at = :now`)
		}},
	Defect{Slug: "late-yes-revives", About: "A yes after expiry gives the question its ten minutes again.", Breaks: []string{"late-yes", "clock-back"},
		Apply: func(b *reference.Build) {
			b.Allow = b.Allow.Without("unexpired")
			b.On = statement(reference.Allowed, `UPDATE approvals SET expires_at = :now + 600000 WHERE id = :id AND expires_at <= :now`)
		}},
	Defect{Slug: "lives-from-the-yes", About: "The lifetime begins with the answer, whenever it comes.", Breaks: []string{"late-yes", "expired-runs-nothing", "clock-back"},
		Apply: func(b *reference.Build) {
			b.Allow = b.Allow.Without("unexpired")
			b.On = statement(reference.Allowed, `UPDATE approvals SET expires_at = :now + expires_at - asked_at WHERE id = :id`)
		}},
	Defect{Slug: "tick-ends-open-questions", About: "Whoever looks at the time ends what nobody has answered yet.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Ticked, `UPDATE approvals SET state = 'expired' WHERE state = 'pending'`)
		}},
	Defect{Slug: "edit-ends-open-questions", About: "Any edit of the world ends what nobody has answered yet.", Breaks: []string{"unrelated-change"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Configured, `UPDATE approvals SET state = 'expired' WHERE state = 'pending'`)
		}},
	Defect{Slug: "unreadable-expiry-never-expires", About: "A stored expiry that is no number is no limit.", Breaks: []string{"late-yes"},
		Apply: func(b *reference.Build) {
			b.Stores = func(ttl json.RawMessage, at int64) any {
				if reads(ttl) {
					return at
				}
				return string(ttl)
			}
			lenient := `typeof(expires_at) <> 'integer' OR expires_at > :now`
			b.Allow, b.Spend = b.Allow.With("unexpired", lenient), b.Spend.With("unexpired", lenient)
			b.Overdue = b.Overdue.With("overdue", `typeof(expires_at) = 'integer' AND expires_at <= :now`)
		}},
	Defect{Slug: "unusable-lifetime-is-the-default", About: "A lifetime that is no integer is taken for ten minutes.", Breaks: []string{"ten-minutes", "late-yes"},
		Apply: func(b *reference.Build) {
			usual := b.Lifetime
			b.Lifetime = func(ttl json.RawMessage) int64 {
				if reads(ttl) {
					return usual(ttl)
				}
				return 600000
			}
		}},
	Defect{Slug: "an-hour", About: "An approval lives an hour.", Breaks: []string{"ten-minutes", "expired-runs-nothing", "late-yes", "clock-back"},
		Reason: "each clause about its end meets it while it lives",
		Apply:  func(b *reference.Build) { b.Lifetime = lifetimeOr(3600000) }},
	Defect{Slug: "half-a-life", About: "An approval lives five minutes.", Breaks: []string{"ten-minutes", "until-expiry"},
		Apply: func(b *reference.Build) { b.Lifetime = lifetimeOr(300000) }},
	Defect{Slug: "expiry-is-not-shown", About: "The question does not say until when a yes is good.", Breaks: []string{"ten-minutes"},
		Apply: func(b *reference.Build) { b.Show = showing(func(s *spec.Show) { s.ExpiresAt = nil }) }},
	Defect{Slug: "used-serves-again", About: "Using an approval does not ask whether it was used.", Breaks: []string{"one-use", "failed-stays-spent", "spend-before-effect", "one-use-under-race", "crash-after-spend"},
		Reason: "each clause that owns a way of having been used sees it used again",
		Apply:  func(b *reference.Build) { b.Spend = b.Spend.With("approved", `state IN ('approved', 'consumed')`) }},
	Defect{Slug: "success-gives-back", About: "An approval whose call succeeded is put back.", Breaks: []string{"one-use", "one-use-under-race"},
		Apply: func(b *reference.Build) { b.GivesBack = func(outcome string) bool { return outcome == "success" } }},
	Defect{Slug: "spend-after-effect", About: "The approval is used up when the call has come back.", Breaks: []string{"spend-before-effect", "one-use-under-race", "crash-after-spend"},
		Apply: func(b *reference.Build) { b.Late = true }},
	Defect{Slug: "failure-gives-back", About: "An approval whose call failed is put back.", Breaks: []string{"failed-stays-spent"},
		Apply: func(b *reference.Build) { b.GivesBack = func(outcome string) bool { return outcome == "error" } }},
	Defect{Slug: "lost-reply-gives-back", About: "An approval whose reply was lost is put back.", Breaks: []string{"failed-stays-spent"},
		Apply: func(b *reference.Build) { b.GivesBack = func(outcome string) bool { return outcome == "unknown" } }},
	Defect{Slug: "yes-runs-it-too", About: "The yes itself runs the act, although whoever wants it presents it again.", Breaks: []string{"allow-calls-nothing"},
		Apply: func(b *reference.Build) { b.Eager = true }},
)

// reads reports whether a lifetime is absent or an integer.
func reads(ttl json.RawMessage) bool {
	var ms int64
	t := bytes.TrimSpace(ttl)
	return len(t) == 0 || string(t) == "null" || json.Unmarshal(t, &ms) == nil && ms >= 0
}

// lifetimeOr reads a world's lifetime and has another default.
func lifetimeOr(ms int64) func(json.RawMessage) int64 {
	usual := reference.Obeying(reference.RePresent).Lifetime
	return func(ttl json.RawMessage) int64 {
		if len(ttl) == 0 || string(ttl) == "null" {
			return ms
		}
		return usual(ttl)
	}
}

// showing changes the question on its way to the person.
func showing(change func(*spec.Show)) func(spec.Show, []byte) spec.Show {
	return func(s spec.Show, _ []byte) spec.Show {
		change(&s)
		return s
	}
}
