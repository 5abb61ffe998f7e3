package doctor

import (
	"bytes"
	"encoding/json"

	"sameact/spec"
)

// What is declared beyond the plain act, tried once each.

// takesMore gives what belongs to features that only add something to a call.
func (x *examination) takesMore(step string) bool {
	r := x.presented(nil)
	if x.hello.Has("claims") {
		r.Call.Claims = []byte(`{"confirmed":true}`)
	}
	if x.hello.Has("call-id") {
		r.Call.CallID = "call-1"
	}
	a, err := x.do(r)
	switch {
	case err != nil:
		return x.wrong(step, "take claims and callId of a call, or do not declare claims and call-id", "a call that says more", err)
	case a.Status != spec.Pending:
		return x.fails(step, "ask as without claims: a caller's words decide nothing", "%s, for a call that says more", said(a))
	}
	return x.works(step, "%s", said(a))
}

// other is another act of the same conversation.
func (x *examination) other() spec.Call {
	c := x.call
	c.Args = spec.JSONArgs(`{"to":["legal@corp.example"],"body":"Q4 begins"}`)
	return c
}

// keepsSeveral asks a second question before the first is answered.
func (x *examination) keepsSeveral(step string) bool {
	if !x.pends(step) {
		return false
	}
	second := x.other()
	b, err := x.do(spec.Request{Method: spec.MethodCall, Call: &second, State: x.asked.State})
	switch {
	case err != nil:
		return x.fault(step, err)
	case b.Status != spec.Pending:
		return x.fails(step, "ask about another act while a question is open, or do not declare several", "%s, for a second act of the conversation", said(b))
	}
	a, err := x.do(x.allowed()) // with the state of its own question, which the second one did not change
	if err != nil {
		return x.fault(step, err)
	}
	if a.Status != spec.Recorded && a.Status != spec.Executed {
		return x.fails(step, "keep the first question when a second is asked, or do not declare several", "%s, for a yes to the older of two questions", said(a))
	}
	return x.works(step, "%s, for a yes to the older of two questions", said(a))
}

// takesTurns asks about two calls in one turn, and answers them together.
func (x *examination) takesTurns(step string) bool {
	t, err := x.do(spec.Request{Method: spec.MethodTurn, Calls: []spec.Call{x.call, x.other()}})
	switch {
	case noMethod(err):
		return x.wrong(step, "write turn, or declare neither batch nor batch-whole", "turn", err)
	case err != nil:
		return x.fault(step, err)
	case t.Status != spec.Pending:
		return x.fails(step, "answer pending where any call of the turn has to be asked about", "%s, for a turn of two acts", said(t))
	case len(t.Requests) != 2 || t.Requests[0] == nil || t.Requests[1] == nil:
		return x.fails(step, "give requests, one entry a call in their order, null only where nothing was asked", "%d requests, for two acts that have to be asked about", asked(t.Requests))
	}
	r := spec.Request{Method: spec.MethodDecide, By: x.call.Principal, State: t.State}
	for _, request := range t.Requests {
		r.Decisions = append(r.Decisions, spec.Decision{Request: *request, Decision: []byte(`"allow"`)})
	}
	a, err := x.do(r)
	const fix = "take decisions, all of them with one by, and give one Answer for each in answers"
	switch {
	case err != nil:
		return x.wrong(step, fix, "decide with two decisions", err)
	case a.Status != spec.Recorded && a.Status != spec.Executed:
		return x.fails(step, fix, "%s, for two yeses together", said(a))
	case len(a.Answers) != 2:
		return x.fails(step, fix, "%s, with %d answers for two decisions", said(a), len(a.Answers))
	case a.Status == spec.Executed && x.host.ran() != 2:
		return x.fails(step, "run each act that was allowed, once", "executed, and %d effects arrived for two yeses", x.host.ran())
	}
	return x.works(step, "%s, for two yeses together", said(a))
}

