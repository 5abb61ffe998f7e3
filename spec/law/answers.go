package law

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"sameact/spec"
)

// This file folds decisions and what the harness saw.

type answered struct {
	question *Question
	decision string // JSON
	line     spec.Event
}

func (b *books) decide(i int, e spec.Event) {
	if id, ok := b.unknownID(e); ok {
		b.decideNothing(i, e, id)
		return
	}
	var answers []answered
	raw := map[string]string{spec.VerbAllow: `"allow"`, spec.VerbAlways: `"always"`, spec.VerbDeny: `"deny"`}[e.Verb]
	if list, err := e.Decisions(); err == nil && e.Verb == spec.VerbDecide {
		for _, d := range list {
			answers = append(answers, answered{b.find(d.Act), d.Decision, e})
		}
	} else {
		if f, ok := e.Get("decision"); ok {
			raw = f.JSON()
		}
		answers = append(answers, answered{b.find(addressee(e)), raw, e})
	}
	answers = slices.DeleteFunc(answers, func(a answered) bool { return a.question == nil })
	uses, loose := make([]*Use, len(answers)), b.loose(e)
	for j, a := range answers {
		u := &Use{At: i, Act: a.question.Act, Kind: Answering, Question: a.question, Was: a.question.Call,
			Presented: a.question.Call, Allows: a.decision != `"deny"`, Says: a.decision, Holds: b.holds(e, a.question)}
		if u.Resumes = b.hello.Resumes(a.question.Call) && !u.Holds; u.Resumes {
			u.Presented, u.Spliced = b.inState(a.question, e)
		}
		u.Loose = loose
		uses[j] = b.begin(e, u)
	}
	for j, a := range answers {
		uses[j].Amiss = b.settle(a, a.decision == `"allow"` || a.decision == `"always"` && b.offersAlways(a.question) || b.isYes(a.decision), uses[j])
	}
	for j, a := range answers {
		uses[j].Ended = b.moment(e.Process, a.question)
	}
	b.giveLasting(uses)
	b.follow(i, e, uses)
}

// addressee is the act whose question a decision is sent to.
func addressee(e spec.Event) string {
	if f, ok := e.Get("with"); ok {
		return f.Text()
	}
	return e.Subject
}

// unknownID is the address that a decision is sent to, where it is no question's.
func (b *books) unknownID(e spec.Event) (string, bool) {
	f, ok := e.Get("with")
	if !ok || b.find(f.Text()) != nil {
		return "", false
	}
	return f.Text(), true
}

// decideNothing books a decision under an id that nobody was asked under.
func (b *books) decideNothing(i int, e spec.Event, id string) {
	a := b.acts[e.Subject]
	if a == nil || a.call.Connector == "" {
		return
	}
	c := a.call.Sent(b.hello)
	b.begin(e, &Use{At: i, Act: e.Subject, Kind: Answering, Was: c, Presented: c, Literal: &id,
		Allows: e.Verb != spec.VerbDeny && e.Str("decision") != "deny", Resumes: b.hello.Resumes(c) && !e.Holds()})
}

func (b *books) find(name string) *Question {
	if a := b.acts[name]; a != nil {
		return a.question
	}
	return nil
}

func (b *books) isYes(decision string) bool {
	for _, y := range b.hello.Yes {
		v, err := spec.ParseValue(string(y))
		w, err2 := spec.ParseValue(decision)
		if err == nil && err2 == nil && v.Equal(w) {
			return true
		}
	}
	return false
}

// settle books an answer.
func (b *books) settle(a answered, yes bool, u *Use) (amiss Standing) {
	q, s := a.question, &a.question.Stands
	by, agent, session := q.Call.Principal, q.Call.Agent, q.Call.Session
	for key, p := range map[string]*string{"by": &by, "agent": &agent, "session": &session} {
		if f, ok := a.line.Get(key); ok && f.Text() != "" { // left out: where it was asked
			*p = f.Text()
		}
	}
	k := booking{use: u}
	switch {
	case a.decision == `"deny"` && by != q.Call.Principal && clause("owner-answers").Missing(b.hello) == "":
		return Standing{Foreign: by}
	case a.decision == `"deny"`: // after a yes or a use, or too late, it may count for nothing
		k.is, k.closes = bookedDenial, !s.Allowed && s.Used == 0 && !s.Expired && !s.Stale && !b.expired(a.line.Process, q)
	case !yes:
		k.is, k.value = noDecision, a.decision
	case by != q.Call.Principal:
		k.is, k.value = foreignYes, by
	case session != q.Call.Session:
		k.is, k.value = misplacedYes, "session"
	case agent != q.Call.Agent:
		k.is, k.value = misplacedYes, "agent"
	case b.expired(a.line.Process, q):
		k.is = lateYes
	case !s.Denied && !s.Closed:
		if s.Doubt == "yes" {
			s.Doubt = "" // now it was said for certain
		}
		k.is, k.value, k.held = plainYes, b.life(a.line.Process), u.Holds
		if u.Holds {
			q.heldAs = q.tampered
		}
		b.yes++
	}
	return q.book(k)
}

