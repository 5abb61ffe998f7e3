package reference

import (
	"encoding/json"

	"sameact/spec"
)

// The page path: calls without a connector (seed 004). The yes runs the act itself, with the values that
// were shown; a composite is one act of several steps; a handoff is a step that only a person can do. What
// waits for a person is a record of the store: a question, and the run that goes on after it.

// Page is everything that is decided about calls without a connector.
type Page struct {
	Asking
	Granting
	Composing
	Handing
	Telling
}

// Asking is whether a person is asked, and what an answer does. The guards are conditions over questions.
type Asking struct {
	Before   PageChecks                               // of a call, and of each step when it is reached
	Callable func(w *spec.World, id string) bool      // whether the page has such a tool
	Level    func(w *spec.World, a spec.Action) Level // what a declaration asks for
	Raises   func(l Level, refused bool) Level        // the level where the same effect was denied before
	Digest   func(*spec.World, spec.Action) string    // of a declaration, its steps' included
	Prompt   func(ttl json.RawMessage) int64          // how long a question stays open, in milliseconds
	Reaches  func(*spec.World) bool                   // whether somebody can be asked
	Mute     func(Level) bool                         // whether an act runs where nobody can be asked
	Spares   func(q PageQuery, at Level) bool         // whether a call runs that would be asked about
	Decides  func(raw json.RawMessage) string         // allow, deny, always, or "" for what is no decision
	Allow    Guards                                   // pending → approved
	Deny     Guards                                   // pending → denied
	Overdue  Guards                                   // pending → timed-out
	Clears   Guards                                   // pending → cleared
	Recalls  func(cause string) bool                  // whether a question that ended so counts as a denial of its effect
	Refused  Guards                                   // over refusals: the denials that a call meets
	Stacked  string                                   // a query for the open question that a call already waits at; "" = none
	Trusts   func(Plea) bool                          // what a call brings that lets it run; nil = nothing
	Sweeps   map[string]string                        // by method, a query for the open questions that it settles
	Silence  string                                   // what a question is answered with that nobody answers; "" = nothing, it is over
}

// Granting is what a person's always gives.
type Granting struct {
	Offers   func(Level) bool       // whether always is offered
	Honours  func(Level) bool       // whether a grant is looked for
	Leaves   func(word string) bool // whether an answer gives one
	Material func([]MaterialValue) string
	Given    Guards           // over questions: when an answer leaves a grant
	Serves   Guards           // over grants: the one that lets a call run
	Dies     map[Death]string // over grants: which of them a death takes
}

// A Death is what ends grants.
type Death string

const (
	SessionEnded      Death = "ended"
	DeclarationEdited Death = "edited"
	ShapeDenied       Death = "denied"
	// What ends none:
	QuestionCleared Death = "cleared"
	QuestionSilent  Death = "silent"
)

// Composing is how the steps of a composite go.
type Composing struct {
	Steps     func(spec.Action) []spec.ActionStep                                     // of an action; none: it is one act
	Highest   func(own Level, steps []Step) Level                                     // at which a composite is asked
	Lists     func([]Step) []Step                                                     // the steps as they are shown
	Covers    func(Step, Scope) bool                                                  // whether an earlier yes is enough for a step
	Keeps     func(was, is Step, edited bool) bool                                    // whether a step that was shown counts as shown when it is reached
	Frozen    func(Step) bool                                                         // whether it runs with the arguments that were shown
	Continues func(w *spec.World, a spec.Action, kept []Step, next int) ([]Step, int) // what goes on after a wait, and where
	Continue  Guards                                                                  // over runs: waiting → running
	Begin     Guards                                                                  // over runs: a step is begun
	Stops     func(how string, s Step) bool                                           // whether nothing runs after a step that ended so
}

