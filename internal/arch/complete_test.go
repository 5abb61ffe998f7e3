package arch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sameact/corpus"
	"sameact/impl/defects"
	"sameact/mutations"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

// What is declared in one place has to be met in others. These are the halves that can be read; that a
// story exercises something and that a defect breaks what it says is shown by playing (probe prove).

// whatRemains is the clause that a refusal breaks where no other sees anything: it sees nothing itself.
const whatRemains = "honest-approval-runs"

// aroundAnAct are clauses about a difference that no change of an act makes: every story that ends with
// the honest act after a changed one, and every yes, shows them.
var aroundAnAct = []string{"mismatch-does-not-burn", "allow-calls-nothing"}

func TestTheLawIsWhole(t *testing.T) {
	count := map[law.Level]int{}
	for _, c := range law.Law {
		count[c.Level]++
		if c.Sentence == "" || c.Harm == "" || c.Source == "" {
			t.Errorf("%s does not say what it promises, what goes wrong without it, and where it comes from", c.Slug)
		}
		if !slices.Contains(law.Chapters, c.Chapter) {
			t.Errorf("%s is in chapter %q, which is none", c.Slug, c.Chapter)
		}
		if says := c.Direction == law.Says; c.Sees == nil && c.Reads == nil && c.Slug != whatRemains || says && c.Reads == nil {
			t.Errorf("%s (%s) can see nothing", c.Slug, c.Direction)
		}
	}
	if count[law.Must] != 120 || count[law.Should] != 6 {
		t.Errorf("the law has %d MUST and %d SHOULD; these chapters have 120 and 6", count[law.Must], count[law.Should])
	}
}

func TestEveryClauseHasCases(t *testing.T) {
	entries, err := corpus.All()
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string]map[string]int{}
	for _, e := range entries {
		if recorded[e.Clause] == nil {
			recorded[e.Clause] = map[string]int{}
		}
		if e.Case.Recorded() {
			recorded[e.Clause][e.Case.Verdict]++
		}
	}
	for _, c := range law.Law {
		for _, v := range []string{spec.Obeys, spec.Breaks} {
			if recorded[c.Slug][v] == 0 {
				t.Errorf("%s has no recorded case with verdict: %s", c.Slug, v)
			}
		}
	}
	for slug := range recorded {
		if _, ok := law.Find(slug); !ok {
			t.Errorf("corpus/%s is about no clause", slug)
		}
	}
}

func TestEveryClauseHasADefect(t *testing.T) {
	broken := map[string]int{}
	for _, d := range defects.All {
		for _, slug := range d.Breaks {
			broken[slug]++
			if _, ok := law.Find(slug); !ok {
				t.Errorf("defect %s breaks %s, which is no clause", d.Slug, slug)
			}
		}
		if len(d.Breaks) == 0 || d.About == "" || d.Apply == nil {
			t.Errorf("defect %s is not whole", d.Slug)
		}
		if len(d.Breaks) > 3 && d.Reason == "" {
			t.Errorf("defect %s breaks %d clauses and gives no reason", d.Slug, len(d.Breaks))
		}
	}
	for _, c := range law.Law {
		if c.Level == law.Must && broken[c.Slug] == 0 {
			t.Errorf("no defect breaks %s", c.Slug)
		}
	}
	if len(defects.All) < 80 {
		t.Errorf("%d defects; at least 80 show that the law can fail", len(defects.All))
	}
}

func TestEveryDifferenceHasAMutation(t *testing.T) {
	owned := map[string]int{}
	dimensions := map[string]int{}
	for _, m := range mutations.All {
		owned[m.Owner]++
		dimensions[m.Dimension]++
		if _, ok := law.Find(m.Owner); !ok {
			t.Errorf("mutation %s belongs to %s, which is no clause", m.Slug, m.Owner)
		}
		if m.About == "" || m.Apply == nil || m.Label == "" {
			t.Errorf("mutation %s is not whole", m.Slug)
		}
	}
	for _, c := range law.Law {
		differs := c.Sees != nil && !c.Asked && c.Reads == nil && !slices.Contains(aroundAnAct, c.Slug)
		if differs && owned[c.Slug] == 0 {
			t.Errorf("%s is about a difference, and no mutation makes it", c.Slug)
		}
	}
	for _, d := range mutations.Dimensions {
		if dimensions[d] == 0 {
			t.Errorf("no mutation goes in the direction %s", d)
		}
		delete(dimensions, d)
	}
	for d := range dimensions {
		t.Errorf("%s is no dimension", d)
	}
}

func TestEveryStoryIsWhole(t *testing.T) {
	for _, s := range probes.Stories {
		if s.About == "" || s.Write == nil {
			t.Errorf("story %s is not whole", s.Slug)
		}
		if s.Random != (s.Share > 0) {
			t.Errorf("story %s: random stories have a share of the checks, and no others", s.Slug)
		}
	}
}

func TestEveryFormatHasAGolden(t *testing.T) {
	for _, name := range reports.Formats() {
		if _, err := os.Stat(filepath.Join(root, "reports/testdata/run."+name+".golden")); err != nil {
			t.Errorf("format %s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(root, "reports", name+".go")); err != nil {
			t.Errorf("format %s has no file of its own: %v", name, err)
		}
	}
}
