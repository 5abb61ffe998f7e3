package law

import (
	"slices"
	"strings"

	"sameact/spec"
)

// Chapter policy: may it at all?

var policy = chapter("policy",
	&Clause{Slug: "checks-in-order", Direction: Says, Source: "S1", Needs: []string{"codes"},
		Sentence: "Connector enabled, agent, account, ceiling (uncurated: admin), confirmation; the first failing check is the cause given.",
		Harm:     "People mend the wrong thing, and a later check hides an earlier one.",
		Reads:    func(r *Reader) { r.firstCause() }},
	&Clause{Slug: "forbidden-does-not-run", Direction: Minus, Source: "S1",
		Sentence: "Disabled connector, agent or account not allowed, undeclared action: nothing runs.",
		Harm:     "A capability that was switched off still works.",
		Sees:     forbidden("forbidden-does-not-run")},
	&Clause{Slug: "ceiling-holds", Direction: Minus, Source: "S1",
		Sentence: "read < write < admin; above the ceiling nothing runs.",
		Harm:     "A connection for reading deletes.",
		Sees:     forbidden("ceiling-holds")},
	&Clause{Slug: "uncurated-needs-admin", Direction: Minus, Source: "S1",
		Sentence: "An uncurated action, even a read, needs an admin ceiling.",
		Harm:     "An action that nobody reviewed runs under a label that it gave itself.",
		Sees:     forbidden("uncurated-needs-admin")},
	&Clause{Slug: "blocked-is-not-asked", Direction: Minus, Asked: true, OnlyAsked: true, Source: "S1",
		Sentence: "What policy forbids raises no question and creates no approval.",
		Harm:     "A person's yes is taken for a right to pass the ceiling.",
		Sees: func(u *Use) string {
			if u.Kind != Ask {
				return ""
			}
			if now := Causes(u.Ended.World, u.Presented); len(now) > 0 {
				return "policy forbids it: " + strings.Join(now, ", ")
			}
			return ""
		}},
	&Clause{Slug: "confirm-asks", Direction: Minus, Source: "S1",
		Sentence: "Every call, writes, admin or never, by read, write or admin: where the table says ask, nothing runs unasked, and confirmation_required means that the action was not called.",
		Harm:     "The act runs before anybody could say no.",
		Sees:     lacksYes("confirm-asks")},
	&Clause{Slug: "confirm-lets-pass", Direction: Plus, Source: "S1",
		Sentence: "Where the table does not ask, the act runs unasked.",
		Harm:     "People click through questions that nobody needed.",
		Sees: func(u *Use) string {
			if u.Kind != Ask || u.Literal != nil || len(Causes(u.Ended.World, u.Presented)) > 0 || Asks(u.Ended.World, u.Presented) {
				return ""
			}
			return "the table does not ask for it"
		}},
	&Clause{Slug: "policy-at-use", Direction: Minus, Source: "S1 F", Needs: []string{"policy"},
		Sentence: "Policy is read again when the approval is used; a restriction made in between wins over the yes.",
		Harm:     "A connector that was just disabled sends one more mail.",
		Sees:     forbidden("policy-at-use")},
	&Clause{Slug: "unknown-is-strict", Direction: Minus, Source: "F",
		Sentence: "An unknown scope, ceiling, risk or confirmation word resolves to the strictest meaning; a missing optional word to its default.",
		Harm:     "A typing mistake in a policy opens the gate.",
		Sees: func(u *Use) string {
			if why := forbidden("unknown-is-strict")(u); why != "" {
				return why
			}
			return lacksYes("unknown-is-strict")(u)
		}},
	&Clause{Slug: "unrelated-change", Direction: Plus, Source: "F", Needs: []string{"policy"},
		Sentence: "A change of policy that does not touch the act leaves its approval usable.",
		Harm:     "Every edit of a setting voids every open yes.",
		Sees: func(u *Use) string {
			if u.Question == nil || !u.tries() || u.Ended.Edits == u.Question.Edits {
				return ""
			}
			if u.Ended.Edits-u.Question.Edits == u.Ended.Links-u.Question.Links && reconnected(u) != "" {
				return "" // the edit made the renewed connection, which reconnect-keeps owns
			}
			return "policy was edited where it does not touch the act"
		}},
)

// firstCause compares the cause of each refusal by policy with the first check that fails. Where an
// undeclared action meets another failing check, either may come first.
func (r *Reader) firstCause() {
	for _, u := range r.books.uses {
		if u.Kind != Ask || u.status() != spec.Refused || u.Troubled || u.Crowded || unknownWords(u.Ended.World, u.Presented) || ambiguous(u) != "" {
			continue
		}
		if u.Answer.Str("code") == spec.CodeArgumentsInvalid && u.mayRefuseArguments() {
			continue // bad arguments and forbidden policy at once: either code
		}
		failing := Causes(u.Ended.World, u.Presented)
		if len(failing) == 0 {
			continue
		}
		r.Saw()
		said := u.Answer.Str("cause")
		if said == failing[0] || said == spec.CauseUndeclared && slices.Contains(failing, said) {
			continue
		}
		r.Broken(u.AnswerAt, "the first check that fails is %s, the cause given %s", failing[0], orNothing(said))
	}
}

// mayRefuseArguments reports whether a gate may find something wrong with arguments that have one meaning.
func (u *Use) mayRefuseArguments() bool {
	a, _ := u.Ended.World.Action(u.Presented.Connector, u.Presented.Action)
	return len(a.Parameters) > 0 || u.books.unusual(u.Presented) != ""
}
