package reference

import "sameact/spec"

// In the resuming style a decision may be held: it is put on record and runs nothing. The act runs when it is
// presented, and what is presented is the call that travels in the client's state, by whoever presents it.

// Holding is what a state brings to an answer and to a presentation.
type Holding struct {
	Brings   func(calls map[string]spec.Call, request string) (id string, c spec.Call, ok bool) // the question and the call that a state brings for an address
	Presents func(held, said spec.Call) (c spec.Call, ok bool)                                  // what is presented; not ok: the state is somebody else's
}

// brings finds a call under its own address.
func brings(calls map[string]spec.Call, request string) (string, spec.Call, bool) {
	c, ok := calls[request]
	return request, c, ok
}

// presents is the call in the state, presented by whom the call says, where and for what it says. That of a
// state in which somebody else calls, or for something else, is not presented.
func presents(held, said spec.Call) (spec.Call, bool) {
	was, is := scope(held.Task), scope(said.Task)
	same := held.Principal == said.Principal && held.Agent == said.Agent && held.Session == said.Session &&
		(was == nil) == (is == nil) && (was == nil || *was == *is)
	held.Task = said.Task
	return held, same
}

// noAddress is the address of no question.
const noAddress = ""

// continued is what a call with an approval presents, and under which address: in the resuming style what the state
// holds. Where that holds nothing the call stands for itself; either way it has to be the one on record.
func (g *gate) continued(r spec.Request) (spec.Call, *string) {
	if g.build.Style != Resuming || r.Approval == nil || r.Call.Connector == "" {
		return *r.Call, r.Approval
	}
	id, held, ok := g.build.Brings(readState(r.State).Calls, *r.Approval)
	if !ok {
		return *r.Call, r.Approval
	}
	if c, ok := g.build.Presents(held, *r.Call); ok {
		return c, &id
	}
	none := noAddress
	return *r.Call, &none
}

// onRecord gives the state back that a held decision came with. Nothing in it has changed: the decision is in the store.
func (g *gate) onRecord(r spec.Request, a *spec.Answer) {
	if r.Hold && g.build.Style == Resuming {
		a.State = r.State
	}
}
