package spec

import (
	"encoding/json"
	"fmt"
	"slices"
)

// A World is the policy and the declarations given to a gate (spec/protocol/protocol.md §5). Words are kept as
// written, also unknown ones: what they mean is for the law and for the gate, each on its own.
// Times are raw JSON because a world may hold an unusable one.
type World struct {
	ApprovalTTL    json.RawMessage `json:"approvalTtlMs,omitempty"`    // milliseconds; absent or null: ten minutes
	PromptTimeout  json.RawMessage `json:"promptTimeoutMs,omitempty"`  // milliseconds; absent: ten minutes
	HandoffTimeout json.RawMessage `json:"handoffTimeoutMs,omitempty"` // milliseconds; absent: five minutes
	ConfirmDefault string          `json:"confirmDefault"`             // danger | writes
	Channels       Channels        `json:"channels"`
	Connectors     []Connector     `json:"connectors"`
	Connections    []Connection    `json:"connections"`
	Actions        []Action        `json:"actions"`
	Guides         []string        `json:"guides"` // display-only targets
}

// Channels say which ways to reach a person exist.
type Channels struct {
	Confirm bool `json:"confirm"`
	Handoff bool `json:"handoff"`
}

// A Connector is a path to an outside service and its policy. A nil list allows any; an empty one none.
type Connector struct {
	ID       string   `json:"id"`
	Enabled  bool     `json:"enabled"`
	Agents   []string `json:"agents"`
	Accounts []string `json:"accounts"`
	Ceiling  string   `json:"ceiling"` // read | write | admin
	Confirm  string   `json:"confirm"` // always | writes | admin | never
}

// A Connection is a principal's link through a connector to an account.
type Connection struct {
	ID        string `json:"id"`
	Connector string `json:"connector"`
	Account   string `json:"account"`
	Principal string `json:"principal"`
}

// An Action is a declaration. With a connector: scope, curated and the connector's rules apply.
// Without: risk, confirm, handoff and steps.
type Action struct {
	ID          string          `json:"id"`
	Connector   string          `json:"connector,omitempty"`
	Description string          `json:"description"`
	Scope       string          `json:"scope"` // read | write | admin
	Curated     bool            `json:"curated"`
	Risk        string          `json:"risk"`              // read | write | danger
	Confirm     string          `json:"confirm,omitempty"` // none | ask | always
	Effect      string          `json:"effect,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"` // JSON Schema; absent: any object
	Material    []string        `json:"material,omitempty"`   // JSON pointers
	Handoff     *Handoff        `json:"handoff,omitempty"`
	Steps       []ActionStep    `json:"steps,omitempty"`
}

// A Handoff declares that a person performs the action.
type Handoff struct {
	Reason  string          `json:"reason"`
	Timeout json.RawMessage `json:"timeoutMs,omitempty"`
	Expects bool            `json:"expects"`
	Steps   []GuideStep     `json:"steps,omitempty"`
}

// A GuideStep tells a person what to do next, and may point at a target.
type GuideStep struct {
	Text      string `json:"text"`
	Highlight string `json:"highlight,omitempty"`
}

