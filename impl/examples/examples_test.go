// Package examples holds gates as a stranger would write them, standard library only. Those of connectors decide in
// one file and remember in another; that of a page decides in one and reads in another what is declared. Each has
// twins with one fault. Here they are judged as strangers are: as programs.
package examples

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"sameact/impl/remote"
	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// A gate is a program with its twins.
type gate struct {
	runs    string // the interpreter
	install string
	file    string
	parts   []string // what it imports
	racy    string   // the twin whose fault shows where several processes work, or one goes on for another; "" where it works alone
	broken  string
	breaks  []string // what the fault of the twin breaks for certain
	may     []string // what it breaks too, where the search meets it; and nothing else
}

var gates = []gate{
	{"python3", "Python 3.9 or newer", "mailgate.py", []string{"facts.py"}, "mailgate_racy.py", "mailgate_broken.py",
		[]string{"same-arguments"},
		[]string{"order-of-arrays", "as-written", "distinct-numbers", "past-the-preview"}}, // all within cc
	{"node", "Node 20 or newer", "mailgate.mjs", []string{"facts.mjs"}, "mailgate_racy.mjs", "mailgate_broken.mjs",
		[]string{"same-connector", "same-action", "same-account", "same-arguments", "order-of-arrays", "as-written", "distinct-numbers", "past-the-preview"},
		[]string{"definition-is-bound", // what ran is the approved act where only its context was changed
			"same-session", "honest-approval-runs"}}, // the call of another state runs, and uses up the yes that it came with
	{"python3", "Python 3.9 or newer", "pagegate.py", []string{"page.py", "wire.py"}, "", "pagegate_broken.py",
		[]string{"grant-keeps-shape"}, nil},
	{"node", "Node 20 or newer", "pagegate.mjs", []string{"page.mjs", "wire.mjs"}, "", "pagegate_broken.mjs",
		[]string{"done-is-checked"},
		[]string{"stopped-is-stopped"}}, // the steps after it run
}

func (g gate) target(t *testing.T, file string) spec.Target {
	t.Helper()
	program, err := exec.LookPath(g.runs)
	if err != nil {
		t.Skipf("%s is not here; install %s to judge this gate", g.runs, g.install)
	}
	target, err := remote.Command([]string{program, file}, remote.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { target.Close() })
	return target
}

// A result is what a run told.
type result struct {
	exercised map[string]int
	findings  []probes.Finding
	faults    []probes.Fault
	unbound   []probes.Unbound
}

func (r *result) Story(s probes.StoryDone) {
	for slug, e := range s.Exercised {
		r.exercised[slug] += e.Count
	}
}

func (r *result) Finding(f probes.Finding) { r.findings = append(r.findings, f) }
func (r *result) Unbound(u probes.Unbound) { r.unbound = append(r.unbound, u) }
func (r *result) Fault(f probes.Fault)     { r.faults = append(r.faults, f) }
func (*result) End(probes.End)             {}

func judge(t *testing.T, target spec.Target, stories ...string) *result {
	t.Helper()
	r := &result{exercised: map[string]int{}}
	if err := probes.Run(target, probes.Options{Seed: 1, SweepOnly: true, Processes: target, Stories: stories}, r); err != nil {
		t.Fatal(err)
	}
	for _, f := range r.faults {
		t.Errorf("%s: %s: %s\n%s", f.Story, f.Kind, f.Detail, f.Stderr)
	}
	return r
}

// An honest gate by a stranger keeps every promise that it declares, and each was put to the test.
func TestHonest(t *testing.T) {
	for _, g := range gates {
		t.Run(g.file, func(t *testing.T) {
			target := g.target(t, g.file)
			r := judge(t, target)
			for _, f := range r.findings {
				t.Errorf("%s: %s\n%s", f.Clause, f.Why, f.Case)
			}
			for _, u := range r.unbound {
				t.Errorf("%s is not bound: %s", u.Field, u.Case)
			}
			for _, c := range law.Law {
				if c.Missing(target.Hello()) == "" && r.exercised[c.Slug] == 0 {
					t.Errorf("%s was not exercised", c.Slug)
				}
			}
		})
	}
}

// Its twin with one fault is told which promise it breaks, by a smallest case of at most four lines.
func TestBroken(t *testing.T) {
	for _, g := range gates {
		t.Run(g.broken, func(t *testing.T) {
			r := judge(t, g.target(t, g.broken))
			var broke []string
			for _, c := range law.Law {
				if slices.ContainsFunc(r.findings, func(f probes.Finding) bool { return f.Clause == c.Slug }) {
					broke = append(broke, c.Slug)
				}
			}
			for _, slug := range g.breaks {
				if !slices.Contains(broke, slug) {
					t.Errorf("%s was not found", slug)
				}
			}
			for _, slug := range broke {
				if !slices.Contains(g.breaks, slug) && !slices.Contains(g.may, slug) {
					t.Errorf("%s is not broken by this fault", slug)
				}
			}
			for _, f := range r.findings {
				if n := len(f.Case.Lines.Script()); n > 4 {
					t.Errorf("%s: the smallest case has %d lines:\n%s", f.Clause, n, f.Case.Lines)
				}
			}
		})
	}
}

// A twin whose fault shows only where several processes work is found there, in a race and by a kill.
func TestRacy(t *testing.T) {
	for _, g := range gates {
		if g.racy == "" {
			continue
		}
		t.Run(g.racy, func(t *testing.T) {
			r := judge(t, g.target(t, g.racy), "raced", "killed")
			for _, slug := range []string{"one-use-under-race", "crash-after-spend"} {
				i := slices.IndexFunc(r.findings, func(f probes.Finding) bool { return f.Clause == slug })
				if i < 0 {
					t.Errorf("%s was not found", slug)
				} else if n := len(r.findings[i].Case.Lines.Script()); n > 6 {
					t.Errorf("%s: the smallest case has %d lines:\n%s", slug, n, r.findings[i].Case.Lines)
				}
			}
		})
	}
}

// The twins differ in one line, which says so.
func TestOneFaultEach(t *testing.T) {
	for _, g := range gates {
		honest := lines(t, g.file)
		for _, twin := range []string{g.broken, g.racy} {
			if twin == "" {
				continue
			}
			broken := lines(t, twin)
			var differ []string
			for i := range min(len(honest), len(broken)) {
				if honest[i] != broken[i] {
					differ = append(differ, broken[i])
				}
			}
			if len(honest) != len(broken) || len(differ) != 1 || !strings.Contains(differ[0], "FAULT: ") {
				t.Errorf("%s and %s differ in %q; want one line, marked FAULT", g.file, twin, differ)
			}
		}
		for _, file := range append([]string{g.file}, g.parts...) {
			if n := len(lines(t, file)); n >= 250 {
				t.Errorf("%s has %d lines; an example is read in one sitting", file, n)
			}
		}
	}
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

func Example() {
	for _, g := range gates {
		fmt.Printf("probe run 'exec:%s impl/examples/%s'\n", g.runs, g.file)
	}
	// Output:
	// probe run 'exec:python3 impl/examples/mailgate.py'
	// probe run 'exec:node impl/examples/mailgate.mjs'
	// probe run 'exec:python3 impl/examples/pagegate.py'
	// probe run 'exec:node impl/examples/pagegate.mjs'
}
