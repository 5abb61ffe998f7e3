package doctor

import "sameact/spec"

// A no is answered refused, and runs nothing: neither at once nor when the act is presented all the same.

// refuses answers a question with a no, and presents the act afterwards where a yes would have been recorded.
func (x *examination) refuses(step string) bool {
	if !x.pends(step) {
		return false
	}
	r := x.allowed()
	r.Decision = []byte(`"deny"`)
	a, err := x.do(r)
	const fix = "give a no to the system below as its no, run nothing, and answer refused, code denied"
	switch {
	case err != nil:
		return x.wrong(step, fix, "decide with deny", err)
	case x.acted():
		return x.fails(step, fix+": only \"allow\" lets an act run", "%s, for a no, and an effect arrived: the denied act ran", said(a))
	case a.Status == spec.Pending:
		return x.doubts(step, fix+"; where the system below asks again by itself, leave it", "%s, for a no", said(a))
	case a.Status != spec.Refused:
		return x.fails(step, fix, "%s, for a no, and no effect arrived", said(a))
	case a.Code == spec.CodeException:
		return x.doubts(step, fix+"; where the system below throws on a no by itself, leave it", "%s, for a no: was the system below told?", said(a))
	}
	if !x.hello.Resumes(x.call) {
		x.yes = a // for its state
		if b, err := x.do(x.presented(&x.asked.Request)); err != nil {
			return x.wrong(step, "a denied act that is presented all the same is answered refused", "an act that was denied", err)
		} else if x.acted() {
			return x.doubts(step, "keep the no, and give it to the system below with the act; where that runs a denied act by itself, leave it: denied-runs-nothing judges that",
				"%s, for an act that was denied and presented all the same, and an effect arrived", said(b))
		}
	}
	if x.renews && len(a.State) == 0 {
		return x.doubts(step, "give the newest state with every answer, a denial's too, except after an exception; where the system below gives none after a no, leave it",
			"%s, without a state, and the answer to a yes has one", said(a))
	}
	return x.works(step, "%s, and nothing ran", said(a))
}
