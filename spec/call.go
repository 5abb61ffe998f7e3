package spec

import (
	"encoding/json"
	"strings"
)

// A Call is one act as somebody presents it: what is to be done, on whose behalf, by which agent,
// in which conversation and for which task. Its JSON form is the wire's (spec/protocol/protocol.md §5).
// An empty id means that the field is absent; ids are never the empty string.
type Call struct {
	Connector  string `json:"connector,omitempty"` // absent on the page path
	Action     string `json:"action"`
	Connection string `json:"connection,omitempty"`
	Args
	Principal string          `json:"principal"`
	Agent     string          `json:"agent,omitempty"`
	Session   string          `json:"session"`
	Task      *Task           `json:"task,omitempty"`
	CallID    string          `json:"callId,omitempty"` // the id the model gives
	Claims    json.RawMessage `json:"claims,omitempty"` // what a hostile caller adds: an object
}

// Args are the arguments in exactly one of three forms: a JSON value; JSON as text, for what
// re-serialising loses (spelling, repeated names, long numbers, text that is no JSON); or bytes, for
// what is not UTF-8. All three empty means that there are no arguments, which is not an object.
type Args struct {
	Arguments       json.RawMessage `json:"arguments,omitempty"`
	ArgumentsText   *string         `json:"argumentsText,omitempty"`
	ArgumentsBase64 []byte          `json:"argumentsBase64,omitempty"`
}

// JSONArgs are arguments given as a JSON value.
func JSONArgs(value string) Args { return Args{Arguments: json.RawMessage(value)} }

// TextArgs are arguments given as JSON text, sent as they are.
func TextArgs(text string) Args { return Args{ArgumentsText: &text} }

// BytesArgs are arguments given as bytes, sent as they are.
func BytesArgs(b []byte) Args { return Args{ArgumentsBase64: b} }

// Text is the arguments as written, whichever form they have, and whether there are any.
func (a Args) Text() (string, bool) {
	switch {
	case a.ArgumentsText != nil:
		return *a.ArgumentsText, true
	case a.ArgumentsBase64 != nil:
		return string(a.ArgumentsBase64), true
	case len(a.Arguments) > 0:
		return string(a.Arguments), true
	}
	return "", false
}

// A Task is the objective scope of seed 001: the transcript, the objective or the input within it,
// and the revision of the objective.
type Task struct {
	Transcript string `json:"transcript"`
	Objective  string `json:"objective,omitempty"`
	Input      string `json:"input,omitempty"`
	Revision   int64  `json:"revision"`
}

// The stage's defaults: what a line of the notation leaves out.
const (
	DefaultPrincipal = "u1"
	DefaultAgent     = "a1"
	DefaultSession   = "s1"
)

// PagePrefix begins the ids of the actions that the stage's page declares.
const PagePrefix = "page."

// DefaultCall is what the first call of an act is laid over: nobody's business in particular,
// by u1 through a1 in s1, with the connector that declares the action in the default world and that
// connector's first connection. An action that no connector declares belongs to mail, one whose id begins
// with page. to none.
func DefaultCall(action string) Call {
	c := Call{Action: action, Args: JSONArgs("{}"), Principal: DefaultPrincipal, Agent: DefaultAgent, Session: DefaultSession}
	if strings.HasPrefix(action, PagePrefix) {
		return c
	}
	c.Connector = "mail"
	for _, a := range defaultWorld.Actions {
		if a.ID == action {
			c.Connector = a.Connector
			break
		}
	}
	if c.Connector != "" {
		for _, k := range defaultWorld.Connections {
			if k.Connector == c.Connector {
				c.Connection = k.ID
				break
			}
		}
	}
	return c
}

// CallFields are the names that a call's fields have in the notation, in printing order.
// args, text and bytes are the three forms of the one field arguments.
var CallFields = []string{"connector", "action", "connection", "args", "text", "bytes", "principal", "agent", "session", "task", "callId", "claims"}

