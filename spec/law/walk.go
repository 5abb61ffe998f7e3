package law

import (
	"slices"
	"strings"
	"time"

	"sameact/spec"
)

// This file follows a run from line to line: which step is next, what became of it, and what a person was
// asked meanwhile. Each time that a step is next an attempt to have it run is booked as a use.

// An attempt is what the books say of one step when it was next. Its use holds what was presented and what
// arrived.
type attempt struct {
	run     *run
	line    *pageLine
	step    pageStep
	index   int
	need    level // at which it has to be asked about; none where it has not
	own     level
	why     levelReason
	covered bool   // a yes or a grant covers it
	grant   *grant // which
	near    string // the clause that owns why no grant serves, "" where none is near
	nearly  string // the words
	earlier string // what a single yes was given for before: same | other, "" for nothing
	other   string // the words
	channel bool
	invalid string // why its input or target does not hold
	denied  bool   // its effect was denied before
	stand   string // why its question gives no yes, as the question's state; "" where there is none
	asked   *pageQuestion
	foreign string
	notYes  string
	place   string
	wrong   string // of a finish: the clause that owns why it completes nothing
	wrongly string // the words
	finish  bool   // a person says that the step is done
	beyond  string // of an effect that was not the next step's: the clause that owns it
	because string
	handed  bool   // a person's step of the run was done before
	rests   string // what the run rested on by then: answered | grant | "" | nothing
	crossed bool   // another word on its handoff was under way
	moved   bool   // the page is another than when it was shown
	became  string // ran | asked | handed | completed | nothing
}

func (b *books) newRun(i int, e spec.Event, c spec.Call, l *pageLine) *run {
	r := &run{act: e.Subject, call: c, at: i, life: b.runtimeSession(e.Process, c.Session), world: b.world, process: l.process, crashes: l.crashes}
	r.action, r.declared = b.world.Action("", c.Action)
	if slices.Contains(b.world.Guides, c.Action) {
		r.declared = false
	}
	r.steps = b.planned(b.world, r.action, c, r.declared, l.state)
	text, _ := c.Text()
	r.args, _ = b.resolved(text, l.state)
	r.level, r.why = levelOf(b.world, r.action)
	if r.action.Handoff != nil {
		r.level = noLevel
	}
	for _, s := range r.steps {
		if !s.whole && !s.human && s.resolved && s.level > r.level {
			r.level, r.why = s.level, asDeclared
		}
	}
	denied, unsure := b.wasDenied(r, r.action, c.Action)
	if r.refused = unsure; r.level == noLevel && r.action.Handoff == nil && denied {
		r.level, r.why = askLevel, byRefusal
	}
	for _, other := range b.page.runs {
		if (other.stuck || other.settling() != nil || other.waits(l.now, b.hello)) && sameCaller(other.call, c) && other.call.Action == c.Action {
			r.shadow = other
		}
	}
	for _, g := range b.page.grants {
		r.crossed = r.crossed || g.question.run.crossed && b.sameShape(g, r, b.world)
	}
	b.page.runs = append(b.page.runs, r)
	return r
}

// wasDenied reports whether a person has denied what an action brings about, or may have.
func (b *books) wasDenied(r *run, a spec.Action, id string) (sure, perhaps bool) {
	for _, d := range b.page.denials {
		if d.effect == effectOf(a, id) && d.principal == r.call.Principal && d.life == r.life {
			sure, perhaps = sure || !d.doubt, true
		}
	}
	return sure, perhaps && !sure
}

// pageFold follows the run of a line as far as the line took it.
func (b *books) pageFold(l *pageLine) {
	if l.folded {
		return
	}
	l.folded = true
	for _, i := range l.items {
		if b.history[i].Saw(spec.SeenEffect) {
			l.effects++
		}
	}
	items := l.items
	b.came(l)
	if l.begins && l.waits != nil && len(items) == 0 && l.status() == spec.Pending { // nothing was stacked on it
		b.page.acts[l.run.act], b.page.runs = l.waits, slices.DeleteFunc(b.page.runs, func(r *run) bool { return r == l.run })
		l.run, l.begins = l.waits, false
		return
	}
	switch r := l.run; {
	case l.event.Is(spec.VerbFinish):
		if l.goes = b.finished(l); l.goes {
			items = b.walk(l, items)
		}
	case l.goes && l.begins:
		items = b.walk(l, items)
	case l.again && len(items) == 0: // what is left of it is not gone on with
	case l.goes:
		q := l.question
		if l.again {
			r.over = ""
		}
		q.used, r.covered, r.basis = true, q.level, "answered"
		items = b.walk(l, items)
	default:
		b.stays(l)
	}
	for _, i := range items {
		b.unexpected(l, i)
	}
	switch {
	case l.status() == spec.Pending:
		b.page.acts[l.run.act] = l.run // the newest address that was told is the one that the act has
	case l.begins && l.before != nil:
		b.page.acts[l.run.act] = l.before
	}
}

