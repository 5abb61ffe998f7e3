package remote

import (
	"encoding/json"
	"errors"

	"sameact/spec"
)

// handle gives the answer to one request, without its id.
func (s *server) handle(m message) message {
	switch m.Method {
	case "initialize":
		return s.initialize(m.Params)
	case "open":
		return s.openIn(m.Params)
	case "shutdown":
		return plainAnswer(nil)
	case spec.MethodCall, spec.MethodDecide, spec.MethodFinish, spec.MethodResume, spec.MethodClear, spec.MethodEnd,
		spec.MethodConfigure, spec.MethodTick, spec.MethodAudit, spec.MethodTurn, spec.MethodTamper:
		return s.do(m)
	}
	return refusal(codeNoMethod, "no method "+m.Method)
}

func (s *server) initialize(params json.RawMessage) message {
	var p struct {
		Protocol string `json:"protocol"`
	}
	if err := readPlainly(params, &p); err != nil {
		return refusal(codeInvalidParams, err.Error())
	}
	if p.Protocol != protocolVersion {
		return refusal(codeInvalidParams, "this gate speaks protocol "+protocolVersion+", not "+p.Protocol)
	}
	s.hello = true
	hello := s.target.Hello()
	hello.Protocol = protocolVersion
	for _, list := range []*[]string{&hello.Chapters, &hello.Binds, &hello.Features} {
		if *list == nil {
			*list = []string{}
		}
	}
	return resultAnswer(hello, nil)
}

func (s *server) openIn(params json.RawMessage) message {
	var p struct {
		World    *spec.World `json:"world"`
		StateDir string      `json:"stateDir"`
	}
	err := readPlainly(params, &p)
	switch {
	case !s.hello:
		return refusal(codeInvalid, "initialize comes first")
	case err != nil:
		return refusal(codeInvalidParams, err.Error())
	case p.World == nil || p.StateDir == "":
		return refusal(codeInvalidParams, "open has a world and a stateDir")
	}
	s.leave()
	if s.place, err = s.target.OpenIn(p.StateDir); err != nil {
		return refusal(codeInternal, err.Error())
	}
	if s.gate, err = s.place.Start("", caller{s}, *p.World); err != nil {
		return refusal(codeInternal, err.Error())
	}
	return plainAnswer(nil)
}

// do gives a request to the gate.
func (s *server) do(m message) message {
	if s.gate == nil {
		return refusal(codeInvalid, "open comes first")
	}
	r := spec.Request{}
	if err := readPlainly(m.Params, &r); err != nil {
		return refusal(codeInvalidParams, err.Error())
	}
	r.Method = m.Method
	if lack := missing(r); lack != "" {
		return refusal(codeInvalidParams, m.Method+" has a "+lack)
	}
	reply, err := s.gate.Do(r)
	switch {
	case errors.Is(err, spec.ErrUnsupported):
		return refusal(codeNoMethod, err.Error())
	case err != nil:
		return refusal(codeInternal, err.Error())
	}
	return resultAnswer(resultOf(m.Method, reply), nil)
}

// missing names what a request cannot be without.
func missing(r spec.Request) string {
	switch {
	case (r.Method == spec.MethodCall || r.Method == spec.MethodTamper) && r.Call == nil:
		return "call"
	case r.Method == spec.MethodTurn && r.Calls == nil:
		return "list of calls"
	case r.Method == spec.MethodConfigure && r.World == nil:
		return "world"
	case r.Method == spec.MethodResume && r.Version == nil:
		return "version"
	}
	return ""
}

// resultOf is the part of a reply that a method fills, in its wire form.
func resultOf(method string, r spec.Reply) any {
	switch method {
	case spec.MethodClear, spec.MethodEnd, spec.MethodConfigure, spec.MethodTick:
		return map[string]any{"settled": orEmpty(r.Settled)}
	case spec.MethodAudit:
		return map[string]any{"records": orEmpty(r.Records)}
	case spec.MethodTamper:
		changed := 0
		if r.Changed != nil {
			changed = *r.Changed
		}
		return struct {
			State   json.RawMessage `json:"state,omitempty"`
			Request string          `json:"request,omitempty"`
			Changed int             `json:"changed"`
		}{r.State, r.Request, changed}
	}
	return r.Answer
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// A caller is the harness as a gate behind the protocol reaches it.
type caller struct{ s *server }

var _ spec.Page = caller{}

// Effect waits for the harness. Without a reply nobody knows what happened: it was lost.
func (c caller) Effect(e spec.Effect) (spec.EffectResult, error) {
	var r spec.EffectResult
	m, err := c.s.ask("effect", e)
	switch {
	case err != nil:
		return r, &spec.CallError{Code: spec.EffectLost}
	case m.Error == nil:
		if readPlainly(m.Result, &r) != nil {
			return r, &spec.CallError{Code: spec.EffectLost}
		}
		return r, nil
	}
	failed := &spec.CallError{Code: spec.EffectLost}
	if m.Error.Code == spec.EffectRefused {
		failed.Code = spec.EffectRefused
	}
	var data struct {
		Now int64 `json:"now"`
	}
	if readPlainly(m.Error.Data, &data) == nil {
		failed.Now = data.Now
	}
	return r, failed
}

func (c caller) Show(s spec.Show) error {
	if s.Marks == nil {
		s.Marks = []spec.Mark{}
	}
	if s.Options == nil {
		s.Options = []string{}
	}
	return c.into("show", s, nil)
}

func (c caller) Sync(point string) error {
	return c.into("sync", map[string]string{"point": point}, nil)
}

func (c caller) Expect(action string, arguments json.RawMessage) (bool, error) {
	var r struct {
		Holds bool `json:"holds"`
	}
	err := c.into("expect", map[string]any{"action": action, "arguments": orNull(arguments)}, &r)
	return r.Holds, err
}

func (c caller) Resolve(ref string) (json.RawMessage, error) {
	var r struct {
		Value json.RawMessage `json:"value"`
	}
	err := c.into("resolve", map[string]string{"ref": ref}, &r)
	return r.Value, err
}

func (c caller) Observe(o spec.Observation) error {
	if o.Tools == nil {
		o.Tools = []spec.ObservedTool{}
	}
	return c.into("observe", o, nil)
}

// into asks the harness and reads the result, where one is wanted.
func (c caller) into(method string, params, result any) error {
	m, err := c.s.ask(method, params)
	switch {
	case err != nil:
		return err
	case m.Error != nil:
		return errors.New(m.Error.Message)
	case result == nil:
		return nil
	}
	return readPlainly(m.Result, result)
}
