package law

import (
	"slices"
	"time"

	"sameact/spec"
)

// A Kind is how a use tries to have an act run.
type Kind int

const (
	Ask          Kind = iota // a call that presents no approval of ours
	Presentation             // a call that presents an approval
	Answering                // a decision
	Waking                   // a resume
)

// A Use is one attempt to have an act run. The fold keeps books and decides nothing.
type Use struct {
	At        int // index of the line that made it
	Act       string
	Kind      Kind
	Question  *Question // whose yes is used; nil where the id names none
	Literal   *string   // the id that was presented where it names no question of the history
	Was       spec.Call // the call as it was asked about; of an Ask the call itself
	Presented spec.Call
	Began     Moment
	Ended     Moment // when the first effect arrived, or else when the answer came
	Effects   []Arrival
	Answer    *spec.Event // nil where none came
	AnswerAt  int
	Shown     []int    // indexes of the questions raised meanwhile
	Resumes   bool     // the gate runs this act when it is allowed
	Holds     bool     // of an Answering: it is only put on record, though the gate would run the act on it
	Spliced   *act     // it brings the state of this act, which is another
	Wake      *Wake    // of a Waking
	Allows    bool     // of an Answering: it says yes, or something that is not a plain no
	Says      string   // of an Answering: the decision, JSON
	Amiss     Standing // of an Answering: what is wrong with it, whatever others answered
	Claims    bool     // the caller claims what only a person can give
	Own       Standing // of the act's newest question when the use was made, whatever it presents
	OwnAsked  bool     // there was such a question
	Process   string   // which process, and which life of it: p2#1
	Beside    []*Use   // uses of the same question that were under way at the same time
	Contested bool     // an answer to its question was under way at the same time
	Point     string   // the point at which it is held now
	Passed    string   // the last point from which it went on
	Died      bool     // its process was killed before it answered
	Mixed     bool     // an effect arrived while another line of its process was under way: it may be of either
	Trouble            // what the store did to it

	Attempt *attempt   // of the page path, nil on the connector path
	Crowded bool       // of an Ask: a question of its conversation was open
	Loose   string     // of an Answering: why it may be refused with the others of its line
	Stain   string     // what the caller has written into the state that it goes on from
	Follows *following // of a call that comes next in a run: in which

	before   *Question  // of an Ask: the question that its act had
	said     *spec.Call // of a Presentation that brings a state: the call without what the state holds; nil: what was presented
	spending bool       // its effect counts as the use of its approval
	asked    *Question  // of an Ask: the one that it made
	onceHeld *Moment    // when it was held after the spending

	books *books
	args  *comparison // of Was and Presented, once it was asked for
	diff  *difference // once it was asked for after the answer
}

// An Arrival is an effect as it arrived.
type Arrival struct {
	At    int
	Call  spec.Call // the presented call with what arrived laid over it
	Acct  string    // the account that arrived, "" where the gate sends none
	Reply string    // ok | refused | lost; cut where a kill kept it back, unsure where it may have
}

// A Moment is what the books say at one instant.
type Moment struct {
	Now    time.Duration // since the beginning, by the clock of the process
	World  *spec.World
	Edits  int // lines that changed the world so far
	Links  int // of those the ones that changed connections alone
	Clock  int // lines that moved the clock so far
	Yes    int // answers of yes to anybody's question so far
	Opened int // questions opened so far
	Stands Standing
	Alone  bool   // another act of the batch of the question is not allowed
	Woken  int    // how often the question's wait was resumed so far
	Closed string // why the question's wait is no longer open: answered | objective; "" while it is
}

// A Standing is what has become of a question.
type Standing struct {
	Allowed   bool   // a plain yes by its owner, in time, in its place, before any denial
	Denied    bool   //
	Withdrawn bool   // denied after the yes
	Late      bool   // a yes at or after expiry
	Foreign   string // who else said yes
	Place     string // a yes given in another session or for another agent: session | agent
	NotYes    string // the value that was sent as a decision and is no yes
	Used      int    // uses that had an effect
	LastReply string // how the last effect was answered
	InFlight  int    // uses whose effect is unanswered
	Open      int    // uses that are not answered
	Mismatch  int    // refused attempts that differed
	AtAnswer  int    // of those the answers
	Held      bool   // the yes was given to be used when the act is presented
	Policy    int    // attempts that policy refused
	Closed    bool   // its session was cleared or ended
	Process   string // which gave the plain yes
	Cut       bool   // a process was killed after it had spent it
	Doubt     string // what a killed process may have done to it: yes | no | use; both: answers of two processes crossed
	Expired   bool   // a use, an answer or a tick has met it at or after its expiry
	Stale     bool   // something else was served then
	Damage    string // what the store has suffered since it was asked
}

