package law

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"sameact/spec"
)

// This file keeps the books of the page path: calls without a connector. A call begins a run, of one step or
// of a composite's several; what waits for a person is a question or a handoff of its run. Every line about
// a run is one page line; what was seen of it is folded when it is answered (walk.go).

// pageBooks are the books of the page path.
type pageBooks struct {
	acts      map[string]*run // the newest run of each act
	calls     map[string]spec.Call
	runs      []*run
	lines     []*pageLine
	byNumber  map[int]*pageLine
	uses      []*Use
	questions []*pageQuestion
	handoffs  []*pageHandoff
	grants    []*grant
	denials   []*denial
	yeses     []*pageQuestion // single yeses, in the order in which they were given
	sessions  map[string]int  // how often a runtime session was ended
	state     spec.PageState
	typed     []string
	handing   map[string]string // by act, the action that a person was last asked to do
}

// A run is what one call on the page path does.
type run struct {
	act      string
	call     spec.Call // as presented
	args     string    // resolved
	at       int
	life     string // the runtime session
	world    *spec.World
	action   spec.Action
	declared bool
	level    level // the highest, when it was called
	why      levelReason
	steps    []pageStep
	next     int
	started  bool   // a step of it was tried, or it was asked about
	covered  level  // what the last yes was given for
	basis    string // answered | grant, once there is one
	over     string // why no further step may run
	handed   bool   // a person's step of it was done
	ran      int    // effects of it that arrived
	question *pageQuestion
	handoff  *pageHandoff
	shadow   *run   // another run of the same call that waits for a person
	process  string // that was called
	crashes  int    // processes that were killed until then
	stuck    bool   // what it waited for was refused though it was due: it may wait still
	crossed  bool   // lines of one process about it overlapped: whose an effect is is not known
	tainted  int    // the line, from 1, on which it ran otherwise than it should have
	killed   bool   // its process was killed when it was on its way
	refused  bool   // its effect may have been denied before: the denial was cut short
}

// A pageStep is one step of a run.
type pageStep struct {
	floor    level // of the composites inside the whole that it stands in
	id       string
	action   spec.Action
	declared bool
	human    bool
	whole    bool // it is the call's own action
	written  string
	args     string // resolved; frozen once it was shown
	resolved bool
	level    level
	shown    bool
	world    *spec.World // in which it was shown
	state    string      // of the ledger, "" while it was not reached
	basis    string
}

// A pageQuestion is what a person was asked about a run.
type pageQuestion struct {
	run     *run
	at      int // the line that asked
	shown   *spec.Event
	shownAt int
	askedAt time.Duration
	expires time.Duration
	from    int        // the first step that it is about
	steps   []pageStep // as they were then
	level   level
	life    string
	world   *spec.World
	state   string // open | allowed | denied | silent | cleared | ended | edited
	used    bool
	foreign string // who else said yes
	place   string // a yes given elsewhere: session | agent
	notYes  string // what was sent and is no yes
	always  bool
	settled int         // how often it was told as settled
	process string      // that asked
	crashes int         // processes that were killed until then
	cut     bool        // its yes was used, and the process was killed on it
	by      *pageLine   // that has settled it
	rivals  []*pageLine // that were under way beside it, and would have
	doubt   string      // what a killed or held line may have done to it: a state
	book    *Question
}

// A pageHandoff is a step that a person was asked to do.
type pageHandoff struct {
	run     *run
	step    int
	at      int
	shown   *spec.Event
	shownAt int
	opened  time.Duration
	expires time.Duration
	place   int
	last    int
	expects bool
	args    string
	state   string // open | done | cancelled | timed-out | failed | closed
	settled int
	process string
	crashes int
	doubt   bool // its session was ended, its world edited, or a line about it cut short: whether it ended is the gate's
	astray  bool // a line that turned its instructions was cut short: which is explained is not known
}

// A grant is what an always left, or would have left.
type grant struct {
	question *pageQuestion
	call     spec.Call
	args     string
	world    *spec.World
	life     string
	lost     bool   // it was said to a question that was over
	dead     string // why it has ended: denied, or words
	doubt    bool   // whether it was given, or has ended, a killed or held line has left open
}

type denial struct {
	effect, principal, life string
	doubt                   bool // the line that denied was cut short
}

