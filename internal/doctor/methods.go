package doctor

import (
	"errors"
	"slices"
	"strings"

	"sameact/spec"
)

// unheard is a method that no version has.
const unheard = "no-such-method"

// An owed method belongs to something that is declared (spec/protocol/protocol.md §2).
type owed struct {
	with   string // the chapter or feature
	method string
	ask    spec.Request
}

var version int64 = 1

// owedMethods are tried in this order: end is last, for it ends the conversation.
var owedMethods = []owed{
	{"policy", spec.MethodConfigure, spec.Request{}},
	{"expiry", spec.MethodTick, spec.Request{}},
	{"confirm", spec.MethodTick, spec.Request{}},
	{"audit", spec.MethodAudit, spec.Request{}},
	{"resume", spec.MethodResume, spec.Request{Wait: "nope", Transcript: "t1", Version: &version, By: spec.DefaultPrincipal, Agent: spec.DefaultAgent}},
	{"handoff", spec.MethodFinish, spec.Request{Request: "nope", Outcome: "done", By: spec.DefaultPrincipal}},
	{"confirm", spec.MethodClear, spec.Request{Session: spec.DefaultSession}},
	{"confirm", spec.MethodEnd, spec.Request{Session: spec.DefaultSession}},
}

// knowsMethods calls a method that nobody has, and each that is owed.
func (x *examination) knowsMethods(step string) bool {
	if _, err := x.reply(spec.Request{Method: unheard}); !noMethod(err) {
		const fix = "answer error -32601 to a method that you do not know, and go on: the harness sends audit, for one, whether or not it is declared"
		if err == nil {
			return x.fails(step, fix, "a result for %s", unheard)
		}
		return x.wrong(step, fix, unheard, err)
	}
	asked, answered := "error -32601 to "+unheard, ""
	for _, o := range owedMethods {
		if !slices.Contains(x.hello.Chapters, o.with) && !x.hello.Has(o.with) {
			continue
		}
		r := o.ask
		if r.Method = o.method; o.method == spec.MethodConfigure {
			world := x.world.Clone()
			r.World = &world
		}
		if _, err := x.reply(r); err != nil {
			return x.owes(step, o, err)
		}
		answered += ", " + o.method
	}
	if answered != "" {
		asked += "; answers to " + strings.TrimPrefix(answered, ", ")
	}
	return x.works(step, "%s", asked)
}

func (x *examination) owes(step string, o owed, err error) bool {
	if noMethod(err) {
		return x.wrong(step, "write "+o.method+", or do not declare "+o.with, o.method+", owed with "+o.with, err)
	}
	var f *spec.Fault
	if errors.As(err, &f) && f.Kind == spec.FaultRPC && f.Hint == "" {
		return x.wrong(step, "answer "+o.method+" as spec/protocol/protocol.md, part 2, has it; what it does not find is answered refused", o.method, err)
	}
	return x.fault(step, err)
}

// audits looks into the log after an act has run.
func (x *examination) audits(step string) bool {
	last, ok := x.last(step)
	if !ok {
		return false
	}
	if _, err := x.do(last); err != nil {
		return x.fault(step, err)
	}
	reply, err := x.reply(spec.Request{Method: spec.MethodAudit})
	if err != nil {
		return x.fault(step, err)
	}
	if len(reply.Records) == 0 {
		return x.fails(step, "write a record for every decision and every call, or do not declare audit", "no records, after an act that ran")
	}
	for _, r := range reply.Records {
		if far(r.At) {
			return x.fails(step, clockFix, "record %d is of %d, and every request said %d", r.Seq, r.At, now)
		}
	}
	return x.works(step, "%d records of an act", len(reply.Records))
}
