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
	leaks := p.tell(o.Text, string(tools))
	text := o.Text
	for _, a := range p.desk.addresses {
		text = strings.ReplaceAll(text, a, "…") // no address of a gate stands in a history
	}
	e := spec.Event{Process: h.process, Verb: spec.SeenObserve, Fields: []spec.Field{
		{Key: "tools", Value: spec.SpellJSON(tools)}, {Key: "text", Value: spec.Spell(text)}}}
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

// tell keeps what the agent is told, and says what of it is not for the agent: leaks=["typed","request"].
func (p *player) tell(parts ...string) []spec.Field {
	all := strings.Join(parts, "\n")
	longest := ""
	for _, w := range strings.FieldsFunc(all, func(r rune) bool { return strings.ContainsRune(" \t\n\"{}[],:()", r) }) {
		if len(w) > len(longest) {
			longest = w
		}
	}
	if longest != "" {
		p.desk.told = longest
	}
	var leaks []string
	holds := func(secret string) bool { return len(secret) >= 4 && strings.Contains(all, secret) }
	if slices.ContainsFunc(p.desk.typed, holds) {
		leaks = append(leaks, "typed")
	}
	if slices.ContainsFunc(p.desk.addresses, holds) {
		leaks = append(leaks, "request")
	}
	if leaks == nil {
		return nil
	}
	b, _ := json.Marshal(leaks)
	return []spec.Field{{Key: "leaks", Value: string(b)}}
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
	}
	if len(a.Steps) > 0 {
		out = append(out, spec.Field{Key: "steps", Value: steps})
	}
	return append(out, p.tell(string(a.Result), a.Message, steps)...)
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