// A pageLine is one script line on the page path with what was seen of it.
type pageLine struct {
	at       int
	event    spec.Event
	process  string
	run      *run // nil of lines that are about no single run
	begins   bool // the line is the call that begins it
	before   *run // of a call, the run that its act had
	waits    *run // the same, where it waits for a person
	denies   bool // the line settles its question as denied
	question *pageQuestion
	handoff  *pageHandoff
	goes     bool // a yes that counts was given, or the call goes ahead
	says     string
	by       string
	now      time.Duration
	world    *spec.World
	state    spec.PageState
	items    []int // indexes of shows and effects
	expects  []int
	observed []int
	settled  []int
	answer   *spec.Event
	answerAt int
	presents bool
	claims   bool
	folded   bool
	effects  int
	tried    []*Use
	due      []*pageQuestion // open questions that the line has to settle
	late     []*pageHandoff  // open handoffs that it has to settle, as timed out or as cancelled
	point    string          // at which it is held now
	passed   string          // the last point from which it went on
	crashes  int             // processes that were killed until then
	died     bool            // its process was killed before it answered
	again    bool            // a yes or a done to what a killed process had begun
	did      []consequence   // what was booked when it was sent
	beside   []*pageLine     // about the same run, under way at the same time
	could    string          // what it would settle its question as, if it came first: allowed or denied
	steps    []pageStep      // of its run, as they stood when it was answered
	swept    bool            // its conversation was cleared or ended, or its world edited, while it was under way
	sweeps   bool            // it is held, and settles what it settles when it goes on
}

func (b *books) pageBegin() {
	b.page = pageBooks{acts: map[string]*run{}, calls: map[string]spec.Call{}, byNumber: map[int]*pageLine{}, sessions: map[string]int{}, handing: map[string]string{}}
}

// keepsPage reports whether a gate that declares hello has a page path at all.
func keepsPage(hello spec.Hello) bool {
	for _, c := range slices.Concat(confirm, composite, handoff) {
		if slices.Contains(hello.Chapters, c.Chapter) || slices.Contains(hello.Chapters, c.Slug) {
			return true
		}
	}
	return false
}

// runtimeSession names the runtime session of a conversation in a process: one process's life of it.
func (b *books) runtimeSession(process, session string) string {
	name := b.life(process) + "/" + session
	return name + "/" + strconv.Itoa(b.page.sessions[name])
}

// pageDid books a line that is about a run. It reports false where the line is none.
func (b *books) pageDid(i int, e spec.Event) bool {
	switch e.Verb {
	case spec.VerbCall:
		return b.pageCall(i, e)
	case spec.VerbAllow, spec.VerbAlways, spec.VerbDeny, spec.VerbDecide:
		if r := b.page.acts[e.Subject]; r != nil {
			b.pageDecide(b.pageLine(i, e, r))
			return true
		}
	case spec.VerbFinish:
		if r := b.page.acts[e.Subject]; r != nil {
			b.pageFinish(b.pageLine(i, e, r))
		}
		return true
	}
	return false
}

func (b *books) pageLine(i int, e spec.Event, r *run) *pageLine {
	b.page.state, _ = b.page.state.With(e)
	var beside []*pageLine
	for _, other := range b.page.lines {
		if r != nil && other.run == r && other.underWay() {
			r.crossed = r.crossed || other.event.Process == e.Process
			beside = append(beside, other)
		}
	}
	l := &pageLine{at: i, event: e, run: r, now: b.clockOf(e.Process), process: b.life(e.Process), world: b.world, state: b.page.state, crashes: b.crashes, beside: beside}
	for _, other := range beside {
		other.beside = append(other.beside, l)
	}
	l.by = e.Str("by")
	if _, given := e.Get("by"); !given && r != nil {
		l.by = r.call.Principal
	}
	b.page.lines = append(b.page.lines, l)
	b.page.byNumber[b.lines] = l
	return l
}

func (b *books) pageCall(i int, e spec.Event) bool {
	if b.acts[e.Subject] != nil {
		return false
	}
	base, known := b.page.calls[e.Subject]
	if !known {
		base = spec.DefaultCall(e.Str("action"))
	}
	c, err := base.With(e)
	if err != nil || c.Connector != "" {
		return err != nil
	}
	if !known {
		b.page.calls[e.Subject] = c
	}
	l := b.pageLine(i, e, nil)
	l.claims = c.Claims != nil
	old := b.page.acts[e.Subject]
	f, given := e.Get("with")
	l.presents = given && f.Value != "none" || !given && old != nil && (old.question != nil || old.handoff != nil)
	sent := c.Sent(b.hello)
	if old.waits(l.now, b.hello) && sameCaller(old.call, sent) && old.call.Action == sent.Action && b.sameArguments(old.call, sent) {
		if l.waits = old; (!given || f.Text() == e.Subject) && b.unchanged(old, l) {
			l.run, l.question, l.handoff = old, old.question, old.handoff
			return true
		}
	}
	if q := old.settling(); q != nil {
		l.waits = old
	}
	l.before = old
	l.run, l.begins, l.goes = b.newRun(i, e, sent, l), true, true
	b.page.acts[e.Subject] = l.run
	return true
}

