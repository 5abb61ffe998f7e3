package probes

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"sameact/spec"
)

// This file is the page under an agent: what references stand for, whether what a person was to bring about is
// there, and what the agent is told. A line sets the page with page={…} before it is sent.

var errNotThere = errors.New("the page has nothing by that name")

// pageDesk is what the stage keeps for the page path.
type pageDesk struct {
	state     spec.PageState
	handing   map[string]string // by act, the action that a person was last asked to do
	typed     []string          // what persons typed: none of it is for the agent
	addresses []string          // of questions and handoffs: none of them is for the agent
	observed  spec.Event        // what the agent was last told of the page
	told      string            // what the agent was last told, its longest word
}

// Expect says whether what an action was to bring about is there.
func (h host) Expect(action string, arguments json.RawMessage) (bool, error) {
	p := h.p
	p.mu.Lock()
	defer p.mu.Unlock()
	holds := p.desk.state.Holds[action]
	p.seeLocked(spec.Event{Process: h.process, Verb: spec.SeenExpect, Fields: []spec.Field{
		{Key: "action", Value: spec.Spell(action)}, {Key: "args", Value: spec.SpellJSON(arguments)}, {Key: "holds", Value: spelled(holds)}}})
	return holds, nil
}

// Resolve gives what a reference stands for.
func (h host) Resolve(ref string) (json.RawMessage, error) {
	p := h.p
	p.mu.Lock()
	defer p.mu.Unlock()
	e := spec.Event{Process: h.process, Verb: spec.SeenResolve, Fields: []spec.Field{{Key: "ref", Value: spec.Spell(ref)}}}
	value, ok := p.desk.state.Resolve(ref)
	if ok {
		e.Fields = append(e.Fields, spec.Field{Key: "value", Value: spec.SpellJSON(value)})
	}
	p.seeLocked(e)
	if !ok {
		return nil, errNotThere
	}
	return value, nil
}

// Observe is what the agent is told about the page.
func (h host) Observe(o spec.Observation) error {
	p := h.p
	p.mu.Lock()
	defer p.mu.Unlock()
	tools, _ := json.Marshal(o.Tools)
	if o.Tools == nil {
		tools = []byte("[]")
	}
	leaks := p.tell(toldField{"text", o.Text}, toldField{"tools", string(tools)})
	e := spec.Event{Process: h.process, Verb: spec.SeenObserve, Fields: []spec.Field{
		{Key: "tools", Value: spec.SpellJSON(json.RawMessage(p.withoutAddresses(string(tools))))}, {Key: "text", Value: spec.Spell(p.withoutAddresses(o.Text))}}}
	if e.Fields = append(e.Fields, leaks...); !e.Equal(p.desk.observed) { // told again, it says nothing new
		p.desk.observed = e
		p.seeLocked(e)
	}
	return nil
}

func spelled(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// isPage reports whether an act goes over the page path.
func (a *actor) isPage() bool { return a.call.Connector == "" }

// A toldField is one thing that the agent is told, under the name of the field.
type toldField struct{ field, text string }

// tell keeps what the agent is told, and says what of it is not for the agent, and in which field: leaks=["typed in message"].
func (p *player) tell(parts ...toldField) []spec.Field {
	longest := ""
	var leaks []string
	for _, part := range parts {
		for _, w := range strings.FieldsFunc(part.text, func(r rune) bool { return strings.ContainsRune(" \t\n\"{}[],:()", r) }) {
			if len(w) > len(longest) {
				longest = w
			}
		}
		holds := func(secret string) bool { return holdsSome(part.text, secret) }
		if slices.ContainsFunc(p.desk.typed, holds) {
			leaks = append(leaks, "typed in "+part.field)
		}
		if slices.ContainsFunc(p.desk.addresses, holds) {
			leaks = append(leaks, "request in "+part.field)
		}
	}
	if longest != "" {
		p.desk.told = longest
	}
	if leaks == nil {
		return nil
	}
	b, _ := json.Marshal(leaks)
	return []spec.Field{{Key: "leaks", Value: string(b)}}
}

// leastLeak is how many bytes of a secret, at least, are a part of it and no chance.
const leastLeak = 6

// holdsSome reports whether a text, or the JSON that it is, holds a secret or a good half of it, in whatever case. The
// words by which every secret of a kind begins are none.
func holdsSome(text, secret string) bool {
	secret = strings.ToLower(strings.TrimPrefix(secret, "page-"))
	least := max(leastLeak, (len(secret)+1)/2)
	if len(secret) < leastLeak {
		least = max(4, len(secret))
	}
	text = strings.ToLower(text + "\n" + unescaped(text))
	for i := 0; i+least <= len(secret); i++ {
		if strings.Contains(text, secret[i:i+least]) {
			return true
		}
	}
	return false
}

// unescaped are the texts and names in a JSON value, as they are meant.
func unescaped(raw string) string {
	v, err := spec.ParseValue(raw)
	if err != nil {
		return ""
	}
	var b strings.Builder
	v.Walk(func(_ string, e spec.Value) {
		b.WriteString(e.Text)
		b.WriteString("\n")
		b.WriteString(strings.Join(e.Names, "\n"))
		b.WriteString("\n")
	})
	return b.String()
}

// ledger spells what an answer about an act of the page holds besides its words: the steps, and what leaked.
func (p *player) ledger(l *line, a spec.Answer) []spec.Field {
	if !slices.ContainsFunc(l.acts, (*actor).isPage) {
		return nil
	}
	var out []spec.Field
	steps := ""
	if len(a.Steps) > 0 {
		b, _ := json.Marshal(a.Steps)
		steps = string(b)
		out = append(out, spec.Field{Key: "steps", Value: p.withoutAddresses(steps)})
	}
	return append(out, p.seen(a, steps)...)
}

// seen is what the agent sees of an answer, looked through for what is not for it.
func (p *player) seen(a spec.Answer, steps string) []spec.Field {
	return p.tell(toldField{"code", a.Code}, toldField{"cause", a.Cause}, toldField{"result", string(a.Result)}, toldField{"message", a.Message}, toldField{"steps", steps})
}

// withoutAddresses is a text that may stand in a history: no address of a gate does.
func (p *player) withoutAddresses(text string) string {
	for _, a := range p.desk.addresses {
		text = strings.ReplaceAll(text, a, "…")
	}
	return text
}

// addressed keeps the newest address of a page act's question or handoff.
func (p *player) addressed(l *line, reply spec.Reply) {
	if len(l.acts) != 1 || !l.acts[0].isPage() || reply.Request == "" || reply.Status != spec.Pending {
		return
	}
	l.acts[0].request = reply.Request
	p.address(reply.Request)
}

func (p *player) address(request string) {
	if request != "" && !slices.Contains(p.desk.addresses, request) {
		p.desk.addresses = append(p.desk.addresses, request)
	}
}

// setPage lays what a line says of the page over what stands.
func (p *player) setPage(e spec.Event) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.desk.state, err = p.desk.state.With(e)
	return err
}
