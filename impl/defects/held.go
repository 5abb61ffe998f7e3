package defects

import (
	"sameact/impl/reference"
	"sameact/spec"
)

// What the client holds: a yes that waits for its presentation, the state that travels, and ids of calls. Chapters
// binding and lifecycle, in the style in which the yes runs what the client holds.

// wasFor is what became of an approval by the time that it is presented or answered, as :seen.
const wasFor = `SELECT state FROM approvals WHERE id = :id`

var held = chapter(
	Defect{Slug: "held-yes-believes-the-state", About: "What was allowed is compared when the yes comes; after a yes that was held, whatever arguments the state holds by then run.",
		Breaks: []string{"same-arguments", "order-of-arrays", "as-written", "distinct-numbers", "past-the-preview"},
		Reason: "nothing of the value is bound after the yes, so every kind of change serves", Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Looks = wasFor
			b.Spend = b.Spend.With("fingerprint", `fingerprint = :fingerprint OR :seen = 'approved'`)
		}},
	Defect{Slug: "held-yes-for-any-action", About: "After a yes that was held the action in the state is not compared.", Breaks: []string{"same-action"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Looks = wasFor
			for _, guard := range []string{"action", "contract"} {
				b.Spend = b.Spend.With(guard, guard+` = :`+guard+` OR :seen = 'approved'`)
			}
			b.Spend = b.Spend.With("fingerprint", `fingerprint = :fingerprint OR :seen = 'approved' AND action <> :action`)
		}},
	Defect{Slug: "held-state-speaks-for-itself", About: "Who presents a held yes, where and for what is taken from the state, not from the call.",
		Breaks: []string{"same-principal", "same-agent", "same-session", "same-task", "no-task-is-a-task"},
		Reason: "each clause about the surroundings of an act sees the same state brought from elsewhere", Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Presents = func(held, _ spec.Call) (spec.Call, bool) { return held, true }
		}},
	Defect{Slug: "only-call-in-the-state", About: "An address that a state does not hold is taken for that of the only call that it holds, if it looks like one.",
		Breaks: []string{"same-session"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Brings = func(calls map[string]spec.Call, request string) (string, spec.Call, bool) {
				for id, c := range calls {
					if len(calls) == 1 && len(id) == len(request) {
						return id, c, true
					}
				}
				c, ok := calls[request]
				return request, c, ok
			}
		}},
	Defect{Slug: "held-yes-runs-at-once", About: "A yes that was to be held runs the act.", Breaks: []string{"allow-calls-nothing"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) { b.Eager = true }},
	Defect{Slug: "newest-held-yes-only", About: "A yes that is held takes back the others that a conversation holds.", Breaks: []string{"honest-approval-runs"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Allowed, `UPDATE approvals SET state = 'pending' WHERE state = 'approved' AND id <> :id AND session = (SELECT session FROM approvals WHERE id = :id)`)
		}},
	Defect{Slug: "changed-state-burns-the-held-yes", About: "A presentation that was refused uses up the held yes.", Breaks: []string{"mismatch-does-not-burn"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Mismatched, `UPDATE approvals SET state = 'consumed' WHERE id = :id AND state = 'approved'`)
		}},
	Defect{Slug: "used-state-runs-again", About: "A state whose call has run runs it again when it is presented once more.",
		Breaks: []string{"one-use", "failed-stays-spent", "spend-before-effect", "crash-after-spend", "one-use-under-race"},
		Reason: "each clause that owns a way of having been used sees the same state used again", Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Looks = wasFor
			b.Spend = b.Spend.With("approved", `state = 'approved' OR state = 'consumed' AND :seen = 'consumed'`)
		}},
	Defect{Slug: "held-yes-has-no-end", About: "A yes that is held is compared with the clock when it comes, and never again.", Breaks: []string{"expired-runs-nothing"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Looks = wasFor
			b.Spend = b.Spend.With("unexpired", `expires_at > :now OR :seen = 'approved'`)
		}},
	Defect{Slug: "call-id-is-the-act", About: "A call is known by the id that the model gave it: what it says is not compared, and what ran under an id runs again under it.",
		Breaks: []string{"same-arguments", "order-of-arrays", "as-written", "distinct-numbers", "past-the-preview", "honest-approval-runs", "confirm-asks", "no-standing-yes", "answers-do-not-cross"},
		Reason: "nothing of the value is bound, another id is another act, and an id that is used again brings its yes along, also within a run", Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Binds = func(x reference.Binding, c spec.Call) reference.Binding {
				if c.CallID != "" {
					x.Args = []byte(c.CallID)
				}
				return x
			}
			b.Standing = `SELECT id FROM approvals WHERE state = 'consumed' AND fingerprint = :fingerprint LIMIT 1`
		}},
	Defect{Slug: "call-id-is-bound", About: "The id that the model gave a call is part of what is approved, so that the act under a new id is refused.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) {
			b.Binds = func(x reference.Binding, c spec.Call) reference.Binding {
				x.Args = append([]byte(c.CallID+":"), x.Args...)
				return x
			}
		}},
)
