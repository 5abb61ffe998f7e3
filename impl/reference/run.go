package reference

import (
	"database/sql"
	"encoding/json"
	"errors"

	"sameact/spec"
)

const (
	outcomeSuccess = "success"
	outcomeError   = "error"
	outcomeUnknown = "unknown"
)

// run sends an act to its tool, once, and tells what is known of it. The call is on record before it
// is sent; a reply that was lost leaves it unknown, which is neither success nor failure.
func (g *gate) run(a *act, id string, now int64) (spec.Answer, error) {
	e := spec.Effect{
		Connector: a.call.Connector, Action: a.call.Action, Account: a.query.Account,
		Arguments: json.RawMessage(g.build.Sends(a.args)), Session: a.call.Session, Request: id,
	}
	answer, outcome, err := g.send(a, e, now)
	if err == nil && outcome != outcomeSuccess && g.build.Repeats(outcome) {
		answer, outcome, err = g.send(a, e, now)
	}
	if err == nil && id != "" && g.build.GivesBack(outcome) {
		gave := g.tx(func(t *tx) error { _, err := t.exec(giveBack, sql.Named("id", id)); return err })
		if errors.Is(gave, errClosed) {
			err = gave // what the store refuses otherwise is not given back
		}
	}
	return answer, err
}

func (g *gate) send(a *act, e spec.Effect, now int64) (answer spec.Answer, outcome string, err error) {
	var seq int64
	err = g.tx(func(t *tx) error {
		_, err := t.row(calling, a.params(now, e.Request), &seq)
		return err
	})
	if err != nil && !g.despite(err) {
		answer, err = stored(err) // nothing is sent that is not on record
		return answer, "", err
	}
	result, err := g.host.Effect(e)
	answer, outcome, at := told(result, err)
	a.after = at
	err = g.tx(func(t *tx) error {
		n, err := t.exec(answered, sql.Named("seq", seq), sql.Named("outcome", outcome), sql.Named("duration", at-now))
		if err == nil && n != 1 {
			err = errors.New("reference: a call was answered twice")
		}
		return err
	})
	if errors.Is(err, errClosed) {
		return answer, outcome, err
	}
	return answer, outcome, nil // what the tool said is told, also where it cannot be recorded
}

// told turns a tool's reply into what the caller is told. Only the wire's word for a refusal says that
// nothing happened; any other error leaves it open.
func told(result spec.EffectResult, err error) (a spec.Answer, outcome string, at int64) {
	var call *spec.CallError
	switch {
	case err == nil:
		return spec.Answer{Status: spec.Executed, Result: result.Result}, outcomeSuccess, result.Now
	case errors.As(err, &call) && call.Code == spec.EffectRefused:
		return spec.Answer{Status: spec.Failed, Code: spec.CodeException, Message: "the tool refused"}, outcomeError, call.Now
	case call != nil:
		at = call.Now
	}
	return spec.Answer{Status: spec.Unknown, Code: spec.CodeOutcomeUnknown, Message: "the reply was lost: whether it happened is not known"}, outcomeUnknown, at
}
