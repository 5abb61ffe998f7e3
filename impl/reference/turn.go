package reference

import "sameact/spec"

// turn takes what one model turn emits together. Each call is asked about or run for itself.
func (g *gate) turn(r spec.Request) (spec.Reply, error) {
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
