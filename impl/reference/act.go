package reference

import (
	"database/sql"

	"sameact/spec"
)

// An act is one call as the gate understands it: looked up, read and bound.
type act struct {
	call     spec.Call
	query    *Query
	asks     bool
	args     []byte // the canonical arguments: what is hashed is what is sent
	task     *spec.Task
	contract string
	print    string // of everything that a yes is bound to
	same     string // of principal, connector, action and arguments alone
	after    int64  // the clock after its call
	turn     string // shared by the calls of one turn, "" for a call alone
	process  string
	seen     any // what a build saw before the use was held
}

// look looks a call up in the world of this moment. It reads no arguments.
func (g *gate) look(c spec.Call) *act {
	q := g.build.query(g.world.Load(), c)
	return &act{call: c, query: q, asks: g.build.Asks(q), process: g.runtime}
}

// read reads the arguments and computes what the act is bound to, or says why there is nothing to bind.
func (g *gate) read(a *act) (refusal *spec.Answer) {
	text, given := a.call.Text()
	canonical, err := g.build.Reads(text)
	if err != nil || !given {
		r := refused(spec.CodeArgumentsInvalid)
		if err != nil {
			r.Message = err.Error()
		}
		return &r
	}
	if !fits(a.query.Action.Parameters, canonical) {
		r := refused(spec.CodeArgumentsInvalid)
		r.Message = "the arguments do not fit the parameters of " + a.call.Action
		return &r
	}
	a.args = canonical
	a.task = g.build.Scope(a.call.Task)
	a.contract = g.build.Contract(a.query.World, a.query.Action)
	a.print = g.build.Binds(Binding{
		Principal: a.call.Principal, Connector: a.call.Connector, Account: a.query.Account, Action: a.call.Action,
		Contract: a.contract, HasContract: true,
		Args: g.build.Hashes(text, canonical), Task: a.task,
	}, a.call).Fingerprint()
	a.same = Binding{Principal: a.call.Principal, Connector: a.call.Connector, Action: a.call.Action, Args: canonical}.Fingerprint()
	return nil
}

// params are an act's bound fields as parameters, with those of the moment: now, and the question's id.
func (a *act) params(now int64, id string, more ...sql.NamedArg) []any {
	out := make([]any, 0, 26)
	out = append(out,
		sql.Named("now", now), sql.Named("id", id),
		sql.Named("principal", a.call.Principal), sql.Named("agent", a.call.Agent), sql.Named("session", a.call.Session),
		sql.Named("connector", a.call.Connector), sql.Named("connection", a.call.Connection),
		sql.Named("account", a.query.Account), sql.Named("action", a.call.Action),
		sql.Named("contract", a.contract), sql.Named("fingerprint", a.print), sql.Named("act", a.same), sql.Named("turn", a.turn),
		sql.Named("process", a.process), sql.Named("seen", a.seen))
	out = append(out, taskParams(a.task)...)
	for _, m := range more {
		out = append(out, m)
	}
	return out
}

// taskParams keeps an absent task and an absent part of one as NULL.
func taskParams(t *spec.Task) []any {
	var transcript, objective, input, revision any
	if t != nil {
		transcript, revision = t.Transcript, t.Revision
		if t.Objective != "" {
			objective = t.Objective
		}
		if t.Input != "" {
			input = t.Input
		}
	}
	return []any{
		sql.Named("transcript", transcript), sql.Named("objective", objective),
		sql.Named("input", input), sql.Named("revision", revision),
	}
}
