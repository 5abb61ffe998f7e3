package defects_test

import (
	"slices"
	"testing"

	"sameact/impl/defects"
	"sameact/impl/reference"
	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// found collects what the sweep found about one gate.
type found struct {
	clauses []string
	cases   map[string]spec.History
	whys    map[string]string
	faults  []probes.Fault
}

func (f *found) Story(probes.StoryDone) {}
func (f *found) Finding(x probes.Finding) {
	f.clauses = append(f.clauses, x.Clause)
	f.cases[x.Clause] = x.Case.Lines
	f.whys[x.Clause] = x.Story + ": " + x.Why
}
func (f *found) Unbound(probes.Unbound) {}
func (f *found) Fault(x probes.Fault)   { f.faults = append(f.faults, x) }
func (f *found) End(probes.End)         {}

func sweep(t *testing.T, target spec.Target) *found {
	t.Helper()
	defer target.Close()
	f := &found{cases: map[string]spec.History{}, whys: map[string]string{}}
	if err := probes.Run(target, probes.Options{Seed: 1, Jobs: 1, SweepOnly: true}, f); err != nil {
		t.Fatal(err)
	}
	slices.Sort(f.clauses)
	return f
}

func TestTheSweepFindsNothingInWhatObeys(t *testing.T) {
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming, reference.Whole} {
		t.Run(string(style), func(t *testing.T) {
			t.Parallel()
			f := sweep(t, reference.New(reference.Obeying(style)))
			for _, c := range f.clauses {
				t.Errorf("%s in %s\n%s", c, f.whys[c], f.cases[c])
			}
		})
	}
}

// TestTextbookFaults runs the faults that every text on approvals warns of: each breaks exactly what it
// says, and its smallest story has at most four lines. All defects are run by the proof.
func TestTextbookFaults(t *testing.T) {
	for _, slug := range []string{
		"arguments-not-bound", "absent-agent-skips-the-check", "account-not-bound", "hashes-the-text", "mismatch-burns",
		"no-can-become-yes", "expiry-off-by-one", "success-gives-back", "policy-is-not-read-again", "anyone-may-answer",
		"confirmed-is-believed", "success-told-on-a-lost-reply",
	} {
		t.Run(slug, func(t *testing.T) {
			t.Parallel()
			d, ok := defects.Find(slug)
			if !ok {
				t.Fatal("no such defect")
			}
			f := sweep(t, d.Target())
			if want := slices.Sorted(slices.Values(d.Breaks)); !slices.Equal(f.clauses, want) || len(f.faults) > 0 {
				t.Errorf("breaks %v, says %v, faults %v", f.clauses, want, f.faults)
			}
			for _, c := range f.clauses {
				if n := len(f.cases[c].Script()); n > 4 {
					t.Errorf("the smallest story of %s has %d lines\n%s", c, n, f.cases[c])
				}
			}
		})
	}
}

func TestDeclarations(t *testing.T) {
	seen, broken := map[string]bool{}, map[string]bool{}
	for _, d := range defects.All {
		if seen[d.Slug] {
			t.Errorf("%s stands twice", d.Slug)
		}
		seen[d.Slug] = true
		if d.About == "" || len(d.Breaks) == 0 || len(d.Breaks) > 3 && d.Reason == "" {
			t.Errorf("%s is not complete", d.Slug)
		}
		for _, c := range d.Breaks {
			broken[c] = true
			if _, ok := law.Find(c); !ok {
				t.Errorf("%s breaks %s, which is no clause", d.Slug, c)
			}
		}
	}
	for _, c := range law.Law {
		if !broken[c.Slug] {
			t.Errorf("no defect breaks %s", c.Slug)
		}
	}
	if len(defects.All) < 80 {
		t.Errorf("%d defects, want 80", len(defects.All))
	}
}
