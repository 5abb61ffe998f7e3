package reference

import (
	"database/sql"
	"encoding/json"
	"slices"

	"sameact/spec"
)

// A pageQuestion is kept with what it was asked about, and with the run that goes on after
// it. A handoff is one too, of another kind: it is answered by finish.
type pageQuestion struct {
	id, run, kind, state               string
	runtime, principal, agent, session string
	action, effect                     string // of a handoff the step's
	digest, print, material            string
	level                              Level
	offers                             bool // always
	place, last                        int  // of a guided handoff: what is explained, and the last that can be
	expiresAt                          int64
}

const (
	kindApproval = "approval"
	kindHandoff  = "handoff"

	// What a question can end as, besides approved and denied.
	timedOut  = "timed-out"
	cleared   = "cleared"
	edited    = "edited"
	done      = "done"
	cancelled = "cancelled"
)

// pagePrefix begins every address of the page path. It only says where to look.
const pagePrefix = "page-"

func named(name string, value any) sql.NamedArg { return sql.Named(name, value) }

// askFirst asks about a call before anything of it runs.
func (g *gate) askFirst(p *pageAct, r *pageRun, at Level, now int64) (spec.Answer, error) {
	r.mark(0)
	q := g.question(r, at, now)
	q.effect, q.digest, q.material = effectOf(p.Action, p.call.Action), p.digest, p.shape
	q.offers = g.build.Page.Offers(at)
	return g.pose(r, q, p.Action, now, func(t *tx) error { _, err := t.exec(runInsert, r.params()...); return err })
}

// askRest asks in the middle of a run, about all that is left of it. It offers no always: what came before
// was asked about apart.
func (g *gate) askRest(r *pageRun, refs *references, denied map[string]bool, now int64) (spec.Answer, error) {
	w := g.world.Load()
	own := g.pageQuery(w, r.action, denied)
	least := r.plan[r.next].Level
	for i := r.next + 1; i < len(r.plan); i++ {
		s := &r.plan[i]
		if q := g.reached(r, s, refs, denied); g.build.Page.Before.first(q) != nil {
			s.Arguments = nil // it is asked about, or fails, when it is reached
		}
	}
	r.mark(r.next)
	r.contract = g.build.Contract(w, own.Action)
	q := g.question(r, max(least, g.build.Page.Highest(None, r.plan[r.next:])), now)
	q.effect, q.digest = effectOf(own.Action, r.action), g.build.Page.Digest(w, own.Action)
	return g.pose(r, q, own.Action, now, nil)
}

func (g *gate) question(r *pageRun, at Level, now int64) pageQuestion {
	r.question, r.state = pagePrefix+newID(), runWaiting
	return pageQuestion{
		id: r.question, run: r.id, kind: kindApproval, state: pending,
		runtime: r.runtime, principal: r.principal, agent: r.agent, session: r.session, action: r.action,
		print: r.print, level: at, expiresAt: now + g.build.Page.Prompt(g.world.Load().PromptTimeout),
	}
}

// pose puts a question and the run that waits at it on record, and shows it.
func (g *gate) pose(r *pageRun, q pageQuestion, a spec.Action, now int64, first func(*tx) error) (spec.Answer, error) {
	if first == nil {
		r.plan[r.next].State = spec.LedgerWaiting
	}
	before := ""
	lost, err := g.wait(r, q, now, first, func(t *tx) (err error) { before, err = g.earlierOf(t, r); return err })
	switch {
	case err != nil:
		return g.broken(r, err)
	case lost:
		return g.overtaken(r), nil
	}
	seen := g.build.Display.Preview(r.args)
	s := spec.Show{
		Request: q.id, Kind: kindApproval, Action: r.action, Description: a.Description, Scope: a.Scope, Risk: a.Risk,
		Preview: seen.Preview, Marks: seen.Marks, Options: []string{"allow", "deny"}, ExpiresAt: &q.expiresAt,
		Steps: g.listed(r), Earlier: before,
	}
	if slices.ContainsFunc(seen.Marks, func(m spec.Mark) bool { return m.Kind == Cut }) {
		s.Full = seen.Full
	}
	if q.offers {
		s.Options = append(s.Options, "always")
	}
	if err := g.host.Show(g.build.Show(s, r.args)); err != nil {
		return spec.Answer{}, err
	}
	return g.waiting(r, q), nil
}

// wait puts a question on record and lets its run wait. lost says that the run has ended meanwhile.
func (g *gate) wait(r *pageRun, q pageQuestion, now int64, first, also func(*tx) error) (lost bool, err error) {
	a := actOf(g.world.Load(), r.call(q.action), r.args)
	err = g.tx(func(t *tx) error {
		if first != nil {
			if err := first(t); err != nil {
				return err
			}
		} else if n, err := t.exec(runWait, r.params()...); err != nil || n == 0 {
			lost = n == 0
			return err
		}
		if _, err := t.exec(questionInsert, q.params(now)...); err != nil {
			return err
		}
		if err := also(t); err != nil {
			return err
		}
		return g.decided(t, a, q.id, now, "confirmation_required")
	})
	return lost, err
}

// earlierOf is "unknown" where nobody knows how the last call of one of the steps ended.
func (g *gate) earlierOf(t *tx, r *pageRun) (string, error) {
	for _, s := range r.plan[r.next:] {
		if !s.Shown {
			continue
		}
		var outcome string
		_, err := t.row(earlier, []any{named("act", actOf(nil, r.call(s.Action), s.Arguments).same)}, &outcome)
		if err != nil || outcome == outcomeUnknown {
			return outcome, err
		}
	}
	return "", nil
}

// A listedStep is one step as the person sees it.
type listedStep struct {
	Action      string          `json:"action"`
	Description string          `json:"description"`
	Risk        string          `json:"risk"`
	By          string          `json:"by"`
	Arguments   json.RawMessage `json:"arguments"`
	Marks       []spec.Mark     `json:"marks"`
}

// listed are the steps that are left, in the order in which they will run, nil for a call that is one
// step. A step that cannot be resolved now is not among them: it is asked about when it is reached.
func (g *gate) listed(r *pageRun) json.RawMessage {
	if r.plan[0].Whole {
		return nil
	}
	w := g.world.Load()
	out := []listedStep{}
	for _, s := range g.build.Page.Lists(slices.Clone(r.plan[r.next:])) {
		args, by := s.Arguments, byAgent
		if s.Human {
			by = byUser
		}
		if args == nil {
			if !s.Human {
				continue
			}
			args = s.Written
		}
		a, _ := w.Action("", s.Action)
		seen := g.build.Display.Preview(args)
		if seen.Marks == nil {
			seen.Marks = []spec.Mark{}
		}
		out = append(out, listedStep{s.Action, a.Description, a.Risk, by, seen.Preview, seen.Marks})
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return nil
	}
	return raw
}
