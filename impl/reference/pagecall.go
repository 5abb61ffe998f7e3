package reference

import (
	"database/sql"
	"encoding/json"

	"sameact/spec"
)

// A pageAct is one call without a connector as the gate understands it, in the world of one moment.
type pageAct struct {
	PageQuery
	call     spec.Call
	runtime  string
	denied   map[string]bool // effects that were denied in this runtime session
	refs     *references
	written  json.RawMessage // canonical arguments, references as they stand
	args     json.RawMessage // canonical and resolved
	inside   int             // how many composites in each other are being laid out
	own      Level
	steps    []Step
	digest   string // of the declaration, its steps' included
	contract string // of the declaration alone
	print    string // of the call: what it would be asked about
	shape    string // the material values
}

// pageQuery looks an action up for a caller that has denied some effects.
func (g *gate) pageQuery(w *spec.World, id string, denied map[string]bool) PageQuery {
	q := PageQuery{World: w, ID: id}
	q.Action, q.Declared = w.Action("", id)
	q.Callable, q.Human = g.build.Page.Callable(w, id), g.build.Page.Human(w, q.Action)
	q.Refused = denied[effectOf(q.Action, id)]
	return q
}

// effectOf is what an action brings about: by default what it is called.
func effectOf(a spec.Action, id string) string {
	if a.Effect != "" {
		return a.Effect
	}
	return id
}

// lookPage looks a call up, reads its arguments and lays out its steps. The refusal says why nothing of
// it can be done.
func (g *gate) lookPage(c spec.Call) (p *pageAct, refusal *spec.Answer, err error) {
	b := &g.build.Page
	p = &pageAct{call: c, runtime: g.runtime, refs: g.references()}
	p.World = g.world.Load()
	if p.denied, err = g.denials(c.Principal, c.Session); err != nil {
		return p, nil, err
	}
	p.PageQuery = g.pageQuery(p.World, c.Action, p.denied)
	if text, given := c.Text(); given {
		canonical, bad := g.build.Reads(text)
		if p.Readable = bad == nil; p.Readable {
			p.written = canonical
			p.args = g.resolved(&p.PageQuery, canonical, p.refs)
		}
	}
	if refusal = b.Before.first(p.PageQuery); refusal != nil {
		return p, refusal, nil
	}
	if p.steps, refusal = g.plan(p); refusal != nil {
		return p, refusal, nil
	}
	if p.args == nil { // in a build that asks without a target
		p.args = p.written
	}
	p.own = b.Raises(b.Level(p.World, p.Action), p.Refused)
	p.digest, p.contract = b.Digest(p.World, p.Action), g.build.Contract(p.World, p.Action)
	p.print = Binding{Principal: c.Principal, Action: c.Action, Contract: p.digest, HasContract: true, Args: p.args, Task: c.Task}.Fingerprint()
	p.shape = b.Material(p.material())
	return p, nil, nil
}

// present on the page path: told to the agent, refused, run, or asked about. An approval that the call
// brings authorises nothing; it can only say which open question the call already waits at.
func (g *gate) presentPage(c spec.Call, approval *string, now int64) (spec.Answer, error) {
	p, refusal, err := g.lookPage(c)
	if err != nil {
		return stored(err)
	}
	if err := g.observe(p); err != nil {
		return spec.Answer{}, err
	}
	if refusal != nil {
		return *refusal, g.note(p.act(), now, "", "denied")
	}
	p.Plain = approval == nil && len(c.Claims) == 0
	if approval != nil {
		if a, waits, err := g.waitsAlready(p, *approval, now); waits || err != nil {
			return a, err
		}
	}
	r := p.run()
	at := g.build.Page.Highest(p.own, p.steps)
	switch {
	case at == None:
		return g.begin(p, r, now)
	case g.trusted(p, approval):
		return g.beginSpared(p, r, now)
	case g.build.Page.Honours(at):
		if a, granted, err := g.beginGranted(p, r, at, now); granted || err != nil {
			return a, err
		}
	}
	switch {
	case !g.build.Page.Reaches(p.World) && g.build.Page.Mute(at):
		return g.begin(p, r, now)
	case !g.build.Page.Reaches(p.World):
		return noChannel(r), g.note(p.act(), now, "", "denied")
	case g.build.Page.Spares(p.PageQuery, at):
		return g.beginSpared(p, r, now)
	}
	return g.askFirst(p, r, at, now)
}

// noChannel is what is told where nobody can be asked.
func noChannel(r *pageRun) spec.Answer {
	a := r.over(spec.CodePermissionDenied, spec.CauseNoChannel)
	a.Message = "there is no way to ask"
	return a
}

// waitsAlready finds the open question that a call waits at, so that none is stacked on it.
func (g *gate) waitsAlready(p *pageAct, approval string, now int64) (answer spec.Answer, found bool, err error) {
	g.build.watch.reached("Page.Stacked")
	if g.build.Page.Stacked == "" {
		return answer, false, nil
	}
	err = g.tx(func(t *tx) error {
		var id string
		if found, err = t.row(g.build.Page.Stacked, p.params(now, approval), &id); err != nil || !found {
			return err
		}
		q, _, err := t.question(id)
		if err != nil {
			return err
		}
		r, err := t.run(q.run)
		answer = g.waiting(r, q)
		return err
	})
	if err != nil {
		answer, err = stored(err)
	}
	return answer, found, err
}

// trusted asks a build what else than an answer lets a call run. Nothing does.
func (g *gate) trusted(p *pageAct, approval *string) bool {
	g.build.watch.reached("Page.Trusts")
	return g.build.Page.Trusts != nil && g.build.Page.Trusts(Plea{Call: p.call, Args: p.args, Approval: approval})
}

// beginSpared starts a run that would be asked about as if that had been allowed.
func (g *gate) beginSpared(p *pageAct, r *pageRun, now int64) (spec.Answer, error) {
	r.scope = Scope{Level: Always, Basis: basisAnswered}
	r.mark(0)
	return g.begin(p, r, now)
}

// tells says an answer of the page path, after the build's last word on it.
func (g *gate) tells(a spec.Answer, address, typed string) spec.Answer {
	if note := g.build.Page.Notes(address, typed); note != "" {
		g.noted.Store(&note)
	}
	return g.build.Page.Tells(a, address, typed)
}

// run is the record of what the act will do.
func (p *pageAct) run() *pageRun {
	return &pageRun{
		id: pagePrefix + newID(), runtime: p.runtime, principal: p.call.Principal, agent: p.call.Agent, session: p.call.Session,
		action: p.call.Action, contract: p.contract, print: p.print, args: p.args, plan: p.steps, state: runWaiting,
	}
}

// act is the call as the audit and the tools know it.
func (p *pageAct) act() *act {
	return actOf(p.World, p.call, p.args)
}

func actOf(w *spec.World, c spec.Call, args json.RawMessage) *act {
	c.Connector = ""
	return &act{
		call: c, query: &Query{World: w, Call: c}, args: args,
		same: Binding{Principal: c.Principal, Action: c.Action, Args: args}.Fingerprint(),
	}
}

// params are what guards over questions, grants and refusals may speak of.
func (p *pageAct) params(now int64, id string) []any {
	return []any{
		sql.Named("now", now), sql.Named("id", id), sql.Named("runtime", p.runtime),
		sql.Named("principal", p.call.Principal), sql.Named("agent", p.call.Agent), sql.Named("session", p.call.Session),
		sql.Named("action", p.call.Action), sql.Named("effect", effectOf(p.Action, p.call.Action)),
		sql.Named("digest", p.digest), sql.Named("print", p.print), sql.Named("material", p.shape),
	}
}
