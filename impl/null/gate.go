package null

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"sameact/spec"
)

// A manner is all that a null gate is: what it answers to a request about acts.
type manner func(*gate, spec.Request) (spec.Answer, error)

func inProcess(slug, about string, m manner) Gate {
	return Gate{Slug: slug, About: about, Target: &target{slug, m}}
}

type target struct {
	slug   string
	manner manner
}

func (t *target) Hello() spec.Hello                 { return hello(t.slug) }
func (t *target) Open() (spec.Place, error)         { return place{t}, nil }
func (t *target) OpenIn(string) (spec.Place, error) { return place{t}, nil }
func (t *target) Close() error                      { return nil }

// A place keeps nothing: a null gate remembers what it was asked only as long as its process lives.
type place struct{ target *target }

func (p place) Start(_ string, host spec.Host, world spec.World) (spec.Gate, error) {
	return &gate{manner: p.target.manner, host: host, world: world, asked: map[string]*question{}}, nil
}

func (p place) Close() error { return nil }

type gate struct {
	manner manner
	host   spec.Host

	mu    sync.Mutex // held only over the books, never over the host
	world spec.World
	asked map[string]*question
	audit []spec.AuditRecord
}

// A question is what the liar remembers of one.
type question struct {
	call  string
	state string
}

// Do serves a request. Requests that are not about acts are answered as if nothing were open.
func (g *gate) Do(r spec.Request) (spec.Reply, error) {
	switch r.Method {
	case spec.MethodConfigure:
		g.mu.Lock()
		g.world = *r.World
		g.mu.Unlock()
		return spec.Reply{}, nil
	case spec.MethodAudit:
		g.mu.Lock()
		defer g.mu.Unlock()
		return spec.Reply{Records: g.audit}, nil
	case spec.MethodTurn:
		return g.turn(r)
	case spec.MethodDecide:
		if r.Decisions != nil {
			return g.several(r)
		}
	case spec.MethodClear, spec.MethodEnd, spec.MethodTick:
		return spec.Reply{}, nil
	case spec.MethodCall, spec.MethodResume:
	default:
		return spec.Reply{}, fmt.Errorf("%s: %w", r.Method, spec.ErrUnsupported)
	}
	a, err := g.manner(g, r)
	return spec.Reply{Answer: a}, err
}

func (g *gate) Close() error { return nil }

// Kill ends nothing: it remembers nothing that a crash could take.
func (g *gate) Kill(*spec.Request, time.Duration) error { return nil }

func (g *gate) turn(r spec.Request) (spec.Reply, error) {
	var out spec.Answer
	for _, c := range r.Calls {
		a, err := g.manner(g, spec.Request{Method: spec.MethodCall, Call: &c, Now: r.Now})
		if err != nil {
			return spec.Reply{}, err
		}
		var request *string
		if a.Status == spec.Pending {
			request = &a.Request
		}
		out.Requests, out.Answers = append(out.Requests, request), append(out.Answers, a)
	}
	out.Status = spec.Overall(out.Answers)
	return spec.Reply{Answer: out}, nil
}

func (g *gate) several(r spec.Request) (spec.Reply, error) {
	var out spec.Answer
	for _, d := range r.Decisions {
		one := r
		one.Decisions, one.Request, one.Decision = nil, d.Request, d.Decision
		a, err := g.manner(g, one)
		if err != nil {
			return spec.Reply{}, err
		}
		out.Answers = append(out.Answers, a)
	}
	out.Status = spec.Overall(out.Answers)
	return spec.Reply{Answer: out}, nil
}

// ask shows a question with everything that it should hold.
func (g *gate) ask(r spec.Request) (spec.Answer, error) {
	g.mu.Lock()
	id := fmt.Sprintf("q%d", len(g.asked)+1)
	g.asked[id] = &question{spelled(*r.Call), "pending"}
	action, _ := g.world.Action(r.Call.Connector, r.Call.Action)
	account := g.account(*r.Call)
	g.mu.Unlock()
	expires := r.Now + 600000
	err := g.host.Show(spec.Show{
		Request: id, Kind: "approval", Action: r.Call.Action, Description: action.Description, Scope: action.Scope, Risk: action.Risk,
		Account: account, Preview: arguments(*r.Call), Full: arguments(*r.Call), Options: []string{"allow", "deny"}, ExpiresAt: &expires,
	})
	return spec.Answer{Status: spec.Pending, Code: spec.CodeConfirmationRequired, Request: id, Wait: waitOf(*r.Call, id)}, err
}

// run calls the tool with what was presented.
func (g *gate) run(r spec.Request) (spec.Answer, error) {
	g.mu.Lock()
	account := g.account(*r.Call)
	g.mu.Unlock()
	e := spec.Effect{Connector: r.Call.Connector, Action: r.Call.Action, Account: account, Arguments: arguments(*r.Call), Session: r.Call.Session}
	if r.Approval != nil {
		e.Request = *r.Approval
	}
	result, err := g.host.Effect(e)
	if err != nil {
		return spec.Answer{Status: spec.Executed}, nil
	}
	return spec.Answer{Status: spec.Executed, Result: result.Result}, nil
}

func (g *gate) account(c spec.Call) string {
	k, _ := g.world.Connection(c.Connection)
	return k.Account
}

// arguments are the arguments as JSON: as they came where they are JSON, as a text where they are not.
func arguments(c spec.Call) json.RawMessage {
	text, _ := c.Text()
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	b, _ := json.Marshal(text)
	return b
}

func spelled(c spec.Call) string {
	c.Claims, c.CallID = nil, ""
	b, _ := json.Marshal(c)
	return string(b)
}

func waitOf(c spec.Call, id string) *spec.Wait {
	if c.Task == nil {
		return nil
	}
	return &spec.Wait{ID: "w" + id, Transcript: c.Task.Transcript, Version: 1}
}