// A Question is what a person was asked about an act.
type Question struct {
	Act     string
	Call    spec.Call
	At      int           // the line that asked
	AskedAt time.Duration // the clock then
	Expires time.Duration // the instant from which a yes is worth nothing
	Usable  bool          // the world's lifetime is a usable number
	World   *spec.World   // when it was asked
	Edits   int
	Links   int
	Clock   int
	Yes     int
	Opened  int
	Shown   *spec.Event
	ShownAt int
	Batch   []*Question // the questions of the same turn, itself too
	Forged  bool
	Stands  Standing
	Process string // that asked it
	Crashes int    // processes that were killed until then

	booked   []booking
	underWay []*Use // uses of it that have no answer
	unheard  bool   // it was shown, and the call that asked it has no answer

	tampered  *spec.Call // what the newest state of the client holds in its place; nil: the call itself
	heldAs    *spec.Call // the same when its decision was held
	untouched *spec.Call // what was to be written in its place, and nothing was changed
	wait      *wait
}

type wait struct {
	transcript string
	version    string
	task       spec.Task
	call       spec.Call
	closed     string // why it is not open any more: answered | objective
	woken      int
}

// A Wake is what a resume names, against what the wait is.
type Wake struct {
	ID         string // own | other | literal
	Of         *Question
	Version    string // the offset, "" where none
	Transcript string // another transcript, "" where none
	By, Agent  string
}

type act struct {
	call     spec.Call
	question *Question
}

type books struct {
	hello   spec.Hello
	history spec.History
	now     time.Duration
	clocks  map[string]time.Duration // of processes that have one of their own
	lives   map[string]int           // how often a process was started
	crashes int
	world   *spec.World
	edits   int
	links   int // edits of connections alone
	clock   int
	yes     int
	opened  int
	acts    map[string]*act
	asked   []*Question
	open    map[string][]*Use // by process, the innermost last
	undo    func()            // takes back the tamper that is not answered yet
	strayed map[string]bool   // conversations whose state holds an answer that went astray
	line    map[int]*Use      // by number of the script line, for answers that name theirs
	lines   int
	uses    []*Use
	store   store
	done    []ranAct // what ran so far, for what later questions should know
	voided  bool
	folded  bool              // to the end
	values  map[string]parsed // argument texts that were read

	previews *[]*shown // read once
	lasting  []*lasting

	page pageBooks
}

type ranAct struct {
	call  spec.Call
	acct  string
	reply string
}

// Uses folds a history of a gate that declared hello into the attempts to have an act run.
func Uses(h spec.History, hello spec.Hello) []*Use { return fold(h, hello).uses }

func fold(h spec.History, hello spec.Hello) *books {
	w := spec.DefaultWorld()
	b := &books{hello: hello, history: h, world: &w, acts: map[string]*act{}, open: map[string][]*Use{}, line: map[int]*Use{}, values: map[string]parsed{}, strayed: map[string]bool{},
		clocks: map[string]time.Duration{}, lives: map[string]int{}, store: store{lost: -1}}
	b.pageBegin()
	keeps := keepsPage(hello)
	for i, e := range h {
		switch {
		case e.Seen && keeps && b.pageSaw(i, e):
		case e.Seen:
			b.saw(i, e)
		default:
			b.lines++
			b.pageGoneOn()
			if !keeps || !b.pageDid(i, e) {
				b.did(i, e)
				b.pageAfter(i, e)
			}
		}
	}
	b.leavePage()
	b.pageEnd()
	for _, q := range b.page.questions {
		b.asked = append(b.asked, q.book)
	}
	b.folded = true
	return b
}

func (b *books) moment(process string, q *Question) Moment {
	m := Moment{Now: b.clockOf(process), World: b.world, Edits: b.edits, Links: b.links, Clock: b.clock, Yes: b.yes, Opened: b.opened}
	if q != nil {
		m.Stands = q.Stands
		m.Alone = slices.ContainsFunc(q.Batch, func(o *Question) bool { return o != q && !o.Stands.Allowed })
		if q.wait != nil {
			m.Woken, m.Closed = q.wait.woken, q.wait.closed
		}
	}
	return m
}

