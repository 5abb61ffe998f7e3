package reference

import (
	"encoding/json"

	"sameact/spec"
)

// A pageRun is one page call on its way: its steps, how far it came, and what a person has said to. It is a
// record of the store, so that whoever answers the question it waits at goes on with it, in any process,
// and only one does. A step is begun by one guarded UPDATE before anything is sent.
type pageRun struct {
	id, state                                  string
	runtime, principal, agent, session, action string
	contract                                   string // of the call's own declaration, when it was last asked about
	print                                      string // of the call
	args                                       json.RawMessage
	plan                                       []Step
	scope                                      Scope
	next                                       int    // the first step that was not begun
	question                                   string // that the run waits at
}

const (
	runWaiting = "waiting"
	runRunning = "running"
	runOver    = "over"
)

// A Scope is what a person has said to so far.
type Scope struct {
	Level    Level  `json:"level"`
	Basis    string `json:"basis"`              // answered, grant, or "" where nobody was asked
	Question string `json:"question,omitempty"` // the question that was answered last
	Handed   bool   `json:"handed,omitempty"`   // a person did a step of this run
}

// covers: a yes is enough for a step that was shown, at a level that is no stricter than what was said yes
// to, and declared as it was shown.
func covers(s Step, scope Scope) bool {
	return scope.Basis != "" && s.Shown && s.Level <= scope.Level
}

// staysShown: what was shown counts as long as it is declared as it was, it and the call that it belongs to.
func staysShown(was, is Step, edited bool) bool {
	return was.Shown && !edited && was.Digest == is.Digest && was.Human == is.Human
}

// stops: only a step that was done lets the next one run.
func stops(how string, _ Step) bool {
	return how != spec.LedgerDone && how != spec.LedgerVerified && how != spec.LedgerClaimed
}

// mark notes that the steps from one on, as far as they can be resolved, stand in a question.
func (r *pageRun) mark(from int) {
	for i := from; i < len(r.plan); i++ {
		r.plan[i].Shown = !r.plan[i].Human && r.plan[i].Arguments != nil
	}
}

// begin puts a run that waits for nobody on record and starts it.
func (g *gate) begin(p *pageAct, r *pageRun, now int64) (spec.Answer, error) {
	r.state = runRunning
	if err := g.tx(func(t *tx) error { return g.setOff(t, p, r, now) }); err != nil {
		return stored(err)
	}
	return g.advance(r, p.refs, now)
}

// beginGranted starts a run if a grant serves it, in the transaction that found the grant alive.
func (g *gate) beginGranted(p *pageAct, r *pageRun, at Level, now int64) (answer spec.Answer, granted bool, err error) {
	err = g.tx(func(t *tx) error {
		var id string
		if granted, err = t.row(g.sql.grantServes, p.params(now, ""), &id); err != nil || !granted {
			return err
		}
		r.state, r.scope = runRunning, Scope{Level: at, Basis: basisGrant}
		r.mark(0)
		return g.setOff(t, p, r, now)
	})
	switch {
	case err != nil:
		answer, err = stored(err)
		return answer, true, err
	case !granted:
		return answer, false, nil
	}
	answer, err = g.advance(r, p.refs, now)
	return answer, true, err
}

func (g *gate) setOff(t *tx, p *pageAct, r *pageRun, now int64) error {
	if _, err := t.exec(runInsert, r.params()...); err != nil {
		return err
	}
	return g.decided(t, p.act(), "", now, "allowed")
}

// advance runs the steps that are left, up to one that has to wait or did not go well.
func (g *gate) advance(r *pageRun, refs *references, now int64) (spec.Answer, error) {
	answer := spec.Answer{Status: spec.Executed}
	for r.next < len(r.plan) {
		a, on, err := g.step(r, refs, &now)
		if err != nil || !on {
			return a, err
		}
		answer.Result = a.Result
	}
	if err := g.save(r, runOver); err != nil {
		return answer, err
	}
	return g.concluded(r, answer), nil
}

// step does the next step, or says what the run waits at, or why it is over. on says that the run goes on.
func (g *gate) step(r *pageRun, refs *references, now *int64) (answer spec.Answer, on bool, err error) {
	s := &r.plan[r.next]
	denied, err := g.denials(r.principal, r.session)
	if err != nil {
		answer, err = g.broken(r, err)
		return answer, false, err
	}
	q := g.reached(r, s, refs, denied)
	if refusal := g.build.Page.Before.first(q); refusal != nil {
		answer = r.over(refusal.Code, refusal.Cause)
		answer.Message = refusal.Message
		return g.ended(r, answer)
	}
	if s.Human {
		if b := &g.build.Page; b.Acts("reached", *s) || !q.World.Channels.Handoff && b.Acts(spec.CauseNoChannel, *s) {
			return g.perform(r, s, now)
		}
		answer, err = g.openHandoff(r, q, *now)
		return answer, false, err
	}
	basis, err := g.basis(r, s, q)
	switch {
	case err != nil:
		answer, err = g.broken(r, err)
		return answer, false, err
	case basis == "" && !g.build.Page.Reaches(q.World) && !g.build.Page.Mute(s.Level):
		return g.ended(r, noChannel(r))
	case basis == "" && g.build.Page.Reaches(q.World):
		answer, err = g.askRest(r, refs, denied, *now)
		return answer, false, err
	}
	s.Basis = basis
	return g.perform(r, s, now)
}