// With lays the fields of a line over a call: what the line leaves out stays as it was.
// A field that a call does not have is passed over; one that does not parse is an error that names it.
func (c Call) With(e Event) (Call, error) {
	for _, f := range marksLast(e.Fields) {
		if err := c.set(f); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *Call) set(f Field) error {
	switch f.Key {
	case "connector", "action", "connection", "principal", "agent", "session", "callId":
		*c.id(f.Key) = f.Text()
		if f.Value == "none" || f.Value == "null" {
			*c.id(f.Key) = ""
		}
	case "args":
		c.Args = Args{}
		if f.Value != "none" {
			c.Args = Args{Arguments: json.RawMessage(f.JSON())}
		}
	case "text":
		c.Args = TextArgs(f.Text())
	case "bytes":
		b, err := f.Base64()
		if err != nil {
			return err
		}
		c.Args = BytesArgs(b)
	case "claims":
		c.Claims = nil
		if f.Value != "none" {
			c.Claims = json.RawMessage(f.JSON())
		}
	case "task":
		c.Task = nil
		if f.Value != "none" {
			c.Task = &Task{}
			return f.Decode(c.Task)
		}
	}
	return nil
}

// Fields spells what differs between a call and a base, as fields of a line; changed marks each.
func (c Call) Fields(base Call, changed bool) []Field {
	var out []Field
	add := func(key, value string) { out = append(out, Field{Key: key, Value: value, Changed: changed}) }
	for _, k := range CallFields {
		switch k {
		case "args", "text", "bytes":
			if c.argsForm() == k && !sameArgs(c.Args, base.Args) {
				add(k, c.argsSpelled())
			}
		case "claims":
			if string(c.Claims) != string(base.Claims) {
				add(k, orNone(string(c.Claims)))
			}
		case "task":
			if c.taskSpelled() != base.taskSpelled() {
				add(k, c.taskSpelled())
			}
		default:
			if v := *c.id(k); v != *base.id(k) {
				add(k, Spell(v))
			}
		}
	}
	return out
}

func (c *Call) id(key string) *string {
	switch key {
	case "connector":
		return &c.Connector
	case "action":
		return &c.Action
	case "connection":
		return &c.Connection
	case "principal":
		return &c.Principal
	case "agent":
		return &c.Agent
	case "session":
		return &c.Session
	}
	return &c.CallID
}

func (a Args) argsForm() string {
	switch {
	case a.ArgumentsText != nil:
		return "text"
	case a.ArgumentsBase64 != nil:
		return "bytes"
	}
	return "args"
}

func (a Args) argsSpelled() string {
	switch {
	case a.ArgumentsText != nil:
		return Quote(*a.ArgumentsText)
	case a.ArgumentsBase64 != nil:
		return SpellBase64(a.ArgumentsBase64)
	}
	return orNone(string(a.Arguments))
}

func (c Call) taskSpelled() string {
	if c.Task == nil {
		return "none"
	}
	b, _ := json.Marshal(c.Task)
	return string(b)
}

func sameArgs(a, b Args) bool {
	return a.argsForm() == b.argsForm() && a.argsSpelled() == b.argsSpelled()
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Sent is a call as a gate is given it that declares hello: one without the feature claims finds what a
// hostile caller claims among the arguments.
func (c Call) Sent(hello Hello) Call {
	if c.Claims == nil || hello.Has("claims") {
		return c
	}
	if text, ok := c.Text(); ok && strings.HasPrefix(text, "{") {
		claims := strings.TrimSuffix(strings.TrimPrefix(string(c.Claims), "{"), "}")
		rest := strings.TrimPrefix(text, "{")
		if strings.TrimSpace(rest) != "}" {
			claims += ","
		}
		c.Args = JSONArgs("{" + claims + rest)
	}
	c.Claims = nil
	return c
}
