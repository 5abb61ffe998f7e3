package reference

import "sameact/spec"

// What a model asks for next comes with the answer that lets its run go on. It is a call like any other: forbidden,
// run unasked or asked about. A yes that was given in the run is for its own act alone.

// Running is what a run does after an answer.
type Running struct {
	GoesOn func(a spec.Answer) bool                          // whether the run goes on after an act that was answered so
	Comes  func(allowed []spec.Call, next spec.Call) Carried // what a yes of the run means for what comes next
}

// Carried is what a run does with a call that comes next.
type Carried string

const (
	Presented Carried = ""        // it is a call like any other
	Runs      Carried = "runs"    // on the yes that was given before it
	Rejected  Carried = "refused" // unlooked at
)

func obeyingRun() Running {
	return Running{GoesOn: goesOn, Comes: func([]spec.Call, spec.Call) Carried { return Presented }}
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
	switch a := g.look(c); g.build.Comes(allowed, c) {
	case Rejected:
		return refused(spec.CodeDenied), nil
	case Runs:
		if g.build.ToRun.cause(a.query) == "" && g.read(a) == nil {
			return g.unasked(a, nil, now)
		}
	}
	return g.present(c, nil, "", now)
}
