package law

import (
	"fmt"

	"sameact/spec"
)

// Chapter binding: is it still the same act?

const tamperOrPresent = "tamper or re-present"

var binding = chapter("binding",
	&Clause{Slug: "id-is-not-enough", Direction: Minus, Source: "S1",
		Sentence: "An approval id alone authorises nothing that would be asked about: unknown, empty, malformed, or somebody else's.",
		Harm:     "Whoever can guess or invent an id needs no person.",
		Sees:     lacksYes("id-is-not-enough")},
	&Clause{Slug: "no-standing-yes", Direction: Minus, Source: "S1",
		Sentence: "The same act presented again without its approval is asked again: one yes is no standing permission.",
		Harm:     "One click becomes a licence to repeat.",
		Sees:     lacksYes("no-standing-yes")},
	&Clause{Slug: "same-principal", Direction: Minus, Source: "S1", Needs: []string{"principal", tamperOrPresent},
		Sentence: "Only the user principal it belongs to can have it used.",
		Harm:     "One user's yes acts in another's name.",
		Sees:     fieldDiffers("principal", func(c *spec.Call) string { return c.Principal })},
	&Clause{Slug: "same-agent", Direction: Minus, Source: "S1 F", Needs: []string{"agent"},
		Sentence: "Given for one agent, it is not usable by another, a sub-agent, a parent, or an absent agent id.",
		Harm:     "A delegate inherits a trust that nobody gave it.",
		Sees: func(u *Use) string {
			if why := lacksYes("same-agent")(u); why != "" {
				return why
			}
			return fieldDiffers("agent", func(c *spec.Call) string { return c.Agent })(u)
		}},
	&Clause{Slug: "same-session", Direction: Minus, Source: "S1", Needs: []string{"session"},
		Sentence: "Given in one conversation, it is not usable in another.",
		Harm:     "What was agreed in one context acts in a context the person never saw.",
		Sees: func(u *Use) string {
			if why := lacksYes("same-session")(u); why != "" {
				return why
			}
			return fieldDiffers("session", func(c *spec.Call) string { return c.Session })(u)
		}},
	&Clause{Slug: "same-connector", Direction: Minus, Source: "S1", Needs: []string{"connector", tamperOrPresent},
		Sentence: "The connector is part of what was approved.",
		Harm:     "An approved message leaves through another service.",
		Sees:     fieldDiffers("connector", func(c *spec.Call) string { return c.Connector })},
	&Clause{Slug: "same-action", Direction: Minus, Source: "S1", Needs: []string{tamperOrPresent},
		Sentence: "The action id is part of it: send is not delete.",
		Harm:     "A harmless act is approved and a harmful one runs.",
		Sees:     fieldDiffers("action", func(c *spec.Call) string { return c.Action })},
	&Clause{Slug: "same-account", Direction: Minus, Source: "S1", Needs: []string{"account", "tamper or re-present or policy"},
		Sentence: "The connection on the approval must stand for the account in use at this moment.",
		Harm:     "The private mailbox sends what the work mailbox was allowed to.",
		Sees:     otherAccount},
	&Clause{Slug: "reconnect-keeps", Direction: Plus, Source: "S1", Needs: []string{"account", tamperOrPresent},
		Sentence: "While the original connection still resolves to that account, a renewed connection for it keeps the approval usable.",
		Harm:     "A routine renewal of a login throws away what a person just agreed to.",
		Sees:     reconnected},
	&Clause{Slug: "same-arguments", Direction: Minus, Source: "S1", Needs: []string{tamperOrPresent},
		Sentence: "A value changed, added, removed, renamed, retyped, swapped, or null, absent and empty exchanged, at any depth, is another act.",
		Harm:     "The recipient is changed after the click.",
		Sees:     argumentsDiffer("same-arguments")},
	&Clause{Slug: "order-of-arrays", Direction: Minus, Source: "S1", Needs: []string{tamperOrPresent},
		Sentence: "Array order is part of the value.",
		Harm:     "Steps, recipients or amounts change places.",
		Sees:     argumentsDiffer("order-of-arrays")},
	&Clause{Slug: "as-written", Direction: Minus, Source: "S1", Needs: []string{tamperOrPresent},
		Sentence: "Text is compared as written: composition, case, look-alikes, zero-width characters and inner white space are changes.",
		Harm:     "An address that only looks the same receives the mail.",
		Sees:     argumentsDiffer("as-written")},
	&Clause{Slug: "distinct-numbers", Direction: Minus, Source: "S1 F", Needs: []string{tamperOrPresent},
		Sentence: "Approving one number never serves another, also past 2^53 and past double range; refusing numbers from 2^53 on, or that no double spells exactly, is fine.",
		Harm:     "A rounded id names another record, a rounded amount another sum.",
		Sees:     argumentsDiffer("distinct-numbers")},
	&Clause{Slug: "past-the-preview", Direction: Minus, Source: "S1", Needs: []string{tamperOrPresent},
		Sentence: "A change past a cut, inside a masked field, or below the preview's depth is a change.",
		Harm:     "What the person could not see is where the change hides.",
		Sees:     argumentsDiffer("past-the-preview")},
	&Clause{Slug: "order-of-keys", Direction: Plus, Source: "S1 F", Needs: []string{tamperOrPresent},
		Sentence: "Object key order is not part of the act, at any depth, in any locale, process or language.",
		Harm:     "A library that prints keys in another order makes every approval worthless.",
		Sees:     spelledOtherwise(func(c *comparison) bool { return c.keys }, "the keys stand in another order")},
	&Clause{Slug: "spelling-of-json", Direction: Plus, Source: "S1", Needs: []string{"text", tamperOrPresent},
		Sentence: "White space between tokens and string escapes are not part of the act.",
		Harm:     "The same message, serialised again, is refused.",
		Sees:     spelledOtherwise(func(c *comparison) bool { return c.tokens }, "white space or escapes are spelled otherwise")},
	&Clause{Slug: "spelling-of-numbers", Level: Should, Direction: Plus, Source: "O", Needs: []string{"text", tamperOrPresent},
		Sentence: "1, 1.0 and 1e0 are one number.",
		Harm:     "A number that went through another library is refused.",
		Sees:     spelledOtherwise(func(c *comparison) bool { return c.digits }, "a number is spelled otherwise")},
	&Clause{Slug: "ambiguous-refused", Direction: Minus, Asked: true, Source: "F", Needs: []string{"text"},
		Sentence: "Arguments with no single meaning (repeated keys, invalid UTF-8, lone surrogates, not JSON) are refused before anything is asked.",
		Harm:     "The person is shown one reading and the tool acts on another.",
		Sees:     ambiguous},
	&Clause{Slug: "same-task", Direction: Minus, Source: "S1", Needs: []string{"task", tamperOrPresent},
		Sentence: "The objective scope (transcript, objective, or the input where there is no objective, and revision) is bound when there is one.",
		Harm:     "Approved earlier in this conversation becomes approved for everything later in it.",
		Sees: func(u *Use) string {
			if u.Question == nil || u.Was.Task == nil || u.Presented.Task == nil || scopeOf(u.Was.Task) == scopeOf(u.Presented.Task) {
				return ""
			}
			return "the objective moved on from " + taskName(u.Was.Task) + " to " + taskName(u.Presented.Task)
		}},
	&Clause{Slug: "no-task-is-a-task", Direction: Minus, Source: "S1 F", Needs: []string{"task", tamperOrPresent},
		Sentence: "An approval made without an objective does not serve a call that has one, nor the reverse.",
		Harm:     "The absent objective becomes the one that fits all.",
		Sees: func(u *Use) string {
			if u.Question == nil || (u.Was.Task == nil) == (u.Presented.Task == nil) {
				return ""
			}
			return "the objective " + taskName(u.Was.Task) + " is now " + taskName(u.Presented.Task)
		}},
	&Clause{Slug: "mismatch-does-not-burn", Direction: Plus, Source: "S1", Needs: []string{"re-present or hold"},
		Sentence: "A refused mismatching attempt leaves the approval usable for its own act.",
		Harm:     "Anybody who can present a wrong call can destroy a person's yes.",
		Sees: func(u *Use) string {
			if u.Question == nil || !u.tries() || u.Began.Stands.Mismatch == 0 {
				return ""
			}
			return "a changed attempt was refused before"
		}},
	&Clause{Slug: "shown-is-run", Direction: Minus, Source: "S1 S4 F",
		Sentence: "When the approved act is presented, what reaches the tool equals it value for value, also when a reference, default, coercion, hook or edit sits between.",
		Harm:     "The person reads one message and another is sent.",
		Reads:    func(r *Reader) { r.ranAsShown() }},
	&Clause{Slug: "definition-is-bound", Level: Should, Direction: Minus, Source: "F", Needs: []string{"declaration"},
		Sentence: "If the action's declaration changed after the yes, the yes no longer serves.",
		Harm:     "A tool that was redefined after the click runs under the old trust.",
		Sees: func(u *Use) string {
			if u.Question == nil || !u.tries() || sameDeclaration(u.Question.World, u.Ended.World, u.Was) {
				return ""
			}
			if len(Causes(u.Ended.World, u.Was)) > 0 {
				return "" // policy-at-use owns it
			}
			return "the declaration of " + u.Was.Action + " was edited"
		}},
)

