// Package doctor tries a gate step by step, from the handshake to the first effect, and then, each in a
// place of its own, what adapters usually get wrong. It says for each step what was seen and what to do
// where it does not work. It judges no clause: that is what a run is for.
package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sameact/spec"
)

// A Check is one step with what came of it.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Doubt  bool   `json:"doubt,omitempty"` // it may be the system's own doing, which a run judges, or the adapter's
	Saw    string `json:"saw"`
	Fix    string `json:"fix,omitempty"`    // what to do; of a step that does not work or is doubtful
	Stderr string `json:"stderr,omitempty"` // what the program said
}

// now is the harness's clock in every request, and when an approval asked for now has not expired.
const now = 1767225600000

const arguments = `{"to":["finance@corp.example"],"body":"Q3 is done"}`

// An examination goes on until a step fails on which the next ones depend.
type examination struct {
	checks []Check
	target spec.Target
	hello  spec.Hello
	world  spec.World
	call   spec.Call
	renews bool // the answer to a yes has a new state

	// of the place that is open:
	place spec.Place
	host  *host
	gate  spec.Gate
	asked spec.Answer // the question
	yes   spec.Answer // what the yes was answered
}

// Examine opens a target and tries it. The target is closed afterwards.
func Examine(open func() (spec.Target, error)) []Check { return examine(open, rounds) }

func examine(open func() (spec.Target, error), rounds []round) []Check {
	x := &examination{world: spec.DefaultWorld(), call: spec.DefaultCall("mail.send")}
	t, err := open()
	if err != nil {
		x.fault("handshake", err)
		return x.checks
	}
	defer t.Close()
	x.target, x.hello = t, t.Hello()
	x.works("handshake", "%s %s, protocol %s", x.hello.Gate.Name, x.hello.Gate.Version, x.hello.Protocol)
	x.declaration()
	if onPageOnly(x.hello) {
		x.world, x.call = pageWorld(), pageCall()
	}
	x.call.Args = spec.JSONArgs(arguments)
	if !x.enter("open", &host{}) {
		return x.checks
	}
	x.works("open", "a world of %d connectors and %d actions was taken", len(x.world.Connectors), len(x.world.Actions))
	sound := x.asks() && x.decides() && x.runs() && x.once() && x.syncs()
	stopped := x.leaves()
	if sound && stopped {
		for _, r := range rounds {
			x.play(r)
		}
	}
	if stopped {
		x.works("shutdown", "it stopped when it was told to")
	}
	return x.checks
}

// enter opens a fresh place and starts the gate in it.
func (x *examination) enter(step string, h *host) bool {
	place, err := x.target.Open()
	if err != nil {
		return x.fault(step, err)
	}
	x.place, x.host, x.asked, x.yes = place, h, spec.Answer{}, spec.Answer{}
	return x.start(step)
}

// start brings a process up in the place that is open.
func (x *examination) start(step string) bool {
	gate, err := x.place.Start("p1", x.host, x.world)
	if err != nil {
		x.place.Close()
		return x.fault(step, err)
	}
	x.gate = gate
	return true
}

func (x *examination) leaves() bool {
	defer x.place.Close()
	if err := x.gate.Close(); err != nil {
		return x.fault("shutdown", err)
	}
	return true
}

func (x *examination) works(step, saw string, args ...any) bool {
	x.checks = append(x.checks, Check{Name: step, OK: true, Saw: fmt.Sprintf(saw, args...)})
	return true
}

func (x *examination) fails(step, fix, saw string, args ...any) bool {
	x.checks = append(x.checks, Check{Name: step, Saw: fmt.Sprintf(saw, args...), Fix: fix})
	return false
}

// doubts tells of what a run judges where the system does it, and what an adapter must not do itself.
func (x *examination) doubts(step, fix, saw string, args ...any) bool {
	x.checks = append(x.checks, Check{Name: step, OK: true, Doubt: true, Saw: fmt.Sprintf(saw, args...), Fix: fix})
	return true
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
	if step == "handshake" {
		c.Fix = "answer initialize with the members of spec/protocol/protocol.md, part 6"
	}
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

// wrong is a fault whose cause the step knows better than the kind of fault tells.
func (x *examination) wrong(step, fix, while string, err error) bool {
	x.fault(step, fmt.Errorf("%s: %w", while, err))
	x.checks[len(x.checks)-1].Fix = fix
	return false
}

func (x *examination) do(r spec.Request) (spec.Answer, error) {
	reply, err := x.reply(r)
	return reply.Answer, err
}

// reply sends a request, now where it says no time of its own.
func (x *examination) reply(r spec.Request) (spec.Reply, error) {
	r.Now = cmp.Or(r.Now, now)
	return x.gate.Do(r)
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

// Doubtful reports whether a step may be the adapter's doing.
func Doubtful(checks []Check) bool {
	return slices.ContainsFunc(checks, func(c Check) bool { return c.Doubt })
}
