package spec

import "errors"

// A Fault is a misbehaving adapter, told as an error of Do or Start: neither a refusal nor a verdict.
type Fault struct {
	Kind   string // one of FaultKinds
	Detail string // what was expected and what came
	Stderr string // the tail of the program's log
	Hint   string // what to do about it, where that is known better than from the kind
}

// The five kinds (spec/protocol/protocol.md §1), as a history's fault line spells them.
const (
	FaultRPC      = "rpc-error" // an RPC error, or a message that is not the protocol's
	FaultNotJSON  = "not-json"  // a line that is not JSON
	FaultClosed   = "closed"    // the output ended though the program did not fail
	FaultCrashed  = "crashed"   // the program ended with a failure or by a signal
	FaultTimedOut = "timed-out" // no answer within the limit
)

// FaultKinds lists every kind.
var FaultKinds = []string{FaultRPC, FaultNotJSON, FaultClosed, FaultCrashed, FaultTimedOut}

func (f *Fault) Error() string { return f.Kind + ": " + f.Detail }

// ErrUnsupported is what Do answers to a method of a chapter that the gate does not declare (the
// wire's -32601): it is no fault, and nothing happened.
var ErrUnsupported = errors.New("the gate has no such method")
