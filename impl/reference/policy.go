package reference

import (
	"slices"

	"sameact/spec"
)

// Policy is asked in the order of seed 001: may this be done at all, and only then whether a person
// has to agree. Words are read here, on their own terms; an unknown one is the strictest.

// A Rank orders scopes and ceilings: what is above the ceiling does not run.
type Rank int

const (
	Read Rank = iota
	Write
	Admin
)

// A Query is one call as policy sees it. What the world does not have is its zero value.
type Query struct {
	World     *spec.World
	Call      spec.Call
	Connector spec.Connector
	Known     bool // the connector is in the world
	Action    spec.Action
	Declared  bool
	Account   string
	Connected bool // the connection is in the world and leads through this connector
	Scope     Rank
	Ceiling   Rank
}

// A Check is one named way in which policy forbids a call.
type Check struct {
	Name  string // the cause that a refusal gives
	Fails func(*Query) bool
}

// Checks are evaluated in order; the first that fails is the cause.
type Checks []Check

// Without is the list lacking one check. It panics on a name that is not there.
func (c Checks) Without(name string) Checks {
	i := slices.IndexFunc(c, func(x Check) bool { return x.Name == name })
	if i < 0 {
		panic("reference: no check " + name)
	}
	return slices.Delete(slices.Clone(c), i, i+1)
}

// With is the list with another condition under a check's name.
func (c Checks) With(name string, fails func(*Query) bool) Checks {
	i := slices.IndexFunc(c, func(x Check) bool { return x.Name == name })
	if i < 0 {
		panic("reference: no check " + name)
	}
	out := slices.Clone(c)
	out[i].Fails = fails
	return out
}

func (c Checks) cause(q *Query) string {
	for _, x := range c {
		if x.Fails(q) {
			return x.Name
		}
	}
	return ""
}

// inOrder are the checks of seed 001. A nil list allows any; a call that names no agent is in no list.
var inOrder = Checks{
	{spec.CauseConnector, func(q *Query) bool { return !q.Known || !q.Connector.Enabled }},
	{spec.CauseAgent, func(q *Query) bool {
		return q.Connector.Agents != nil && (q.Call.Agent == "" || !slices.Contains(q.Connector.Agents, q.Call.Agent))
	}},
	{spec.CauseAccount, func(q *Query) bool {
		return !q.Connected || q.Connector.Accounts != nil && !slices.Contains(q.Connector.Accounts, q.Account)
	}},
	{spec.CauseUndeclared, func(q *Query) bool { return !q.Declared }},
	{spec.CauseCeiling, func(q *Query) bool { return q.Scope > q.Ceiling }},
	{spec.CauseUncurated, func(q *Query) bool { return !q.Action.Curated && q.Ceiling < Admin }},
}

// scopeRank reads an action's scope; an unknown word is an admin action.
func scopeRank(word string) Rank {
	switch word {
	case "read":
		return Read
	case "write":
		return Write
	}
	return Admin
}

// ceilingRank reads a connector's ceiling; an unknown word lets only reads through.
func ceilingRank(word string) Rank {
	switch word {
	case "write":
		return Write
	case "admin":
		return Admin
	}
	return Read
}

// confirms reads the confirmation table; an unknown word asks before every call.
func confirms(q *Query) bool {
	switch q.Connector.Confirm {
	case "never":
		return false
	case "admin":
		return q.Scope >= Admin
	case "writes":
		return q.Scope >= Write
	}
	return true
}

// query looks a call up in a world.
func (b *Build) query(w *spec.World, c spec.Call) *Query {
	q := &Query{World: w, Call: c}
	q.Connector, q.Known = w.Connector(c.Connector)
	q.Action, q.Declared = w.Action(c.Connector, c.Action)
	q.Account, q.Connected = accountOf(w, c.Connector, c.Connection)
	q.Scope, q.Ceiling = b.RankScope(q.Action.Scope), b.RankCeiling(q.Connector.Ceiling)
	return q
}

// accountOf is the account that a connection stands for at this moment.
func accountOf(w *spec.World, connector, connection string) (string, bool) {
	k, ok := w.Connection(connection)
	if !ok || k.Connector != connector {
		return "", false
	}
	return k.Account, true
}