func otherAccount(u *Use) string {
	if u.Question == nil || !u.tries() || u.Was.Connector == "" || u.Was.Connector != u.Presented.Connector {
		return ""
	}
	was := u.approvedAccount()
	if is := account(u.Ended.World, u.Presented); is != was {
		return fmt.Sprintf("the account %s is now %s", was, orAbsent(is))
	}
	if is := account(u.Ended.World, u.Was); is != was {
		return fmt.Sprintf("the connection %s stood for %s and now stands for %s", u.Was.Connection, was, orAbsent(is))
	}
	return ""
}

func reconnected(u *Use) string {
	if u.Question == nil || !u.tries() || u.Was.Connector != u.Presented.Connector || u.Was.Connection == u.Presented.Connection || otherAccount(u) != "" {
		return ""
	}
	return fmt.Sprintf("the connection %s was renewed as %s for the same account", u.Was.Connection, u.Presented.Connection)
}

func spelledOtherwise(how func(*comparison) bool, why string) func(*Use) string {
	return func(u *Use) string {
		c := u.arguments()
		if u.Question == nil || c.was != nil || c.is != nil || len(c.places) > 0 || !how(c) {
			return ""
		}
		return why
	}
}

// ambiguous looks at what was presented; an approved text without a single meaning counts too.
func ambiguous(u *Use) string {
	if !u.tries() {
		return ""
	}
	text, ok := u.Presented.Text()
	if !ok {
		return ""
	}
	if _, err := u.books.value(text); err != nil {
		return "the arguments have no single meaning: " + err.Error()
	}
	return ""
}

// scopeOf is what of a task is bound: within an objective the input is not, so that a new input of the
// same objective goes on.
func scopeOf(t *spec.Task) spec.Task {
	scope := *t
	if scope.Objective != "" {
		scope.Input = ""
	}
	return scope
}

func taskName(t *spec.Task) string {
	if t == nil {
		return "absent"
	}
	name := t.Objective
	if name == "" {
		name = t.Input
	}
	return fmt.Sprintf("%s/%s/%d", t.Transcript, name, t.Revision)
}

// ranAsShown counts the acts that ran under a yes; what ran otherwise is found where uses are judged.
func (r *Reader) ranAsShown() {
	for _, u := range r.books.uses {
		if u.Question != nil && len(u.Effects) > 0 && len(drifts(u)) == 0 {
			r.Saw()
		}
	}
}
