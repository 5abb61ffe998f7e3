package doctor

import (
	"time"

	"sameact/spec"
)

// Whether a gate waits where it has to, and goes on serving meanwhile.

// outcomeFix is about answers that do not wait for the effect, or do not follow from its reply.
const outcomeFix = "await the answer to effect inside the tool's body, and the run around it, and hand on what it says: a result is executed, error -32010 failed, any other error unknown"

// patience is how long a program may take to do what it should not: to answer before it was answered.
const patience = 400 * time.Millisecond

// An outcome is what one request came to.
type outcome struct {
	answer spec.Answer
	err    error
}

// apart sends a request and does not wait for it.
func (x *examination) apart(r spec.Request) <-chan outcome {
	done := make(chan outcome, 1)
	go func() {
		a, err := x.do(r)
		done <- outcome{a, err}
	}()
	return done
}

func (x *examination) awaitsShow(step string) bool {
	return x.early(step, x.presented(nil), "await the answer to show before the question is answered pending: a person has seen it then")
}

func (x *examination) awaitsEffect(step string) bool {
	last, ok := x.last(step)
	return ok && x.early(step, last, outcomeFix)
}

// early holds what the host holds, reads on, kills the program, and looks whether it had answered by then. What is held
// ends with an error, so that a gate that is no program, and that nothing kills, does not go on as if it had been answered.
func (x *examination) early(step string, r spec.Request, fix string) bool {
	program, ok := x.gate.(spec.Killable)
	if !ok {
		return true
	}
	what, arrived := x.host.holds, x.host.arrived
	done := x.apart(r)
	select {
	case <-arrived:
	case o := <-done:
		return x.skipped(step, what, o)
	}
	reading := x.apart(spec.Request{Method: spec.MethodAudit})
	select {
	case <-reading:
	case <-time.After(patience):
	}
	_ = program.Kill(nil, 0)
	x.host.release <- &spec.CallError{Code: spec.EffectLost, Now: now}
	if o := <-done; o.err == nil {
		return x.fails(step, fix, "%s, while %s was not answered", said(o.answer), what)
	}
	return x.works(step, "no answer came before %s was answered", what)
}

// skipped tells of a request that did not bring what it brought before.
func (x *examination) skipped(step, what string, o outcome) bool {
	if o.err != nil {
		return x.fault(step, o.err)
	}
	return x.fails(step, "every place begins anew: do there what you did in the first", "%s, and no %s arrived", said(o.answer), what)
}

// queued is a request that was not served before the effect of another had its answer.
const queued = "queued"

// overlaps sends a second request while the effect of the first waits, and runs two acts at the same time where that
// request was served meanwhile.
func (x *examination) overlaps(step string) bool {
	last, ok := x.last(step)
	if !ok {
		return false
	}
	done := x.apart(last)
	select {
	case <-x.host.arrived:
	case o := <-done:
		return x.skipped(step, "effect", o)
	}
	other := x.call
	other.Session = "s2"
	second := x.apart(spec.Request{Method: spec.MethodCall, Call: &other})
	how := "served meanwhile"
	var o outcome
	select {
	case o = <-second:
		x.host.release <- nil
	case <-time.After(patience):
		how = queued
		x.host.release <- nil
		o = <-second
	}
	const fix = "while effect waits more requests may arrive: serve them or queue them; only a message without method is an answer, and its id says to what"
	if first := <-done; first.err != nil {
		return x.wrong(step, fix, "a second request while effect waited, and then the first", first.err)
	} else if first.answer.Status != spec.Executed {
		return x.fails(step, fix, "%s, for an act beside which another was presented", said(first.answer))
	}
	if o.err != nil {
		return x.wrong(step, fix, "a second request while effect waited", o.err)
	}
	if how == queued || o.answer.Status != spec.Pending {
		return x.works(step, "a second request was %s", how)
	}
	return x.keepsApart(step, how)
}
