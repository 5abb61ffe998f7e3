package probes

import (
	"encoding/json"
	"slices"
	"strconv"

	"sameact/spec"
)

// This file puts what a gate answers into the history, and remembers what a caller would. Addresses
// of questions and waits are the gate's own and never stand in a history: acts are named instead.

func (p *player) heard(l *line, reply spec.Reply) {
	if reply.Changed != nil {
		p.tampered(l, reply)
		return
	}
	switch l.request.Method {
	case spec.MethodConfigure, spec.MethodTick, spec.MethodClear, spec.MethodEnd:
		for _, s := range reply.Settled {
			p.seeLocked(spec.Event{Process: l.event.Process, Verb: spec.SeenSettled, Subject: p.nameOf(s.Request),
				Fields: append([]spec.Field{{Key: "status", Value: string(s.Answer.Status)}}, p.words(s.Answer)...)})
		}
		return
	case spec.MethodAudit:
		p.records(l, reply.Records)
		return
	}
	p.remember(l, reply)
	if len(reply.Answers) == 0 {
		subject := ""
		if l.request.Method == spec.MethodTurn && len(reply.Requests) > 0 {
			p.asked(l, reply)
			return
		}
		p.seeLocked(p.status(l, subject, reply.Answer))
		return
	}
	for i, a := range reply.Answers {
		if i < len(l.acts) {
			p.seeLocked(p.status(l, l.acts[i].name, a))
		}
	}
}

// asked says of each call of a turn whether a question was opened for it.
func (p *player) asked(l *line, reply spec.Reply) {
	for i, id := range reply.Requests {
		if id != nil && i < len(l.acts) {
			p.seeLocked(p.status(l, l.acts[i].name, spec.Answer{Status: spec.Pending, Code: reply.Code}))
		}
	}
}

func (p *player) tampered(l *line, reply spec.Reply) {
	a := l.acts[0]
	if wroteNothing(l, a, reply) {
		none := 0
		reply.Changed = &none // whatever it says
	}
	if *reply.Changed == 0 {
		p.unchanged = true
	}
	if reply.Request != "" {
		a.request = reply.Request
	}
	if reply.State != nil {
		p.keepState(a, reply.State)
	}
	p.seeLocked(spec.Event{Process: l.event.Process, Verb: string(spec.Recorded), Fields: []spec.Field{{Key: "changed", Value: strconv.Itoa(*reply.Changed)}}})
}

// status is an answer as a line. Where lines overlap it names the line that it answers.
func (p *player) status(l *line, subject string, a spec.Answer) spec.Event {
	e := spec.Event{Process: l.event.Process, Verb: string(a.Status), Subject: subject, Fields: append(p.words(a), p.ledger(l, a)...)}
	if a.Wait != nil {
		e.Fields = append(e.Fields, spec.Field{Key: "transcript", Value: spec.Spell(a.Wait.Transcript)},
			spec.Field{Key: "version", Value: strconv.FormatInt(a.Wait.Version, 10)})
	}
	if l.held {
		e.Fields = append(e.Fields, spec.Field{Key: "line", Value: strconv.Itoa(l.number)})
	}
	return e
}

func (p *player) words(a spec.Answer) []spec.Field {
	var out []spec.Field
	if a.Code != "" {
		out = append(out, spec.Field{Key: "code", Value: spec.Spell(p.withoutAddresses(a.Code))})
	}
	if a.Cause != "" {
		out = append(out, spec.Field{Key: "cause", Value: spec.Spell(p.withoutAddresses(a.Cause))})
	}
	return out
}

// remember keeps addresses, waits and states. A call that presents an approval opens no question for
// its act, whatever it is answered: the act keeps the one that it has.
func (p *player) remember(l *line, reply spec.Reply) {
	opens := l.request.Method == spec.MethodCall && (l.request.Approval == nil || l.acts[0].request == "")
	if opens && reply.Request != "" && reply.Status == spec.Pending {
		a := l.acts[0]
		if a.request != reply.Request {
			a.first = reply.State
		}
		a.request, a.posed = reply.Request, a.posing
		if reply.Wait != nil {
			a.wait = reply.Wait
		}
	}
	p.addressed(l, reply)
	p.wentOn(l, reply)
	if l.request.Method == spec.MethodTurn {
		for i, id := range reply.Requests {
			if id != nil && i < len(l.acts) {
				l.acts[i].request, l.acts[i].posed = *id, l.acts[i].posing
				l.acts[i].first = reply.State
				if i < len(reply.Answers) && reply.Answers[i].Wait != nil {
					l.acts[i].wait = reply.Answers[i].Wait
				}
			}
		}
	}
	if reply.State != nil && !p.dropsState(l) {
		for _, a := range l.acts {
			if isAbout(reply, a.request) {
				p.keepState(a, reply.State)
			} else {
				p.sessions[a.call.Session] = reply.State
			}
		}
	}
	p.holdsBack(l, reply)
	for _, i := range l.shown {
		if id := p.out[i].Subject; id != "" {
			p.out[i].Subject = p.nameOf(id)
		}
	}
}

// isAbout reports whether an answer is about a question: it names it, or none at all. The state of an answer that
// asks anew goes with the new question, and not with the one that its act keeps.
func isAbout(reply spec.Reply, request string) bool {
	if reply.Request == "" && len(reply.Requests) == 0 || reply.Request == request {
		return true
	}
	return slices.ContainsFunc(reply.Requests, func(id *string) bool { return id != nil && *id == request })
}

func (p *player) nameOf(request string) string {
	for i := len(p.order) - 1; i >= 0; i-- {
		if a := p.order[i]; a.request == request && request != "" {
			return a.name
		}
	}
	return ""
}

func (p *player) records(l *line, records []spec.AuditRecord) {
	out := make([]spec.AuditRecord, len(records))
	for i, r := range records {
		r.Request = p.nameOf(r.Request)
		r.At -= Start
		out[i] = r
	}
	b, _ := json.Marshal(out)
	p.seeLocked(spec.Event{Process: l.event.Process, Verb: spec.SeenRecords, Fields: []spec.Field{{Key: "list", Value: string(b)}}})
}
