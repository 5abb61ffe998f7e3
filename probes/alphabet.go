package probes

import (
	"strconv"

	"sameact/mutations"
	"sameact/spec"
)

// The alphabet of the exhaustive story: what can be done with two approvals, by two agents, in two sessions, for two
// contents of one action. m1 stands for either approval, a2 for the other agent, s2 for the other session.
//
//	ask      call m1 action=… agent=… session=…    each once, by and in either, with either content
//	allow    allow m1                              deny     deny m1
//	present  call m1                               resume   resume m1, once it was answered
//	present  call m1 agent=a2 | session=s2 | with=m2, once the approval that it uses was allowed
//	later    at +10m, once: past expiry            tick     tick, once, when there is something to expire
//	crash    crash, once: the next line is served by the process started anew
//
// A gate that runs an act when it is allowed is told, instead of presentations,
//
//	allow    allow m1 agent=a2 | session=s2, until it was allowed
//	tamper   tamper m1 args=…, once, until it was allowed: the other content
//	present  call m1 with=m1, once it was answered, and with=m2, once m2 was allowed
//
// Who is called what means nothing, so each name is the lowest that the sequence has not used yet, and of the
// sequences that differ in names alone one is left. What a gate does not declare is not in its alphabet.
type alphabet struct {
	resumes, several, agents, sessions, later, crash, waits, tamper bool
}

func alphabetOf(hello spec.Hello) *alphabet {
	has := func(needs ...string) bool { return len(mutations.Missing(hello, needs)) == 0 }
	return &alphabet{
		resumes: has("resumes"), several: has("several"), agents: has("agent"), sessions: has("session"),
		later: has("expiry"), crash: has("durable"), waits: has("task", "resume"), tamper: has("tamper"),
	}
}

type operation int8

const (
	asking operation = iota
	allowing
	denying
	presenting
	resuming
	tampering
	passing // of time
	ticking
	crashing
)

// shows reports whether an operation can show anything by itself. What cannot is not the last of a sequence.
func (o operation) shows() bool { return o < tampering }

// A move is one operation. Names are numbers: of the approval that it is about, of who does it where, of the
// content, and of the approval that is presented.
type move struct {
	operation                          operation
	act, agent, session, content, with int8
}

// A position is what a sequence of moves has come to.
type position struct {
	acts                        [2]waiting
	asked                       int8 // how many acts were
	agents, sessions, contents  int8 // how many names are used
	later, ticked, crashed, now bool // now: the last move was later
}

// A waiting act was asked about: by whom, where, and what became of it.
type waiting struct {
	agent, session, content    int8
	allowed, answered, swapped bool
}

// moves are what can be done next.
func (a *alphabet) moves(p *position) []move {
	out := make([]move, 0, 24)
	for act := range p.asked {
		out = a.movesOf(p, act, out)
	}
	if p.asked < 2 {
		out = a.asks(p, out)
	}
	if p.asked == 0 {
		return out
	}
	if a.later && !p.later {
		out = append(out, move{operation: passing})
	}
	if p.later && !p.ticked {
		out = append(out, move{operation: ticking})
	}
	if a.crash && !p.crashed && !p.now { // the gate cannot tell a crash after the clock moved from one before
		out = append(out, move{operation: crashing})
	}
	return out
}

// asks are the ways of asking about the next act.
func (a *alphabet) asks(p *position, out []move) []move {
	for agent := range names(p.agents, a.agents) {
		for session := range names(p.sessions, a.sessions) {
			if p.asked > 0 && !a.several && session == p.acts[0].session {
				continue // it keeps one question a session
			}
			for content := range names(p.contents, true) {
				out = append(out, move{asking, p.asked, agent, session, content, p.asked})
			}
		}
	}
	return out
}

// names is how many names there are to choose from: those in use, and the next.
func names(used int8, several bool) int8 {
	if !several {
		return 1
	}
	return min(used+1, 2)
}