// walk follows a run step by step through what was seen. It gives back what no step explains.
func (b *books) walk(l *pageLine, items []int) []int {
	r := l.run
	if l.begins {
		b.useGrant(r, len(items) > 0 && b.history[items[0]].Saw(spec.SeenEffect))
	}
	strange := false
	for r.next < len(r.steps) && r.over == "" {
		var seen *spec.Event
		if len(items) > 0 {
			seen = &b.history[items[0]]
		}
		if s := r.steps[r.next]; seen != nil && s.strange(*seen) {
			b.unexpected(l, items[0])
			items, strange = items[1:], true
			continue
		}
		if strange && seen == nil {
			r.over = "failed"
			break
		}
		a := b.attempted(l, r.next)
		r.started = true
		switch {
		case seen == nil:
			a.Attempt.became = "nothing"
			if l.answer != nil && l.answer.Verb == string(spec.Pending) { // a gate without questions shows none
				b.opens(l, a, nil, l.at)
			} else if l.answer != nil {
				r.over = "failed"
				b.notGoneOn(l)
			}
			return nil
		case seen.Saw(spec.SeenShow):
			b.opens(l, a, seen, items[0])
			return items[1:]
		}
		b.ranStep(l, a, items[0])
		items = items[1:]
	}
	if r.next >= len(r.steps) && r.over == "" {
		r.over = "done"
	}
	return items
}

// strange reports whether something was seen that the step does not explain: an effect of another step or of a
// person's, or a handoff of another.
func (s pageStep) strange(seen spec.Event) bool {
	if seen.Saw(spec.SeenEffect) {
		return seen.Str("action") != s.id || s.human
	}
	return seen.Str("kind") == "handoff" && seen.Str("action") != s.id
}

// useGrant lets a run go under a grant. One that may have ended, or may not have been given, serves or not.
func (b *books) useGrant(r *run, runs bool) {
	for _, g := range b.page.grants {
		if g.dead == "" && !g.lost && (runs || !g.doubt) && r.level == askLevel && b.sameShape(g, r, b.world) {
			r.covered, r.basis = askLevel, "grant"
			b.show(r, 0)
		}
	}
}

// show freezes what the steps from one on are shown with: what can be resolved now.
func (b *books) show(r *run, from int) {
	for i := from; i < len(r.steps); i++ {
		s := &r.steps[i]
		s.shown, s.world = s.resolved || s.human, b.world
	}
}

// opens books that a question or a handoff was opened where a step was next.
func (b *books) opens(l *pageLine, u *Use, seen *spec.Event, at int) {
	a, r := u.Attempt, l.run
	u.Shown = append(u.Shown, at)
	kind := "approval"
	if seen != nil {
		kind = seen.Str("kind")
	} else if a.step.human && a.need == noLevel {
		kind = "handoff"
	}
	if kind == "handoff" {
		a.became = "handed"
		b.openHandoff(l, r, seen, at)
		return
	}
	a.became = "asked"
	at0 := max(a.need, askLevel)
	if r.next > 0 {
		for _, s := range r.steps[r.next:] {
			if !s.human && s.resolved {
				at0 = max(at0, s.level)
			}
		}
	}
	q := &pageQuestion{run: r, at: l.at, shown: seen, shownAt: at, askedAt: l.now, from: r.next, level: at0, life: r.life, world: b.world, state: "open",
		process: l.process, crashes: b.crashes}
	ttl, _ := duration(b.world.PromptTimeout, tenMinutes)
	q.expires = l.until(seen, l.now+ttl)
	if l.swept {
		q.doubt = "cleared"
	}
	b.show(r, r.next)
	r.question, q.steps = q, slices.Clone(r.steps)
	b.page.questions = append(b.page.questions, q)
	b.page.sawQuestion(b, q)
}

// sawQuestion keeps the question where the chapter about previews looks.
func (p *pageBooks) sawQuestion(b *books, q *pageQuestion) {
	c := q.run.call
	c.Args = spec.TextArgs(q.run.args)
	q.book = &Question{Act: q.run.act, Call: c, At: q.at, AskedAt: q.askedAt, Expires: q.expires, Usable: true, World: q.world, Shown: q.shown, ShownAt: q.shownAt}
}

func (b *books) openHandoff(l *pageLine, r *run, seen *spec.Event, at int) {
	s := &r.steps[r.next]
	h := &pageHandoff{run: r, step: r.next, at: l.at, shown: seen, shownAt: at, opened: l.now, args: s.args, state: "open", process: l.process, crashes: b.crashes}
	declared := spec.Handoff{}
	if s.action.Handoff != nil {
		declared = *s.action.Handoff
	}
	usual, _ := duration(b.world.HandoffTimeout, fiveMinutes)
	wait, _ := duration(declared.Timeout, usual)
	h.expires, h.expects, h.last = l.until(seen, l.now+wait), declared.Expects, max(0, len(declared.Steps)-1)
	h.doubt = l.swept
	s.state, s.basis = "waiting", "handoff"
	r.handoff = h
	b.page.handoffs = append(b.page.handoffs, h)
}

