package corpus

import (
	"fmt"
	"slices"
	"testing"

	"sameact/impl/reference"
	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// declared is what the gate of a recorded case declared: everything that our own gate does, in the
// style that the case needs.
func declared(c spec.Case) spec.Hello {
	style := reference.RePresent
	if slices.Contains(c.Needs, "resumes") {
		style = reference.Resuming
	}
	if slices.Contains(c.Needs, "batch-whole") {
		style = reference.Whole
	}
	return reference.New(reference.Obeying(style)).Hello()
}

func TestEveryClauseOfTheLawHasAFolderAndEveryFolderAClause(t *testing.T) {
	have := map[string]bool{}
	for _, e := range all(t) {
		have[e.Clause] = true
	}
	for _, c := range law.Law {
		if !have[c.Slug] {
			t.Errorf("%s has no case", c.Slug)
		}
		delete(have, c.Slug)
	}
	for slug := range have {
		t.Errorf("%s is no clause", slug)
	}
}

// An obeying case breaks nothing and exercises its clause, so that its silence means something; a
// breaking case breaks its clause and no other, so that it teaches one thing.
func TestEveryRecordedCaseIsJudgedAsItSays(t *testing.T) {
	for _, e := range all(t) {
		if !e.Case.Recorded() {
			continue
		}
		hello := declared(e.Case)
		v := law.Judge(e.Case.Lines, hello, order.Check)
		said := ""
		broken := map[string]bool{}
		for _, b := range append(v.Broken(), v.Compound...) {
			broken[b.Clause.Slug] = true
			said += fmt.Sprintf("\n\t%s on %q: %s", b.Clause.Slug, e.Case.Lines[b.Event], b.Why)
		}
		about := v.Of(e.Clause)
		switch {
		case about == nil:
			t.Errorf("%s: no such clause", e.Path)
		case about.Skip != "":
			t.Errorf("%s: not judged: %s", e.Path, about.Skip)
		case e.Case.Verdict == spec.Obeys && len(broken) > 0:
			t.Errorf("%s: obeys, and is judged%s", e.Path, said)
		case e.Case.Verdict == spec.Obeys && about.Exercised == 0:
			t.Errorf("%s: obeys, and its clause had nothing to look at", e.Path)
		case e.Case.Verdict == spec.Breaks && (!broken[e.Clause] || len(broken) != 1):
			t.Errorf("%s: breaks, and is judged%s", e.Path, said)
		}
	}
}
