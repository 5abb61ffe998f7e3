package remote

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sameact/impl/reference"
	"sameact/spec"
)

// tiny is a gate as small as one can be: it asks before everything, keeps its questions in a file and
// sends what was asked about. Its page methods are there to use every message of the wire.
type tiny struct{}

func (tiny) Hello() spec.Hello {
	return spec.Hello{Protocol: "1", Gate: spec.Named{Name: "tiny", Version: "1"}, Chapters: []string{"binding", "lifecycle", "policy", "resume", "outcome"},
		Binds: []string{"action", "arguments"}, Features: []string{"state", "tamper", "audit", "question", "sync-points", "batch"}, Holds: "server", SyncPoints: []string{"before-spend"}}
}

func (t tiny) Open() (spec.Place, error) {
	dir, err := os.MkdirTemp("", "tiny-")
	return tinyPlace{dir}, err
}

func (tiny) OpenIn(dir string) (spec.Place, error) { return tinyPlace{dir}, nil }
func (tiny) Close() error                          { return nil }

type tinyPlace struct{ dir string }

func (p tinyPlace) Start(_ string, host spec.Host, _ spec.World) (spec.Gate, error) {
	g := &tinyGate{file: filepath.Join(p.dir, "asked.json"), host: host.(spec.Page), acts: map[string]spec.Call{}}
	b, err := os.ReadFile(g.file)
	if err == nil {
		err = json.Unmarshal(b, &g.acts)
	} else if os.IsNotExist(err) {
		err = nil
	}
	return g, err
}

func (tinyPlace) Close() error { return nil }

type tinyGate struct {
	file string
	host spec.Page
	acts map[string]spec.Call
}

func (*tinyGate) Close() error { return nil }

func (g *tinyGate) Do(r spec.Request) (spec.Reply, error) {
	var reply spec.Reply
	reply.State = r.State
	switch r.Method {
	case spec.MethodCall:
		return reply, g.call(r, &reply.Answer)
	case spec.MethodTurn:
		reply.Status = spec.Pending
		for _, c := range r.Calls {
			var a spec.Answer
			if err := g.call(spec.Request{Call: &c}, &a); err != nil {
				return reply, err
			}
			reply.Requests = append(reply.Requests, &a.Request, nil)
		}
	case spec.MethodDecide:
		reply.Status, reply.Code = spec.Refused, spec.CodeDenied
		if string(r.Decision) == `"allow"` {
			reply.Status, reply.Code = spec.Recorded, ""
		}
	case spec.MethodResume:
		reply.Status = spec.Recorded
	case spec.MethodClear, spec.MethodConfigure, spec.MethodTick:
		for id := range g.acts {
			reply.Settled = append(reply.Settled, spec.Settled{Request: id, Answer: spec.Answer{Status: spec.Refused}})
		}
	case spec.MethodAudit:
		took := int64(40)
		reply.Records = []spec.AuditRecord{{Seq: 1, At: clock, Kind: "execution", Action: "mail.send", Executed: true, Outcome: "success", Duration: &took}}
	case spec.MethodTamper:
		one := 1
		reply.Changed, reply.State = &one, json.RawMessage(`{"changed":true}`)
	default:
		return reply, spec.ErrUnsupported
	}
	return reply, nil
}

// call asks, or sends what was asked about.
func (g *tinyGate) call(r spec.Request, a *spec.Answer) error {
	c := *r.Call
	if r.Approval == nil {
		a.Request, a.Status, a.Code = fmt.Sprintf("q%d", len(g.acts)+1), spec.Pending, spec.CodeConfirmationRequired
		g.acts[a.Request] = c
		if c.Task != nil {
			a.Wait = &spec.Wait{ID: "w1", Transcript: c.Task.Transcript, Version: 1}
		}
		b, err := json.Marshal(g.acts)
		if err != nil {
			return err
		}
		if err := os.WriteFile(g.file, b, 0o600); err != nil {
			return err
		}
		return g.host.Show(spec.Show{Request: a.Request, Kind: "approval", Action: c.Action, Preview: c.Arguments, Options: []string{"allow", "deny"}})
	}
	asked, ok := g.acts[*r.Approval]
	if !ok {
		a.Status, a.Code = spec.Refused, spec.CodeApprovalInvalid
		return nil
	}
	g.surroundings(asked)
	sent, err := g.host.Effect(spec.Effect{Connector: asked.Connector, Action: asked.Action, Arguments: asked.Arguments, Request: *r.Approval})
	var failed *spec.CallError
	if err != nil {
		failed = err.(*spec.CallError)
		a.Status, a.Message = spec.Unknown, fmt.Sprintf("%d at %d", failed.Code, failed.Now)
		if failed.Code == spec.EffectRefused {
			a.Status = spec.Failed
		}
		return nil
	}
	a.Status, a.Result, a.Message = spec.Executed, sent.Result, fmt.Sprint(sent.Now)
	return nil
}

// surroundings uses what the page offers, for an act that asks for it.
func (g *tinyGate) surroundings(c spec.Call) {
	_ = g.host.Sync("before-spend")
	if c.Action != "page.all" {
		return
	}
	_ = g.host.Observe(spec.Observation{Text: "a page"})
	_, _ = g.host.Expect(c.Action, c.Arguments)
	_, _ = g.host.Resolve("mail-1")
	_, _ = g.host.Resolve("gone")
}

// sender is tiny without questions: it sends whatever it is called with.
type sender struct{ tiny }

func (sender) OpenIn(string) (spec.Place, error) { return senderPlace{}, nil }

type senderPlace struct{ tinyPlace }

func (senderPlace) Start(_ string, host spec.Host, _ spec.World) (spec.Gate, error) {
	return senderGate{host: host}, nil
}

type senderGate struct {
	*tinyGate
	host spec.Host
}

func (g senderGate) Do(r spec.Request) (spec.Reply, error) {
	if r.Call == nil {
		return spec.Reply{}, spec.ErrUnsupported
	}
	sent, err := g.host.Effect(spec.Effect{Connector: r.Call.Connector, Action: r.Call.Action, Account: "work", Arguments: r.Call.Arguments, Session: r.Call.Session, Request: "r1"})
	return spec.Reply{Answer: spec.Answer{Status: spec.Executed, Result: sent.Result}}, err
}

// gates are the targets that the test binary serves.
var gates = map[string]func() spec.FolderTarget{
	"tiny":      func() spec.FolderTarget { return tiny{} },
	"sender":    func() spec.FolderTarget { return sender{} },
	"reference": func() spec.FolderTarget { return reference.New(reference.Obeying(reference.RePresent)) },
	"waiting":   waiting,
	"resuming":  func() spec.FolderTarget { return reference.New(reference.Obeying(reference.Resuming)) },
}

// waiting is our gate with all the patience that a busy machine may need.
func waiting() spec.FolderTarget {
	b := reference.Obeying(reference.RePresent)
	b.Patience = 30 * time.Second
	return reference.New(b)
}
