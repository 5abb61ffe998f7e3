// Package doctor tries a gate step by step, from the handshake to the first effect, and says for each
// step what was seen and what to do where it does not work. It judges no clause: that is what a run
// is for.
package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"sameact/spec"
)

// A Check is one step with what came of it.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Saw    string `json:"saw"`
	Fix    string `json:"fix,omitempty"`    // what to do; of a step that does not work
	Stderr string `json:"stderr,omitempty"` // what the program said
}

// now is the harness's clock in every request, and when an approval asked for now has not expired.
const now = 1767225600000

const arguments = `{"to":["finance@corp.example"],"body":"Q3 is done"}`

// An examination goes on until a step fails on which the next ones depend.
type examination struct {
	checks []Check
	hello  spec.Hello
	host   *host
	gate   spec.Gate
	call   spec.Call
	asked  spec.Answer
	yes    spec.Answer
}

// Examine opens a target and tries it. The target is closed afterwards.
func Examine(open func() (spec.Target, error)) []Check {
	x := &examination{host: &host{}, call: spec.DefaultCall("mail.send")}
	x.call.Args = spec.JSONArgs(arguments)
	t, err := open()
	if err != nil {
		x.fault("handshake", err)
		return x.checks
	}
	defer t.Close()
	x.hello = t.Hello()
	x.works("handshake", "%s %s, protocol %s", x.hello.Gate.Name, x.hello.Gate.Version, x.hello.Protocol)
	x.declaration()
	world := spec.DefaultWorld()
	if onPageOnly(x.hello) {
		world, x.call = pageWorld(), pageCall()
	}
	place, err := t.Open()
	if err != nil {
		x.fault("open", err)
		return x.checks
	}
	defer place.Close()
	if x.gate, err = place.Start("p1", x.host, world); err != nil {
		x.fault("open", err)
		return x.checks
	}
	x.works("open", "a world of %d connectors and %d actions was taken", len(world.Connectors), len(world.Actions))
	if x.asks() && x.decides() && x.runs() {
		x.once()
	}
	if err := x.gate.Close(); err != nil {
		x.fault("shutdown", err)
	} else {
		x.works("shutdown", "it stopped when it was told to")
	}
	return x.checks
}

func (x *examination) works(step, saw string, args ...any) {
	x.checks = append(x.checks, Check{Name: step, OK: true, Saw: fmt.Sprintf(saw, args...)})
}

func (x *examination) fails(step, fix, saw string, args ...any) bool {
	x.checks = append(x.checks, Check{Name: step, Saw: fmt.Sprintf(saw, args...), Fix: fix})
	return false
}

// fixes are what to do about each kind of fault.
var fixes = map[string]string{
	spec.FaultRPC:      "answer a request with a result; a refusal is a result with status refused, never an RPC error",
	spec.FaultNotJSON:  "write one JSON message a line and nothing else to standard output; a log belongs on standard error",
	spec.FaultClosed:   "keep standard output open until shutdown is answered",
	spec.FaultCrashed:  "see what the program said; is the command right, and does it run by itself?",
	spec.FaultTimedOut: "answer each request with its id, flush standard output after each line, and never wait for a second line; a slow program gets more time with --start-limit and --answer-limit",
}

func (x *examination) fault(step string, err error) bool {
	c := Check{Name: step, Saw: err.Error(), Fix: "see what the program said"}
	if saw, hint, hinted := strings.Cut(c.Saw, "; hint: "); hinted {
		c.Saw, c.Fix = saw, hint
	}
	var f *spec.Fault
	switch {
	case errors.As(err, &f):
		c.Fix, c.Stderr = cmp.Or(f.Hint, fixes[f.Kind]), f.Stderr
	case errors.Is(err, spec.ErrUnsupported):
		c.Fix = "every gate needs initialize, open, call, decide and shutdown"
	}
	x.checks = append(x.checks, c)
	return false
}

func (x *examination) do(r spec.Request) (spec.Answer, error) {
	r.Now = now
	reply, err := x.gate.Do(r)
	return reply.Answer, err
}

