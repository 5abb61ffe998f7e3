package reference

import (
	"encoding/json"
	"maps"
	"time"

	"sameact/spec"
)

// A Style says who has the act run after a yes.
type Style string

const (
	RePresent Style = "re-present" // the yes is recorded; whoever wants the act presents it again
	Resuming  Style = "resuming"   // the yes runs the call that travels in the client's state
	Whole     Style = "whole"      // the same, a turn at a time: its questions are answered together
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
	Running
	Holding
	Turning
	Waiting
	Outcome
	Storage
	Page Page // calls without a connector

	watch *watch // compares it with others; nil: nothing does
}

// Policy is what the world forbids, and where it asks.
type Policy struct {
	ToAsk       Checks // before a question is made
	ToRun       Checks // before a call that needs no question
	AtUse       Checks // again, when a yes is used
	RankScope   func(word string) Rank
	RankCeiling func(word string) Rank
	Asks        func(*Query) bool
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
	Lifetime func(ttl json.RawMessage) int64                // of a new question, in milliseconds; 0: over at once
	Stores   func(ttl json.RawMessage, expiresAt int64) any // what is written down of it
	Allow    Guards                                         // pending → approved
	Deny     Guards                                         // pending or approved → denied
	Spend    Guards                                         // approved → consumed
	Overdue  Guards                                         // pending or approved → expired
	Late     bool                                           // spends after the effect instead of before
	Eager    bool                                           // keeps the act that was asked about and runs it at the yes
	Looks    string                                         // a query before a use may be held, whose answer is :seen of what follows; "" = nothing is looked at
	Serves   string                                         // a query for the approval that is used; "" = the one presented
	Standing string                                         // a query for an approval that lets a call without one run; "" = none does
	On       map[Moment]string                              // a statement more at a moment; nil = none
	Address  func(n int64) string                           // of the n-th question of a process; nil: one that cannot be guessed
}

// A Moment is when a build may run one statement more, in the transaction of what happens there.
type Moment string

const (
	Asked      Moment = "asked"
	Allowed    Moment = "allowed"
	Denied     Moment = "denied"
	Mismatched Moment = "mismatched" // a guard refused an attempt
	Unasked    Moment = "unasked"    // an act runs without a question
	Answered   Moment = "answered"   // a yes was taken on the page
	Resumed    Moment = "resumed"
	Unsettled  Moment = "unsettled"  // an answer was refused
	Configured Moment = "configured" // the world was edited
	Ticked     Moment = "ticked"     // the time was told
	Started    Moment = "started"    // a process begins its life on the store
	Spent      Moment = "spent"
	Left       Moment = "left" // a use has its answer, whichever; of a killed process it never comes
)

// Showing is what the person sees.
type Showing struct {
	Display Display
	Show    func(s spec.Show, canonical []byte) spec.Show // the last word on the question
}

// Answering is whose word counts, and which.
type Answering struct {
	Decides func(raw json.RawMessage) string      // allow, deny, or "" for what is no decision
	Several func([]spec.Decision) []spec.Decision // the answers of one decide
	Named   string                                // a query for the question that is answered; "" = the one named
	Permits func(Plea) bool                       // what else counts as a yes; nil = nothing
}

// A Plea is what a call brings besides an approval that serves.
type Plea struct {
	Call     spec.Call
	Args     []byte
	Approval *string
	Known    bool // the approval is on record
	Answer   bool // it comes with a yes, not with a call
}

// Waiting is which wait a resume wakes.
type Waiting struct {
	Resume Guards // open → resumed
	Closes Guards // open → closed, when another objective's call opens a wait
	Wakes  string // a query for the wait that is woken; "" = the one named
	Sees   string // a query before a resume may be held, whose answer is :seen of what follows; "" = nothing is looked at
}

// Outcome is what is told and kept of a call that was made.
type Outcome struct {
	Tells     func(a spec.Answer) spec.Answer             // the last word on an answer
	Repeats   func(outcome string) bool                   // whether the call is made again
	GivesBack func(outcome string) bool                   // whether the approval is
	Audits    func([]spec.AuditRecord) []spec.AuditRecord // the records as they are handed out
}

// Storage is how a store in a folder is kept, and what is done when it fails.
type Storage struct {
	Patience  time.Duration          // how long another process that writes is waited for; 0: DefaultPatience
	Knows     func(version int) bool // whether a store of this schema is taken up
	Unwatched bool                   // goes on when its files are gone
	Despite   func(*StoreFault) bool // whether an act runs although the store failed; nil: nothing makes it
	Shuts     bool                   // once it failed, everything is refused until the next start
}

// Copy is a build that can be changed in any part without changing this one.
func (b Build) Copy() Build {
	b.On, b.Page.Dies, b.Page.Sweeps = maps.Clone(b.On), maps.Clone(b.Page.Dies), maps.Clone(b.Page.Sweeps)
	return b
}

// codeKey keys the short codes of what a preview cuts. They tell two long texts apart; what they are
// made of is masked, and stands in the full view.
const codeKey = "reference/preview"

// Obeying is the build that keeps every promise, in one of the three styles.
func Obeying(style Style) Build {
	name := "reference"
	if style == Resuming {
		name = "reference/resuming"
	}
	b := Build{
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
			Contract: Contract,
			Binds:    func(b Binding, _ spec.Call) Binding { return b },
			Account:  accountOf,
			Sends:    func(canonical []byte) []byte { return canonical },
		},
		Lifecycle: Lifecycle{
			Lifetime: lifetime,
			Stores:   func(_ json.RawMessage, expiresAt int64) any { return expiresAt },
			Allow:    allowGuards, Deny: denyGuards, Spend: spendGuards, Overdue: overdueGuards,
		},
		Showing: Showing{
			Display: Honest([]byte(codeKey)),
			Show:    func(s spec.Show, _ []byte) spec.Show { return s },
		},
		Answering: Answering{
			Decides: exactly,
			Several: func(d []spec.Decision) []spec.Decision { return d },
		},
		Running: obeyingRun(),
		Holding: Holding{Brings: brings, Presents: presents},
		Turning: obeyingTurns(),
		Waiting: Waiting{Resume: resumeGuards, Closes: closeGuards},
		Outcome: Outcome{
			Tells:     func(a spec.Answer) spec.Answer { return a },
			Repeats:   func(string) bool { return false },
			GivesBack: func(string) bool { return false },
			Audits:    func(r []spec.AuditRecord) []spec.AuditRecord { return r },
		},
		Storage: Storage{Knows: knowsOwn},
		Page:    obeyingPage(),
	}
	if style == Whole {
		b.takesTurns()
	}
	return b
}
