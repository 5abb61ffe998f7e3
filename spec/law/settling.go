package law

import (
	"slices"

	"sameact/spec"
)

// This file folds what ends questions, handoffs and grants of the page path without an answer: time, a clear,
// the end of a runtime session, an edit.

// pageAfter books what lines that are about no single run do to runs: time, clear, end and edits. A line that is held
// does it when it goes on; until then it may have.
func (b *books) pageAfter(i int, e spec.Event) {
	switch e.Verb {
	case spec.VerbCrash:
		b.pageCrash(e.Process)
		return
	case spec.VerbGo:
		b.pageGo(e.Process)
		return
	case spec.VerbTick, spec.VerbClear, spec.VerbEnd, spec.VerbConfigure:
	default:
		return
	}
	l := b.pageLine(i, e, nil)
	b.pageSweep(l)
	if _, held := e.Get("pause"); held && !e.Is(spec.VerbConfigure) {
		l.sweeps = true
		l.inDoubt()
	}
}

// pageSweep settles what a line settles.
func (b *books) pageSweep(l *pageLine) {
	e := l.event
	session := e.Str("session")
	if session == "" {
		session = spec.DefaultSession
	}
	for _, q := range b.page.questions {
		switch {
		case q.by.underWay() && len(q.by.items) == 0 && b.sweepsQuestion(l, q, session):
			q.rivals = append(q.rivals, l)
		case q.state != "open":
		case b.sweepsQuestion(l, q, session):
			if e.Verb == spec.VerbTick || e.Verb == spec.VerbClear {
				l.owes(b, q)
			}
			b.pageSettle(l, q, sweptAs[e.Verb])
		}
	}
	for _, h := range b.page.handoffs {
		switch o := b.wordOn(h); {
		case h.state != "open", o != nil && len(o.items) > 0:
		case o != nil:
			h.doubt = true
		case e.Verb == spec.VerbTick && b.hello.Has("expiry") && l.now >= h.expires:
			if b.page.acts[h.run.act] == h.run && !h.doubt {
				l.late = append(l.late, h)
			}
			l.ended(h, "timed-out")
		case e.Verb == spec.VerbClear && h.run.call.Session == session:
			if b.page.acts[h.run.act] == h.run && !h.doubt {
				l.late = append(l.late, h)
			}
			l.ended(h, "cleared")
		case e.Verb == spec.VerbConfigure && !sameDeclarations(h.run.world, b.world, h.run.call.Action), e.Verb != spec.VerbTick && e.Verb != spec.VerbConfigure && h.run.call.Session == session:
			h.doubt = true
		}
	}
	for _, o := range b.page.lines {
		if o.underWay() && (e.Verb == spec.VerbConfigure || e.Verb != spec.VerbTick && o.run.call.Session == session) {
			o.swept = true
		}
	}
	b.pageLose(l, session)
}

// sweepsQuestion reports whether a line settles a question, if that is open.
func (b *books) sweepsQuestion(l *pageLine, q *pageQuestion, session string) bool {
	switch l.event.Verb {
	case spec.VerbTick:
		return b.hello.Has("expiry") && l.now >= q.expires
	case spec.VerbClear, spec.VerbEnd:
		return q.run.call.Session == session
	}
	return !sameDeclarations(q.world, b.world, q.run.call.Action)
}

// owes notes that a line has to settle a question. One that its act has left behind is told without a name.
func (l *pageLine) owes(b *books, q *pageQuestion) {
	if b.page.acts[q.run.act] == q.run && q.doubt == "" {
		l.due = append(l.due, q)
	}
}

// pageLose ends grants, and at the end of a runtime session the denials too.
func (b *books) pageLose(l *pageLine, session string) {
	e := l.event
	name := b.life(e.Process) + "/" + session
	for _, g := range b.page.grants {
		switch {
		case g.dead != "":
		case e.Verb == spec.VerbEnd && g.life == b.runtimeSession(e.Process, session):
			l.ends(g, "ended with its session")
		case e.Verb == spec.VerbConfigure && !sameDeclarations(g.world, b.world, g.call.Action):
			l.ends(g, "ended when the declaration was edited")
		}
	}
	if e.Verb == spec.VerbEnd {
		b.page.sessions[name]++
		undo := func() { b.page.sessions[name]-- }
		l.did = append(l.did, consequence{back: undo, doubt: undo})
	}
}

// leavePage drops what went over the page path from the books of the connector path: a gate without its
// chapters has none, and of one with them it is kept apart.
func (b *books) leavePage() {
	b.uses = slices.DeleteFunc(b.uses, func(u *Use) bool { return u.Presented.Connector == "" || u.Was.Connector == "" })
	b.asked = slices.DeleteFunc(b.asked, func(q *Question) bool { return q.Call.Connector == "" })
}
