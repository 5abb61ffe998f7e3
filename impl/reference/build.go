package reference

import (
	"encoding/json"

	"sameact/spec"
)

// A Style says who has the act run after a yes.
type Style string

const (
	RePresent Style = "re-present" // the yes is recorded; whoever wants the act presents it again
	Resuming  Style = "resuming"   // the yes runs the call that travels in the client's state
)

// A Build is everything that the gate decides, as data. Obeying returns the one that keeps every
// promise. It is not changed once a target is made of it; nothing in it may be nil unless its comment
// says so.
type Build struct {
	Name  string // in the handshake
	Style Style
	Policy
	Identity
	Lifecycle
	Showing
	Answering
	Waiting
	Outcome
}

// Policy is what the world forbids, and where it asks.
type Policy struct {
	ToAsk       Checks // before a question is made
	ToRun       Checks // before a call that needs no question
	AtUse       Checks // again, when a yes is used
	RankScope   func(word string) Rank
	RankCeiling func(word string) Rank
	Asks        func(confirm string, scope Rank) bool
}

// Identity is what makes an act this act.
type Identity struct {
	Reads    func(text string) ([]byte, *ArgumentError)                       // arguments as written → the bytes that are sent
	Hashes   func(text string, canonical []byte) []byte                       // the bytes that the fingerprint covers
	Scope    func(*spec.Task) *spec.Task                                      // the part of the task that is bound
	Contract func(*spec.World, spec.Action) string                            // digest of the declaration
	Binds    func(b Binding, c spec.Call) Binding                             // the last word on what is fingerprinted
	Account  func(w *spec.World, connector, connection string) (string, bool) // what a connection stands for at this moment
	Sends    func(canonical []byte) []byte                                    // the bytes that reach the tool
}

// Lifecycle is how an approval moves. A guard list holds the named conditions of one UPDATE.
type Lifecycle struct {
	Lifetime func(ttl json.RawMessage) int64 // of a new question, in milliseconds; 0: over at once
	Stores   func(expiresAt int64) any       // what is written down of it
	Early    Guards                          // looked at before before-spend; none is needed, the UPDATE decides
	Allow    Guards                          // pending → approved
	Deny     Guards                          // pending or approved → denied
	Spend    Guards                          // approved → consumed
	Overdue  Guards                          // pending or approved → expired
	Late     bool                            // spends after the effect instead of before
	Mismatch string                          // a statement run for an attempt that a guard refused; "" = none
}

// Showing is what the person sees.
type Showing struct {
	Preview func(canonical []byte) Previewed
	Show    func(s spec.Show, canonical []byte) spec.Show // the last word on the question
}

// Answering is whose word counts, and which.
type Answering struct {
	Decides func(raw json.RawMessage) string                        // allow, deny, or "" for what is no decision
	Several func([]spec.Decision) []spec.Decision                   // the answers of one decide
	Named   string                                                  // a query for the question that is answered; "" = the one named
	Permits func(c spec.Call, canonical []byte) bool                // what in a call counts as a yes; nil = nothing
	Holds   func(state map[string]spec.Call, call string) spec.Call // the call that a decision is about, of the client's state
}

// Waiting is which wait a resume wakes.
type Waiting struct {
	Resume Guards // open → resumed
	Closes Guards // open → closed, when another objective's call opens a wait
	Wakes  string // a query for the wait that is woken; "" = the one named
}

// Outcome is what is told and kept of a call that was made.
type Outcome struct {
	Tells     func(a spec.Answer) spec.Answer             // the last word on an answer
	Repeats   func(outcome string) bool                   // whether the call is made again
	GivesBack func(outcome string) bool                   // whether the approval is
	Audits    func([]spec.AuditRecord) []spec.AuditRecord // the records as they are handed out
}

// Obeying is the build that keeps every promise, in one of the two styles.
func Obeying(style Style) Build {
	name := "reference"
	if style == Resuming {
		name = "reference/resuming"
	}
	return Build{
		Name:  name,
		Style: style,
		Policy: Policy{
			ToAsk: inOrder, ToRun: inOrder, AtUse: inOrder,
			RankScope: scopeRank, RankCeiling: ceilingRank, Asks: confirms,
		},
		Identity: Identity{
			Reads:    Canonical,
			Hashes:   func(_ string, canonical []byte) []byte { return canonical },
			Scope:    scope,
			Contract: contract,
			Binds:    func(b Binding, _ spec.Call) Binding { return b },
			Account:  accountOf,
			Sends:    func(canonical []byte) []byte { return canonical },
		},
		Lifecycle: Lifecycle{
			Lifetime: lifetime,
			Stores:   func(expiresAt int64) any { return expiresAt },
			Allow:    allowGuards, Deny: denyGuards, Spend: spendGuards, Overdue: overdueGuards,
		},
		Showing: Showing{
			Preview: Preview,
			Show:    func(s spec.Show, _ []byte) spec.Show { return s },
		},
		Answering: Answering{
			Decides: exactly,
			Several: func(d []spec.Decision) []spec.Decision { return d },
			Holds:   func(state map[string]spec.Call, request string) spec.Call { return state[request] },
		},
		Waiting: Waiting{Resume: resumeGuards, Closes: closeGuards},
		Outcome: Outcome{
			Tells:     func(a spec.Answer) spec.Answer { return a },
			Repeats:   func(string) bool { return false },
			GivesBack: func(string) bool { return false },
			Audits:    func(r []spec.AuditRecord) []spec.AuditRecord { return r },
		},
	}
}
