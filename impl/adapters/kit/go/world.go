package kit

import (
	"encoding/json"
	"slices"
)

// A World is policy and declarations, as far as they configure which tools a system offers and asks about.
type World struct {
	ApprovalTTL    Raw    `json:"approvalTtlMs"`
	ConfirmDefault string `json:"confirmDefault"`
	Connectors     []struct {
		ID       string   `json:"id"`
		Enabled  bool     `json:"enabled"`
		Agents   []string `json:"agents"`
		Accounts []string `json:"accounts"`
		Ceiling  string   `json:"ceiling"`
		Confirm  string   `json:"confirm"`
	} `json:"connectors"`
	Connections []Connection `json:"connections"`
	Actions     []Action     `json:"actions"`
}

// A Connection is a link through a connector to an account.
type Connection struct {
	ID        string `json:"id"`
	Connector string `json:"connector"`
	Account   string `json:"account"`
}

// An Action is one tool's declaration.
type Action struct {
	ID          string `json:"id"`
	Connector   string `json:"connector"`
	Description string `json:"description"`
	Scope       string `json:"scope"`
	Curated     bool   `json:"curated"`
	Risk        string `json:"risk"`
	Confirm     string `json:"confirm"`
	Parameters  Raw    `json:"parameters"`
}

// Name is a tool's name, unlike that of every other action: ids have no slash.
func (a Action) Name() string { return a.Connector + "/" + a.ID }

// Schema is the declared schema of the arguments, or one that takes any object.
func (a Action) Schema() Raw {
	if a.Parameters == nil {
		return Raw(`{"type":"object"}`)
	}
	return a.Parameters
}

// A Mode says how a tool is offered for a call. It is configuration of the system, no guard of its own.
type Mode string

const (
	Ask    Mode = "ask"    // the tool asks a person before it runs
	Run    Mode = "run"    // it runs
	Absent Mode = "absent" // there is no such tool
)

// Action finds the action that a call names.
func (w World) Action(connector, id string) (Action, bool) {
	i := slices.IndexFunc(w.Actions, func(a Action) bool { return a.Connector == connector && a.ID == id })
	if i < 0 {
		return Action{ID: id, Connector: connector}, false
	}
	return w.Actions[i], true
}

var scopes = map[string]int{"read": 0, "write": 1, "admin": 2}

// rank orders scopes; a word that nobody knows counts as the given one.
func rank(word, unknown string) int {
	if r, ok := scopes[word]; ok {
		return r
	}
	return scopes[unknown]
}

// Lifetime is how long a question lives, in milliseconds: ten minutes where the world says nothing, and no time at
// all where what it says is no usable number.
func (w World) Lifetime() int64 {
	if s := string(w.ApprovalTTL); s == "" || s == "null" {
		return 10 * 60 * 1000
	}
	var ms int64
	if json.Unmarshal(w.ApprovalTTL, &ms) != nil || ms < 0 || ms > 1<<52 {
		return 0
	}
	return ms
}

// Mode is how a tool has to be offered to serve this call in this world.
func (w World) Mode(c Call) Mode {
	a, known := w.Action(c.Connector, c.Action)
	if !known {
		return Absent
	}
	for _, k := range w.Connectors {
		if k.ID != c.Connector {
			continue
		}
		i := slices.IndexFunc(w.Connections, func(l Connection) bool { return l.ID == c.Connection && l.Connector == c.Connector })
		switch {
		case !k.Enabled, k.Agents != nil && !slices.Contains(k.Agents, c.Agent), i < 0,
			k.Accounts != nil && !slices.Contains(k.Accounts, w.Connections[max(i, 0)].Account),
			rank(a.Scope, "admin") > rank(k.Ceiling, "read"), !a.Curated && rank(k.Ceiling, "read") < scopes["admin"]:
			return Absent
		case k.Confirm == "never", k.Confirm == "writes" && rank(a.Scope, "admin") == 0, k.Confirm == "admin" && rank(a.Scope, "admin") < 2:
			return Run
		}
		return Ask
	}
	if c.Connector != "" {
		return Absent
	}
	asks := a.Risk == "danger" || w.ConfirmDefault == "writes" && a.Risk != "read"
	if a.Confirm == "none" || a.Confirm == "" && !asks {
		return Run
	}
	return Ask
}
