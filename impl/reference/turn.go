package reference

import "sameact/spec"

// refusedTurn is the answer to a turn of which nothing is taken.
func refusedTurn(no []spec.Answer, err error) (spec.Reply, error) {
	out := spec.Answer{Status: spec.Refused, Requests: make([]*string, len(no)), Answers: no}
	if err != nil {
		out, err = stored(err)
	}
	return spec.Reply{Answer: out}, err
}

// turn takes what one model turn emits together. Each call is asked about or run for itself.
func (g *gate) turn(r spec.Request) (spec.Reply, error) {
	if no, err := g.unfit(r.Calls, r.Now); err != nil || no != nil {
		return refusedTurn(no, err)
	}
	var out spec.Answer
	turn := newID()
	asked := map[string]spec.Call{}
	for _, c := range r.Calls {
		a, err := g.present(c, nil, turn, r.Now)
		if err != nil {
			return spec.Reply{}, err
		}
		a = g.build.Tells(a)
		var request *string
		if a.Status == spec.Pending {
			id := a.Request
			request, asked[id] = &id, c
		}
		out.Requests = append(out.Requests, request)
		out.Answers = append(out.Answers, a)
	}
	out.Status = spec.Overall(out.Answers)
	if out.Status == spec.Pending {
		out.Code = spec.CodeConfirmationRequired
	}
	if len(asked) > 0 {
		if err := g.keep(&out, r.State, asked); err != nil {
			return spec.Reply{}, err
		}
	}
	return spec.Reply{Answer: out}, nil
}
