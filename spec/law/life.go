package law

import (
	"slices"
	"strings"
)

// A Life is what has become of an approval, as far as an order of its uses decides it. The zero value is an
// open question. Lives are compared with ==.
type Life struct {
	Said    Doing // Allows, Denies, or "" while nobody has answered
	Spent   bool
	Woken   bool
	Expired bool // an operation has met it expired
}

// usable reports whether a call that presents the approval has to run.
func (l Life) usable() bool { return l.Said == Allows && !l.Spent && !l.Expired }

func (l Life) allowed() Life { l.Said = Allows; return l }
func (l Life) denied() Life  { l.Said = Denies; return l }
func (l Life) spent() Life   { l.Spent = true; return l }
func (l Life) expired() Life { l.Expired = true; return l }

// Step lists what may have become of an approval when an operation is through, as its outcome says. It is empty
// where that outcome cannot be explained, and has several entries where the law leaves open what a gate does.
func (o Operation) Step(l Life) []Life {
	switch o.Outcome {
	case Ran:
		return o.runs(l)
	case Recorded:
		return o.takes(l)
	case Unknown:
		out := append([]Life{l}, o.takes(l)...)
		if o.Does == Allows && o.Runs {
			out = append(out, o.runs(l)...)
		}
		return out
	}
	if o.Does == Denies || o.Does == Wavers {
		return o.denied(l)
	}
	return o.refused(l)
}

// runs is an operation that had the act run: one use of a yes, which is spent. A denial runs nothing.
func (o Operation) runs(l Life) []Life {
	switch {
	case o.Drift != "":
		return nil
	case o.Does == Presents && o.Free:
		return []Life{l, l.spent()}
	case o.Does == Presents && l.usable():
		return []Life{l.spent()}
	case o.Does == Allows && o.Counts && l.Said != Denies && !l.Spent && !l.Expired:
		return []Life{l.allowed().spent()}
	case o.Does == Resumes && o.wakes(l) && l.usable():
		l.Woken = true
		return []Life{l.spent()}
	}
	return nil
}

// takes is an operation that took effect. A second yes changes nothing, and a denial after an unused yes may
// withdraw it; a denial by somebody else, or a decision that is none, may settle the question as denied.
func (o Operation) takes(l Life) []Life {
	switch {
	case o.Does == Presents:
		return o.runs(l)
	case o.Does == Resumes && o.wakes(l):
		l.Woken = true
		return []Life{l}
	case o.Does == Resumes:
		return nil
	case o.Does == Allows && l.Said == "" && o.Counts && !l.Expired:
		return []Life{l.allowed()}
	case o.Does == Denies && l.Said == "" && o.Counts:
		return []Life{l.denied()}
	case o.Does != Allows && !l.Spent:
		return []Life{l, l.denied()}
	}
	return []Life{l}
}

// wakes reports whether a resume wakes the wait: the right one, not resumed yet, and still open.
func (o Operation) wakes(l Life) bool {
	return o.Drift == "" && !l.Woken && l.Said != Denies && !l.Expired
}

// denied is a decision that was answered refused: a denial is told so that was taken.
func (o Operation) denied(l Life) []Life {
	out := o.takes(l)
	if o.Excuse != "" || !o.Counts || o.Late || l.Said != "" || l.Expired {
		out = append(out, l)
	}
	if o.Late {
		out = append(out, l.expired())
	}
	return out
}

// refused is any other operation that did not take effect: something has become of the approval, or something of
// its own spoke against it. One that came late may have ended the approval by that.
func (o Operation) refused(l Life) []Life {
	var out []Life
	blocked := o.Drift != "" || o.Excuse != "" || !o.due(l)
	if blocked || o.Late && o.Does == Resumes {
		out = append(out, l)
	}
	if o.Late && o.Does != Resumes && !l.Spent {
		out = append(out, l.expired())
	}
	if o.Does == Allows && o.Runs && l.Said == "" && o.Counts && len(out) > 0 {
		out = append(out, l.allowed()) // the yes may stand although the act was refused
	}
	return out
}

// due reports whether nothing that has become of the approval speaks against an operation.
func (o Operation) due(l Life) bool {
	switch {
	case o.Does == Presents:
		return l.usable()
	case o.Does == Resumes:
		return l.usable() && !l.Woken
	case o.Runs:
		return o.Counts && l.Said != Denies && !l.Spent && !l.Expired
	}
	return o.Counts && l.Said == "" && !l.Expired
}

// String spells a life in words.
func (l Life) String() string {
	words := []string{"open"}
	if l.Said != "" {
		words[0] = map[Doing]string{Allows: "allowed", Denies: "denied"}[l.Said]
	}
	for word, is := range map[string]bool{"expired": l.Expired, "spent": l.Spent, "woken": l.Woken} {
		if is {
			words = append(words, word)
		}
	}
	slices.Sort(words[1:])
	return strings.Join(words, ", ")
}
