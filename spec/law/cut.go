package law

import (
	"cmp"
	"slices"

	"sameact/spec"
)

// This file folds what it means for the page path that a process is killed, or a line held. What was booked when a line
// was sent is taken back where it cannot have taken effect, stands where something of it arrived, and is in doubt
// otherwise: then going on and refusing are both right. What was begun is never begun again.
//
//	allow m1 pause=effect      its effect arrived: the yes is used
//	crash
//	allow m1                   refused, or what is left of a composite goes on

// A consequence is one thing that a line does to the books when it is sent.
type consequence struct {
	back  func() // it did not
	doubt func() // perhaps it did
	sure  func() // there is no doubt any more, and it did not yet
}

// changes settles a question, as far as the line goes.
func (l *pageLine) changes(q *pageQuestion, state string) {
	was, over, doubt, by := q.state, q.run.over, q.doubt, q.by
	q.by = l
	if q.state = state; state != "allowed" {
		q.run.over = state
	}
	back := func() { q.state, q.run.over, q.by = was, over, by }
	l.did = append(l.did, consequence{back, func() { back(); q.doubt = state }, func() { q.doubt = doubt }})
}

// ends ends a grant, as far as the line goes.
func (l *pageLine) ends(g *grant, why string) {
	g.dead = why
	l.did = append(l.did, consequence{func() { g.dead = "" }, func() { g.dead, g.doubt = "", true }, func() { g.doubt = false }})
}

// ended ends a handoff that was not done.
func (l *pageLine) ended(h *pageHandoff, state string) {
	s := &h.run.steps[h.step]
	was, over, doubt := s.state, h.run.over, h.doubt
	h.state, s.state, h.run.over = state, "failed", "ended"
	back := func() { h.state, s.state, h.run.over = "open", was, over }
	l.did = append(l.did, consequence{back, func() { back(); h.doubt = true }, func() { h.doubt = doubt }})
}

func (l *pageLine) takeBack() {
	for _, c := range slices.Backward(l.did) {
		c.back()
	}
	l.did, l.goes, l.denies, l.due, l.late = nil, false, false, nil, nil
}

func (l *pageLine) inDoubt() {
	for _, c := range slices.Backward(l.did) {
		c.doubt()
	}
	l.goes, l.denies, l.due, l.late = false, false, nil, nil
}

// comesTo says that a line has come to a point where it may be held.
func (l *pageLine) comesTo(e spec.Event) {
	point := spec.PauseEffect
	if e.Saw(spec.SeenShow) {
		point = spec.PauseShow
	}
	if where := l.event.Str("pause"); where == point || where == spec.PauseEvery {
		l.point = point
	}
}

// pageGo lets the lines of a process go on from where they are held; of the unnamed one all that are.
func (b *books) pageGo(process string) {
	held := func(l *pageLine) bool { return (l.underWay() || l.sweeps && !l.died) && l.event.Str("pause") != "" }
	own := slices.ContainsFunc(b.page.lines, func(l *pageLine) bool { return held(l) && l.isHeld() && l.event.Process == process })
	for _, l := range b.page.lines {
		if !held(l) || l.event.Process != process && (own || process != "") {
			continue
		}
		if l.passed = l.point; l.passed == "" {
			l.passed = spec.PauseReady
		}
		l.point = ""
	}
}

// pageGoneOn lets lines that were held, and are not any more, settle what they settle.
func (b *books) pageGoneOn() {
	for _, l := range b.page.lines {
		if l.sweeps && !l.died && !l.isHeld() {
			l.sweeps = false
			l.sure()
			b.pageSweep(l)
		}
	}
}

// isHeld reports whether a line without an answer of its own is still held.
func (l *pageLine) isHeld() bool {
	where := l.event.Str("pause")
	return l.point != "" || l.passed == "" && (where == spec.PauseReady || where == spec.PauseSent)
}

// sure takes the doubt back that a held line has cast.
func (l *pageLine) sure() {
	for _, c := range slices.Backward(l.did) {
		if c.sure != nil {
			c.sure()
		}
	}
	l.did = nil
}

// untouched reports whether a line that was cut short has done nothing.
func (l *pageLine) untouched() bool {
	unsent := l.passed == "" && l.point == "" && l.event.Str("pause") == spec.PauseReady
	return len(l.items) == 0 && (unsent || l.point == "before-spend" || l.point == "before-settle")
}

// began reports whether it is certain that a line has used what it was given.
func (l *pageLine) began() bool {
	return len(l.items) > 0 || l.point == "after-spend" || l.passed == "after-spend"
}

// lastEffect is the index of the last effect of a line before another, -1 where there is none.
func (l *pageLine) lastEffect(h spec.History, before int) int {
	for _, i := range slices.Backward(l.items) {
		if i < before && h[i].Saw(spec.SeenEffect) {
			return i
		}
	}
	return -1
}

