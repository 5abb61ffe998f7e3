// Package rounds is the client of a system that answers a call with a question, and wants the call made again with
// the person's answer and an opaque state: the multi round-trip requests of MCP 2026-07-28. The client keeps what it
// holds in a folder. What refuses is the server.
package rounds

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"path/filepath"

	"sameact/adapters/kit"
)

// Key labels the question within a call, and the value in the person's answer.
const Key = "confirm"

// Schema is that of the person's answer.
var Schema = kit.Raw(`{"type":"object","properties":{"confirm":{"type":"boolean"}},"required":["confirm"]}`)

// Held is one call that waits for an answer, as the client holds it.
type Held struct {
	Call   kit.Call
	State  string  // requestState, as the server gave it
	Answer kit.Raw `json:",omitempty"` // an ElicitResult; nil while there is none
}

// Responses is the inputResponses member of the call when it is made again: null while there is no answer.
func (h Held) Responses() kit.Raw {
	if h.Answer == nil {
		return kit.Raw("null")
	}
	b, _ := json.Marshal(map[string]kit.Raw{Key: h.Answer})
	return b
}

// A Result is what the server said to a call.
type Result struct {
	Question string // the message of its elicitation, a Question as JSON; empty where it asked nothing
	State    string // requestState
	Text     string // what the tool returned
	Error    bool   // the tool said that this is an error
}

// A Question is what the handlers of our adapters word as the elicitation's message.
type Question struct {
	Action      string  `json:"action"`
	Description string  `json:"description,omitempty"`
	Preview     kit.Raw `json:"preview,omitempty"`
	ExpiresAt   *int64  `json:"expiresAt,omitempty"`
}

// Message spells a question.
func (q Question) Message() string {
	b, _ := json.Marshal(q)
	return string(b)
}

// A Server is the system under test, with its handler.
type Server interface {
	Open(dir string, w kit.World)
	// Send makes a call with what the client holds for it.
	Send(context.Context, kit.Call, Held) (Result, error)
	// Forge is the state with which a call could look as if it had been asked about, and whether a state says in the
	// open which call it is for.
	Forge(c kit.Call) (state string, open bool)
}

// A Client drives a server.
type Client struct {
	hello  kit.Hello
	server Server
	held   kit.Shelf
}

// NewClient is a client of a server whose handler decides by what it was sent, and that has these features beside
// those of the pattern.
func NewClient(name, version string, s Server, features ...string) *Client {
	return &Client{server: s, hello: kit.Hello{Name: name, Version: version, Yes: []any{true},
		Chapters: []string{"binding", "lifecycle", "yes-is-exactly-yes", "flag-is-not-permission", "answers-do-not-cross", "said-is-done", "no-blind-retry",
			"other-process-continues", "crash-before-spend", "crash-after-spend", "one-winner", "one-use-under-race", "orders-as-one"},
		Binds:    []string{"action", "arguments", "principal", "connector"},
		Features: append([]string{"several", "raw-decision", "forge", "durable"}, features...)}}
}

// Hello is what the server can do and tell apart.
func (c *Client) Hello() kit.Hello { return c.hello }

// Open begins a history.
func (c *Client) Open(dir string, w kit.World) error {
	c.held = kit.Shelf(filepath.Join(dir, "client"))
	c.server.Open(dir, w)
	return nil
}

// Tick does nothing: no question is held by the server.
func (c *Client) Tick(int64) {}

// Call makes a call, with what is held under the approval that is claimed. An approval under which nothing is held is
// sent as the state.
func (c *Client) Call(ctx context.Context, r kit.Request) (kit.Answer, error) {
	var h Held
	if r.Approval != nil && !c.held.Get(*r.Approval, &h) {
		h.State = *r.Approval
	}
	return c.send(ctx, r.Call, h)
}

// Decide keeps a yes, and whatever else is neither yes nor no, until the call is made again. A no goes to the server at
// once, with the call as it was made.
func (c *Client) Decide(ctx context.Context, r kit.Request) (kit.Answer, error) {
	var h Held
	if !c.held.Get(r.Request, &h) {
		return kit.Answer{Status: kit.Refused, Code: "approval_invalid"}, nil
	}
	h.Answer = elicited(r.Decision)
	if err := c.held.Put(r.Request, h); err != nil || !kit.No(r.Decision) {
		return kit.Answer{Status: kit.Recorded}, err
	}
	return c.send(ctx, h.Call, h)
}

func elicited(value kit.Raw) kit.Raw {
	switch {
	case kit.No(value):
		return kit.Raw(`{"action":"decline"}`)
	case value == nil:
		return kit.Raw(`{"action":"accept"}`)
	case kit.Yes(value):
		value = kit.Raw("true")
	}
	b, _ := json.Marshal(map[string]any{"action": "accept", "content": map[string]kit.Raw{Key: value}})
	return b
}

// Tamper puts another call into the state of one that is held, where it says which call it is for, or lays down a call
// that the server was never asked about.
func (c *Client) Tamper(_ context.Context, r kit.Request) (kit.Tampered, error) {
	var h Held
	state, open := c.server.Forge(r.Call)
	id, known := r.Request, c.held.Get(r.Request, &h)
	if known && !open {
		return kit.Tampered{}, nil
	}
	if !known {
		id = rand.Text()
	}
	h.Call, h.State = r.Call, state
	return kit.Tampered{Request: id, Changed: 1}, c.held.Put(id, h)
}

func (c *Client) send(ctx context.Context, call kit.Call, h Held) (kit.Answer, error) {
	result, err := c.server.Send(ctx, call, h)
	switch {
	case err != nil:
		return kit.Answer{}, err
	case result.Question != "":
		return c.asked(ctx, call, result)
	}
	return kit.Outcome(result.Text, result.Error), nil
}

func (c *Client) asked(ctx context.Context, call kit.Call, result Result) (kit.Answer, error) {
	var q Question
	if err := json.Unmarshal([]byte(result.Question), &q); err != nil {
		return kit.Answer{}, err
	}
	id := rand.Text()
	if err := c.held.Put(id, Held{Call: call, State: result.State}); err != nil {
		return kit.Answer{}, err
	}
	return kit.Asked(ctx, kit.Show{Request: id, Action: q.Action, Description: q.Description, Preview: q.Preview, ExpiresAt: q.ExpiresAt}), nil
}