func asked(requests []*string) (n int) {
	for _, r := range requests {
		if r != nil {
			n++
		}
	}
	return n
}

// putsOnRecord gives a yes that runs nothing yet.
func (x *examination) putsOnRecord(step string) bool {
	if !x.pends(step) {
		return false
	}
	r := x.allowed()
	r.Hold = true
	a, err := x.do(r)
	switch {
	case err != nil:
		return x.fault(step, err)
	case x.host.ran() > 0 || a.Status != spec.Recorded:
		return x.fails(step, "with hold the decision is put on record and nothing runs: answer recorded, with the new state; or do not declare hold", "%s and %d effects, for a yes with hold", said(a), x.host.ran())
	}
	x.yes = a
	if a, err = x.do(x.presented(&x.asked.Request)); err != nil {
		return x.fault(step, err)
	}
	if a.Status != spec.Executed {
		return x.fails(step, "after hold, go on when call brings the approval and that state", "%s, for the act after a yes with hold", said(a))
	}
	return x.works(step, "recorded, and executed when it went on")
}

// goesOn gives a yes after which the model asks for something else.
func (x *examination) goesOn(step string) bool {
	if !x.pends(step) {
		return false
	}
	r := x.allowed()
	r.Then = []spec.Call{x.other()}
	a, err := x.do(r)
	switch {
	case err != nil:
		return x.fault(step, err)
	case x.host.ran() == 0:
		return x.fails(step, "run the act that was allowed, and then give the model what then says it asks for", "%s, and nothing ran after a yes with then", said(a))
	case x.host.ran() == 1 && a.Status != spec.Pending && len(a.Answers) == 0:
		return x.fails(step, "give the model what then says it asks for in the same run, and answer for it too; or do not declare then", "%s, and nobody was asked about what came next", said(a))
	}
	return x.works(step, "%s, with %d effects", said(a), x.host.ran())
}

// tampers changes what a caller holds of the question.
func (x *examination) tampers(step string) bool {
	if !x.pends(step) {
		return false
	}
	changed := x.other()
	reply, err := x.reply(spec.Request{Method: spec.MethodTamper, Request: x.asked.Request, Call: &changed, State: x.asked.State})
	switch {
	case noMethod(err):
		return x.wrong(step, "write tamper, or do not declare it", "tamper", err)
	case err != nil:
		return x.fault(step, err)
	case *reply.Changed == 0:
		return x.fails(step, "put the changed call wherever a caller of this system holds it and count the places; where nothing is held do not declare tamper", "changed is 0, for other arguments")
	case x.hello.Has("state") && len(reply.State) == 0:
		return x.fails(step, "give the changed state back", "changed is %d, and no state was given back", *reply.Changed)
	case x.hello.Has("state") && alike(reply.State, x.asked.State):
		return x.fails(step, "write the changed call into every place of the state that holds it, give that state back, and count only what was written: 0 where nothing was",
			"changed is %d, for another call, and the state that was given back is the one that was sent: nothing was written", *reply.Changed)
	}
	return x.works(step, "changed in %d places", *reply.Changed)
}

// alike reports whether two states are the same JSON.
func alike(a, b json.RawMessage) bool {
	v, err := spec.ParseValue(string(a))
	w, other := spec.ParseValue(string(b))
	if err != nil || other != nil {
		return bytes.Equal(a, b)
	}
	return v.Equal(w)
}

// forges writes a question that nobody asked.
func (x *examination) forges(step string) bool {
	call := x.call
	reply, err := x.reply(spec.Request{Method: spec.MethodTamper, Call: &call})
	switch {
	case noMethod(err):
		return x.wrong(step, "write tamper without request, or do not declare forge", "tamper without request", err)
	case err != nil:
		return x.fault(step, err)
	case reply.Request == "":
		return x.fails(step, "give the request under which the forged question stands", "no request, for a question that was forged")
	}
	return x.works(step, "a question %q was written", reply.Request)
}
