package reference

import (
	"slices"

	"sameact/spec"
)

// A PageQuery is one call without a connector, or one step, as its checks see it.
type PageQuery struct {
	World    *spec.World
	ID       string // of the action that is named
	Action   spec.Action
	Declared bool
	Callable bool // the page has such a tool
	Refused  bool // its effect was denied in this runtime session
	Human    bool
	Readable bool // the arguments have a single meaning
	Resolved bool // every reference stands for a value now
	Fits     bool // the arguments fit the declared parameters
	Inside   bool // it is a step of a composite
	Reached  bool // its turn has come
	Plain    bool // the call brings neither a text nor a claim
}

// A PageCheck is one named reason for which nobody is asked and nothing runs.
type PageCheck struct {
	Name        string
	Fails       func(PageQuery) bool
	Code, Cause string
	Says        string // to whoever calls
}

// PageChecks are evaluated in order; the first that fails is told.
type PageChecks []PageCheck

// Without is the list lacking one check. It panics on a name that is not there.
func (c PageChecks) Without(name string) PageChecks {
	i := c.index(name)
	return slices.Delete(slices.Clone(c), i, i+1)
}

// With is the list with another condition under a check's name.
func (c PageChecks) With(name string, fails func(PageQuery) bool) PageChecks {
	out := slices.Clone(c)
	out[c.index(name)].Fails = fails
	return out
}

func (c PageChecks) index(name string) int {
	i := slices.IndexFunc(c, func(x PageCheck) bool { return x.Name == name })
	if i < 0 {
		panic("reference: no check " + name)
	}
	return i
}

// first is the refusal of the first check that fails, nil where none does. A person's step without its
// target is a handoff that failed.
func (c PageChecks) first(q PageQuery) *spec.Answer {
	for _, x := range c {
		if !x.Fails(q) {
			continue
		}
		a := refused(x.Code)
		a.Cause = x.Cause
		if x.Cause == spec.CauseTarget && q.Human {
			a.Code = spec.CodeHandoffFailed
		}
		a.Message = q.ID + ": " + x.Says
		return &a
	}
	return nil
}

// pageInOrder are the checks before anybody is asked.
var pageInOrder = PageChecks{
	{"declared", func(q PageQuery) bool { return !q.Declared || !q.Callable }, spec.CodePolicyDenied, spec.CauseUndeclared, "the page has no such tool"},
	{"arguments", func(q PageQuery) bool { return !q.Readable }, spec.CodeArgumentsInvalid, "", "the arguments have no single meaning"},
	{"target", func(q PageQuery) bool { return !q.Resolved }, spec.CodeArgumentsInvalid, spec.CauseTarget, "the page does not have what the arguments refer to"},
	{"input", func(q PageQuery) bool { return !q.Fits }, spec.CodeArgumentsInvalid, "", "the arguments do not fit the parameters"},
}

// callable reports whether the page has a tool by an id. A target that is only displayed is none.
func callable(w *spec.World, id string) bool { return !slices.Contains(w.Guides, id) }
