package law

import (
	"slices"

	"sameact/spec"
)

// This file folds what ends questions, handoffs and grants of the page path without an answer: time, a clear,
// the end of a runtime session, an edit.

// pageAfter books what lines that are about no single run do to runs: time, clear, end and edits.
func (b *books) pageAfter(i int, e spec.Event) {
	switch e.Verb {
	case spec.VerbCrash:
		b.pageCrash(e.Process)
		return
	case spec.VerbTick, spec.VerbClear, spec.VerbEnd, spec.VerbConfigure:
	default:
		return
	}
	l := b.pageLine(i, e, nil)
	session := e.Str("session")
	if session == "" {
		session = spec.DefaultSession
	}
	for _, q := range b.page.questions {
		switch {
		case q.state != "open":
		case e.Verb == spec.VerbTick && b.hello.Has("expiry") && l.now >= q.expires:
			l.owes(b, q)
			b.pageSettle(q, "silent")
		case e.Verb == spec.VerbClear && q.run.call.Session == session:
			l.owes(b, q)
			b.pageSettle(q, "cleared")
		case e.Verb == spec.VerbEnd && q.run.call.Session == session:
			b.pageSettle(q, "ended")
		case e.Verb == spec.VerbConfigure && !sameDeclarations(q.world, b.world, q.run.call.Action):
			b.pageSettle(q, "edited")
		}
	}
	for _, h := range b.page.handoffs {
		switch {
		case h.state != "open":
		case e.Verb == spec.VerbTick && b.hello.Has("expiry") && l.now >= h.expires:
			if b.page.acts[h.run.act] == h.run {
				l.late = append(l.late, h)
			}
			h.state, h.run.steps[h.step].state, h.run.over = "timed-out", "failed", "ended"
		case e.Verb == spec.VerbConfigure && !sameDeclarations(h.run.world, b.world, h.run.call.Action), e.Verb != spec.VerbTick && e.Verb != spec.VerbConfigure && h.run.call.Session == session:
			h.doubt = true
		}
	}
	b.pageLose(e, session)
}

// pageCrash says of each run that a process was killed on that nobody knows how far it got.
func (b *books) pageCrash(process string) {
	for _, l := range b.page.lines {
		if l.run != nil && l.answer == nil && !l.folded && l.event.Process == process {
			b.pageFold(l)
			l.run.crossed = true
		}
	}
}

// owes notes that a line has to settle a question. One that its act has left behind is told without a name.
func (l *pageLine) owes(b *books, q *pageQuestion) {
	if b.page.acts[q.run.act] == q.run {
		l.due = append(l.due, q)
	}
}

// pageLose ends grants, and at the end of a runtime session the denials too.
func (b *books) pageLose(e spec.Event, session string) {
	name := b.life(e.Process) + "/" + session
	for _, g := range b.page.grants {
		switch {
		case g.dead != "":
		case e.Verb == spec.VerbEnd && g.life == b.runtimeSession(e.Process, session):
			g.dead = "ended with its session"
		case e.Verb == spec.VerbConfigure && !sameDeclarations(g.world, b.world, g.call.Action):
			g.dead = "ended when the declaration was edited"
		}
	}
	if e.Verb == spec.VerbEnd {
		b.page.sessions[name]++
	}
}

// leavePage drops what went over the page path from the books of the connector path: a gate without its
// chapters has none, and of one with them it is kept apart.
func (b *books) leavePage() {
	b.uses = slices.DeleteFunc(b.uses, func(u *Use) bool { return u.Presented.Connector == "" || u.Was.Connector == "" })
	b.asked = slices.DeleteFunc(b.asked, func(q *Question) bool { return q.Call.Connector == "" })
}