// asks presents an act that the world wants asked about.
func (x *examination) asks() bool {
	const step = "call"
	a, err := x.do(spec.Request{Method: spec.MethodCall, Call: &x.call})
	switch {
	case err != nil:
		return x.fault(step, err)
	case len(x.host.effects) > 0:
		return x.fails(step, "ask before a write of a connector whose confirm is writes, and before what is dangerous on the page: answer pending, and send no effect", "the act ran before anybody was asked")
	case a.Status != spec.Pending:
		return x.fails(step, "answer {\"status\":\"pending\",\"request\":ID} where a person has to be asked", "%s, where a question was to be expected", said(a))
	case a.Request == "":
		return x.fails(step, "give the question's address as request: it is what decide is sent for", "pending, without a request")
	case x.hello.Has("question") && len(x.host.shows) == 0:
		return x.fails(step, "send show before answering pending, or do not declare question", "pending, and question is declared, but nothing was shown")
	}
	x.asked = a
	x.works(step, "%s", said(a))
	return true
}

// decides answers the question with a yes.
func (x *examination) decides() bool {
	const step = "decide"
	a, err := x.do(spec.Request{Method: spec.MethodDecide, Request: x.asked.Request, Decision: []byte(`"allow"`), By: x.call.Principal, State: x.asked.State})
	resumes := x.hello.Resumes(x.call)
	switch {
	case err != nil:
		return x.fault(step, err)
	case resumes && a.Status == spec.Recorded:
		return x.fails(step, "run the act and answer executed, or do not declare resumes", "recorded, and resumes is declared")
	case !resumes && a.Status == spec.Executed:
		return x.fails(step, "answer recorded and wait until the act is presented again, or declare resumes", "executed, and resumes is not declared")
	case a.Status != spec.Recorded && a.Status != spec.Executed:
		return x.fails(step, "take \"allow\" by the act's own principal as a yes", "%s, after a yes by %s", said(a), x.call.Principal)
	}
	x.yes = a
	x.works(step, "%s", said(a))
	return true
}

// runs has the act run, and looks at what arrived.
func (x *examination) runs() bool {
	const step = "effect"
	if x.yes.Status == spec.Recorded {
		a, err := x.do(spec.Request{Method: spec.MethodCall, Call: &x.call, Approval: &x.asked.Request, State: x.state()})
		if err != nil {
			return x.fault(step, err)
		}
		if a.Status != spec.Executed {
			return x.fails(step, "run an act that is presented with its approval", "%s, where the approved act was presented unchanged", said(a))
		}
	}
	if n := len(x.host.effects); n != 1 {
		return x.fails(step, "send the external call as one effect and await its answer", "executed, and %d effects arrived", n)
	}
	e := x.host.effects[0]
	if got, err := spec.ParseValue(string(e.Arguments)); err != nil || !got.Equal(mustValue(arguments)) || e.Action != x.call.Action {
		return x.fails(step, "send what was approved, value for value", "the effect was %s %s, and %s %s was approved", e.Action, e.Arguments, x.call.Action, arguments)
	}
	x.works(step, "one arrived, with what was approved")
	return true
}

// once presents the act again: its approval is spent.
func (x *examination) once() bool {
	const step = "again"
	if x.yes.Status != spec.Recorded {
		return true
	}
	a, err := x.do(spec.Request{Method: spec.MethodCall, Call: &x.call, Approval: &x.asked.Request, State: x.state()})
	switch {
	case err != nil:
		return x.fault(step, err)
	case len(x.host.effects) > 1:
		return x.fails(step, "spend an approval before the effect is sent", "the same approval ran the act twice")
	}
	x.works(step, "%s: the approval was spent", said(a))
	return true
}

// state is the newest that the gate gave out.
func (x *examination) state() []byte {
	if len(x.yes.State) > 0 {
		return x.yes.State
	}
	return x.asked.State
}

func said(a spec.Answer) string {
	parts := []string{string(a.Status)}
	for _, s := range []string{a.Code, a.Cause, a.Message} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

func mustValue(text string) spec.Value {
	v, err := spec.ParseValue(text)
	if err != nil {
		panic(err)
	}
	return v
}

// Works reports whether every step worked.
func Works(checks []Check) bool {
	for _, c := range checks {
		if !c.OK {
			return false
		}
	}
	return true
}