func (b *books) did(i int, e spec.Event) {
	switch e.Verb {
	case spec.VerbGo:
		b.goOn(e.Process)
		return
	case spec.VerbCrash:
		b.crash(e.Process)
		return
	case spec.VerbStart:
		b.lives[e.Process]++
		return
	case spec.VerbStore:
		b.befall(i, e)
		return
	}
	if !b.paused(e) {
		for _, u := range b.open[e.Process] {
			b.leave(u)
		}
		b.open[e.Process] = nil
	}
	switch e.Verb {
	case spec.VerbOpen, spec.VerbConfigure:
		b.configure(e)
	case spec.VerbAt:
		b.setClock(e)
	case spec.VerbTick:
		b.tick(e)
	case spec.VerbCall:
		b.call(i, e)
	case spec.VerbTurn:
		b.turn(i, e)
	case spec.VerbAllow, spec.VerbAlways, spec.VerbDeny, spec.VerbDecide:
		b.decide(i, e)
	case spec.VerbTamper:
		b.tamper(e)
	case spec.VerbResume:
		b.resume(i, e)
	case spec.VerbClear, spec.VerbEnd:
		b.clear(e)
		b.outlast(i, e)
	}
}

// paused reports whether an earlier line of the process is still held, so that its use stays open.
func (b *books) paused(e spec.Event) bool {
	for _, u := range b.open[e.Process] {
		if u.Answer == nil && !u.Died && b.history[u.At].Str("pause") != "" {
			return true
		}
	}
	return false
}

func (b *books) configure(e spec.Event) {
	w, err := b.world.With(e)
	if err != nil {
		return
	}
	b.world = &w
	if e.Verb == spec.VerbConfigure {
		b.edits++
		if !slices.ContainsFunc(e.Fields, func(f spec.Field) bool { return f.Key != "connections" }) {
			b.links++
		}
	}
}

func (b *books) begin(e spec.Event, u *Use) *Use {
	u.books = b
	u.Process = b.life(e.Process)
	u.Stain = b.stain(e, u)
	b.trouble(u)
	u.Began = b.moment(e.Process, u.Question)
	u.Ended = u.Began
	b.open[e.Process] = append(b.open[e.Process], u)
	b.enter(u)
	b.line[b.lines] = u
	b.uses = append(b.uses, u)
	return u
}

func (b *books) call(i int, e spec.Event) {
	a := b.acts[e.Subject]
	if a == nil {
		c, err := spec.DefaultCall(e.Str("action")).With(e)
		if err != nil {
			return
		}
		a = &act{call: c}
		b.acts[e.Subject] = a
		b.present(i, e, a, c)
		return
	}
	c, err := a.call.With(e)
	if err != nil {
		return
	}
	b.present(i, e, a, c)
}

func (b *books) present(i int, e spec.Event, a *act, c spec.Call) {
	sent := c.Sent(b.hello)
	b.begin(e, &Use{At: i, Act: e.Subject, Kind: Ask, Was: sent, Presented: sent, Claims: c.Claims != nil, before: a.question})
	b.uses[len(b.uses)-1].Crowded = b.crowded(e.Process, sent.Session)
	b.with(e, a)
}

// with finds the approval that the newest use presents.
func (b *books) with(e spec.Event, a *act) {
	u := b.uses[len(b.uses)-1]
	q := a.question
	switch f, given := e.Get("with"); {
	case given && f.Value == "none":
		q = nil
	case given:
		other, ok := b.acts[f.Text()]
		if !ok || other.question == nil {
			id := f.Text()
			u.Literal, q = &id, nil
			break
		}
		q = other.question
	}
	if q != nil {
		u.Kind, u.Question, u.Was = Presentation, q, q.Call
		u.brings(e, q == a.question)
	}
	u.Stain = b.stain(e, u)
	if a.question != nil {
		u.Own, u.OwnAsked = a.question.Stands, true
	}
	u.Began = b.moment(e.Process, u.Question)
	u.Ended = u.Began
	b.enter(u)
}

func (b *books) turn(i int, e spec.Event) {
	calls, err := e.TurnCalls()
	if err != nil {
		return
	}
	b.open[e.Process] = nil
	for _, c := range calls {
		c.Line.Process = e.Process
		b.call(i, c.Line)
	}
}

func (b *books) question(at int, name string, c spec.Call) *Question {
	process := b.history[min(at, len(b.history)-1)].Process
	now := b.clockOf(process)
	q := &Question{Act: name, Call: c, At: at, AskedAt: now, World: b.world, Edits: b.edits, Links: b.links, Clock: b.clock, Yes: b.yes, Process: b.life(process), Crashes: b.crashes}
	ttl, usable := lifetime(b.world)
	q.Expires, q.Usable = now+ttl, usable
	b.opened++
	q.Opened = b.opened
	return q
}

func (b *books) clear(e spec.Event) {
	session := e.Str("session")
	if session == "" {
		session = spec.DefaultSession
	}
	for _, q := range b.asked {
		if q.Call.Session == session && (!q.Stands.Allowed || e.Verb == spec.VerbEnd) {
			b.close(q)
		}
	}
}
