package reference

import (
	"fmt"
	"strings"

	"sameact/spec"
)

// observe tells the agent about the page: every tool, which of them will be asked about, and which a
// person does. A target that is only displayed is no tool. It is told on every page call.
func (g *gate) observe(p *pageAct) error {
	page, ok := g.host.(spec.Page)
	if !ok {
		return nil
	}
	o := spec.Observation{Tools: []spec.ObservedTool{}}
	var text strings.Builder
	for _, a := range p.World.Actions {
		q := g.pageQuery(p.World, a.ID, p.denied)
		if a.Connector != "" || !q.Callable {
			continue
		}
		t := spec.ObservedTool{ID: a.ID, Handoff: q.Human, Asks: !q.Human && g.willAsk(p, a, new(int)) > None}
		o.Tools = append(o.Tools, t)
		fmt.Fprintf(&text, "%s: %s%s\n", a.ID, a.Description, remark(t))
	}
	o.Text = text.String()
	return page.Observe(g.build.Page.Observes(p.World, o, *g.noted.Load()))
}

func remark(t spec.ObservedTool) string {
	switch {
	case t.Handoff:
		return " (a person does this)"
	case t.Asks:
		return " (a person is asked first)"
	}
	return ""
}

// willAsk is the level that an action comes to, with every step that it may reach.
func (g *gate) willAsk(p *pageAct, a spec.Action, seen *int) Level {
	b := &g.build.Page
	out := b.Raises(b.Foretells(p.World, a), p.denied[effectOf(a, a.ID)])
	for _, s := range b.Steps(a) {
		if *seen++; *seen > mostSteps {
			break
		}
		if inner, ok := p.World.Action("", s.Action); ok && !b.Human(p.World, inner) {
			out = max(out, g.willAsk(p, inner, seen))
		}
	}
	return out
}
