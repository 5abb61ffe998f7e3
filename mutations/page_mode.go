package mutations

import (
	"slices"

	"sameact/spec"
)

// The policy under which a call on the page is asked about, granted or handed to a person: the mode, what is
// declared, and the steps.

// What a gate declares that can be told these.
var (
	pageNeeds   = []string{"confirm", "policy"}
	stepsNeeds  = []string{"confirm", "composite", "policy"}
	insideNeeds = []string{"confirm", "composite", "handoff", "policy"}
	personNeeds = []string{"handoff", "policy"}
	grantNeeds  = []string{"confirm", "grant", "policy"}
)

// edits is an operator that edits what is declared, in a slot. A line of "" is one that does not fit.
func edits(in slot, line func(*Scene, spec.Action, Pick) string) func(*Scene, Pick) bool {
	return func(s *Scene, pick Pick) bool {
		a, _ := s.declared()
		l := line(s, a, pick)
		return l != "" && s.add(in, "%s", l)
	}
}

// strictMode spells the stricter mode, "" where it stands already.
func (s *Scene) strictMode() string {
	w := s.world()
	return unless(w.ConfirmDefault == "writes", `configure confirmDefault=writes`)
}

// pageAsks makes a call on the page, which ran unasked, one that has to be asked about.
var pageAsks = []Mutation{
	{
		Slug: "strict-mode-on", About: "The stricter mode is on when something is called that writes.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "danger-asks", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, _ Pick) string {
			return unless(a.Confirm != "" || a.Risk != "write", s.strictMode())
		}),
	},
	{
		Slug: "risk-raised", About: "What ran by default is declared dangerous.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "danger-asks", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, _ Pick) string {
			return unless(a.Confirm != "", s.action(`"risk":"danger"`))
		}),
	},
	{
		Slug: "none-withdrawn", About: "What is dangerous is not declared to need no question any more.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "danger-asks", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, _ Pick) string {
			return unless(a.Confirm != "none" || a.Risk != "danger", s.action(`"confirm":""`))
		}),
	},
	{
		Slug: "level-declared", About: "What is dangerous was declared to need no question, and is declared to need one.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "level-asks", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, pick Pick) string {
			return unless(a.Confirm != "none" || a.Risk != "danger", s.action(choose(pick, []string{`"confirm":"ask"`, `"confirm":"always"`})))
		}),
	},
	{
		Slug: "declared-stricter", About: "What ran by default is declared to need a question.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "declaration-decides", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, pick Pick) string {
			return unless(a.Confirm != "", s.action(choose(pick, []string{`"confirm":"ask"`, `"confirm":"always"`})))
		}),
	},
	{
		Slug: "confirm-unknown", About: "The declaration says in a word that nobody knows whether to ask.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "declaration-decides", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, pick Pick) string {
			return s.action(choose(pick, []string{`"confirm":"nome"`, `"confirm":"None"`, `"confirm":"never"`}))
		}),
	},
	{
		Slug: "risk-unknown", About: "The declaration holds no risk, or one that nobody knows.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "declaration-decides", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, pick Pick) string {
			return unless(a.Confirm != "", s.action(choose(pick, []string{`"risk":""`, `"risk":"low"`, `"risk":"Read"`})))
		}),
	},
	{
		Slug: "page-action-withdrawn", About: "The page does not declare the action any more.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "declaration-decides", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, _ Pick) string { return s.action(`"gone":true`) }),
	},
	{
		Slug: "page-action-undeclared", About: "The action is one that the page never declared.",
		Label: Drift, Basis: Unasked, Phase: AtPresentation, Owner: "declaration-decides", On: agentSteps, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool { return s.set(pick, actionOf, "page.hidden", "page.Note") },
	},
	{
		Slug: "undeclared-and-allowed", About: "An action is called that the page never declared, and a yes follows.",
		Label: Drift, Phase: AtPresentation, Owner: "declaration-decides", On: asked, Needs: []string{"confirm"},
		Apply: func(s *Scene, pick Pick) bool {
			return s.form != formInside && s.set(pick, actionOf, "page.hidden", "page.Refund")
		},
	},
	{
		Slug: "becomes-display-only", About: "What is called is only pointed at on the page.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "guide-grants-nothing", On: agentSteps, Needs: []string{"confirm", "handoff", "guide", "policy"},
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, _ Pick) string { return `configure guides=["` + a.ID + `"]` }),
	},
	{
		Slug: "channel-missing", About: "There is no way to ask a person.",
		Label: Drift, Phase: AtAsk, Owner: "no-channel-no-run", On: asked, Needs: []string{"confirm"},
		Apply: func(s *Scene, _ Pick) bool {
			s.open = append(s.open, spec.Field{Key: "channels", Value: `{"confirm":false}`, Changed: true})
			return true
		},
	},
}

