package systems

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sameact/internal/adapter"
	"sameact/reports"
)

// required says that what is judged in CI has to be installed: then nothing is skipped.
const required = "SAMEACT_ADAPTERS"

// Every adapter that is judged whenever a change is taken shows what its baseline says, and nothing else.
func TestAdaptersShowWhatIsKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("judges whole systems; left out with -short")
	}
	for _, m := range inTree(t) {
		known, err := Baseline(m)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, s := range m.Systems() {
			if !s.InCI() {
				continue
			}
			t.Run(s.ID(), func(t *testing.T) {
				if what, install := m.Missing(); what != "" && os.Getenv(required) == "required" {
					t.Fatalf("%s; hint: %s", what, install)
				} else if what != "" {
					t.Skipf("%s; hint: %s", what, install)
				}
				run, err := Judge(s, known)
				if err != nil {
					t.Fatal(err)
				}
				for _, why := range append(run.Broken, run.Baseline.Wrong...) {
					t.Error(why)
				}
				if n := run.Totals.Fail + run.Totals.Untestable; s.IsControl() && n > 0 {
					t.Errorf("a control, and %d clauses are not kept", n)
				}
				t.Log(run.Summary())
			})
		}
	}
}

// inTree are the manifests of this checkout.
func inTree(t *testing.T) []*adapter.Manifest {
	t.Helper()
	folder, err := adapter.Folder(".")
	if err != nil {
		t.Fatal(err)
	}
	all, err := adapter.All(folder)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// few are stories that show what the small gate declares.
var few = []string{"sweep/agent-swapped", "sweep/recipient-added", "sweep/presented-twice"}

// A system's run is held against its baseline, each variant against its own entries.
func TestASystemIsHeldAgainstItsBaseline(t *testing.T) {
	_, m := checkout(t, nil)
	known, err := Baseline(m)
	if err != nil || len(known.Known) != 0 {
		t.Fatalf("no file, and %v, %v", known, err)
	}
	honest, err := Judge(variant(t, m, ""), known, few...)
	if err != nil || honest.Exit != 0 || honest.Totals.Pass != 3 || len(honest.Baseline.Wrong) > 0 {
		t.Fatalf("%v\n%v", err, honest)
	}
	careless, err := Judge(variant(t, m, "careless"), known, few...)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(careless.Baseline.Wrong); careless.Exit != reports.ExitFindings || n != 1 || !strings.Contains(careless.Baseline.Wrong[0], `"clause":"same-agent","variant":"careless"`) {
		t.Fatalf("exit %d, %q", careless.Exit, careless.Baseline.Wrong)
	}
	var draft strings.Builder
	format, err := reports.Format("baseline")
	if err != nil {
		t.Fatal(err)
	}
	if err := format.Render(&draft, careless, reports.Look{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.Dir, "baseline.json"), []byte(strings.Replace(draft.String(), `"issue":""`, `"issue":"5"`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if known, err = Baseline(m); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "careless"} {
		run, err := Judge(variant(t, m, name), known, few...)
		if err != nil || run.Exit != 0 || len(run.Baseline.Wrong) > 0 {
			t.Errorf("%q: %v, %v", name, err, run.Baseline)
		}
	}
}
