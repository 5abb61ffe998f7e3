package reference

import "sameact/spec"

// What a model asks for next comes with the answer that lets its run go on. It is a call like any other: forbidden,
// run unasked or asked about. A yes that was given in the run is for its own act alone.

// Running is what a run does after an answer.
type Running struct {
	GoesOn  func(a spec.Answer) bool           // whether the run goes on after an act that was answered so
	Carries func(allowed, next spec.Call) bool // whether a yes of the run also lets what comes next run
}

func obeyingRun() Running {
	return Running{GoesOn: goesOn, Carries: func(_, _ spec.Call) bool { return false }}
}

// goesOn lets a run go on after what has run, however it ended, and after what was denied: the model hears of both.
func goesOn(a spec.Answer) bool {
	switch a.Status {
	case spec.Executed, spec.Failed, spec.Unknown:
		return true
	}
	return a.Status == spec.Refused && (a.Code == spec.CodeDenied || a.Code == spec.CodePolicyDenied)
}

// next takes what the model asks for next, until something has to be answered first.
func (g *gate) next(r spec.Request, decided []spec.Decision, out *spec.Answer) error {
	if g.build.Style == RePresent || len(r.Then) == 0 {
		return nil
	}
	var allowed []spec.Call
	for i, a := range out.Answers {
		if !g.build.GoesOn(a) {
			return nil
		}
		if c, ok := readState(r.State).Calls[decided[i].Request]; ok && a.Status != spec.Refused {
			allowed = append(allowed, c)
		}
	}
	asked := map[string]spec.Call{}
	for _, c := range r.Then {
		a, err := g.presentNext(c, allowed, r.Now)
		if err != nil {
			return err
		}
		a = g.build.Tells(a)
		if out.Answers = append(out.Answers, a); a.Status == spec.Pending {
			asked[a.Request] = c
		}
		if !g.build.GoesOn(a) {
			break
		}
	}
	if len(asked) == 0 {
		return nil
	}
	return g.keep(out, r.State, asked)
}

// presentNext presents a call that brings no approval; a build may let it run on what was allowed before it.
func (g *gate) presentNext(c spec.Call, allowed []spec.Call, now int64) (spec.Answer, error) {
	for _, yes := range allowed {
		if a := g.look(c); g.build.Carries(yes, c) && g.build.ToRun.cause(a.query) == "" && g.read(a) == nil {
			return g.unasked(a, nil, now)
		}
	}
	return g.present(c, nil, "", now)
}
