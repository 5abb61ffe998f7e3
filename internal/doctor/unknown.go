package doctor

import (
	"encoding/json"
	"fmt"
	"strings"

	"sameact/spec"
)

// What nobody gave out, and what is neither yes nor no, is answered like anything else.

// refusesUnknown answers questions that nobody asked, and presents approvals that nobody gave.
func (x *examination) refusesUnknown(step string) bool {
	if !x.pends(step) {
		return false
	}
	const fix = "an address that nobody gave is answered refused, also one of another shape: take request as one opaque text, hide nothing in it and look it up; where the system below hangs or throws, catch that"
	took := ""
	for _, address := range []string{"nope", similar(x.asked.Request)} {
		r := x.allowed()
		r.Request = address
		a, err := x.do(r)
		if err != nil {
			return x.wrong(step, fix, fmt.Sprintf("decide for %q, which nobody asked", address), err)
		}
		took += taken(address, a)
	}
	for _, approval := range []string{"nope", "", similar(x.asked.Request)} {
		a, err := x.do(x.presented(&approval))
		if err != nil {
			return x.wrong(step, fix, fmt.Sprintf("an act with the approval %q, which nobody gave", approval), err)
		}
		took += taken(approval, a)
	}
	if took != "" {
		return x.doubts(step, "give the address to the system below, never the newest question or the only one; where it takes any address itself, leave it: answers-do-not-cross and id-is-not-enough judge that", "an address that nobody gave is taken%s", took)
	}
	return x.works(step, "an address that nobody gave is answered like any other")
}

// taken says what was taken that nobody gave.
func taken(word string, a spec.Answer) string {
	if a.Status != spec.Executed && a.Status != spec.Recorded {
		return ""
	}
	return fmt.Sprintf("; %q is answered %s", word, a.Status)
}

// similar is an address of the same shape with another end.
func similar(request string) string {
	end := "0"
	if strings.HasSuffix(request, end) {
		end = "1"
	}
	return request[:len(request)-1] + end
}

// hostile are decisions that are none.
var hostile = []string{"7", `"yes"`, `{"approved":true}`, "[]", "null", `"ALLOW"`, ""}

// takesAnything gives values as decisions that are none.
func (x *examination) takesAnything(step string) bool {
	if !x.pends(step) {
		return false
	}
	took := ""
	for _, text := range hostile {
		r := x.allowed()
		r.Decision = json.RawMessage(text)
		a, err := x.do(r)
		if err != nil {
			return x.wrong(step, "what is neither yes nor no is an answer too, refused with decision_invalid; do not declare raw-decision where deciding is a method call and no value is read",
				"the decision "+text, err)
		}
		took += taken(text, a)
	}
	if took != "" {
		return x.doubts(step, "where the adapter reads the decision, only \"allow\" is a yes, and every other value goes to the system below as it is; where that takes it for a yes, leave it: yes-is-exactly-yes judges that", "what is no decision is taken for one%s", took)
	}
	return x.works(step, "%d values that are no decision were answered", len(hostile))
}
