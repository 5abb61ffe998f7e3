package doctor

import (
	"errors"
	"slices"
	"strings"

	"sameact/spec"
)

// The steps of one act: asked about, allowed, run, and spent.

// asks presents an act that the world wants asked about.
func (x *examination) asks() bool {
	const step = "call"
	a, err := x.do(x.presented(nil))
	shown, any := x.host.shown()
	switch {
	case err != nil:
		return x.fault(step, err)
	case x.host.ran() > 0:
		return x.fails(step, "ask before a write of a connector whose confirm is writes, and before what is dangerous on the page: answer pending, and send no effect", "the act ran before anybody was asked")
	case a.Status != spec.Pending:
		return x.fails(step, "answer {\"status\":\"pending\",\"request\":ID} where a person has to be asked", "%s, where a question was to be expected", said(a))
	case a.Request == "":
		return x.fails(step, "give the question's address as request: it is what decide is sent for", "pending, without a request")
	case x.hello.Has("question") && !any:
		return x.fails(step, "send show before answering pending, or do not declare question", "pending, and question is declared, but nothing was shown")
	case any && shown.Request != a.Request:
		return x.fails(step, "give the system's own address of the question, the same and unaltered in show and in the answer", "the question was shown as %q and the answer calls it %q", shown.Request, a.Request)
	case x.hello.Has("state") && len(a.State) == 0:
		return x.fails(step, "give the newest state with every answer that changed it, also with pending, or do not declare state", "pending, and state is declared, but none was given")
	case !x.hello.Has("state") && len(a.State) > 0:
		return x.fails(step, "declare state and holds, or leave state out: it is not brought back", "state was given, and state is not declared")
	}
	x.asked = a
	return x.works(step, "%s", said(a))
}

// decides answers the question with a yes.
func (x *examination) decides() bool {
	const step = "decide"
	a, err := x.do(x.allowed())
	resumes := x.hello.Resumes(x.call)
	x.renews = len(a.State) > 0
	switch {
	case err != nil:
		return x.fault(step, err)
	case resumes && a.Status != spec.Executed && x.contradicts(step, a):
		return false
	case resumes && a.Status == spec.Recorded:
		return x.fails(step, "run the act and answer executed, or do not declare resumes", "recorded, and resumes is declared")
	case !resumes && a.Status == spec.Executed:
		return x.fails(step, "answer recorded and wait until the act is presented again, or declare resumes", "executed, and resumes is not declared")
	case !resumes && x.host.ran() > 0:
		return x.fails(step, "run the act when it is presented again, or declare resumes and answer executed", "%s, and the act ran already", said(a))
	case a.Status != spec.Recorded && a.Status != spec.Executed:
		return x.fails(step, "take \"allow\" by the act's own principal as a yes", "%s, after a yes by %s", said(a), x.call.Principal)
	}
	x.yes = a
	return x.works(step, "%s", said(a))
}

// runs has the act run, and looks at what arrived.
func (x *examination) runs() bool {
	const step = "effect"
	if x.yes.Status == spec.Recorded {
		a, err := x.do(x.presented(&x.asked.Request))
		if err != nil {
			return x.fault(step, err)
		}
		switch {
		case a.Status != spec.Executed && x.contradicts(step, a):
			return false
		case a.Status != spec.Executed:
			return x.fails(step, "run an act that is presented with its approval", "%s, where the approved act was presented unchanged", said(a))
		}
	}
	switch n := x.host.ran(); {
	case n == 0 && x.acted():
		return x.fails(step, outcomeFix, "executed, and the effect came after the answer")
	case n == 0:
		return x.fails(step, "send the external call as one effect and await its answer", "executed, and 0 effects arrived")
	case n != 1:
		return x.fails(step, "send the external call once: one effect, and await its answer", "executed, and %d effects arrived", n)
	}
	e := x.host.effects[0]
	if got, err := spec.ParseValue(string(e.Arguments)); err != nil || !got.Equal(mustValue(arguments)) || e.Action != x.call.Action {
		return x.fails(step, "send what was approved, value for value", "the effect was %s %s, and %s %s was approved", e.Action, e.Arguments, x.call.Action, arguments)
	}
	return x.works(step, "one arrived, with what was approved")
}

// acted reports whether an effect has arrived. If none has, it asks for something more, so that what was sent behind the
// answer arrives too.
func (x *examination) acted() bool {
	if x.host.ran() == 0 {
		_, _ = x.reply(spec.Request{Method: spec.MethodAudit})
	}
	return x.host.ran() > 0
}

