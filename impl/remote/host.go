package remote

import (
	"encoding/json"
	"errors"

	"sameact/spec"
)

// serve gives one request of the program to the host and its answer back. An error means that the
// request is not the protocol's, so that nobody can say what arrived.
func serve(host spec.Host, m message) (message, error) {
	if host == nil {
		return refusal(codeInvalid, "nothing is open"), nil
	}
	switch m.Method {
	case "effect":
		var e spec.Effect
		if err := readPlainly(m.Params, &e); err != nil {
			return message{}, err
		}
		if e.Action == "" || e.Arguments == nil {
			return message{}, errors.New("an effect has an action and arguments")
		}
		return effectAnswer(host.Effect(e)), nil
	case "show":
		var s spec.Show
		if err := readPlainly(m.Params, &s); err != nil {
			return message{}, err
		}
		if s.Request == "" || s.Kind == "" || s.Action == "" || s.Options == nil {
			return message{}, errors.New("what is shown has a request, a kind, an action and options")
		}
		return plainAnswer(host.Show(s)), nil
	case "sync":
		var s struct {
			Point string `json:"point"`
		}
		if err := readPlainly(m.Params, &s); err != nil {
			return message{}, err
		}
		return plainAnswer(host.Sync(s.Point)), nil
	}
	if page, ok := host.(spec.Page); ok {
		return servePage(page, m)
	}
	return refusal(codeNoMethod, "no method "+m.Method), nil
}

func servePage(page spec.Page, m message) (message, error) {
	switch m.Method {
	case "expect":
		var e struct {
			Action    string          `json:"action"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if err := readPlainly(m.Params, &e); err != nil {
			return message{}, err
		}
		holds, err := page.Expect(e.Action, e.Arguments)
		return resultAnswer(map[string]bool{"holds": holds}, err), nil
	case "resolve":
		var r struct {
			Ref string `json:"ref"`
		}
		if err := readPlainly(m.Params, &r); err != nil {
			return message{}, err
		}
		value, err := page.Resolve(r.Ref)
		return resultAnswer(map[string]json.RawMessage{"value": orNull(value)}, err), nil
	case "observe":
		var o spec.Observation
		if err := readPlainly(m.Params, &o); err != nil {
			return message{}, err
		}
		return plainAnswer(page.Observe(o)), nil
	}
	return refusal(codeNoMethod, "no method "+m.Method), nil
}

func effectAnswer(r spec.EffectResult, err error) message {
	var failed *spec.CallError
	switch {
	case err == nil:
		r.Result = orNull(r.Result)
		return resultAnswer(r, nil)
	case errors.As(err, &failed):
		m := refusal(failed.Code, failed.Error())
		m.Error.Data = mustMarshal(map[string]int64{"now": failed.Now})
		return m
	}
	return refusal(spec.EffectLost, err.Error())
}

func plainAnswer(err error) message { return resultAnswer(struct{}{}, err) }

func resultAnswer(v any, err error) message {
	raw, wrong := marshal(v)
	if err = errors.Join(err, wrong); err != nil {
		return refusal(codeInternal, err.Error())
	}
	return message{Result: raw}
}

func refusal(code int, text string) message {
	return message{Error: &rpcError{Code: code, Message: text}}
}
