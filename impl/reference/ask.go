package reference

import (
	"database/sql"
	"slices"

	"sameact/spec"
)

// ask makes a question of an act: first on record, then shown. A call with a task opens a wait.
func (g *gate) ask(a *act, now int64) (spec.Answer, error) {
	id := g.address()
	expiresAt := now + g.build.Lifetime(a.query.World.ApprovalTTL)
	seen := g.build.Display.Preview(a.args)
	var w *spec.Wait
	var before string
	err := g.tx(func(t *tx) (err error) {
		p := a.params(now, id, sql.Named("expires_at", g.build.Stores(a.query.World.ApprovalTTL, expiresAt)), sql.Named("preview", string(seen.Preview)),
			sql.Named("decision", "confirmation_required"))
		if _, err = t.exec(ask, p...); err != nil {
			return err
		}
		if _, err = t.exec(decided, p...); err != nil {
			return err
		}
		if _, err = t.row(earlier, p, &before); err != nil {
			return err
		}
		if w, err = g.openWait(t, a, id); err != nil {
			return err
		}
		return g.also(t, Asked, p)
	})
	if err != nil {
		return stored(err)
	}
	if g.build.Eager {
		g.kept.Store(id, a)
	}
	if err := g.host.Show(g.build.Show(question(a, id, expiresAt, seen, before), a.args)); err != nil {
		return spec.Answer{}, err
	}
	return spec.Answer{Status: spec.Pending, Code: spec.CodeConfirmationRequired, Request: id, Wait: w}, nil
}

func question(a *act, id string, expiresAt int64, seen Previewed, before string) spec.Show {
	s := spec.Show{
		Request: id, Kind: "approval",
		Action: a.call.Action, Description: a.query.Action.Description,
		Scope: a.query.Action.Scope, Risk: a.query.Action.Risk, Account: a.query.Account,
		Preview: seen.Preview, Marks: seen.Marks,
		Options: []string{"allow", "deny"}, ExpiresAt: &expiresAt,
	}
	if slices.ContainsFunc(seen.Marks, func(m spec.Mark) bool { return m.Kind == Cut }) {
		s.Full = seen.Full // else the preview is all there is
	}
	if before == outcomeUnknown {
		s.Earlier = outcomeUnknown
	}
	return s
}

// openWait makes the wait that a resume has to name, and closes those of other objectives of the same
// principal, agent and session. It is nil for a call without a task.
func (g *gate) openWait(t *tx, a *act, id string) (*spec.Wait, error) {
	task := a.call.Task
	if task == nil {
		return nil, nil
	}
	inner := task.Objective
	if inner == "" {
		inner = task.Input
	}
	w := &spec.Wait{ID: newID(), Transcript: task.Transcript}
	p := []any{
		sql.Named("wait", w.ID), sql.Named("id", id),
		sql.Named("principal", a.call.Principal), sql.Named("agent", a.call.Agent), sql.Named("session", a.call.Session),
		sql.Named("transcript", task.Transcript), sql.Named("scope", inner), sql.Named("revision", task.Revision),
	}
	if _, err := t.exec(g.sql.closes, p...); err != nil {
		return nil, err
	}
	_, err := t.row(wait, p, &w.Version)
	return w, err
}