// contradicts tells of an effect that arrived, though the answer is not that the act was executed. It reports whether
// there is one.
func (x *examination) contradicts(step string, a spec.Answer) bool {
	how := "an effect arrived and was replied to with success"
	if x.host.ran() == 0 {
		how = "an effect arrived behind the answer"
	}
	if !x.acted() {
		return false
	}
	x.fails(step, outcomeFix, "%s, and %s: the answer does not follow from the effect's reply", said(a), how)
	return true
}

// once presents the act again: its approval is spent.
func (x *examination) once() bool {
	const step = "again"
	if x.yes.Status != spec.Recorded {
		return true
	}
	a, err := x.do(x.presented(&x.asked.Request))
	switch {
	case err != nil:
		return x.fault(step, err)
	case x.host.ran() > 1:
		return x.doubts(step, "spend an approval before the effect is sent; where the system below does it itself, leave it: one-use judges that", "the same approval ran the act twice")
	}
	return x.works(step, "%s: the approval was spent", said(a))
}

// syncs looks whether the points at which the gate can be held came by.
func (x *examination) syncs() bool {
	const step = "sync"
	if !x.hello.Has("sync-points") && len(x.host.syncs) == 0 {
		return true
	}
	for _, point := range x.host.syncs {
		if !slices.Contains(x.hello.SyncPoints, point) {
			return x.fails(step, "list every point in syncPoints and declare sync-points", "sync at %q, which syncPoints does not name", point)
		}
	}
	if len(x.host.syncs) == 0 {
		return x.fails(step, "send sync at each point that syncPoints names and await its answer, or do not declare sync-points", "sync-points is declared, and an act was asked about, allowed and run without any")
	}
	return x.works(step, "%s", strings.Join(slices.Compact(slices.Sorted(slices.Values(x.host.syncs))), ", "))
}

// presented is the act as the caller presents it, with an approval or without.
func (x *examination) presented(approval *string) spec.Request {
	call := x.call
	if approval != nil {
		text := *approval
		approval = &text // what is asked later changes nothing of it
	}
	return spec.Request{Method: spec.MethodCall, Call: &call, Approval: approval, State: x.state()}
}

// allowed is the yes of the act's principal to the question that was asked.
func (x *examination) allowed() spec.Request {
	return spec.Request{Method: spec.MethodDecide, Request: x.asked.Request, Decision: []byte(`"allow"`), By: x.call.Principal, State: x.state()}
}

// state is the newest that the gate gave out.
func (x *examination) state() []byte {
	if len(x.yes.State) > 0 {
		return x.yes.State
	}
	return x.asked.State
}

// pends asks about the act again, in a later round. What fails is told under the round's name.
func (x *examination) pends(step string) bool {
	a, err := x.do(x.presented(nil))
	switch {
	case err != nil:
		return x.fault(step, err)
	case a.Status != spec.Pending || a.Request == "":
		return x.fails(step, "every place begins anew: ask as in the first one", "%s, where a question was to be expected", said(a))
	}
	x.asked = a
	return true
}

// last gets the act as far as the request on which it runs: decide where the yes runs it, else call.
func (x *examination) last(step string) (spec.Request, bool) {
	if !x.pends(step) {
		return spec.Request{}, false
	}
	if x.hello.Resumes(x.call) {
		return x.allowed(), true
	}
	a, err := x.do(x.allowed())
	switch {
	case err != nil:
		return spec.Request{}, x.fault(step, err)
	case a.Status != spec.Recorded:
		return spec.Request{}, x.fails(step, "every place begins anew: take the yes as in the first one", "%s, after a yes by %s", said(a), x.call.Principal)
	}
	x.yes = a
	return x.presented(&x.asked.Request), true
}

// noMethod reports whether an answer was that there is no such method.
func noMethod(err error) bool {
	var f *spec.Fault
	return errors.Is(err, spec.ErrUnsupported) || errors.As(err, &f) && f.Kind == spec.FaultRPC && strings.Contains(f.Detail, "error -32601")
}

func said(a spec.Answer) string {
	parts := []string{string(a.Status)}
	for _, s := range []string{a.Code, a.Cause, a.Message} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

func mustValue(text string) spec.Value {
	v, err := spec.ParseValue(text)
	if err != nil {
		panic(err)
	}
	return v
}
