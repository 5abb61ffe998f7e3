package probes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
	"sameact/spec/law"
)

// findings makes each broken promise's story as small as it gets, for that clause, and tells it.
func (m *merger) findings() error {
	casts := map[bool]*cast{false: m.cast(false)}
	if m.options.Processes != nil {
		casts[true] = m.cast(true)
	}
	for _, b := range m.compound {
		m.settleCompound(casts[b.processes], b)
	}
	for _, slug := range m.order {
		b := m.breaches[slug]
		c := casts[b.processes]
		if b.processes && casts[false].shows(b) {
			c = casts[false] // it needs no program to be seen, and is made small faster without
		}
		f, err := m.finding(c, b, m.stories[slug])
		if err != nil {
			return err
		}
		m.sink.Finding(f)
	}
	for _, c := range casts {
		m.end.Histories += c.histories
		m.end.Calls += c.calls
		m.end.Kills += c.kills
	}
	return nil
}

// shows reports whether a script breaks the same clause here.
func (c *cast) shows(b *breached) bool { return c.breaks(b.script, b.slug) != nil }

// breaks plays a script until it breaks a clause, several times where it is not said in which order things
// happen; nil where it never does.
func (c *cast) breaks(script spec.History, slug string) *played {
	for range attempts(script) {
		if p := c.try(script); p != nil && len(p.verdict.Of(slug).Breaches) > 0 && (!isPlus(slug) || c.stands(p)) {
			return p
		}
	}
	return nil
}

func isPlus(slug string) bool {
	clause, ok := law.Find(slug)
	return ok && clause.Direction == law.Plus
}

// attempts is how often a script is played to see something again.
func attempts(script spec.History) int {
	if slices.ContainsFunc(script, func(e spec.Event) bool {
		_, after := e.Get("after")
		return after || e.Str("pause") == spec.PauseReady || e.Str("pause") == spec.PauseSent
	}) {
		return 8
	}
	return 1
}

// settleCompound finds whose promise a refusal breaks that several continuations were part of: the
// clause that is alone with it in the smallest story, honest-approval-runs where none is.
func (m *merger) settleCompound(c *cast, b *breached) {
	least := Shrink(b.script, max(m.tries(), 400), func(h spec.History) bool { // else whose it is stays unknown
		p := c.try(h)
		return p != nil && (len(p.verdict.Compound) > 0 || breaksPlus(p) != "") && c.stands(p)
	})
	p := c.try(least)
	if p == nil || m.known(p) {
		return
	}
	slug := breaksPlus(p)
	if slug == "" {
		slug = "honest-approval-runs"
		p.verdict.Of(slug).Breaches = p.verdict.Compound
	}
	clause, _ := law.Find(slug)
	if m.breaches[slug] == nil && m.options.judges(slug, clause.Chapter) && len(p.verdict.Of(slug).Breaches) > 0 {
		m.breaches[slug] = &breached{slug, least, p, p.verdict.Of(slug).Breaches[0].Why, b.processes}
		m.stories[slug] = b.slug
		m.order = append(m.order, slug)
	}
}

// known reports whether one of the continuations that a refusal stood beside breaks a clause by itself:
// then that is whose promise it is, and it has been told.
func (m *merger) known(p *played) bool {
	for _, b := range p.verdict.Compound {
		_, moved := law.Diff(b.Use)
		for _, d := range moved {
			if m.breaches[d.Clause.Slug] != nil {
				return true
			}
		}
	}
	return false
}

func breaksPlus(p *played) string {
	for _, b := range p.verdict.Broken() {
		if b.Clause.Direction == law.Plus {
			return b.Clause.Slug
		}
	}
	return ""
}

// try plays a script and judges it; nil where it cannot be played to its end.
func (c *cast) try(script spec.History) *played {
	p, err := c.play(script)
	if err != nil || p.player.faulted != nil || p.player.unsupported != "" {
		return nil
	}
	return p
}

func (m *merger) tries() int {
	if m.options.Tries != 0 {
		return max(0, m.options.Tries)
	}
	return DefaultTries
}

