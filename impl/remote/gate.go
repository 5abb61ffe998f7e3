package remote

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"sameact/spec"
)

// A gate is a process in its place. It is given back by Close, or ended by it when it erred.
type gate struct {
	name   string
	link   *link
	target *target

	mu     sync.Mutex
	usable bool  // nothing went wrong: the process can serve again
	closed bool  // it was given back
	doing  int   // requests that have not been answered
	now    int64 // the newest clock
}

// Do sends one request. An error is a *spec.Fault, or wraps spec.ErrUnsupported. After an RPC error, which
// leaves both sides in step, the process can go on in this history (a configure may refuse a world so);
// after any other fault it is dead. No faulty process serves a second history.
func (g *gate) Do(r spec.Request) (spec.Reply, error) {
	if !g.enter(r.Now) {
		return spec.Reply{}, &spec.Fault{Kind: spec.FaultClosed, Detail: "the process was given back"}
	}
	defer g.leave()
	m, err := g.link.ask(r.Method, r, g.link.limits.AnswerLimit)
	if err != nil {
		return spec.Reply{}, g.spoil(err)
	}
	if m.Error != nil {
		if m.Error.Code == codeNoMethod && !declared(r.Method, g.target.hello) {
			return spec.Reply{}, fmt.Errorf("%s: %w", r.Method, spec.ErrUnsupported)
		}
		return spec.Reply{}, g.spoil(g.link.erred(r.Method, m.Error))
	}
	reply, err := readReply(r.Method, m.Result)
	if err != nil {
		g.link.kill("its answers cannot be read")
		return spec.Reply{}, g.spoil(&spec.Fault{Kind: spec.FaultRPC, Hint: "give the answer the form of spec/protocol/protocol.md, part 3", Stderr: g.link.proc.stderr(g.link.limits.StopLimit),
			Detail: fmt.Sprintf("the answer to %s: %v: %s", r.Method, err, quoted(m.Result))})
	}
	return reply, nil
}

// declared reports whether a gate has to know a method (spec/protocol/protocol.md §2).
func declared(method string, h spec.Hello) bool {
	chapter := func(name string) bool { return slices.Contains(h.Chapters, name) }
	switch method {
	case spec.MethodFinish:
		return chapter("handoff")
	case spec.MethodResume:
		return chapter("resume")
	case spec.MethodClear, spec.MethodEnd:
		return chapter("confirm")
	case spec.MethodTick:
		return chapter("confirm") || h.Has("expiry")
	case spec.MethodAudit:
		return h.Has("audit")
	case spec.MethodConfigure:
		return chapter("policy")
	case spec.MethodTurn:
		return h.Has("batch") || h.Has("batch-whole")
	case spec.MethodTamper:
		return h.Has("tamper") || h.Has("forge")
	}
	return true
}

func (g *gate) enter(now int64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.doing++
	g.now = max(g.now, now)
	return true
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.doing--
}

// spoil keeps the process from being used for another history.
func (g *gate) spoil(err error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.usable = false
	return err
}

// Kill ends the process at once, as a crash does; where there is a last request, so long after it was sent. What
// the process had sent reaches the host before Kill returns.
func (g *gate) Kill(last *spec.Request, after time.Duration) error {
	g.mu.Lock()
	closed := g.closed
	g.usable = false
	g.mu.Unlock()
	if closed {
		return nil // it may serve somebody else by now
	}
	if last == nil {
		g.link.kill("killed by the harness")
		return nil
	}
	return g.link.post(last.Method, last, after)
}

// Close gives the process back. What it sent without being asked reaches the host before Close returns:
// the answer to audit, which changes nothing, is where such things end, and every gate can give one, if
// only -32601.
func (g *gate) Close() error {
	g.mu.Lock()
	again := g.usable && g.doing == 0 && !g.closed
	was := g.closed
	g.closed = true
	now := g.now
	g.mu.Unlock()
	if was {
		return nil
	}
	if again {
		m, err := g.link.ask(spec.MethodAudit, map[string]int64{"now": now}, g.link.limits.AnswerLimit)
		again = err == nil && (m.Error == nil || m.Error.Code == codeNoMethod)
	}
	if again {
		g.link.serveTo(nil)
		g.target.put(g.link)
		return nil
	}
	g.link.kill("ended by the harness")
	g.target.drop(g.link)
	return nil
}
