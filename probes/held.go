package probes

import (
	"encoding/json"
	"fmt"
	"slices"

	"sameact/spec"
)

// This file is what a client holds: the states that travel, which of them a line brings, and the ids of calls.

// broughtState lets a line go on from another state than the newest: that with which its question was opened, that
// which its held decision left, or that of another act.
func (p *player) broughtState(e spec.Event, a *actor, r *spec.Request) {
	switch name := e.Str("state"); name {
	case "":
	case spec.StateFirst:
		r.State = a.first
	case spec.StateHeld:
		r.State = a.held
	default:
		if other := p.acts[name]; other != nil {
			r.State = other.state
		}
	}
}

// presents is the act whose approval a call presents.
func (p *player) presents(e spec.Event, a *actor) *actor {
	if f, given := e.Get("with"); given {
		if other := p.acts[f.Text()]; other != nil {
			return other
		}
		return &actor{}
	}
	return a
}

// addressee is the address that a decision is sent to: of its own act's question, of another's, or a literal one.
func (p *player) addressee(e spec.Event, a *actor) string {
	f, given := e.Get("with")
	if !given {
		return a.request
	}
	if other := p.acts[f.Text()]; other != nil && other.request != "" {
		return other.request
	}
	return f.Text()
}

// keepState keeps a state as the newest of a conversation, and of the questions that were opened together with the
// one that it is about.
func (p *player) keepState(a *actor, state json.RawMessage) {
	p.states++
	for _, one := range append([]*actor{a}, a.mates...) {
		one.state, one.stated = state, p.states
	}
	p.sessions[a.call.Session] = state
}

// dropsState reports whether a caller goes on from what it held before a line: one that brought the state of another act
// aside. A held decision it can't drop.
func (p *player) dropsState(l *line) bool {
	return p.acts[l.event.Str("state")] != nil && l.request.Approval != nil
}

// holdsBack remembers that a decision was put on record and nothing ran.
func (p *player) holdsBack(l *line, reply spec.Reply) {
	if !l.request.Hold {
		return
	}
	for i, a := range l.acts {
		status := reply.Status
		if i < len(reply.Answers) {
			status = reply.Answers[i].Status
		}
		if status == spec.Recorded {
			a.holds, a.held = true, a.state
		}
	}
}

// called gives a call the id that a model would: each call of a history its own, and the same one where a call is
// presented again. A line may name another.
func (p *player) called(e spec.Event, a *actor, c *spec.Call, anew bool) {
	if _, given := e.Get("callId"); given || !p.hello.Has("call-id") {
		return
	}
	if anew && a.asked || a.callID == "" && a.call.CallID == "" {
		p.ids++
		a.callID = fmt.Sprintf("call-%d", p.ids)
	}
	if a.callID != "" {
		c.CallID = a.callID
	}
}

// apart says an error where two calls of one turn share an id: no model gives one twice.
func apart(calls []spec.Call) error {
	for i, c := range calls {
		if c.CallID != "" && slices.ContainsFunc(calls[:i], func(o spec.Call) bool { return o.CallID == c.CallID }) {
			return fmt.Errorf("calls: two calls of one turn have the call id %q; hint: each call of a turn has its own", c.CallID)
		}
	}
	return nil
}

// wroteNothing reports whether a state came back as it was, though another call was to be written into it.
func wroteNothing(l *line, a *actor, reply spec.Reply) bool {
	if l.request.Request == "" || l.request.State == nil || reply.State == nil || !sameJSON(l.request.State, reply.State) {
		return false
	}
	was, is := a.posed, *l.request.Call
	was.CallID, is.CallID = "", ""
	before, _ := json.Marshal(was)
	after, _ := json.Marshal(is)
	return !sameJSON(before, after)
}

// sameJSON reports whether two texts are one value.
func sameJSON(a, b json.RawMessage) bool {
	v, err := spec.ParseValue(string(a))
	w, err2 := spec.ParseValue(string(b))
	return err == nil && err2 == nil && v.Equal(w)
}

// noQuestion reports whether a line is to tamper with an act that was presented and not asked about: there is
// nothing to tamper with, and a forge would be another story.
func (p *player) noQuestion(l *line) bool {
	return l.event.Is(spec.VerbTamper) && l.acts[0].asked && l.acts[0].request == ""
}

// untampered says that nothing was changed.
func (p *player) untampered(l *line) {
	none := 0
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tampered(l, spec.Reply{Changed: &none})
}