func (m *merger) finding(c *cast, b *breached, story string) (Finding, error) {
	broken := func(h spec.History) bool { return c.breaks(h, b.slug) != nil }
	least := b.script
	if m.tries() > 0 && broken(least) {
		least = Shrink(least, m.tries(), broken)
	}
	p := c.breaks(least, b.slug)
	if p == nil { // it does not happen every time: tell what was seen
		p = b.first
	}
	f := Finding{Clause: b.slug, Story: story, Why: b.why, First: b.first.history, Holds: m.hello.Holds, Rerun: m.rerun(b.slug, story)}
	if breaches := p.verdict.Of(b.slug).Breaches; len(breaches) > 0 {
		f.Why, f.Event = breaches[0].Why, breaches[0].Event
		f.describe(breaches[0].Use, p)
	}
	f.Case = spec.Case{Name: b.slug, About: b.slug, Verdict: spec.Breaks, Origin: "found by " + story, Lines: p.history}
	if m.hello.Has("resumes") {
		f.Case.Needs = []string{"resumes"}
	}
	if m.hello.Has("batch-whole") {
		f.Case.Needs = append(f.Case.Needs, "batch-whole")
	}
	if p.script.Marked() {
		if twin := c.try(p.script.Twin()); twin != nil {
			f.Twin = twin.history
		}
	}
	return f, nil
}

func (m *merger) rerun(slug, story string) string {
	target := m.options.Target
	if target == "" {
		target = "TARGET"
	}
	again := fmt.Sprintf("probe run %s --clause %s --story %s", target, slug, story)
	if s, ok := FindStory(story); ok && s.Random {
		again += fmt.Sprintf(" --seed %d", m.options.Seed)
		if m.options.Checks > 0 {
			again += fmt.Sprintf(" --checks %d", m.options.Checks)
		}
	}
	for _, f := range m.options.Require {
		again += " --require " + f
	}
	return again
}

// describe says in a few lines what was approved, what was presented, how they differ, what happened.
func (f *Finding) describe(u *law.Use, p *played) {
	if u == nil {
		f.Happened = happened(p.history, f.Event)
		return
	}
	was, is := u.Was, u.Presented
	if len(u.Effects) > 0 {
		is = u.Effects[0].Call
	}
	f.Presented = inWords(is)
	if u.Question != nil {
		f.Approved = inWords(was)
		f.Diff = strings.ReplaceAll(cmp.Diff(plain(was), plain(is)), "\u00a0", " ")
	}
	f.Happened = happened(p.history, f.Event)
}

// inWords spells a call as the line that would make it.
func inWords(c spec.Call) string {
	e := spec.Event{Verb: spec.VerbCall, Fields: append([]spec.Field{{Key: "action", Value: spec.Spell(c.Action)}}, c.Fields(spec.DefaultCall(c.Action), false)...)}
	if !slices.ContainsFunc(e.Fields, func(f spec.Field) bool { return f.Key == "args" || f.Key == "text" || f.Key == "bytes" }) {
		text, _ := c.Text()
		e.Fields = append(e.Fields, spec.Field{Key: "args", Value: spec.SpellJSON([]byte(text))})
	}
	return strings.TrimPrefix(e.String(), "call ")
}

// plain is a call as maps and lists, for a difference that people read.
func plain(c spec.Call) map[string]any {
	m := map[string]any{"connector": c.Connector, "action": c.Action, "connection": c.Connection, "principal": c.Principal, "agent": c.Agent, "session": c.Session}
	if c.Task != nil {
		m["task"] = *c.Task
	}
	text, _ := c.Text()
	m["arguments"] = text
	if v, err := spec.ParseValue(text); err == nil {
		m["arguments"] = readable(v)
	}
	return m
}

func readable(v spec.Value) any {
	switch v.Kind {
	case spec.Object:
		m := map[string]any{}
		for i, n := range v.Names {
			m[n] = readable(v.List[i])
		}
		return m
	case spec.Array:
		list := make([]any, len(v.List))
		for i, e := range v.List {
			list[i] = readable(e)
		}
		return list
	case spec.Text:
		return v.Text
	case spec.Number:
		return json.Number(v.Raw)
	case spec.True, spec.False:
		return v.Kind == spec.True
	}
	return nil
}

// happened tells the seen lines from the broken line's request on.
func happened(h spec.History, event int) string {
	from := min(event, len(h)-1)
	for from > 0 && h[from].Seen {
		from--
	}
	var out []string
	for _, e := range h[max(from, 0):] {
		if e.Seen && e.Verb != spec.SeenShow {
			out = append(out, strings.TrimPrefix(e.String(), "< "))
		} else if !e.Seen && len(out) > 0 {
			break
		}
	}
	return strings.Join(out, "; ")
}
