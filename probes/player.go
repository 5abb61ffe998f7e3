package probes

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"sameact/spec"
)

// A player keeps what a caller, a person and the tools know while one story is played.
type player struct {
	hello    spec.Hello
	place    spec.Place
	storage  *storage // nil where nothing befalls the store
	patience time.Duration
	world    spec.World
	now      time.Duration
	acts     map[string]*actor
	order    []*actor // as they were first named
	gates    map[string]spec.Gate
	clocks   map[string]time.Duration   // of processes that have one of their own
	starting map[string]bool            // processes that a start with pause is about to start
	beside   []*line                    // lines that overlap and are not answered, in order
	sessions map[string]json.RawMessage // the newest state of each session
	states   int                        // answers with a state so far
	ids      int                        // call ids that were given so far

	mu      sync.Mutex // guards what lines that overlap share
	todo    spec.History
	out     spec.History
	number  int // script lines played
	lines   map[string][]*line
	calls   int
	kills   int
	desk    pageDesk // what there is of a page
	killing string   // the process that is being killed, while killed says so
	killed  bool
	ending  bool // nothing is held any more

	over        bool // nothing more is played
	faulted     *spec.Fault
	unsupported string // the method that the gate does not have
	unchanged   bool   // a tamper changed nothing
	err         error
}

// An actor is one act as the stage knows it.
type actor struct {
	name    string
	call    spec.Call
	posing  spec.Call // as it was presented last
	posed   spec.Call // as its question was asked
	asked   bool      // it was presented at least once
	request string    // the gate's address of its question, "" where there is none
	wait    *spec.Wait
	state   json.RawMessage // the newest of its question
	stated  int             // when that was, by number of answers with a state
	first   json.RawMessage // as its question was opened
	held    json.RawMessage // as its decision left it that was held
	holds   bool            // its decision was held: what it allows runs when it is presented
	mates   []*actor        // whose questions were opened in the same turn
	callID  string          // the id that the model gave its call

	tampered *spec.Call // what its state may hold in its place
}

// A line is a script line that is being played.
type line struct {
	number  int
	event   spec.Event
	acts    []*actor
	request *spec.Request
	held    bool // it was held, or it was played while another was
	shown   []int
	effects int

	// Of a line that is played beside others.
	parked  chan struct{} // it has come to a point where it is held
	onward  chan struct{} // it may go on
	done    chan struct{} // closed when it has its answer, or will get none
	at      string        // the point at which it is held
	stopped bool          // it was held once
	begun   bool          // it was sent
	dead    bool          // its process was killed
}

func (p *player) act(name string) (*actor, error) {
	if a := p.acts[name]; a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("%q names no act; hint: the first call of an act has an action=", name)
}

// request turns a line into the message to the gate, and says which acts it is about.
func (p *player) request(e spec.Event) (spec.Request, []*actor, error) {
	r := spec.Request{Method: e.Verb}
	if err := p.setPage(e); err != nil {
		return r, nil, err
	}
	switch e.Verb {
	case spec.VerbCall:
		return p.call(e)
	case spec.VerbTurn:
		return p.turn(e)
	case spec.VerbAllow, spec.VerbDeny, spec.VerbAlways, spec.VerbDecide:
		return p.answering(e)
	case spec.VerbTamper:
		return p.tamper(e)
	case spec.VerbResume:
		return p.resume(e)
	case spec.VerbFinish:
		return p.said(e)
	case spec.VerbConfigure:
		w, err := p.world.With(e)
		if err == nil {
			err = w.Check()
		}
		p.world = w
		r.World = &w
		return r, nil, err
	case spec.VerbClear, spec.VerbEnd:
		if r.Session = e.Str("session"); r.Session == "" {
			r.Session = spec.DefaultSession
		}
		return r, nil, nil
	case spec.VerbTick, spec.VerbAudit:
		return r, nil, nil
	}
	return r, nil, fmt.Errorf("%s is not played here", e.Verb)
}

// named lays a line over an act, and makes the act where the line is its first call.
func (p *player) named(e spec.Event) (*actor, spec.Call, error) {
	a := p.acts[e.Subject]
	if e.Subject == "" {
		return nil, spec.Call{}, fmt.Errorf("%s needs the name of an act", e.Verb)
	}
	if a != nil {
		c, err := a.call.With(e)
		return a, c, err
	}
	if _, ok := e.Get("action"); !ok {
		return nil, spec.Call{}, fmt.Errorf("the first %s of %s needs an action=", e.Verb, e.Subject)
	}
	c, err := spec.DefaultCall(e.Str("action")).With(e)
	a = &actor{name: e.Subject, call: c, posed: c}
	p.acts[e.Subject] = a
	p.order = append(p.order, a)
	return a, c, err
}

func (p *player) call(e spec.Event) (spec.Request, []*actor, error) {
	r := spec.Request{Method: spec.MethodCall}
	a, c, err := p.named(e)
	if err != nil {
		return r, nil, err
	}
	a.posing = c
	c = c.Sent(p.hello)
	r.Call, r.Approval, r.State = &c, p.approval(e, a), p.sessions[c.Session]
	p.called(e, a, &c, r.Approval == nil || p.hello.Resumes(c) && !a.holds) // what runs on its yes, a model calls anew
	if by := p.presents(e, a); by.holds {
		r.State = by.state
	}
	p.broughtState(e, a, &r)
	a.asked = true
	return r, []*actor{a}, nil
}

