package probes

import (
	"encoding/json"
	"slices"

	"sameact/spec"
)

// host is the outside world as one process of the gate reaches it. What arrives here is what happened.
type host struct {
	p       *player
	process string
}

var _ spec.Page = host{}

// Effect records the call when it arrives, holds it where the line says so, and answers it as the line
// says: ok, refused or lost.
func (h host) Effect(e spec.Effect) (spec.EffectResult, error) {
	p := h.p
	p.mu.Lock()
	l := p.current(h.process)
	if l != nil && l.dead && !p.killed {
		p.mu.Unlock()
		return spec.EffectResult{}, errKilled // a call that was never sent
	}
	ev := spec.Event{Process: h.process, Verb: spec.SeenEffect}
	reply := "ok"
	earlier := int64(0) // steps of a composite are called one after the other
	if l != nil {
		if len(l.acts) == 1 && l.acts[0].isPage() {
			earlier = int64(l.effects)
		}
		l.effects++
		if how := l.event.Str("effect"); how != "" {
			reply = how
		}
		ev.Fields = p.effectFields(e, l)
	}
	if reply != "ok" {
		ev.Fields = append(ev.Fields, spec.Field{Key: "reply", Value: spec.Spell(reply)})
	}
	p.seeLocked(ev)
	p.mu.Unlock()
	if err := h.hold(l, spec.PauseEffect); err != nil {
		return spec.EffectResult{}, err
	}
	now := p.clock(h.process) + earlier*effectMillis + effectMillis
	switch reply {
	case "refused":
		return spec.EffectResult{}, &spec.CallError{Code: spec.EffectRefused, Now: now}
	case "lost":
		return spec.EffectResult{}, &spec.CallError{Code: spec.EffectLost, Now: now}
	}
	return spec.EffectResult{Result: json.RawMessage(`{"done":true}`), Now: now}, nil
}

// effectFields spells what arrived: action and arguments always, the rest where it is not what was
// presented.
func (p *player) effectFields(e spec.Effect, l *line) []spec.Field {
	c, acct := p.expected(e, l)
	fields := []spec.Field{{Key: "action", Value: spec.Spell(e.Action)}, {Key: "args", Value: spec.SpellJSON(e.Arguments)}}
	held := c // what the client's state may hold in its place: what arrives is told apart from that too
	if len(l.acts) > 0 && l.acts[0].tampered != nil {
		held = *l.acts[0].tampered
	}
	if e.Connector != "" && (e.Connector != c.Connector || e.Connector != held.Connector) {
		fields = append(fields, spec.Field{Key: "connector", Value: spec.Spell(e.Connector)})
	}
	if e.Account != "" && (e.Account != acct || e.Account != p.accountOf(held) || len(l.acts) > 0 && e.Account != p.accountOf(l.acts[0].call)) {
		fields = append(fields, spec.Field{Key: "account", Value: spec.Spell(e.Account)})
	}
	if e.Session != "" && (e.Session != c.Session || e.Session != held.Session) {
		fields = append(fields, spec.Field{Key: "session", Value: spec.Spell(e.Session)})
	}
	return fields
}

// expected is the call of the line that an effect is most likely of, and the account that its
// connection stands for.
func (p *player) expected(e spec.Effect, l *line) (spec.Call, string) {
	var c spec.Call
	switch {
	case l.request.Call != nil:
		c = *l.request.Call
	case len(l.request.Calls) > 0:
		c = l.request.Calls[0]
		for _, k := range l.request.Calls {
			if k.Action == e.Action {
				c = k
				break
			}
		}
	case len(l.acts) > 0:
		c = l.acts[0].call
		for _, a := range l.acts {
			if a.call.Action == e.Action {
				c = a.call
				break
			}
		}
	}
	return c, p.accountOf(c)
}

// accountOf is what a call's connection stands for at this moment, "" where it stands for none.
func (p *player) accountOf(c spec.Call) string {
	k, _ := p.world.Connection(c.Connection)
	if k.Connector != c.Connector {
		return ""
	}
	return k.Account
}

// current is the line that a process is at: the newest one that it has not answered.
func (p *player) current(process string) *line {
	open := p.lines[process]
	if len(open) == 0 {
		return nil
	}
	return open[len(open)-1]
}

// Show records a question as the person sees it.
func (h host) Show(s spec.Show) error {
	p := h.p
	p.mu.Lock()
	e := spec.Event{Process: h.process, Verb: spec.SeenShow, Subject: s.Request, Fields: showFields(s)}
	l := p.current(h.process)
	if l != nil {
		if len(l.acts) == 1 && (l.request.Method == spec.MethodCall || l.acts[0].isPage()) {
			e.Subject = l.acts[0].name
		} else {
			l.shown = append(l.shown, len(p.out))
		}
	}
	if l != nil && slices.ContainsFunc(l.acts, (*actor).isPage) {
		p.handed(l, s)
	}
	p.seeLocked(e)
	p.mu.Unlock()
	return h.hold(l, spec.PauseShow)
}

func showFields(s spec.Show) []spec.Field {
	var out []spec.Field
	put := func(key, text string) {
		if text != "" {
			out = append(out, spec.Field{Key: key, Value: spec.Spell(text)})
		}
	}
	raw := func(key string, b []byte) {
		if len(b) > 0 {
			out = append(out, spec.Field{Key: key, Value: spec.SpellJSON(b)})
		}
	}
	put("kind", s.Kind)
	put("action", s.Action)
	put("description", s.Description)
	put("scope", s.Scope)
	put("risk", s.Risk)
	put("account", s.Account)
	raw("preview", s.Preview)
	if len(s.Marks) > 0 {
		b, _ := json.Marshal(s.Marks)
		raw("marks", b)
	}
	raw("full", s.Full)
	options, _ := json.Marshal(s.Options)
	raw("options", options)
	raw("steps", s.Steps)
	put("reason", s.Reason)
	if s.ExpiresAt != nil {
		put("expires", since(*s.ExpiresAt))
	}
	put("earlier", s.Earlier)
	return out
}

// Sync holds a process at a point that the gate offers, where the line says so.
func (h host) Sync(point string) error {
	h.p.mu.Lock()
	l := h.p.current(h.process)
	h.p.mu.Unlock()
	return h.hold(l, point)
}