func (b *books) expired(process string, q *Question) bool {
	return b.hello.Has("expiry") && b.clockOf(process) >= q.Expires
}

const tenMinutes = 10 * time.Minute

// lifetime is how long a yes lives in a world, and whether the world says so usably.
func lifetime(w *spec.World) (time.Duration, bool) {
	raw := string(w.ApprovalTTL)
	if raw == "" || raw == "null" {
		return tenMinutes, true
	}
	var ms int64
	if err := json.Unmarshal(w.ApprovalTTL, &ms); err != nil || ms < 0 || ms > int64(1<<52) {
		return 0, false
	}
	return time.Duration(ms) * time.Millisecond, true
}

func (b *books) saw(i int, e spec.Event) {
	if _, ok := e.Get("changed"); ok && e.Verb == string(spec.Recorded) {
		b.tampered(e)
		return
	}
	u := b.current(e)
	switch e.Verb {
	case spec.SeenShow:
		b.shown(i, e, u)
	case spec.SeenEffect:
		b.effect(i, e)
	case spec.SeenFault:
		b.voided = true
	case spec.SeenSync:
		b.held(u, e.Str("point"))
	case spec.SeenExpect, spec.SeenResolve, spec.SeenObserve, spec.SeenRecords, spec.SeenSettled:
	default:
		b.status(i, e, u)
	}
}

// current is the use that a seen line belongs to: the one it names by line or act, else the innermost.
func (b *books) current(e spec.Event) *Use {
	if f, ok := e.Get("line"); ok {
		var n int
		if json.Unmarshal([]byte(f.JSON()), &n) == nil && b.line[n] != nil {
			return b.line[n].mate(e.Subject)
		}
	}
	for _, u := range b.innermost(e.Process) {
		if u.Answer == nil && (e.Subject == "" || u.Act == e.Subject) {
			return u
		}
	}
	return nil
}

// innermost lists the open uses of a process, those of the newest line first and of one line in its order.
func (b *books) innermost(process string) []*Use {
	open := slices.Clone(b.open[process])
	slices.SortStableFunc(open, func(u, v *Use) int { return v.At - u.At })
	return open
}

func (b *books) shown(i int, e spec.Event, u *Use) {
	if u == nil {
		return
	}
	u.Shown = append(u.Shown, i)
	b.held(u, spec.PauseShow)
	a := b.acts[u.Act]
	if u.Died || u.Kind != Ask || u.Literal != nil && a.question != nil {
		return // the act keeps the question that it has
	}
	q := b.question(u.At, u.Act, u.Presented)
	q.Shown, q.ShownAt = &b.history[i], i
	b.ask(a, q, u)
}

func (b *books) ask(a *act, q *Question, u *Use) {
	if u.asked = q; u.Answer == nil && b.history[u.At].Str("pause") != "" {
		q.unheard = true // its address has not reached the caller
	} else {
		a.question = q
	}
	b.asked = append(b.asked, q)
	if t := b.history[u.At]; t.Is(spec.VerbTurn) {
		q.Batch = []*Question{q}
		for _, other := range b.asked {
			if other.At == q.At && other != q {
				q.Batch = append(q.Batch, other)
				other.Batch = append(other.Batch, q)
			}
		}
	}
}