// Handing is how a person's step goes.
type Handing struct {
	Human     func(*spec.World, spec.Action) bool        // whether a person performs the action
	Patience  func(step, world json.RawMessage) int64    // how long a handoff stays open, in milliseconds
	Moves     func(outcome string, place, last int) int  // where the explanation stands afterwards
	Completes func(outcome string, place, last int) bool // whether next or back says that the step was done
	Checks    func(outcome string) int                   // how often it has the expectation looked at
	Verifies  func(expects, holds bool) string           // what a step that was done counts as
	Same      func(asked, now json.RawMessage) bool      // whether the target is the one that was asked about
	Done      Guards                                     // pending → done
	Cancel    Guards                                     // pending → cancelled
	Move      Guards                                     // pending, at another place
	Again     func(code string) bool                     // whether a handoff that ended so is opened again
	Acts      func(when string, s Step) bool             // whether the agent does a person's step itself: reached, no-channel, next, back, done or cancelled
	TakesYes  bool                                       // a yes to a handoff says that it is done
	TakesDone bool                                       // done to a question says yes to it
}

// Telling is what the agent gets to know.
type Telling struct {
	Foretells func(*spec.World, spec.Action) Level // the level that a declaration is told at
	Observes  func(w *spec.World, o spec.Observation, noted string) spec.Observation
	Ledger    func([]spec.LedgerStep) []spec.LedgerStep
	Tells     func(a spec.Answer, address, typed string) spec.Answer // the last word on an answer
	Settles   func(method string, s []spec.Settled) []spec.Settled   // and on what a method is told to have settled
	Notes     func(address, typed string) string                     // what is kept of either for the next observation
}

// obeyingPage is the part of Obeying for calls without a connector. It is made anew for each build.
func obeyingPage() Page {
	return Page{
		Asking: Asking{
			Before: pageInOrder, Callable: callable, Level: level, Raises: raised, Digest: digest,
			Prompt: lifetime, Decides: pageDecision,
			Reaches: func(w *spec.World) bool { return w.Channels.Confirm },
			Mute:    func(Level) bool { return false }, Spares: func(PageQuery, Level) bool { return false },
			Allow: questionAllowGuards, Deny: questionDenyGuards, Overdue: questionOverdueGuards, Clears: questionClearGuards,
			Recalls: func(string) bool { return true }, Refused: refusedGuards, Stacked: stacked,
			Sweeps: map[string]string{spec.MethodClear: questionsOpen, spec.MethodEnd: questionsOpen},
		},
		Granting: Granting{
			Offers:   func(l Level) bool { return l == Ask },
			Honours:  func(l Level) bool { return l == Ask },
			Leaves:   func(word string) bool { return word == "always" },
			Material: material, Given: grantGivenGuards, Serves: grantServesGuards,
			Dies: map[Death]string{SessionEnded: grantsOfSession, DeclarationEdited: grantEdited, ShapeDenied: grantsOfShape},
		},
		Composing: Composing{
			Steps: ownSteps, Highest: highest, Lists: func(s []Step) []Step { return s }, Covers: covers,
			Keeps: staysShown, Frozen: func(Step) bool { return true },
			Continues: func(_ *spec.World, _ spec.Action, kept []Step, next int) ([]Step, int) { return kept, next },
			Continue:  runContinueGuards, Begin: runBeginGuards, Stops: stops,
		},
		Handing: Handing{
			Human: human, Patience: patience, Moves: moves,
			Completes: func(string, int, int) bool { return false },
			Checks:    onceDone,
			Verifies:  verified, Same: sameTarget,
			Done: handoffDoneGuards, Cancel: handoffCancelGuards, Move: handoffMoveGuards,
			Again: func(string) bool { return false }, Acts: func(string, Step) bool { return false },
		},
		Telling: Telling{
			Foretells: level,
			Observes:  func(_ *spec.World, o spec.Observation, _ string) spec.Observation { return o },
			Ledger:    func(l []spec.LedgerStep) []spec.LedgerStep { return l },
			Tells:     func(a spec.Answer, _, _ string) spec.Answer { return a },
			Settles:   func(_ string, s []spec.Settled) []spec.Settled { return s },
			Notes:     func(string, string) string { return "" },
		},
	}
}
