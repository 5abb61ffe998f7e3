// Package mutations holds what may change between the yes and the act: one operator a declaration, one
// dimension a file. A scene is an approved act about to be presented; an operator changes one thing in
// it, says what the change means (its label) and which clause owns the difference.
//
// Operators choose through a Pick, so rapid, raw bytes and a fixed walk drive the same ones. They
// compare values as package spec does, and refuse where they would change nothing. No label is
// believed: the tests recompute it with package law from the two moments.
package mutations

import (
	"slices"
	"strings"

	"sameact/spec"
)

// A Label says what a gate owes after a change.
type Label string

const (
	Drift        Label = "drift"        // the act must not run on this yes
	Continuation Label = "continuation" // the act must still run, once
	Free         Label = "free"         // either is right
)

// A Basis is what lets an act run.
type Basis string

const (
	Yes     Basis = "yes"     // a person was asked and allowed it
	Grant   Basis = "grant"   // an earlier "always" covers it
	Unasked Basis = "unasked" // the policy lets it pass
)

// A Phase is where in the story a change stands.
type Phase string

const (
	AtAsk          Phase = "ask"          // before the question, in it, or before the answer
	AtDecision     Phase = "decision"     // in the answer
	Between        Phase = "between"      // after the answer, before the act is presented
	AtPresentation Phase = "presentation" // in what is presented, or in the resume before it
	After          Phase = "after"        // after the act was presented
)

// A Pick chooses one of n alternatives: 0 ≤ result < n, and 0 is the simplest. n is at least 1.
type Pick func(n int) int

// Simplest picks the first alternative, always.
func Simplest(int) int { return 0 }

// A Mutation is one way in which the world moves between the yes and the act. Apply reports whether it
// could; call it through Scene.Do, which undoes a refused one and keeps the marks.
type Mutation struct {
	Slug      string
	About     string // one sentence
	Dimension string
	Label     Label
	Basis     Basis
	Phase     Phase
	Owner     string   // slug of the clause that owns the difference
	On        []string // forms of the scenes that it changes; none: every form of the connector path
	Needs     []string // binds, features and chapters of the hello without which it says nothing
	Apply     func(*Scene, Pick) bool
}

// Dimensions are the ten directions in which an act drifts, in the order of All.
var Dimensions = []string{"target", "arguments", "mode", "session", "task", "agent", "principal", "cancellation", "time", "replay"}

// All lists every mutation, by dimension.
var All = slices.Concat(targetMutations, argumentMutations, modeMutations, sessionMutations, taskMutations,
	agentMutations, principalMutations, cancellationMutations, timeMutations, replayMutations)

// dimension names the dimension of the mutations declared in one file; their basis is a yes unless they say otherwise.
func dimension(name string, list ...Mutation) []*Mutation {
	out := make([]*Mutation, len(list))
	for i := range list {
		m := &list[i]
		m.Dimension = name
		if m.Basis == "" {
			m.Basis = Yes
		}
		out[i] = m
	}
	return out
}

// changes reports whether a mutation is about scenes of a form.
func (m *Mutation) changes(form string) bool {
	if m.On == nil {
		return !slices.Contains(pageForms, form)
	}
	return slices.Contains(m.On, form)
}

// Find finds a mutation by slug.
func Find(slug string) (*Mutation, bool) {
	for _, m := range All {
		if m.Slug == slug {
			return m, true
		}
	}
	return nil, false
}

// Labelled lists the mutations with a label.
func Labelled(l Label) []*Mutation {
	var out []*Mutation
	for _, m := range All {
		if m.Label == l {
			out = append(out, m)
		}
	}
	return out
}

// Missing lists which of these needs a gate does not declare, as a feature, a bound field or a chapter.
func Missing(h spec.Hello, needs []string) []string {
	var out []string
	for _, n := range needs {
		declared := func(one string) bool { return h.Has(one) || h.BindsField(one) || slices.Contains(h.Chapters, one) }
		if !slices.ContainsFunc(strings.Split(n, " or "), declared) {
			out = append(out, n)
		}
	}
	return out
}