// An ActionStep is one step of a composite.
type ActionStep struct {
	Action    string          `json:"action"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

var defaultWorld = World{
	ConfirmDefault: "danger",
	Channels:       Channels{Confirm: true, Handoff: true},
	Connectors: []Connector{
		{ID: "mail", Enabled: true, Ceiling: "write", Confirm: "writes"},
		{ID: "chat", Enabled: true, Ceiling: "write", Confirm: "writes"},
	},
	Connections: []Connection{
		{ID: "c1", Connector: "mail", Account: "work", Principal: "u1"},
		{ID: "c2", Connector: "mail", Account: "home", Principal: "u1"},
		{ID: "c3", Connector: "mail", Account: "work", Principal: "u1"},
		{ID: "k1", Connector: "chat", Account: "work", Principal: "u1"},
	},
	Actions: []Action{
		{ID: "mail.send", Connector: "mail", Description: "Send an email", Scope: "write", Curated: true, Risk: "write"},
		{ID: "mail.delete", Connector: "mail", Description: "Delete an email", Scope: "write", Curated: true, Risk: "write"},
		{ID: "mail.read", Connector: "mail", Description: "Read emails", Scope: "read", Curated: true, Risk: "read"},
		{ID: "mail.purge", Connector: "mail", Description: "Empty a mailbox", Scope: "admin", Curated: true, Risk: "danger"},
		{ID: "mail.scan", Connector: "mail", Description: "Scan a mailbox", Scope: "read", Curated: false, Risk: "read"},
		{ID: "mail.send", Connector: "chat", Description: "Send an email through chat", Scope: "write", Curated: true, Risk: "write"},
		{ID: "chat.post", Connector: "chat", Description: "Post a message", Scope: "write", Curated: true, Risk: "write"},
		{ID: "chat.read", Connector: "chat", Description: "Read messages", Scope: "read", Curated: true, Risk: "read"},
	},
}

// DefaultWorld is the world that a script without an open line plays in, a copy of its own.
// mail and chat are enabled for everybody, up to write, and ask before writes; c1 and c3 are the
// mailbox work of u1, c2 is home.
func DefaultWorld() World { return defaultWorld.Clone() }

// Clone is a copy that shares nothing with the original.
func (w World) Clone() World {
	w.ApprovalTTL, w.PromptTimeout, w.HandoffTimeout = slices.Clone(w.ApprovalTTL), slices.Clone(w.PromptTimeout), slices.Clone(w.HandoffTimeout)
	w.Connectors, w.Connections = slices.Clone(w.Connectors), slices.Clone(w.Connections)
	w.Actions, w.Guides = slices.Clone(w.Actions), slices.Clone(w.Guides)
	for i := range w.Connectors {
		c := &w.Connectors[i]
		c.Agents, c.Accounts = slices.Clone(c.Agents), slices.Clone(c.Accounts)
	}
	for i := range w.Actions {
		w.Actions[i] = w.Actions[i].clone()
	}
	return w
}

func (a Action) clone() Action {
	a.Parameters, a.Material, a.Steps = slices.Clone(a.Parameters), slices.Clone(a.Material), slices.Clone(a.Steps)
	for i := range a.Steps {
		a.Steps[i].Arguments = slices.Clone(a.Steps[i].Arguments)
	}
	if a.Handoff != nil {
		h := *a.Handoff
		h.Timeout, h.Steps = slices.Clone(h.Timeout), slices.Clone(h.Steps)
		a.Handoff = &h
	}
	return a
}

// WorldFields are the names that a world's parts have on an open or configure line.
var WorldFields = []string{"approvalTtlMs", "promptTimeoutMs", "handoffTimeoutMs", "confirmDefault", "channels", "connectors", "connections", "actions", "guides"}

// With lays an open or configure line over a world. A list is merged by id (actions by connector and
// id): an entry with a known id replaces the fields it names and leaves the rest unchanged, an unknown
// id is added, and {"id":…,"gone":true} takes the entry out. A key or field that a world does not have
// is an error that names it. The given world is not changed.
func (w World) With(e Event) (World, error) {
	out := w.Clone()
	for _, f := range marksLast(e.Fields) {
		if f.Key == "pause" {
			continue
		}
		if err := out.set(f); err != nil {
			return w, fmt.Errorf("%s: %w", f.Key, err)
		}
	}
	return out, nil
}

func (w *World) set(f Field) (err error) {
	raw := func(p *json.RawMessage) error {
		if f.Value == "none" {
			*p = nil
			return nil
		}
		*p = json.RawMessage(f.JSON())
		return nil
	}
	switch f.Key {
	case "approvalTtlMs":
		return raw(&w.ApprovalTTL)
	case "promptTimeoutMs":
		return raw(&w.PromptTimeout)
	case "handoffTimeoutMs":
		return raw(&w.HandoffTimeout)
	case "confirmDefault":
		w.ConfirmDefault = f.Text()
	case "channels":
		return f.Decode(&w.Channels)
	case "guides":
		w.Guides = nil
		return f.Decode(&w.Guides)
	case "connectors":
		w.Connectors, err = merge(w.Connectors, f, func(c Connector) string { return c.ID })
	case "connections":
		w.Connections, err = merge(w.Connections, f, func(c Connection) string { return c.ID })
	case "actions":
		w.Actions, err = merge(w.Actions, f, func(a Action) string { return a.Connector + "\x00" + a.ID })
	default:
		return fmt.Errorf("a world has no such part; hint: one of %v", WorldFields)
	}
	return err
}

func merge[T any](list []T, f Field, id func(T) string) ([]T, error) {
	var entries []json.RawMessage
	if err := f.Decode(&entries); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i, entry := range entries {
		if _, err := ParseValue(string(entry)); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
		var is struct {
			Gone bool `json:"gone"`
		}
		if err := json.Unmarshal(entry, &is); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
		var fresh T
		if err := decodeStrict(entry, &fresh, "gone"); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
		if seen[id(fresh)] {
			return nil, fmt.Errorf("entry %d: the same id stands twice in one list", i)
		}
		seen[id(fresh)] = true
		at := -1
		for j := range list {
			if id(list[j]) == id(fresh) {
				at = j
			}
		}
		switch {
		case is.Gone && at >= 0:
			list = append(list[:at:at], list[at+1:]...)
		case is.Gone:
			return nil, fmt.Errorf("entry %d: nothing by that id to take out", i)
		case at >= 0:
			if err := json.Unmarshal(entry, &list[at]); err != nil {
				return nil, fmt.Errorf("entry %d: %w", i, err)
			}
		default:
			list = append(list, fresh)
		}
	}
	return list, nil
}

// Connector finds a connector by id.
func (w *World) Connector(id string) (Connector, bool) {
	for _, c := range w.Connectors {
		if c.ID == id {
			return c, true
		}
	}
	return Connector{}, false
}

// Connection finds a connection by id.
func (w *World) Connection(id string) (Connection, bool) {
	for _, c := range w.Connections {
		if c.ID == id {
			return c, true
		}
	}
	return Connection{}, false
}

// Action finds a declaration by connector ("" on the page path) and id.
func (w *World) Action(connector, id string) (Action, bool) {
	for _, a := range w.Actions {
		if a.ID == id && a.Connector == connector {
			return a, true
		}
	}
	return Action{}, false
}

// Check says what contradicts itself in a world: an id twice, a connection or an action of a
// connector that is not there, an id that the notation and the wire do not allow.
func (w *World) Check() error {
	seen := map[string]bool{}
	once := func(kind, key, id string) error {
		if !ValidID(id) {
			return fmt.Errorf("%s %q: an id is 1 to 60 of A-Z a-z 0-9 . _ -", kind, id)
		}
		if seen[kind+"\x00"+key] {
			return fmt.Errorf("%s %q stands twice", kind, id)
		}
		seen[kind+"\x00"+key] = true
		return nil
	}
	for _, c := range w.Connectors {
		if err := once("connector", c.ID, c.ID); err != nil {
			return err
		}
	}
	for _, c := range w.Connections {
		if err := once("connection", c.ID, c.ID); err != nil {
			return err
		}
		if _, ok := w.Connector(c.Connector); !ok {
			return fmt.Errorf("connection %q belongs to connector %q, which is not there", c.ID, c.Connector)
		}
	}
	for _, a := range w.Actions {
		if err := once("action", a.Connector+"\x00"+a.ID, a.ID); err != nil {
			return err
		}
		if _, ok := w.Connector(a.Connector); a.Connector != "" && !ok {
			return fmt.Errorf("action %q belongs to connector %q, which is not there", a.ID, a.Connector)
		}
	}
	return nil
}

// ValidID reports whether an id is one the harness makes: 1 to 60 of A-Z a-z 0-9 . _ -
func ValidID(id string) bool {
	if id == "" || len(id) > 60 {
		return false
	}
	for _, r := range id {
		if !(r == '.' || r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return false
		}
	}
	return true
}
