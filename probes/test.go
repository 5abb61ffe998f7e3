package probes

import (
	"strings"
	"testing"

	"sameact/spec"
	"sameact/spec/law"
)

// Test judges a gate in a go test: every story of the sweep, the fixed ones and a few random ones. Each
// broken MUST clause is an error that tells the smallest story with its twin; a clause that is declared
// and was not exercised is an error too, a broken SHOULD is logged. Options may be given, one at most.
func Test(t testing.TB, target spec.Target, options ...Options) {
	t.Helper()
	o := Options{Checks: 2 * chunkSize, Target: "TARGET"}
	if len(options) > 0 {
		o = options[0]
	}
	s := &testSink{t: t, exercised: map[string]int{}, inconclusive: map[string]bool{}, broken: map[string]bool{}}
	if err := Run(target, o, s); err != nil {
		t.Fatalf("a story could not be played: %v", err)
	}
	hello := required(target.Hello(), o.Require)
	for _, c := range law.Law {
		if c.Level != law.Must || c.Missing(hello) != "" || s.broken[c.Slug] || s.exercised[c.Slug] > 0 || s.inconclusive[c.Slug] || !o.judges(c.Slug, c.Chapter) || len(o.Stories) > 0 {
			continue
		}
		t.Errorf("%s is declared and could not be exercised: %s", c.Slug, c.Sentence)
	}
}

type testSink struct {
	t            testing.TB
	exercised    map[string]int
	inconclusive map[string]bool
	broken       map[string]bool
}

func (s *testSink) Story(d StoryDone) {
	for slug, e := range d.Exercised {
		s.exercised[slug] += e.Count
	}
	for _, slug := range d.Inconclusive {
		s.inconclusive[slug] = true
	}
}

func (s *testSink) Finding(f Finding) {
	s.t.Helper()
	s.broken[f.Clause] = true
	c, _ := law.Find(f.Clause)
	tell := s.t.Errorf
	if c.Level == law.Should {
		tell = s.t.Logf
	}
	twin := ""
	if len(f.Twin) > 0 {
		twin = "\nand without the change:\n" + indent(f.Twin.String())
	}
	tell("%s is broken: %s\n%s\nin the smallest story:\n%s%s", f.Clause, c.Sentence, f.Why, indent(f.Case.Lines.String()), twin)
}

func (s *testSink) Unbound(u Unbound) { s.t.Logf("does not bind %s", u.Field) }

func (s *testSink) Fault(f Fault) {
	s.t.Helper()
	s.t.Errorf("fault of the gate in %s: %s: %s\n%s", f.Story, f.Kind, f.Detail, f.Stderr)
}

func (s *testSink) End(e End) { s.t.Logf("%d histories, %d calls", e.Histories, e.Calls) }

func indent(s string) string {
	return "\t" + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n\t")
}