func (a *alphabet) movesOf(p *position, act int8, out []move) []move {
	w := &p.acts[act]
	own := func(o operation) move { return move{o, act, w.agent, w.session, w.content, act} }
	elsewhere := func(o operation) {
		if a.agents {
			m := own(o)
			m.agent = 1 - m.agent
			out = append(out, m)
		}
		if a.sessions {
			m := own(o)
			m.session = 1 - m.session
			out = append(out, m)
		}
	}
	out = append(out, own(allowing), own(denying))
	switch {
	case !a.resumes:
		out = append(out, own(presenting))
		if w.allowed {
			elsewhere(presenting)
		}
	case w.answered:
		out = append(out, own(presenting))
	}
	if a.resumes && !w.allowed {
		elsewhere(allowing)
		if a.tamper && !w.swapped {
			m := own(tampering)
			m.content = 1 - m.content
			out = append(out, m)
		}
	}
	if other := 1 - act; other < p.asked && p.acts[other].allowed {
		m := own(presenting)
		m.with = other
		out = append(out, m)
	}
	if a.waits && w.answered {
		out = append(out, own(resuming))
	}
	return out
}

// after is the position that a move leads to.
func (p position) after(m move) position {
	p.agents, p.sessions, p.contents = max(p.agents, m.agent+1), max(p.sessions, m.session+1), max(p.contents, m.content+1)
	p.now = m.operation == passing
	w := &p.acts[m.act]
	switch m.operation {
	case asking:
		p.asked++
		*w = waiting{agent: m.agent, session: m.session, content: m.content}
	case allowing:
		w.answered = true
		w.allowed = w.allowed || m.agent == w.agent && m.session == w.session
	case denying:
		w.answered = true
	case tampering:
		w.swapped = true
	case passing:
		p.later = true
	case ticking:
		p.ticked = true
	case crashing:
		p.crashed = true
	}
	return p
}

// each visits every sequence that is so many moves longer than done, which led to p, until visit says no.
func (a *alphabet) each(p position, done []move, more int, visit func(position, []move) bool) bool {
	if more == 0 {
		return visit(p, done)
	}
	for _, m := range a.moves(&p) {
		if !a.each(p.after(m), append(done, m), more-1, visit) {
			return false
		}
	}
	return true
}

// whole visits only sequences whose last move can show something.
func (a *alphabet) whole(p position, done []move, more int, visit func([]move) bool) {
	a.each(p, done, more, func(_ position, s []move) bool {
		return !s[len(s)-1].operation.shows() || visit(s)
	})
}

// count is how many whole sequences of a length there are, at most limit.
func (a *alphabet) count(depth, limit int) int {
	n := 0
	a.whole(position{}, make([]move, 0, depth), depth, func([]move) bool { n++; return n < limit })
	return n
}

// script writes a sequence down.
func (a *alphabet) script(sequence []move) spec.History {
	out := make(spec.History, 0, len(sequence))
	var p position
	for _, m := range sequence {
		out = append(out, a.line(&p.acts[m.act], m))
		p = p.after(m)
	}
	return out
}

var lineVerbs = [...]string{asking: spec.VerbCall, allowing: spec.VerbAllow, denying: spec.VerbDeny, presenting: spec.VerbCall,
	resuming: spec.VerbResume, tampering: spec.VerbTamper, passing: spec.VerbAt, ticking: spec.VerbTick, crashing: spec.VerbCrash}

func (a *alphabet) line(w *waiting, m move) spec.Event {
	e := spec.Event{Verb: lineVerbs[m.operation], Subject: numbered("m", m.act)}
	put := func(key, value string) { e.Fields = append(e.Fields, spec.Field{Key: key, Value: value}) }
	content := `{"id":` + strconv.Itoa(int(m.content)+1) + `}`
	switch m.operation {
	case passing:
		e.Subject = "+10m"
	case ticking, crashing:
		e.Subject = ""
	case asking:
		put("action", "mail.send")
		put("args", content)
		if a.waits {
			e.Fields = append(e.Fields, waits)
		}
	case tampering:
		put("args", content)
	}
	if m.agent != w.agent {
		put("agent", numbered("a", m.agent))
	}
	if m.session != w.session {
		put("session", numbered("s", m.session))
	}
	if m.operation == presenting && (a.resumes || m.with != m.act) {
		put("with", numbered("m", m.with))
	}
	return e
}

// waits is the task of every act, where the gate knows of tasks: so it opens a wait.
var waits = script(`call m1 action=mail.send ` + ofTask)[0].Fields[1]

func numbered(kind string, n int8) string { return kind + strconv.Itoa(int(n)+1) }
