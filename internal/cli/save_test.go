package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sameact/corpus"
	"sameact/impl/reference"
	"sameact/reports"
)

// recorded are the cases of a clause that break it, as findings.
func recordedBreaches(t *testing.T, clause string) (out []reports.Entry) {
	t.Helper()
	all, err := corpus.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Clause == clause && e.Case.Verdict == "breaks" {
			out = append(out, reports.Finding{Clause: clause, Story: "raced", Why: "told by the case", Event: len(e.Case.Lines) - 1, Case: e.Case.String()}.Entry())
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s has no case that breaks it", clause)
	}
	return out
}

// A finding about uses that overlapped has a picture beside its case, and its report says where.
func TestSavedFindingsOfRacesAreDrawn(t *testing.T) {
	hello := reference.New(reference.Obeying(reference.RePresent)).Hello()
	for _, c := range []struct {
		clause string
		drawn  bool
		reason string
	}{
		{"orders-as-one", true, "no line of the case shows it alone"},
		{"same-arguments", false, "the case says it all"},
	} {
		dir := t.TempDir()
		var said bytes.Buffer
		found := recordedBreaches(t, c.clause)
		if err := save(&console{out: &said, err: &said}, dir, hello, found); err != nil {
			t.Fatal(err)
		}
		cases, _ := filepath.Glob(filepath.Join(dir, c.clause+".*.case"))
		pictures, _ := filepath.Glob(filepath.Join(dir, c.clause+".*.html"))
		if len(cases) != len(found) || c.drawn != (len(pictures) == len(found)) || !c.drawn && len(pictures) > 0 {
			t.Errorf("%s: %s: %d findings, %d cases, %d pictures", c.clause, c.reason, len(found), len(cases), len(pictures))
		}
		start := reports.Start{Clauses: []reports.ClauseStart{{ID: c.clause, Level: "MUST"}}}.Entry()
		run, err := reports.Fold(slices.Concat([]reports.Entry{start}, found, []reports.Entry{reports.End{}.Entry()}))
		if err != nil {
			t.Fatal(err)
		}
		var table bytes.Buffer
		format, _ := reports.Format("table")
		if err := format.Render(&table, run, reports.Look{}); err != nil {
			t.Fatal(err)
		}
		for _, p := range pictures {
			if _, err := os.Stat(strings.TrimSuffix(p, ".html") + ".case"); err != nil {
				t.Errorf("%s stands beside no case", p)
			}
			if !strings.Contains(said.String(), "saved "+p) || !strings.Contains(table.String(), filepath.Base(p)) {
				t.Errorf("%s is not told\n%s\n%s", p, &said, &table)
			}
			page, _ := os.ReadFile(p)
			if !bytes.Contains(page, []byte(" m1 → ")) || !bytes.Contains(page, []byte("</html>")) {
				t.Errorf("%s shows no operations", p)
			}
		}
	}
}