// reached looks at a step when its turn has come. What was shown of its arguments stays; who performs it,
// its level and its declaration are those of now, and so is the declaration of the call that it belongs to.
func (g *gate) reached(r *pageRun, s *Step, refs *references, denied map[string]bool) PageQuery {
	w := g.world.Load()
	q := g.pageQuery(w, s.Action, denied)
	q.Readable, q.Reached, q.Inside = true, true, !s.Whole
	was := *s
	g.weigh(s, q)
	if was.Human && !s.Human {
		s.Level = max(s.Level, Ask) // what a person was to do has become the agent's
	}
	own := g.pageQuery(w, r.action, denied)
	edited := g.build.Contract(w, own.Action) != r.contract
	if edited {
		s.Level = max(s.Level, g.build.Page.Raises(g.build.Page.Level(w, own.Action), own.Refused))
	}
	q.Declared = q.Declared && own.Declared
	s.Shown = g.build.Page.Keeps(was, *s, edited)
	if s.Arguments == nil || s.Human || !g.build.Page.Frozen(*s) {
		s.Arguments = g.resolved(&q, s.Written, refs)
	} else {
		q.Resolved, q.Fits = true, fits(q.Action.Parameters, s.Arguments)
	}
	return q
}

// basis says on what a step may run now, or is "" where it has to be asked about.
func (g *gate) basis(r *pageRun, s *Step, q PageQuery) (string, error) {
	b := &g.build.Page
	switch {
	case b.Covers(*s, r.scope):
		return orBasis(r.scope.Basis), nil
	case s.Level == None:
		return basisPolicy, nil
	case !b.Honours(s.Level):
		return "", nil
	}
	granted, err := g.granted(&pageAct{
		PageQuery: q, call: r.call(s.Action), runtime: g.runtime, args: s.Arguments,
		digest: s.Digest, shape: b.Material([]MaterialValue{{q.Action.Material, s.Arguments, q.Action.Parameters}}),
	})
	if granted {
		return basisGrant, err
	}
	return "", err
}

// perform has the agent do a step, once.
func (g *gate) perform(r *pageRun, s *Step, now *int64) (answer spec.Answer, on bool, err error) {
	from := r.next
	s.State = spec.LedgerUnknown // until it has answered
	r.next++
	n := int64(0)
	err = g.tx(func(t *tx) error {
		n, err = t.exec(g.sql.runBegin, r.params(from)...)
		return err
	})
	if err != nil || n == 0 {
		s.State, r.next = spec.LedgerNotRun, from
		if err != nil {
			answer, err = g.broken(r, err)
			return answer, false, err
		}
		return g.overtaken(r), false, nil
	}
	if r.scope.Question != "" {
		if err := g.sync(pointAfterSpend); err != nil {
			return answer, false, err
		}
	}
	a := actOf(g.world.Load(), r.call(s.Action), s.Arguments)
	if answer, err = g.run(a, r.scope.Question, *now); err != nil {
		return answer, false, err
	}
	*now = max(*now, a.after)
	s.State = ledgerOf(answer.Status)
	if g.build.Page.Stops(s.State, *s) {
		return g.ended(r, answer)
	}
	return answer, true, g.save(r, runRunning)
}

// ledgerOf is the state of an agent's step by what its tool said.
func ledgerOf(s spec.Status) string {
	switch s {
	case spec.Executed:
		return spec.LedgerDone
	case spec.Unknown:
		return spec.LedgerUnknown
	case spec.Failed:
		return spec.LedgerFailed
	}
	return spec.LedgerNotRun
}

// call is the call that a step's tool is called for.
func (r *pageRun) call(action string) spec.Call {
	return spec.Call{Action: action, Principal: r.principal, Agent: r.agent, Session: r.session}
}

// overtaken is what is told of a run whose session has ended meanwhile.
func (g *gate) overtaken(r *pageRun) spec.Answer {
	a := r.over(spec.CodePermissionDenied, spec.CauseCleared)
	a.Steps = g.ledger(r)
	return a
}

// ended puts a run that stopped on record and tells it.
func (g *gate) ended(r *pageRun, a spec.Answer) (spec.Answer, bool, error) {
	err := g.save(r, runOver)
	a.Steps = g.ledger(r)
	return a, false, err
}

// save writes down how far a run came. What happened is told, also where that cannot be recorded.
func (g *gate) save(r *pageRun, state string) error {
	r.state = state
	err := g.tx(func(t *tx) error { _, err := t.exec(runSave, r.params()...); return err })
	if err == errClosed {
		return err
	}
	return nil
}

// broken tells an error of the store: nothing more is sent.
func (g *gate) broken(r *pageRun, err error) (spec.Answer, error) {
	a, err := stored(err)
	if r.begun() {
		a.Status = spec.Failed
	}
	a.Steps = g.ledger(r)
	return a, err
}