// approval is what a call presents: its own act's question, another's, a literal id, or nothing.
func (p *player) approval(e spec.Event, a *actor) *string {
	id := a.request
	f, given := e.Get("with")
	switch {
	case given && f.Value == "none", !given && id == "":
		return nil
	case given:
		id = f.Text()
		if id == "told" && p.acts[id] == nil {
			id = p.desk.told // a text that the agent was told, whatever it is
		}
		if other := p.acts[id]; other != nil && other.request != "" {
			id = other.request
		}
	}
	return &id
}

func (p *player) turn(e spec.Event) (spec.Request, []*actor, error) {
	r := spec.Request{Method: spec.MethodTurn}
	calls, err := e.TurnCalls()
	if err != nil {
		return r, nil, err
	}
	var acts []*actor
	for _, t := range calls {
		a, c, err := p.named(t.Line)
		if err != nil {
			return r, nil, err
		}
		a.posing = c
		c = c.Sent(p.hello)
		p.called(t.Line, a, &c, true)
		a.asked = true
		r.Calls, acts = append(r.Calls, c), append(acts, a)
		r.State = p.sessions[c.Session]
	}
	for _, a := range acts {
		a.mates = acts
	}
	return r, acts, apart(r.Calls)
}

func (p *player) decide(e spec.Event) (spec.Request, []*actor, error) {
	r := spec.Request{Method: spec.MethodDecide, By: e.Str("by"), Session: e.Str("session"), Agent: e.Str("agent"), Hold: e.Holds()}
	if _, ok := e.Get("decisions"); ok {
		return p.decideSeveral(e, r)
	}
	a, err := p.act(e.Subject)
	if err != nil {
		return r, nil, err
	}
	r.Decision = json.RawMessage(map[string]string{spec.VerbAllow: `"allow"`, spec.VerbDeny: `"deny"`, spec.VerbAlways: `"always"`}[e.Verb])
	if f, ok := e.Get("decision"); ok {
		r.Decision = json.RawMessage(f.JSON())
	}
	r.Request, r.State = p.addressee(e, a), a.state
	p.broughtState(e, a, &r)
	if _, ok := e.Get("by"); !ok {
		r.By = a.call.Principal
	}
	return r, []*actor{a}, nil
}

func (p *player) decideSeveral(e spec.Event, r spec.Request) (spec.Request, []*actor, error) {
	list, err := e.Decisions()
	if err != nil {
		return r, nil, err
	}
	var acts []*actor
	newest := 0
	for _, d := range list {
		a, err := p.act(d.Act)
		if err != nil {
			return r, nil, err
		}
		acts = append(acts, a)
		r.Decisions = append(r.Decisions, spec.Decision{Request: a.request, Decision: json.RawMessage(d.Decision)})
		if a.stated > newest {
			newest, r.State = a.stated, a.state
		}
		if r.By == "" {
			r.By = a.call.Principal
		}
	}
	return r, acts, nil
}

func (p *player) tamper(e spec.Event) (spec.Request, []*actor, error) {
	r := spec.Request{Method: spec.MethodTamper}
	old := p.acts[e.Subject]
	a, c, err := p.named(e)
	if err == nil && old != nil {
		c, err = a.posed.With(e) // what the caller holds is the call that was asked about
	}
	if err != nil {
		return r, nil, err
	}
	c = c.Sent(p.hello)
	r.Call, r.State = &c, p.sessions[c.Session]
	if old != nil {
		r.Request, r.State = a.request, a.state
		a.tampered = &c
	}
	p.called(e, a, &c, false)
	p.broughtState(e, a, &r)
	return r, []*actor{a}, nil
}

func (p *player) resume(e spec.Event) (spec.Request, []*actor, error) {
	r := spec.Request{Method: spec.MethodResume}
	a, err := p.act(e.Subject)
	if err != nil {
		return r, nil, err
	}
	w := spec.Wait{ID: "none"}
	if a.wait != nil {
		w = *a.wait
	}
	if f, ok := e.Get("with"); ok {
		w.ID = f.Text()
		if other := p.acts[w.ID]; other != nil && other.wait != nil {
			w.ID = other.wait.ID
		}
	}
	if f, ok := e.Get("wait"); ok {
		w.ID = f.Text()
	}
	if f, ok := e.Get("transcript"); ok {
		w.Transcript = f.Text()
	}
	if v := e.Str("version"); v != "" {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return r, nil, fmt.Errorf("version: %q is no offset; hint: version=+1 is one more than the wait has", v)
		}
		w.Version += n
	}
	r.Wait, r.Transcript, r.Version = w.ID, w.Transcript, &w.Version
	r.By, r.Agent = a.call.Principal, a.call.Agent
	if f, ok := e.Get("by"); ok {
		r.By = f.Text()
	}
	if f, ok := e.Get("agent"); ok {
		r.Agent = f.Text()
	}
	return r, []*actor{a}, nil
}
