package law

import (
	"encoding/json"
	"slices"

	"sameact/spec"
)

// This file is the law's own reading of a world. Words it does not know count as the strictest.

var rank = map[string]int{"read": 1, "write": 2, "admin": 3}

// reading decides what an unknown word means.
type reading struct{ unknownScope, unknownCeiling int }

var (
	strict  = reading{unknownScope: 3, unknownCeiling: 1}
	lenient = reading{unknownScope: 1, unknownCeiling: 3}
)

func (r reading) scope(word string) int   { return rankOr(word, r.unknownScope) }
func (r reading) ceiling(word string) int { return rankOr(word, r.unknownCeiling) }

func rankOr(word string, unknown int) int {
	if n, ok := rank[word]; ok {
		return n
	}
	return unknown
}

// Causes says every check of policy that a call fails, in the order of seed 001: connector, agent,
// account, ceiling, uncurated; undeclared stands last. Of page calls only undeclared.
func Causes(w *spec.World, c spec.Call) []string { return causes(w, c, strict) }

func causes(w *spec.World, c spec.Call, r reading) []string {
	var out []string
	a, declared := w.Action(c.Connector, c.Action)
	if c.Connector != "" {
		k, ok := w.Connector(c.Connector)
		if !ok || !k.Enabled {
			out = append(out, spec.CauseConnector)
		}
		if ok && k.Agents != nil && (c.Agent == "" || !slices.Contains(k.Agents, c.Agent)) {
			out = append(out, spec.CauseAgent)
		}
		if acct := account(w, c); ok && (acct == "" || k.Accounts != nil && !slices.Contains(k.Accounts, acct)) {
			out = append(out, spec.CauseAccount)
		}
		if ok && declared && r.scope(a.Scope) > r.ceiling(k.Ceiling) {
			out = append(out, spec.CauseCeiling)
		}
		if ok && declared && !a.Curated && r.ceiling(k.Ceiling) < rank["admin"] {
			out = append(out, spec.CauseUncurated)
		}
	}
	if !declared {
		out = append(out, spec.CauseUndeclared)
	}
	return out
}

// account is what a call's connection stands for, "" where it stands for none.
func account(w *spec.World, c spec.Call) string {
	k, ok := w.Connection(c.Connection)
	if !ok || k.Connector != c.Connector {
		return ""
	}
	return k.Account
}

// Asks says whether the table of seed 001 wants a person's yes for a call that policy allows.
func Asks(w *spec.World, c spec.Call) bool { return asks(w, c, strict, true) }

func asks(w *spec.World, c spec.Call, r reading, unknownConfirm bool) bool {
	a, ok := w.Action(c.Connector, c.Action)
	if !ok {
		return true
	}
	if c.Connector == "" {
		return a.Confirm != "none" && (a.Confirm != "" || a.Risk == "danger" || w.ConfirmDefault == "writes" && a.Risk != "read" || rank[a.Risk] == 0 && a.Risk != "danger")
	}
	k, _ := w.Connector(c.Connector)
	switch k.Confirm {
	case "always":
		return true
	case "never":
		return false
	case "writes":
		return r.scope(a.Scope) >= rank["write"]
	case "admin":
		return r.scope(a.Scope) >= rank["admin"]
	}
	return unknownConfirm
}

// unknownWords reports whether policy about a call rests on a word that the law does not know.
func unknownWords(w *spec.World, c spec.Call) bool {
	k, ok := w.Connector(c.Connector)
	known := func(word string, words ...string) bool { return slices.Contains(words, word) }
	if ok && (!known(k.Ceiling, "read", "write", "admin") || !known(k.Confirm, "always", "writes", "admin", "never")) {
		return true
	}
	a, ok := w.Action(c.Connector, c.Action)
	return ok && (!known(a.Scope, "read", "write", "admin") || !known(a.Risk, "read", "write", "danger") || !known(a.Confirm, "", "none", "ask", "always"))
}

// sameDeclaration reports whether an action is declared alike in two worlds, as far as a yes is about it
// (spec/protocol/protocol.md §7): the description and whether it is curated are no part of it, and an
// absent effect is the action's own id.
func sameDeclaration(was, is *spec.World, c spec.Call) bool {
	a, okA := was.Action(c.Connector, c.Action)
	b, okB := is.Action(c.Connector, c.Action)
	return okA == okB && declared(a).Equal(declared(b))
}

func declared(a spec.Action) spec.Value {
	a.Description, a.Curated = "", false
	if a.Effect == "" {
		a.Effect = a.ID
	}
	b, _ := json.Marshal(a)
	v, _ := spec.ParseValue(string(b))
	return v
}

// stricterConfirm reports whether a connector asks for more than it did.
func stricterConfirm(was, is string) bool {
	order := map[string]int{"never": 0, "admin": 1, "writes": 2, "always": 3}
	a, okA := order[was]
	b, okB := order[is]
	return !okB || okA && b > a
}