// pageStepsAsk makes a composite one that is asked about because of a step, or asks again at one.
var pageStepsAsk = []Mutation{
	{
		Slug: "step-declared-dangerous", About: "A step of a composite, which ran unasked, is declared to need a question.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "highest-step-asks", On: severalSteps, Needs: stepsNeeds,
		Apply: edits(beforeAsk, func(_ *Scene, a spec.Action, pick Pick) string {
			step := a.Steps[len(a.Steps)-1-pick(len(a.Steps))]
			return declared(step.Action, choose(pick, []string{`"risk":"danger"`, `"confirm":"always"`}))
		}),
	},
	{
		Slug: "dangerous-step-added", About: "A composite, which ran unasked, has a dangerous step.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "highest-step-asks", On: severalSteps, Needs: stepsNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, pick Pick) string {
			return s.stepsEdited(func(steps []spec.ActionStep) []spec.ActionStep {
				return slices.Insert(steps, len(steps)-pick(len(steps)+1), spec.ActionStep{Action: "page.refund", Arguments: []byte(`{"order":7}`)})
			})
		}),
	},
	{
		Slug: "single-becomes-steps", About: "What was one harmless step is declared as several, and one of them is dangerous.",
		Label: Drift, Basis: Unasked, Phase: AtAsk, Owner: "highest-step-asks", On: aStep, Needs: stepsNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, _ Pick) string {
			return s.action(`"steps":[{"action":"page.cancel","arguments":{"order":7}}]`)
		}),
	},
	{
		Slug: "strict-mode-on-beside-a-person", About: "The stricter mode is on when a person has done a step of what nobody was asked about.",
		Label: Drift, Basis: Unasked, Phase: Between, Owner: "neighbours-still-ask", On: personInside, Needs: insideNeeds,
		Apply: edits(beforePresentation, func(s *Scene, _ spec.Action, _ Pick) string { return s.strictMode() }),
	},
	{
		Slug: "steps-laid-out-anew", About: "Before it is asked about a composite has one more harmless step, or its steps in another order.",
		Label: Continuation, Phase: AtAsk, Owner: "asked-once", On: severalSteps, Needs: stepsNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, pick Pick) string {
			return s.stepsEdited(func(steps []spec.ActionStep) []spec.ActionStep {
				if pick(2) == 1 {
					slices.Reverse(steps)
					return steps
				}
				return append(steps, spec.ActionStep{Action: "page.note", Arguments: []byte(`{"order":8}`)})
			})
		}),
	},
	{
		Slug: "steps-edited-while-asked", About: "While the question is open, a step is added to the composite, taken out, or moved.",
		Label: Drift, Phase: Between, Owner: "definition-is-bound", On: []string{formSteps, formInside}, Needs: append(stepsNeeds[:2:2], "declaration"),
		Apply: edits(beforeDecision, func(s *Scene, _ spec.Action, pick Pick) string {
			return s.stepsEdited(func(steps []spec.ActionStep) []spec.ActionStep {
				switch pick(3) {
				case 1:
					return steps[1:]
				case 2:
					slices.Reverse(steps)
					return steps
				}
				return append(steps, spec.ActionStep{Action: "page.note", Arguments: []byte(`{"order":8}`)})
			})
		}),
	},
}

// pageSpares leaves what ran unasked unasked.
var pageSpares = []Mutation{
	{
		Slug: "none-declared", About: "What ran by default is declared to need no question.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "level-lets-pass", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, _ Pick) string {
			s.relaxed = true
			return unless(a.Confirm != "", s.action(`"confirm":"none"`))
		}),
	},
	{
		Slug: "strict-mode-where-none-is-declared", About: "The stricter mode is on, and what is called is declared to need no question.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "level-lets-pass", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(s *Scene, a spec.Action, _ Pick) string { return unless(a.Confirm != "none", s.strictMode()) }),
	},
	{
		Slug: "page-edited-elsewhere-unasked", About: "Another action is declared or edited before a call that needs no question by default.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "quiet-by-default", On: agentSteps, Needs: pageNeeds,
		Apply: edits(beforeAsk, func(_ *Scene, a spec.Action, pick Pick) string { return unless(a.Confirm != "", pageStranger(pick)) }),
	},
}

// pageStranger spells an edit of an action of the page that no scene calls or has among its steps.
func pageStranger(pick Pick) string {
	return declared("page.archive", choose(pick, []string{
		`"description":"Archive an order","risk":"danger"`, `"description":"Archive an order","risk":"read","confirm":"always"`,
	}))
}