// effect belongs to the innermost open use; of a batch to the one whose call it is.
func (b *books) effect(i int, e spec.Event) {
	u := b.arrived(i, e)
	if u == nil {
		return
	}
	b.mix(e.Process)
	c, err := u.Presented.With(e)
	if err != nil {
		return
	}
	reply := e.Str("reply")
	if reply == "" {
		reply = "ok"
	}
	if len(u.Effects) == 0 {
		u.Ended = u.asSent(u.spentAt(b.moment(e.Process, u.Question)))
	}
	b.held(u, spec.PauseEffect)
	a := Arrival{At: i, Call: c, Acct: e.Str("account"), Reply: reply}
	u.Effects = append(u.Effects, a)
	b.done = append(b.done, ranAct{c, a.Acct, reply})
	if u.Question != nil {
		if len(u.Effects) == 1 {
			if u.spending = u.spends(); u.spending {
				u.Question.Stands.Used++
				u.Question.Stands.InFlight++
			}
		}
		u.Question.Stands.LastReply = reply
	}
	if u.Died { // it was on its way when the process was killed
		if u.spending && len(u.Effects) == 1 {
			u.Question.Stands.InFlight--
		}
		b.cutShort(u)
	}
}

func (b *books) arrived(i int, e spec.Event) *Use {
	var last, denied *Use
	open := b.innermost(e.Process)
	for _, u := range open {
		if u.Answer != nil || u.unsent() {
			continue
		}
		if last == nil {
			last = u
		}
		if c, err := u.Presented.With(e); err == nil && len(u.Effects) == 0 && b.sameArguments(c, u.Presented) && c.Action == u.Presented.Action {
			if u.Kind == Answering && !u.Allows {
				denied = cmp.Or(denied, u) // where nothing else of the line wants it
				continue
			}
			if denied != nil && b.toldRan(i, denied) && !b.toldRan(i, u) {
				break
			}
			return u
		}
	}
	if denied != nil {
		return denied
	}
	if last == nil && len(open) > 0 {
		return open[0]
	}
	return last
}

func (b *books) status(i int, e spec.Event, u *Use) {
	if u == nil {
		return
	}
	u.Answer, u.AnswerAt = &b.history[i], i
	if u.asked != nil && u.asked.unheard {
		u.asked.unheard, b.acts[u.Act].question = false, u.asked
	}
	q := u.Question
	b.leave(u)
	if len(u.Effects) == 0 {
		u.Ended = u.asSent(b.moment(e.Process, q))
	} else if u.spending {
		q.Stands.InFlight--
	}
	b.served(u, e.Process)
	b.notWritten(u)
	b.notTaken(e, u)
	b.stray(e, u)
	switch {
	case e.Verb == string(spec.Pending) && u.Kind == Ask:
		b.pending(e, u)
	case u.Kind == Waking:
		b.woke(e, q)
	case u.Holds && u.status() == spec.Refused && q.tampered != nil:
		q.Stands.Mismatch++
		q.Stands.AtAnswer++
	case q != nil && len(u.Effects) == 0 && u.Kind != Answering || q != nil && u.Resumes && len(u.Effects) == 0 && u.Allows:
		if u.differs() {
			q.Stands.Mismatch++
			if u.Kind == Answering {
				q.Stands.AtAnswer++
			}
		}
		if len(Causes(b.world, u.Presented)) > 0 {
			q.Stands.Policy++
		}
	}
}

func (b *books) pending(e spec.Event, u *Use) {
	a := b.acts[u.Act]
	if u.Literal != nil && a.question != nil {
		return
	}
	if len(u.Shown) == 0 && (a.question == nil || a.question.Stands != Standing{}) {
		b.ask(a, b.question(u.At, u.Act, u.Presented), u)
	}
	q := a.question
	f, ok := e.Get("version")
	if !ok || q.wait != nil || u.Presented.Task == nil {
		return
	}
	q.wait = &wait{transcript: e.Str("transcript"), version: f.Value, task: scopeOf(u.Presented.Task), call: u.Presented}
	for _, other := range b.asked {
		if w := other.wait; w != nil && w != q.wait && w.closed == "" && sameCaller(w.call, q.wait.call) && w.task != q.wait.task {
			w.closed = "objective"
		}
	}
}

func sameCaller(a, b spec.Call) bool {
	return a.Principal == b.Principal && a.Agent == b.Agent && a.Session == b.Session
}

func (b *books) woke(e spec.Event, q *Question) {
	if q != nil && q.wait != nil && (e.Verb == string(spec.Recorded) || e.Verb == string(spec.Executed)) {
		q.wait.woken++
	}
}

// differs reports whether an attempt differs from what was approved in more than that the yes is missing, or that the
// store failed.
func (u *Use) differs() bool {
	lacking, _ := u.noYes()
	return slices.ContainsFunc(drifts(u), func(d Difference) bool { return d.Clause.Slug != lacking && d.Clause.Slug != "store-fails-closed" })
}