// until is when what a line opened is over. Each effect before it took its time, so a gate may count from then.
func (l *pageLine) until(seen *spec.Event, least time.Duration) time.Duration {
	most := least
	for _, u := range l.tried {
		most += time.Duration(len(u.Effects)) * effectMillis * time.Millisecond
	}
	if seen != nil {
		if t, err := parseSeenTime(seen.Str("expires")); err == nil && t >= least && t <= most {
			return t
		}
	}
	return least
}

// ranStep books the effect of the step that was next.
func (b *books) ranStep(l *pageLine, u *Use, at int) {
	a, r := u.Attempt, l.run
	a.became = "ran"
	arrival := b.pageArrival(u, at)
	u.Effects = append(u.Effects, arrival)
	r.ran++
	s := &r.steps[r.next]
	switch s.basis = strings.TrimPrefix(r.basis, "nothing"); {
	case !a.covered && a.need > noLevel:
		s.basis, r.covered, r.basis = "", alwaysLevel, "nothing" // it ran on nothing, and the rest is told with it
		b.show(r, r.next)
	case !a.covered:
		s.basis = "policy-none"
	case a.grant != nil:
		s.basis = "grant"
	}
	switch arrival.Reply {
	case "refused":
		s.state, r.over = "failed", "failed"
	case "lost":
		s.state, r.over = "unknown", "unknown"
	case "cut", "unsure":
		s.state = "unknown"
	default:
		s.state = "done"
	}
	r.next++
}

func (b *books) pageArrival(u *Use, at int) Arrival {
	e := b.history[at]
	c, err := u.Presented.With(e)
	if err != nil {
		c = u.Presented
	}
	reply := u.Attempt.line.replyTo(b.history, at)
	return Arrival{At: at, Call: c, Reply: reply}
}

// attempted books an attempt to have a step of a run go on, with all that speaks for and against it.
func (b *books) attempted(l *pageLine, i int) *Use {
	r := l.run
	s := &r.steps[i]
	changed := s.shown && !sameDeclaration(s.world, b.world, spec.Call{Action: s.id})
	b.weigh(s, b.world, l.state)
	now, there := b.resolved(s.written, l.state)
	a := &attempt{run: r, line: l, step: *s, index: i, own: s.level, channel: b.world.Channels.Confirm}
	a.denied, _ = b.wasDenied(r, s.action, s.id)
	a.need, a.why = s.level, asDeclared
	if _, why := levelOf(b.world, s.action); why != "" {
		a.why = why
	}
	if s.human {
		a.need = noLevel
	}
	if l.begins && !r.started && !s.human || l.begins && !r.started && !s.whole {
		a.need, a.why = r.level, r.why
	}
	a.covered = s.shown && !changed && r.basis != "" && (s.human || s.level <= r.covered)
	if a.covered {
		a.need = noLevel
	}
	if r.basis == "grant" && a.covered {
		a.grant = &grant{}
	}
	a.moved = s.shown && (!there || now != s.args) // what was shown runs, or nothing does
	a.handed, a.rests = r.handed, r.basis
	if a.invalid = b.invalid(s); l.begins && !r.started && !s.whole {
		a.invalid = b.invalidCall(l, r) // the question is about the whole
	}
	b.near(a)
	c := r.call
	c.Action, c.Args = s.id, spec.TextArgs(s.args)
	u := &Use{At: l.at, Act: r.act, Kind: Stepping, Was: c, Presented: c, Claims: l.claims, Answer: l.answer, AnswerAt: l.answerAt, books: b, Attempt: a}
	u.Began = Moment{Now: l.now, World: l.world}
	u.Ended = u.Began
	l.tried = append(l.tried, u)
	b.page.uses = append(b.page.uses, u)
	return u
}

// invalid says why a step cannot be asked about or handed over: undeclared, without its target, or with
// input that does not fit.
func (b *books) invalid(s *pageStep) string {
	switch {
	case !s.declared:
		return "the action is not declared"
	case !s.resolved && !s.shown:
		return "its target is not there"
	}
	return b.misfits(s.action.Parameters, s.args)
}

// invalidCall says the same of the call of a composite.
func (b *books) invalidCall(l *pageLine, r *run) string {
	text, _ := r.call.Text()
	if _, ok := b.resolved(text, l.state); !ok {
		return "its target is not there"
	}
	return b.misfits(r.action.Parameters, r.args)
}