// pageEdited changes what the question was asked under.
var pageEdited = []Mutation{
	{
		Slug: "page-declaration-edited", About: "The declaration is edited while the question is open.",
		Label: Drift, Phase: Between, Owner: "definition-is-bound", On: asked, Needs: append(pageNeeds[:1:1], "declaration"),
		Apply: edits(beforeDecision, func(s *Scene, a spec.Action, pick Pick) string {
			return s.action(choose(pick, []string{`"effect":"page.elsewhere"`, `"material":["/order"]`, `"parameters":{"type":"object","title":"edited"}`}))
		}),
	},
	{
		Slug: "page-edited-elsewhere", About: "Another action is declared or edited while the question is open.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", On: asked, Needs: pageNeeds,
		Apply: edits(beforeDecision, func(_ *Scene, _ spec.Action, pick Pick) string { return pageStranger(pick) }),
	},
	{
		Slug: "strict-mode-relaxed", About: "The stricter mode ends while its question is open; the yes is still good.",
		Label: Continuation, Phase: Between, Owner: "honest-approval-runs", On: aStep, Needs: pageNeeds,
		Apply: edits(beforeDecision, func(s *Scene, _ spec.Action, _ Pick) string {
			s.relaxed = true
			w := s.world()
			return unless(w.ConfirmDefault != "writes", `configure confirmDefault=danger`)
		}),
	},
	{
		Slug: "strict-mode-on-within-the-yes", About: "The stricter mode begins while a composite waits for its yes; its steps stay within what was asked about.",
		Label: Continuation, Phase: Between, Owner: "continuation-runs", On: severalSteps, Needs: stepsNeeds,
		Apply: edits(beforeDecision, func(s *Scene, _ spec.Action, _ Pick) string { return s.strictMode() }),
	},
	{
		Slug: "strict-mode-on-behind-a-person", About: "The stricter mode begins while a person does a step of what was allowed; the rest stays within that.",
		Label: Continuation, Phase: Between, Owner: "continuation-runs", On: personInside, Needs: insideNeeds,
		Apply: edits(beforePresentation, func(s *Scene, _ spec.Action, _ Pick) string { return s.strictMode() }),
	},
}

// pagePersons edits what a person does.
var pagePersons = []Mutation{
	{
		Slug: "persons-act-declared-strict", About: "What a person does is declared dangerous or to be asked about every time, or the stricter mode is on; who does it is not asked.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "no-double-ask", On: aPerson, Needs: personNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, pick Pick) string {
			return choose(pick, []string{s.action(`"confirm":"always"`), s.action(`"risk":"danger","confirm":"ask"`), `configure confirmDefault=writes`})
		}),
	},
	{
		Slug: "persons-step-declared-strict", About: "The step of a composite that a person does is declared dangerous or to be asked about every time.",
		Label: Continuation, Basis: Unasked, Phase: AtAsk, Owner: "human-step-inside", On: personInside, Needs: insideNeeds,
		Apply: edits(beforeAsk, func(_ *Scene, _ spec.Action, pick Pick) string {
			return declared("page.code", choose(pick, []string{`"risk":"danger"`, `"confirm":"always"`}))
		}),
	},
	{
		Slug: "edited-beside-a-person", About: "Another action is declared or edited while a person does the act.",
		Label: Continuation, Basis: Unasked, Phase: Between, Owner: "person-done-continues", On: withPerson, Needs: personNeeds,
		Apply: edits(beforePresentation, func(_ *Scene, _ spec.Action, pick Pick) string { return pageStranger(pick) }),
	},
}

// pageGranted edits what a grant was given under.
var pageGranted = []Mutation{
	{
		Slug: "ask-becomes-ask-always", About: "What was granted is declared to be asked about every time.",
		Label: Drift, Basis: Grant, Phase: Between, Owner: "no-grant-for-always", On: agentSteps, Needs: grantNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, _ Pick) string { return s.action(`"confirm":"always"`) }),
	},
	{
		Slug: "granted-declaration-edited", About: "The declaration of what was granted is edited, also back again.",
		Label: Drift, Basis: Grant, Phase: Between, Owner: "grant-dies", On: agentSteps, Needs: append(grantNeeds[:2:2], "declaration"),
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, pick Pick) string {
			edit := s.action(`"effect":"page.elsewhere"`)
			return choose(pick, []string{edit, s.action(`"parameters":{"type":"object","title":"edited"}`), edit + "\n" + s.action(`"effect":""`)})
		}),
	},
	{
		Slug: "granted-steps-edited", About: "A step of a granted composite is added or taken out.",
		Label: Drift, Basis: Grant, Phase: Between, Owner: "grant-dies", On: severalSteps, Needs: append(stepsNeeds[:2:2], "grant", "declaration"),
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, pick Pick) string {
			return s.stepsEdited(func(steps []spec.ActionStep) []spec.ActionStep {
				if pick(2) == 1 {
					return steps[1:]
				}
				return append(steps, spec.ActionStep{Action: "page.note", Arguments: []byte(`{"order":8}`)})
			})
		}),
	},
	{
		Slug: "edited-beside-a-grant", About: "Another action is declared or edited, or the stricter mode begins; the grant serves on.",
		Label: Continuation, Basis: Grant, Phase: Between, Owner: "grant-serves-its-shape", On: agentSteps, Needs: grantNeeds,
		Apply: edits(beforeAsk, func(s *Scene, _ spec.Action, pick Pick) string {
			return choose(pick, []string{pageStranger(pick), `configure confirmDefault=writes`})
		}),
	},
}
