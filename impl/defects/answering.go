package defects

import (
	"encoding/json"
	"slices"
	"strings"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter answering: whose word counts, which word, and for what.

var answering = chapter(
	Defect{Slug: "anyone-may-answer", About: "Who says yes is not looked at.", Breaks: []string{"owner-answers"},
		Apply: func(b *reference.Build) { b.Allow = b.Allow.Without("owner") }},
	Defect{Slug: "anyone-may-deny", About: "Who says no is not looked at.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) { b.Deny = b.Deny.Without("owner") }},
	Defect{Slug: "strangers-yes-ends-the-question", About: "A yes by somebody else ends the question.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Unsettled, `UPDATE approvals SET state = 'expired' WHERE id = :id AND state = 'pending' AND principal <> :by`)
		}},
	Defect{Slug: "agent-may-answer", About: "The agent that asked may answer too.", Breaks: []string{"owner-answers"},
		Apply: func(b *reference.Build) { b.Allow = b.Allow.With("owner", `principal = :by OR agent = :by`) }},
	Defect{Slug: "false-is-a-text", About: "Any text but deny is a yes: \"false\" approves.", Breaks: []string{"yes-is-exactly-yes"},
		Apply: func(b *reference.Build) {
			b.Decides = orYes(func(v any) bool { s, ok := v.(string); return ok && s != "" })
		}},
	Defect{Slug: "one-approves", About: "A number that is not zero is a yes.", Breaks: []string{"yes-is-exactly-yes"},
		Apply: func(b *reference.Build) {
			b.Decides = orYes(func(v any) bool { n, ok := v.(float64); return ok && n != 0 })
		}},
	Defect{Slug: "nothing-approves", About: "An answer that is missing or null is taken for consent.", Breaks: []string{"yes-is-exactly-yes"},
		Apply: func(b *reference.Build) { b.Decides = orYes(func(v any) bool { return v == nil }) }},
	Defect{Slug: "an-object-approves", About: "Any object or list is a yes.", Breaks: []string{"yes-is-exactly-yes"},
		Apply: func(b *reference.Build) {
			b.Decides = orYes(func(v any) bool {
				switch v.(type) {
				case map[string]any, []any:
					return true
				}
				return false
			})
		}},
	Defect{Slug: "true-approves", About: "The JSON value true is a yes where only the word is one.", Breaks: []string{"yes-is-exactly-yes"},
		Apply: func(b *reference.Build) { b.Decides = orYes(func(v any) bool { return v == true }) }},
	Defect{Slug: "confirmed-is-believed", About: "A call that says of itself that it is confirmed runs.", Breaks: []string{"flag-is-not-permission"},
		Apply: func(b *reference.Build) {
			b.Permits = claimed(func(claims map[string]any) bool { return claims["confirmed"] == true || claims["approved"] == true })
			b.On = statement(reference.Unasked, answeredByItself)
		}},
	Defect{Slug: "claimed-status-is-believed", About: "A call that brings a status of its own runs.", Breaks: []string{"flag-is-not-permission"},
		Apply: func(b *reference.Build) {
			b.Permits = claimed(func(claims map[string]any) bool { s, _ := claims["status"].(string); return strings.HasPrefix(s, "a") })
			b.On = statement(reference.Unasked, answeredByItself)
		}},
	Defect{Slug: "forged-question-runs", About: "A question that only the client's state knows is run when it is allowed.", Breaks: []string{"flag-is-not-permission"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Permits = func(p reference.Plea) bool { return p.Answer && !p.Known }
		}},
	Defect{Slug: "one-yes-for-all-open", About: "A yes allows every open question of its conversation.", Breaks: []string{"answers-do-not-cross", "each-act-its-own-yes"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Allowed, `UPDATE approvals SET state = 'approved' WHERE state = 'pending' AND session = (SELECT session FROM approvals WHERE id = :id)`)
		}},
	Defect{Slug: "first-open-question-is-settled", About: "An answer settles the oldest open question, whichever it names.",
		Breaks: []string{"answers-do-not-cross", "honest-approval-runs", "each-act-its-own-yes", "partial-yes-runs", "denied-runs-nothing",
			"crash-before-spend", "other-process-continues", "right-resume-runs"},
		Reason: "one act gets the yes and another one lacks it, alone, in a batch, and beside a question that a crash has left behind",
		Apply: func(b *reference.Build) {
			b.Named = `SELECT id FROM approvals WHERE state = 'pending' AND session = (SELECT session FROM approvals WHERE id = :id) ORDER BY asked_at, rowid LIMIT 1`
		}},
	Defect{Slug: "same-act-same-answer", About: "A yes allows every open question about an equal act.", Breaks: []string{"answers-do-not-cross"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Allowed, `UPDATE approvals SET state = 'approved' WHERE state = 'pending' AND fingerprint = (SELECT fingerprint FROM approvals WHERE id = :id)`)
		}},
	Defect{Slug: "one-yes-for-the-batch", About: "A yes allows what one turn asked together.", Breaks: []string{"each-act-its-own-yes"},
		Apply: func(b *reference.Build) {
			b.On = statement(reference.Allowed, `UPDATE approvals SET state = 'approved' WHERE state = 'pending' AND turn <> '' AND turn = (SELECT turn FROM approvals WHERE id = :id)`)
		}},
	Defect{Slug: "a-yes-in-the-batch-wins", About: "Of several answers one yes makes all of them yes.", Breaks: []string{"each-act-its-own-yes"},
		Apply: func(b *reference.Build) { b.Several = allIfAny(`"allow"`) }},
	Defect{Slug: "a-no-in-the-batch-wins", About: "Of several answers one no makes all of them no.", Breaks: []string{"partial-yes-runs"},
		Apply: func(b *reference.Build) { b.Several = allIfAny(`"deny"`) }},
	Defect{Slug: "batch-waits-for-all", About: "What was allowed does not run before the rest of its turn is answered.", Breaks: []string{"partial-yes-runs"},
		Apply: func(b *reference.Build) {
			b.Spend = b.Spend.With("whole-turn", `turn = '' OR NOT EXISTS (SELECT 1 FROM approvals o WHERE o.turn = approvals.turn AND o.state = 'pending')`)
		}},
)

// orYes takes more than the exact words for a decision; what is not a yes by either is read as before.
func orYes(also func(any) bool) func(json.RawMessage) string {
	exactly := reference.Obeying(reference.RePresent).Decides
	return func(raw json.RawMessage) string {
		if word := exactly(raw); word != "" {
			return word
		}
		var v any
		if len(raw) > 0 && json.Unmarshal(raw, &v) != nil || !also(v) {
			return ""
		}
		return "allow"
	}
}

// answeredByItself settles the question that a believed call brings, so that nothing else goes wrong with it.
const answeredByItself = `UPDATE approvals SET state = 'consumed' WHERE id = :id AND connector = :connector AND action = :action`

func claimed(yes func(map[string]any) bool) func(reference.Plea) bool {
	return func(p reference.Plea) bool {
		var claims map[string]any
		return json.Unmarshal(p.Call.Claims, &claims) == nil && yes(claims)
	}
}

// allIfAny gives every answer of a batch the word that one of them has.
func allIfAny(word string) func([]spec.Decision) []spec.Decision {
	return func(given []spec.Decision) []spec.Decision {
		if !slices.ContainsFunc(given, func(d spec.Decision) bool { return string(d.Decision) == word }) {
			return given
		}
		out := slices.Clone(given)
		for i := range out {
			out[i].Decision = json.RawMessage(word)
		}
		return out
	}
}
