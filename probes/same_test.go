package probes_test

import (
	"fmt"
	"strings"
	"testing"

	"sameact/impl/defects"
	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// diary keeps what a run told, without how long it took.
type diary struct {
	strings.Builder
	findings []probes.Finding
	stories  []probes.StoryDone
	end      probes.End
}

func (d *diary) Story(s probes.StoryDone) {
	fmt.Fprintf(d, "%s/%d %d families %d void inconclusive %v", s.Story, s.Chunk, s.Families, s.Void, s.Inconclusive)
	for _, c := range law.Law {
		if e, ok := s.Exercised[c.Slug]; ok {
			fmt.Fprintf(d, " %s %d/%d", c.Slug, e.Count, e.Scripts)
		}
	}
	d.WriteByte('\n')
	d.stories = append(d.stories, s)
}

func (d *diary) Finding(f probes.Finding) {
	fmt.Fprintf(d, "%s in %s: %s at %d\n%s%s%s%s\n", f.Clause, f.Story, f.Why, f.Event, f.Case.String(), f.Twin, f.First, f.Rerun)
	d.findings = append(d.findings, f)
}

func (d *diary) Unbound(u probes.Unbound) { fmt.Fprintf(d, "unbound %s\n%s", u.Field, u.Case) }
func (d *diary) Fault(f probes.Fault)     { fmt.Fprintf(d, "fault %s %s %s\n", f.Story, f.Kind, f.Detail) }
func (d *diary) End(e probes.End)         { d.end = e }

// run tells one run into a diary; each run has a gate of its own.
func run(t *testing.T, target spec.Target, o probes.Options) *diary {
	t.Helper()
	defer target.Close()
	d := &diary{}
	if err := probes.Run(target, o, d); err != nil {
		t.Fatal(err)
	}
	return d
}

func defect(t *testing.T, slug string) *defects.Defect {
	t.Helper()
	d, ok := defects.Find(slug)
	if !ok {
		t.Fatalf("no defect %s", slug)
	}
	return d
}

// The same seed plays the same histories and finds the same, on any number of cores. (How many were
// played depends on who remembers a sibling, and is no part of it.)
func TestOneSeedOneRun(t *testing.T) {
	gate := defect(t, "session-not-bound")
	o := probes.Options{Seed: 7, Checks: 100, Stories: []string{"sweep/other-session", "two-questions", "confirm-table", "continued", "drifted", "drawn-outcomes"}}
	seen := func(jobs int, seed uint64) *diary {
		o.Jobs, o.Seed = jobs, seed
		return run(t, gate.Target(), o)
	}
	alone, together := seen(1, 7), seen(2, 7)
	if alone.String() != together.String() {
		t.Errorf("alone\n%s\ntogether\n%s", alone, together)
	}
	if len(alone.findings) == 0 || alone.end.Families == 0 {
		t.Errorf("%d findings in %d stories: nothing was compared", len(alone.findings), alone.end.Families)
	}
	if other := seen(2, 8); other.String() == alone.String() {
		t.Error("another seed plays the same histories")
	}
}

// Two shards play together what one run plays.
func TestShardsTogetherAreTheRun(t *testing.T) {
	gate := defect(t, "session-not-bound")
	played := func(shard, shards int) map[string]int {
		d := run(t, gate.Target(), probes.Options{Seed: 7, Checks: 100, Jobs: 2, Shard: shard, Shards: shards,
			Stories: []string{"confirm-table", "two-questions", "continued", "drifted"}})
		out := map[string]int{}
		for _, s := range d.stories {
			out[fmt.Sprintf("%s/%d", s.Story, s.Chunk)] += s.Families
		}
		return out
	}
	whole, halves := played(0, 0), played(1, 2)
	for part, families := range played(2, 2) {
		if _, twice := halves[part]; twice {
			t.Errorf("%s is played in both shards", part)
		}
		halves[part] = families
	}
	if fmt.Sprint(whole) != fmt.Sprint(halves) || len(whole) < 4 {
		t.Errorf("whole %v, in two shards %v", whole, halves)
	}
}