// unchanged reports whether a run that waits is still what its call would begin.
func (b *books) unchanged(r *run, l *pageLine) bool {
	text, _ := r.call.Text()
	args, _ := b.resolved(text, l.state)
	return args == r.args && sameDeclarations(r.world, b.world, r.call.Action) && (r.handoff == nil || !r.handoff.doubt && b.wordOn(r.handoff) == nil) && (r.question == nil || r.question.doubt == "")
}

// waits reports whether a person still has to answer a run.
func (r *run) waits(now time.Duration, hello spec.Hello) bool {
	if r == nil || r.over != "" {
		return false
	}
	if q := r.question; q != nil && q.state == "open" {
		return !hello.Has("expiry") || now < q.expires
	}
	h := r.handoff
	return h != nil && h.state == "open" && (!hello.Has("expiry") || now < h.expires)
}

// pageFinish books what a person says of the run's handoff. What it is worth is said when it is answered.
func (b *books) pageFinish(l *pageLine) {
	h := l.run.handoff
	l.handoff, l.question = h, l.run.question
	l.says = l.event.Str("outcome")
	if t := l.event.Str("typed"); len(t) >= 4 {
		b.page.typed = append(b.page.typed, t)
	}
	if action := b.page.handing[l.event.Subject]; action != "" && l.event.Str("person") == "acts" {
		b.page.state = b.page.state.Acted(action)
		l.state = b.page.state
	}
}

// pageSaw books what was seen of a page line. It reports false where the line is of the connector path.
func (b *books) pageSaw(i int, e spec.Event) bool {
	l := b.pageCurrent(e)
	if l == nil {
		return false
	}
	switch e.Verb {
	case spec.SeenShow, spec.SeenEffect:
		l.items = append(l.items, i)
		l.comesTo(e)
		if e.Saw(spec.SeenShow) && e.Str("kind") == "handoff" {
			b.page.handing[e.Subject] = e.Str("action")
		}
	case spec.SeenExpect:
		l.expects = append(l.expects, i)
	case spec.SeenObserve:
		l.observed = append(l.observed, i)
	case spec.SeenSettled:
		b.pageSettled(l, i, e)
	case spec.SeenFault:
		return false
	case spec.SeenSync:
		l.point = e.Str("point")
	case spec.SeenResolve, spec.SeenRecords:
	default:
		if l.run == nil {
			return false
		}
		l.answer, l.answerAt = &b.history[i], i
		b.pageFold(l)
		l.steps = slices.Clone(l.run.steps)
	}
	return true
}

func (b *books) pageCurrent(e spec.Event) *pageLine {
	if f, ok := e.Get("line"); ok {
		var n int
		if json.Unmarshal([]byte(f.JSON()), &n) == nil {
			return b.page.byNumber[n]
		}
	}
	for j := len(b.page.lines) - 1; j >= 0; j-- {
		l := b.page.lines[j]
		if l.answer != nil || l.died || l.event.Process != e.Process {
			continue
		}
		if u := b.current(e); u != nil && u.At > l.at {
			return nil
		}
		if l.run == nil && (e.Verb == spec.SeenShow || e.Verb == spec.SeenEffect) {
			continue
		}
		return l
	}
	return nil
}

func (b *books) pageSettled(l *pageLine, i int, e spec.Event) {
	l.settled = append(l.settled, i)
	r := b.page.acts[e.Subject]
	if r == nil {
		return
	}
	if h := r.handoff; h != nil && (h.state == "open" && h.doubt || h.state == "timed-out" || h.state == "cleared" || h.settled > 0) {
		h.settled++
		if h.doubt && h.state == "open" {
			h.state, r.over = "closed", "ended"
		}
		return
	}
	if q := r.question; q != nil {
		q.settled++
	}
}

// pageEnd folds what was never answered.
func (b *books) pageEnd() {
	for _, l := range b.page.lines {
		if l.run != nil {
			b.pageFold(l)
		}
	}
}