// replyTo is what an effect of a line was replied: ok, refused or lost; cut where a kill kept it back, unsure where it may
// have.
func (l *pageLine) replyTo(h spec.History, at int) string {
	switch last := l.lastEffect(h, len(h)); {
	case l.died && at == last && l.point == spec.PauseEffect:
		return "cut"
	case l.died && at == last:
		return "unsure"
	}
	return cmp.Or(h[at].Str("reply"), "ok")
}

// pageCrash kills what a process was doing.
func (b *books) pageCrash(process string) {
	for _, l := range b.page.lines {
		if l.event.Process != process || l.died || l.answer != nil || l.folded || l.run == nil && !l.sweeps {
			continue
		}
		l.died = true
		b.cutPage(l)
	}
}

// cutPage says what is known of a line whose process was killed.
func (b *books) cutPage(l *pageLine) {
	r := l.run
	untouched := l.untouched()
	switch {
	case r == nil && untouched:
		l.sure()
	case r == nil:
		b.pageSweep(l)
		l.inDoubt()
	case untouched && l.begins:
		b.page.runs = slices.DeleteFunc(b.page.runs, func(o *run) bool { return o == r })
	case untouched:
		l.takeBack()
	case l.begins || l.began():
		b.cutRun(l)
	case l.event.Is(spec.VerbFinish):
		l.unsureFinish()
	default:
		goes := l.goes
		if l.inDoubt(); goes {
			b.mayHaveCalled(l, r.next)
		}
	}
	if l.folded = true; l.begins {
		b.page.acts[r.act] = l.before // its address never reached the caller
	}
}

// cutRun follows a run as far as a line had taken it. It is over, or what is left of it may go on when its yes is given
// again.
func (b *books) cutRun(l *pageLine) {
	r := l.run
	question, handoff := r.question, r.handoff
	b.pageFold(l)
	if n := len(l.tried); n > 0 {
		u := l.tried[n-1]
		u.Died = len(u.Effects) == 0
	}
	if l.begins {
		r.killed, r.over = true, "killed"
		return
	}
	l.strays(question, handoff)
	r.question, r.handoff = question, handoff
	if !l.goes {
		return
	}
	if q := l.question; q != nil && !l.event.Is(spec.VerbFinish) {
		q.cut = true
		for _, g := range b.page.grants {
			g.doubt = g.doubt || g.question == q
		}
	}
	if l.point == "after-spend" && r.next < len(r.steps) {
		r.steps[r.next].state = "unknown" // it was begun
		r.next++
	}
	r.killed, r.over = true, "killed"
}

// strays says of what a run came to wait at when its process was killed that its address never reached the caller.
func (l *pageLine) strays(question *pageQuestion, handoff *pageHandoff) {
	if q := l.run.question; q != nil && q != question {
		q.doubt = "unheard"
	}
	if h := l.run.handoff; h != nil && h != handoff {
		h.doubt = true
	}
}

// unsureFinish says of a handoff that a word on it may have been taken.
func (l *pageLine) unsureFinish() {
	switch h := l.handoff; {
	case h == nil:
	case l.says == "next" || l.says == "back":
		h.astray = true
	default:
		h.doubt = true
	}
}

// mayHaveCalled notes that the tool of a step may have been called.
func (b *books) mayHaveCalled(l *pageLine, i int) {
	if i < len(l.run.steps) {
		b.attempted(l, i).Died = true
	}
}

// denied reports whether what a run brings about was certainly denied.
func (b *books) denied(r *run) bool {
	sure, perhaps := b.wasDenied(r, r.action, r.call.Action)
	return sure || perhaps
}

// perhapsGranted reports whether a grant of which nobody knows whether it is alive is of a run's shape.
func (b *books) perhapsGranted(r *run) bool {
	return slices.ContainsFunc(b.page.grants, func(g *grant) bool { return g.doubt && b.sameShape(g, r, b.world) })
}

// elsewhere finds the clause that owns that an answer is given beside another, after a kill, or in another process than
// asked; "" where it is not.
func (a *attempt) elsewhere() (owner, why string) {
	l, r := a.line, a.run
	if l.begins || len(l.tried) == 0 || l.tried[0].Attempt != a || !a.finish && !l.goes {
		return "", ""
	}
	process, crashes := r.process, r.crashes
	switch {
	case process != l.process:
	case l.handoff != nil && l.event.Is(spec.VerbFinish):
		process, crashes = l.handoff.process, l.handoff.crashes
	case l.question != nil:
		process, crashes = l.question.process, l.question.crashes
	}
	switch {
	case l.raced():
		return "one-winner", "it was answered in another process at the same time"
	case process == l.process:
		return "", ""
	case l.crashes > crashes:
		return "crash-before-spend", "a process was killed before it was answered"
	}
	return "other-process-continues", "it was asked by " + processName(process) + " and is answered in " + processName(l.process)
}
