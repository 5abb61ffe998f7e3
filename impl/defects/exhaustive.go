package defects

import "sameact/impl/reference"

// What shows only after several operations in one order, so that no story is about it: it takes every order to find it.

var deep = chapter(
	Defect{Slug: "third-attempt-runs", About: "Who presents an unanswered act for the third time is let through, as if silence had been a yes.", Breaks: []string{"pending-runs-nothing"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("approved", `state = 'approved' OR state = 'pending' AND 3 <= (SELECT count(*) FROM audit WHERE request = approvals.id AND decision = 'confirmation_required')`)
		}},
)
