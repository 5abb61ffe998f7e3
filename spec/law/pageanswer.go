package law

import (
	"cmp"
	"slices"
	"strings"

	"sameact/spec"
)

// This file books what a person answers to a question of the page path, and what an answer leaves behind: grants and
// denials.

// pageDecide books an answer to the run's newest question, whatever it is worth.
func (b *books) pageDecide(l *pageLine) {
	e, r := l.event, l.run
	raw := map[string]string{spec.VerbAllow: `"allow"`, spec.VerbAlways: `"always"`, spec.VerbDeny: `"deny"`}[e.Verb]
	if f, ok := e.Get("decision"); ok {
		raw = f.JSON()
	}
	l.says = raw
	if h := r.handoff; h != nil && h.state == "open" {
		l.handoff = h // an approval is no answer to a handoff
		return
	}
	q := r.question
	if l.question = q; q == nil {
		return
	}
	yes := raw == `"allow"` || raw == `"always"` || b.isYes(raw)
	if q.state == "open" && b.hello.Has("expiry") && l.now >= q.expires {
		b.pageSettle(l, q, "silent")
	}
	place := ""
	if s := e.Str("session"); s != "" && s != r.call.Session {
		place = "session"
	} else if a := e.Str("agent"); a != "" && a != r.call.Agent {
		place = "agent"
	}
	switch valid := l.by == r.call.Principal && (place == "" || raw == `"deny"`); {
	case valid && (raw == `"always"` && q.offers() || raw != `"always"` && yes):
		l.could = "allowed"
	case valid && raw == `"deny"`:
		l.could = "denied"
	}
	switch {
	case q.by.underWay() && q.state != "open":
		q.rivals = append(q.rivals, l)
	case q.cut && r.next < len(r.steps) && yes && l.by == r.call.Principal && place == "":
		l.goes, l.again = true, true
	case q.state != "open":
		if raw == `"always"` && q.state != "allowed" {
			b.grant(l, q, true)
		}
	case raw == `"deny"`:
		if l.by == r.call.Principal {
			b.pageSettle(l, q, "denied")
			l.denies = true
		}
	case !yes || raw == `"always"` && !q.offers():
		q.notYes = raw
	case l.by != r.call.Principal:
		q.foreign = cmp.Or(l.by, "nobody")
	case place != "":
		q.place = place
	default:
		b.pageAllow(l, q, raw == `"always"`)
	}
}

// pageAllow books a yes that counts.
func (b *books) pageAllow(l *pageLine, q *pageQuestion, always bool) {
	l.changes(q, "allowed")
	if l.goes = true; always && b.hello.Has("grant") {
		q.always = true
		b.grant(l, q, false)
		return
	}
	b.page.yeses = append(b.page.yeses, q)
	undo := func() { b.page.yeses = slices.DeleteFunc(b.page.yeses, func(o *pageQuestion) bool { return o == q }) }
	l.did = append(l.did, consequence{back: undo, doubt: undo})
}

// offers reports whether a question could be answered with always.
func (q *pageQuestion) offers() bool {
	if q.shown == nil {
		return q.level == askLevel
	}
	return strings.Contains(q.shown.Str("options"), `"always"`)
}

// pageSettle ends an open question otherwise than with a yes, and its run with it.
func (b *books) pageSettle(l *pageLine, q *pageQuestion, how string) {
	unsure := q.doubt != ""
	l.changes(q, how)
	if how == "ended" || how == "edited" {
		return
	}
	r := q.run
	d := &denial{effectOf(r.action, r.call.Action), r.call.Principal, r.life, unsure}
	b.page.denials = append(b.page.denials, d)
	l.did = append(l.did, consequence{
		back:  func() { b.forget(d) },
		doubt: func() { d.doubt = true },
		sure:  func() { b.forget(d) },
	})
	if how != "denied" {
		return
	}
	for _, g := range b.page.grants {
		switch {
		case g.dead != "" || !b.sameShape(g, r, r.world):
		case unsure:
			g.doubt = true
		default:
			l.ends(g, "denied")
		}
	}
}

func (b *books) forget(d *denial) {
	b.page.denials = slices.DeleteFunc(b.page.denials, func(o *denial) bool { return o == d })
}

func (b *books) grant(l *pageLine, q *pageQuestion, lost bool) {
	g := &grant{question: q, call: q.run.call, args: q.run.args, world: q.world, life: q.run.life, lost: lost}
	b.page.grants = append(b.page.grants, g)
	l.did = append(l.did, consequence{
		back:  func() { b.page.grants = slices.DeleteFunc(b.page.grants, func(o *grant) bool { return o == g }) },
		doubt: func() { g.doubt = true },
	})
}
