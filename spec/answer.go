package spec

import "encoding/json"

// A Status is the one word that says what became of a request (spec/protocol/protocol.md §3).
type Status string

const (
	Executed Status = "executed" // the external action was called and answered
	Pending  Status = "pending"  // a question or handoff is open
	Recorded Status = "recorded" // the decision was taken; present the act again
	Refused  Status = "refused"  // no effect was sent for this act
	Failed   Status = "failed"   // tried and failed
	Unknown  Status = "unknown"  // called, outcome not known
	Ended    Status = "ended"    // a handoff was cancelled, timed out or failed after it was opened
)

// Statuses lists every status.
var Statuses = []Status{Executed, Pending, Recorded, Refused, Failed, Unknown, Ended}

// Codes that clauses about codes look at; a gate may give others.
const (
	CodeConfirmationRequired = "confirmation_required"
	CodeDenied               = "denied"
	CodeDecisionInvalid      = "decision_invalid"
	CodeApprovalInvalid      = "approval_invalid"
	CodeApprovalExpired      = "approval_expired"
	CodeApprovalUsed         = "approval_used"
	CodePolicyDenied         = "policy_denied"
	CodeArgumentsInvalid     = "arguments_invalid"
	CodeWaitChanged          = "wait_changed"
	CodePermissionDenied     = "PERMISSION_DENIED"
	CodeHandoffFailed        = "HANDOFF_FAILED"
	CodeHandoffCancelled     = "HANDOFF_CANCELLED"
	CodeHandoffTimeout       = "HANDOFF_TIMEOUT"
	CodeHandoffClaimed       = "handoff_claimed"
	CodeOutcomeUnknown       = "outcome_unknown"
	CodeStorageFailed        = "storage_failed"
	CodeException            = "exception"
)

// Causes of a policy refusal, in the order in which seed 001 checks.
const (
	CauseConnector  = "connector"
	CauseAgent      = "agent"
	CauseAccount    = "account"
	CauseCeiling    = "ceiling"
	CauseUncurated  = "uncurated"
	CauseUndeclared = "undeclared"
)

// Causes of the page path: why a question or a handoff came to nothing.
const (
	CauseNoChannel   = "no-channel"
	CauseRefused     = "refused"
	CauseTimedOut    = "timed-out"
	CauseCleared     = "cleared"
	CauseExpectation = "expectation"
	CauseTarget      = "target"
)

// An Answer is what a gate says to a request that is about an act.
type Answer struct {
	Status   Status          `json:"status"`
	Code     string          `json:"code,omitempty"`
	Cause    string          `json:"cause,omitempty"`
	Request  string          `json:"request,omitempty"`  // the gate's own address of the question
	Requests []*string       `json:"requests,omitempty"` // of a turn: one entry a call, nil where nothing was asked
	Answers  []Answer        `json:"answers,omitempty"`  // where one answer speaks of several acts, in order
	Wait     *Wait           `json:"wait,omitempty"`
	State    json.RawMessage `json:"state,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	Steps    []LedgerStep    `json:"steps,omitempty"`
	Message  string          `json:"message,omitempty"`
}

// Overall is the status of an answer about several acts: the first of pending, unknown, failed,
// ended, recorded, executed, refused that occurs (spec/protocol/protocol.md §3).
func Overall(answers []Answer) Status {
	for _, s := range []Status{Pending, Unknown, Failed, Ended, Recorded, Executed, Refused} {
		for _, a := range answers {
			if a.Status == s {
				return s
			}
		}
	}
	return Refused
}

// A Wait is what a resume has to name: which wait, of which transcript, in which version.
type Wait struct {
	ID         string `json:"id"`
	Transcript string `json:"transcript"`
	Version    int64  `json:"version"`
}

// A LedgerStep is one line of a composite's ledger.
type LedgerStep struct {
	Index int    `json:"index"`
	Step  string `json:"step"`
	State string `json:"state"` // one of LedgerDone …
	By    string `json:"by"`    // agent | user
	Basis string `json:"basis"` // answered | grant | policy-none | expectation | claim | handoff
}

// States of a step in the ledger.
const (
	LedgerDone     = "done"
	LedgerFailed   = "failed" // of a person's step also: cancelled, or out of time
	LedgerUnknown  = "unknown"
	LedgerClaimed  = "claimed"
	LedgerVerified = "verified"
	LedgerWaiting  = "waiting"
	LedgerNotRun   = "not-run"
)

// A Settled is a question that a clear, end, configure or tick settled, with its answer.
type Settled struct {
	Request string `json:"request"`
	Answer  Answer `json:"answer"`
}

// An AuditRecord is one fact of a gate's audit. Executed is true when effect was sent; a call that a
// crash cut short has outcome unknown and no duration. Times are milliseconds.
type AuditRecord struct {
	Seq       int64  `json:"seq"`
	At        int64  `json:"at"`
	Kind      string `json:"kind"` // decision | execution
	Connector string `json:"connector,omitempty"`
	Action    string `json:"action"`
	Request   string `json:"request,omitempty"`
	Decision  string `json:"decision,omitempty"` // allowed | denied | confirmation_required
	Executed  bool   `json:"executed"`
	Outcome   string `json:"outcome,omitempty"` // success | error | unknown
	Duration  *int64 `json:"durationMs,omitempty"`
}
