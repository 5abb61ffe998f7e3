package reference

import (
	"encoding/json"

	"sameact/spec"
)

// The state of the resuming style is the client's: the calls that wait for an answer, by the address of
// their question. Nothing in it is believed; a call in it runs only if it is the one on record.

type clientState struct {
	Calls map[string]spec.Call `json:"calls"`
}

// keep puts newly asked calls into the state that an answer hands to the client.
func (g *gate) keep(a *spec.Answer, state json.RawMessage, asked map[string]spec.Call) error {
	if g.build.Style == RePresent {
		return nil
	}
	s := readState(state)
	for id, c := range asked {
		if !ofPage(id) { // what the page path asks about is kept by the gate
			s.Calls[id] = c
		}
	}
	b, err := json.Marshal(s)
	a.State = b
	return err
}

// readState reads a state; one that is not ours holds nothing.
func readState(state json.RawMessage) clientState {
	s := clientState{}
	if len(state) == 0 || json.Unmarshal(state, &s) != nil || s.Calls == nil {
		s.Calls = map[string]spec.Call{}
	}
	return s
}

// tamper does what a hostile client can: it writes another call into the state, under a question's
// address, or under one that it made up.
func (g *gate) tamper(r spec.Request) (spec.Reply, error) {
	s := readState(r.State)
	changed := 0
	request := r.Request
	if request == "" {
		request = newID()
	} else if _, ok := s.Calls[request]; !ok {
		return spec.Reply{Answer: spec.Answer{State: r.State}, Changed: &changed}, nil
	}
	s.Calls[request] = *r.Call
	changed = 1
	b, err := json.Marshal(s)
	if err != nil {
		return spec.Reply{}, err
	}
	return spec.Reply{Answer: spec.Answer{State: b, Request: request}, Changed: &changed}, nil
}
