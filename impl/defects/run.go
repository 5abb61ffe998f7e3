package defects

import (
	"slices"

	"sameact/impl/reference"
	"sameact/spec"
)

// Runs and whole turns, of the third style: what a yes means for what is asked beside it and after it.

var running = whole(
	Defect{Slug: "a-yes-in-the-list-wins", About: "Of the answers to a turn one yes makes all of them yes.", Breaks: []string{"each-act-its-own-yes"},
		Apply: func(b *reference.Build) { b.Several = allIfAny(`"allow"`) }},
	Defect{Slug: "a-no-in-the-list-wins", About: "Of the answers to a turn one no makes all of them no.", Breaks: []string{"partial-yes-runs"},
		Apply: func(b *reference.Build) { b.Several = allIfAny(`"deny"`) }},
	Defect{Slug: "first-answer-is-for-all", About: "The first answer of a list is taken for every question of the turn.", Breaks: []string{"each-act-its-own-yes", "partial-yes-runs"},
		Apply: func(b *reference.Build) {
			b.Several = func(given []spec.Decision) []spec.Decision { return allAs(given, firstOf(given)) }
		}},
	Defect{Slug: "only-the-first-runs", About: "Of a list of answers only the first can be a yes.", Breaks: []string{"honest-approval-runs", "partial-yes-runs"},
		Apply: func(b *reference.Build) {
			b.Several = func(given []spec.Decision) []spec.Decision {
				return append(slices.Clone(given[:min(1, len(given))]), allAs(given[min(1, len(given)):], []byte(`"deny"`))...)
			}
		}},
	Defect{Slug: "rest-of-the-list-is-forgotten", About: "Only the first answer of a list is read, be it a yes or a no.", Breaks: []string{"honest-approval-runs", "partial-yes-runs", "each-act-its-own-yes"},
		Apply: func(b *reference.Build) {
			b.Several = func(given []spec.Decision) []spec.Decision { return given[:min(1, len(given))] }
		}},
	Defect{Slug: "only-single-calls", About: "A turn of several calls is refused, whatever is in it.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) { b.Fits = func(against []string) bool { return len(against) < 2 } }},
	Defect{Slug: "denied-question-stays-open", About: "A question that was denied keeps new calls away as if it were open.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) {
			b.Waits = `SELECT count(*) FROM approvals WHERE session = :session AND state IN ('pending', 'denied')`
		}},
	Defect{Slug: "run-rests-on-its-yes", About: "A yes lets the rest of its run go unasked.",
		Breaks: []string{"answers-do-not-cross", "no-standing-yes", "denied-runs-nothing"},
		Reason: "what comes next may be whatever another promise keeps back: the same act, or one that was denied",
		Apply: func(b *reference.Build) {
			b.Comes = carried(reference.Runs, func(_, _ spec.Call) bool { return true })
		}},
	Defect{Slug: "same-act-again-in-the-run", About: "What was allowed in a run may be repeated in it.", Breaks: []string{"no-standing-yes"},
		Apply: func(b *reference.Build) { b.Comes = carried(reference.Runs, sameCall) }},
	Defect{Slug: "yes-is-kept-by-call-id", About: "In a run a yes is found again by the model's id of the call.", Breaks: []string{"answers-do-not-cross", "no-standing-yes"},
		Apply: func(b *reference.Build) {
			b.Comes = carried(reference.Runs, func(yes, next spec.Call) bool { return yes.CallID != "" && yes.CallID == next.CallID })
		}},
	Defect{Slug: "run-ends-with-its-yes", About: "What a run asks for after a yes is dropped.", Breaks: []string{"honest-approval-runs", "confirm-lets-pass"},
		Apply: func(b *reference.Build) { b.GoesOn = func(spec.Answer) bool { return false } }},
	Defect{Slug: "same-act-refused-in-the-run", About: "What was allowed in a run can not be asked for again in it.", Breaks: []string{"honest-approval-runs"},
		Apply: func(b *reference.Build) { b.Comes = carried(reference.Rejected, sameCall) }},
	Defect{Slug: "always-is-for-every-tool", About: "An always to one action lets every action run.", Breaks: []string{"answers-do-not-cross"},
		Apply: func(b *reference.Build) { b.Standing = reference.Lasting("action", "declaration") }},
	Defect{Slug: "always-is-for-every-account", About: "An always for one account serves the others.", Breaks: []string{"answers-do-not-cross"},
		Apply: func(b *reference.Build) { b.Standing = reference.Lasting("account") }},
	Defect{Slug: "always-is-for-every-agent", About: "An always for one agent serves the others.", Breaks: []string{"same-agent"},
		Apply: func(b *reference.Build) { b.Standing = reference.Lasting("agent") }},
	Defect{Slug: "always-is-for-every-conversation", About: "An always of one conversation serves in others.", Breaks: []string{"same-session"},
		Apply: func(b *reference.Build) { b.Standing = reference.Lasting("session") }},
	Defect{Slug: "always-outlives-a-no", About: "An always goes on after such an act was denied.", Breaks: []string{"answers-do-not-cross"},
		Apply: func(b *reference.Build) { delete(b.On, reference.Denied) }},
	Defect{Slug: "always-that-nobody-offered", About: "Always is taken where the question does not offer it.", Breaks: []string{"yes-is-exactly-yes", "confirm-asks"},
		Apply: func(b *reference.Build) { b.Show = func(s spec.Show, _ []byte) spec.Show { return s } }},
)

// whole gives defects the third style.
func whole(list ...Defect) []*Defect {
	out := chapter(list...)
	for _, d := range out {
		d.Style = reference.Whole
	}
	return out
}

// allAs gives answers one decision.
func allAs(given []spec.Decision, as []byte) []spec.Decision {
	out := slices.Clone(given)
	for i := range out {
		out[i].Decision = as
	}
	return out
}

func firstOf(given []spec.Decision) []byte {
	if len(given) == 0 {
		return nil
	}
	return given[0].Decision
}

// carried does with a call what comes of it where it is alike to one that was allowed before it in the run.
func carried(as reference.Carried, alike func(yes, next spec.Call) bool) func([]spec.Call, spec.Call) reference.Carried {
	return func(allowed []spec.Call, next spec.Call) reference.Carried {
		if slices.ContainsFunc(allowed, func(yes spec.Call) bool { return alike(yes, next) }) {
			return as
		}
		return reference.Presented
	}
}

func sameCall(yes, next spec.Call) bool {
	return yes.Connector == next.Connector && yes.Action == next.Action && string(yes.Arguments) == string(next.Arguments)
}
