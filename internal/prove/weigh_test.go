package prove

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sameact/reports"
	"sameact/spec/law"
)

// A proof that holds: each clause is exercised on the reference, and broken by a defect of its own.
func holding() (references, defects, nulls []result) {
	reference := result{subject: Subject{ID: "reference"}, swept: map[string]bool{}, run: &reports.Run{Stories: []reports.RunStory{{ID: "told", Status: reports.Pass}}}}
	null := result{subject: Subject{ID: "reject-all"}, run: &reports.Run{}}
	for _, c := range law.Law {
		reference.swept[c.Slug] = true
		reference.run.Clauses = append(reference.run.Clauses, reports.RunClause{ID: c.Slug, Level: string(c.Level), Status: reports.Pass, Exercised: 3})
		null.run.Clauses = append(null.run.Clauses, reports.RunClause{ID: c.Slug, Level: string(c.Level), Status: reports.Untestable})
		defects = append(defects, breaking("no-"+c.Slug, c.Slug, "call m1 action="+c.Slug+"\n"))
	}
	return []result{reference}, defects, []result{null}
}

// breaking is a defect that says it breaks a clause, and does, by a case.
func breaking(id, slug, lines string) result {
	f := reports.RunFinding{Story: "told", Case: "about: " + slug + "\n\n" + lines}
	return result{subject: Subject{ID: id, Breaks: []string{slug}}, smallest: lines,
		run: &reports.Run{Clauses: []reports.RunClause{{ID: slug, Status: reports.Fail, Findings: []reports.RunFinding{f}}}}}
}

func TestAProofThatHolds(t *testing.T) {
	p := weigh(holding())
	if p.Exit != reports.ExitConforms || len(p.Problems)+len(p.Survivors)+len(p.Unproven)+len(p.Reference.Findings) > 0 {
		t.Errorf("exit %d: %q", p.Exit, p.Problems)
	}
	if len(p.Clauses) != len(law.Law) || p.Clauses[0].Exercised != 3 || !slices.Equal(p.Clauses[0].Defects, []string{"no-" + law.Law[0].Slug}) {
		t.Errorf("the first clause: %+v", p.Clauses[0])
	}
}

func TestEachWayInWhichAProofFails(t *testing.T) {
	one := law.Law[0].Slug
	for _, row := range []struct {
		spoil  func(references, defects, nulls []result)
		says   string
		exit   int
		reason string
	}{
		{func(_, d, _ []result) { d[0].run.Clauses[0].Findings = nil }, "defect no-" + one + " survives", 1, "nothing found it"},
		{func(_, d, _ []result) { d[0].run.Clauses[0].Findings = nil }, "no defect breaks " + one, 1, "so the clause is unproven"},
		{func(_, d, _ []result) { d[0].subject.Breaks = append(d[0].subject.Breaks, "one-use") }, "it says " + one + ", one-use", 1, "breaks less than it says"},
		{func(_, d, _ []result) { d[0].subject.Breaks = nil }, "defect no-" + one + " breaks " + one, 1, "breaks more than it says"},
		{func(_, d, _ []result) { d[0].timedOut = true }, "defect no-" + one + " timed out", 1, "too slow"},
		{func(_, d, _ []result) { d[0].run.Broken = []string{"faults"} }, "gave no verdict: faults", 1, "a defect that faults is not judged"},
		{func(_, d, _ []result) { d[1] = breaking(d[1].subject.ID, one, "call m1 action="+one+"\n") }, "break the same clauses by the same smallest cases", 1, "two that nothing tells apart"},
		{func(r, _, _ []result) { r[0].run.Clauses[0].Exercised = 0 }, "no story exercises " + one, 1, "never exercised"},
		{func(r, _, _ []result) { r[0].run.Stories[0].Status = reports.Inconclusive }, "story told exercises nothing", 1, "an idle story"},
		{func(r, _, _ []result) {
			r[0].run.Clauses[0].Findings = []reports.RunFinding{{Story: "told"}}
		}, "has a finding about " + one, 1, "the reference does not obey"},
		{func(r, _, _ []result) { delete(r[0].swept, "allow-calls-nothing") }, "no mutation isolates allow-calls-nothing", 1, "a difference that no mutation makes"},
		{func(r, _, _ []result) { r[0].err = errors.New("no such key") }, "reference gave no verdict: no such key", 3, "the harness broke"},
		{func(_, _, n []result) { n[0].run.Clauses[0].Status = reports.Pass }, "null gate reject-all passes " + one, 1, "a clause that looks at nothing"},
	} {
		r, d, n := holding()
		row.spoil(r, d, n)
		p := weigh(r, d, n)
		if p.Exit != row.exit || !strings.Contains(strings.Join(p.Problems, "\n"), row.says) {
			t.Errorf("%s: exit %d, %q", row.reason, p.Exit, p.Problems)
		}
	}
}

// A SHOULD that a null gate passes, and one that no defect breaks, are told and do not fail the proof.
func TestAShouldIsNoMust(t *testing.T) {
	r, d, n := holding()
	i := slices.IndexFunc(law.Law, func(c *law.Clause) bool { return c.Level == law.Should })
	n[0].run.Clauses[i].Status = reports.Pass
	d = slices.Delete(d, i, i+1)
	if p := weigh(r, d, n); p.Exit != reports.ExitConforms || !slices.Equal(p.Nulls[0].Passed, []string{law.Law[i].Slug}) {
		t.Errorf("exit %d: %q, %+v", p.Exit, p.Problems, p.Nulls)
	}
}
