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
	cases   map[string]string
	whys    map[string]string
	faults  []probes.Fault
}

func (f *found) Story(probes.StoryDone) {}
func (f *found) Finding(x probes.Finding) {
	f.clauses = append(f.clauses, x.Clause)
	f.cases[x.Clause] = x.Case.Lines.String()
	f.whys[x.Clause] = x.Story + ": " + x.Why
}
func (f *found) Unbound(probes.Unbound) {}
func (f *found) Fault(x probes.Fault)   { f.faults = append(f.faults, x) }
func (f *found) End(probes.End)         {}

func sweep(t *testing.T, target spec.Target) *found {
	t.Helper()
	defer target.Close()
	f := &found{cases: map[string]string{}, whys: map[string]string{}}
	if err := probes.Run(target, probes.Options{Seed: 1, Jobs: 1, SweepOnly: true}, f); err != nil {
		t.Fatal(err)
	}
	slices.Sort(f.clauses)
	return f
}

func TestTheSweepFindsNothingInWhatObeys(t *testing.T) {
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming} {
		t.Run(string(style), func(t *testing.T) {
			t.Parallel()
			f := sweep(t, reference.New(reference.Obeying(style)))
			for _, c := range f.clauses {
				t.Errorf("%s in %s\n%s", c, f.whys[c], f.cases[c])
			}
		})
	}
}

func TestEachDefectBreaksWhatItSays(t *testing.T) {
	for _, d := range defects.All {
		t.Run(d.Slug, func(t *testing.T) {
			t.Parallel()
			f := sweep(t, d.Target())
			want := slices.Sorted(slices.Values(d.Breaks))
			if slices.Equal(f.clauses, want) && len(f.faults) == 0 {
				return
			}
			t.Errorf("breaks %v, says %v, faults %v", f.clauses, want, f.faults)
			for _, c := range f.clauses {
				if !slices.Contains(want, c) {
					t.Logf("%s in %s\n%s", c, f.whys[c], f.cases[c])
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
