package reference

import (
	"encoding/json"
	"sync"
	"testing"

	"sameact/spec"
)

// start is when every test begins, in milliseconds.
const start = 1767225600000

// outside is a host that remembers what reached it and answers as it is told.
type outside struct {
	mu      sync.Mutex
	effects []spec.Effect
	shows   []spec.Show
	reply   error
	at      func(point string)

	meanwhile func() // while the tool works
}

func (o *outside) Effect(e spec.Effect) (spec.EffectResult, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.effects = append(o.effects, e)
	if o.meanwhile != nil {
		o.meanwhile()
	}
	return spec.EffectResult{Result: json.RawMessage(`{"ok":true}`), Now: start + 40}, o.reply
}

func (o *outside) Show(s spec.Show) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shows = append(o.shows, s)
	return nil
}

func (o *outside) Sync(point string) error {
	if o.at != nil {
		o.at(point)
	}
	return nil
}

// a scene is one gate with its host, and the harness's clock.
type scene struct {
	t     testing.TB
	gate  spec.Gate
	host  *outside
	now   int64
	state json.RawMessage
}

func newScene(t testing.TB, b Build, w spec.World) *scene {
	t.Helper()
	target := New(b)
	place, err := target.Open()
	if err != nil {
		t.Fatal(err)
	}
	host := &outside{}
	g, err := place.Start("p1", host, w)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { place.Close(); target.Close() })
	return &scene{t: t, gate: g, host: host, now: start}
}

func (s *scene) do(r spec.Request) spec.Reply {
	s.t.Helper()
	if r.Now == 0 {
		r.Now = s.now
	}
	if r.State == nil {
		r.State = s.state
	}
	out, err := s.gate.Do(r)
	if err != nil {
		s.t.Fatalf("%s: %v", r.Method, err)
	}
	if out.State != nil {
		s.state = out.State
	}
	return out
}

func (s *scene) call(c spec.Call, approval string) spec.Reply {
	s.t.Helper()
	r := spec.Request{Method: spec.MethodCall, Call: &c}
	if approval != "" {
		r.Approval = &approval
	}
	return s.do(r)
}

func (s *scene) decide(request, decision string) spec.Reply {
	s.t.Helper()
	return s.do(spec.Request{Method: spec.MethodDecide, Request: request, Decision: json.RawMessage(decision), By: "u1"})
}

func (s *scene) effects() int {
	s.host.mu.Lock()
	defer s.host.mu.Unlock()
	return len(s.host.effects)
}

func mail(args string) spec.Call {
	c := spec.DefaultCall("mail.send")
	c.Args = spec.JSONArgs(args)
	return c
}

const letter = `{"to":["finance@corp.example"],"body":"Q3 is done"}`

func is(t testing.TB, got spec.Reply, status spec.Status, code string) {
	t.Helper()
	if got.Status != status || got.Code != code {
		t.Fatalf("got %s %s (%s), want %s %s", got.Status, got.Code, got.Message, status, code)
	}
}
