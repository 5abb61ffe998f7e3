package probes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sameact/impl/reference"
	"sameact/mutations"
	"sameact/probes"
)

// What shows only after four operations in one order is found by the exhaustive story, and by nothing else that a
// sweep plays.
func TestWhatOnlyDepthFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the whole sweep; left out with -short")
	}
	gate := defect(t, "third-attempt-runs")
	others := []string{}
	for _, m := range mutations.All {
		others = append(others, probes.SweepSlug+"/"+m.Slug)
	}
	for _, s := range probes.Stories {
		others = append(others, s.Slug)
	}
	if d := run(t, gate.Target(), probes.Options{SweepOnly: true, Alone: true, Stories: others}); len(d.findings) > 0 || d.end.Families < 1000 {
		t.Errorf("%d findings in %d other stories\n%s", len(d.findings), d.end.Families, d)
	}
	d := run(t, gate.Target(), probes.Options{SweepOnly: true, Alone: true, Stories: []string{probes.ExhaustiveSlug}})
	if want := []probes.Exhausted{{Depth: 3, Sequences: 107}, {Depth: 4, Sequences: 1085}}; !slices.Equal(d.end.Exhausted, want) {
		t.Errorf("played %v, want %v: depth 4 only because depth 3 finds nothing", d.end.Exhausted, want)
	}
	if len(d.findings) != 1 || d.findings[0].Clause != "pending-runs-nothing" || d.findings[0].Story != probes.ExhaustiveSlug {
		t.Fatalf("found %v", d)
	}
	f := d.findings[0]
	if n := len(f.Case.Lines.Script()); n != 4 {
		t.Errorf("the smallest story has %d lines\n%s", n, f.Case.Lines)
	}
	if f.Rerun != "probe run TARGET --clause pending-runs-nothing --story exhaustive" {
		t.Errorf("again: %s", f.Rerun)
	}
}

// A gate that is swept and breaks something at once is not played deeper: the proof plays many of them.
func TestWhatIsFoundAtOnceIsNotSearchedFor(t *testing.T) {
	d := run(t, defect(t, "pending-runs").Target(), probes.Options{SweepOnly: true, Alone: true, Stories: []string{probes.ExhaustiveSlug}})
	if want := []probes.Exhausted{{Depth: 3, Sequences: 107}}; !slices.Equal(d.end.Exhausted, want) || len(d.findings) == 0 {
		t.Errorf("played %v, found %d", d.end.Exhausted, len(d.findings))
	}
}

// By name the story goes deeper until time is up, or until nothing is left to find.
func TestHowDeepTheStoryGoes(t *testing.T) {
	for _, row := range []struct {
		gate   string
		o      probes.Options
		depths []int
		reason string
	}{
		{"", probes.Options{Time: 1}, []int{1, 2, 3}, "no time is left, and three operations are played in any case"},
		{"third-attempt-runs", probes.Options{Time: time.Hour, Clauses: []string{"pending-runs-nothing"}}, []int{1, 2, 3, 4}, "the only clause that is judged is broken"},
		{"pending-runs", probes.Options{Time: time.Hour, Clauses: []string{"pending-runs-nothing"}}, []int{1, 2}, "it is broken after two"},
	} {
		target := reference.New(reference.Obeying(reference.RePresent))
		if row.gate != "" {
			target = defect(t, row.gate).Target()
		}
		row.o.Stories = []string{probes.ExhaustiveSlug}
		var depths []int
		for _, x := range run(t, target, row.o).end.Exhausted {
			depths = append(depths, x.Depth)
		}
		if !slices.Equal(depths, row.depths) {
			t.Errorf("%s: depths %v, want %v", row.reason, depths, row.depths)
		}
	}
}

// A plain run plays one depth whole, in both styles, and finds nothing in what obeys.
func TestThePlainDepth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, and runs nothing at once that others don't")
	}
	for style, plain := range map[reference.Style]int{reference.RePresent: 1085, reference.Resuming: 2062} {
		d := run(t, reference.New(reference.Obeying(style)), probes.Options{SweepOnly: true, Stories: []string{probes.ExhaustiveSlug}})
		if n := d.end.Exhausted[len(d.end.Exhausted)-1]; n != (probes.Exhausted{Depth: 4, Sequences: plain}) || len(d.findings) > 0 {
			t.Errorf("%s: %v, want %d sequences\n%s", style, n, plain, d)
		}
		exercised := 0
		for _, s := range d.stories {
			exercised += s.Exercised["one-use"].Count
		}
		if exercised == 0 {
			t.Errorf("%s: nothing was exercised", style)
		}
	}
}

// On any number of cores the story finds the same, and two shards play what one run plays.
func TestTheStoryIsDivided(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, and runs nothing at once that others don't")
	}
	played := func(jobs, shard, shards int) *diary {
		return run(t, defect(t, "third-attempt-runs").Target(), probes.Options{Jobs: jobs, Shard: shard, Shards: shards, SweepOnly: true, Tries: -1, Stories: []string{probes.ExhaustiveSlug}})
	}
	parts := func(diaries ...*diary) (out []string) {
		for _, d := range diaries {
			for _, s := range d.stories {
				out = append(out, fmt.Sprintf("%d: %d", s.Chunk, s.Families))
			}
		}
		slices.Sort(out)
		return out
	}
	alone, together := played(1, 0, 0), played(2, 0, 0)
	if alone.String() != together.String() {
		t.Errorf("alone\n%s\ntogether\n%s", alone, together)
	}
	if whole, halves := parts(alone), parts(played(1, 1, 2), played(2, 2, 2)); !slices.Equal(whole, halves) || len(whole) < 10 {
		t.Errorf("whole %v, in shards %v", whole, halves)
	}
}

// A sparing run leaves the exhaustive story out; by name it is played all the same.
func TestWhatASparingRunLeavesOut(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, and runs nothing at once that others don't")
	}
	for _, row := range []struct {
		o      probes.Options
		depths int
		reason string
	}{
		{probes.Options{Sparing: true, Stories: []string{probes.ExhaustiveSlug}}, 2, "it was asked for by name"},
		{probes.Options{Sparing: true}, 0, "a gate that takes long"},
	} {
		row.o.SweepOnly, row.o.Alone = true, true
		d := run(t, defect(t, "pending-runs").Target(), row.o)
		if n := len(d.end.Exhausted); n > row.depths || (n == 0) != (row.depths == 0) || len(d.findings) == 0 {
			t.Errorf("%s: played %v, found %d", row.reason, d.end.Exhausted, len(d.findings))
		}
	}
}

// What a sparing run plays of the rest is a part of what a plain one plays, and not nothing.
func TestASparingRunPlaysAPart(t *testing.T) {
	if testing.Short() {
		t.Skip("plays two runs")
	}
	histories := func(sparing bool) map[string]int {
		out := map[string]int{}
		for _, s := range run(t, defect(t, "pending-runs").Target(), probes.Options{Alone: true, Checks: 100, Sparing: sparing}).stories {
			story, _, _ := strings.Cut(s.Story, "/")
			out[story] += s.Histories
		}
		return out
	}
	plain, sparing := histories(false), histories(true)
	for _, story := range []string{probes.SweepSlug, "drawn-outcomes"} {
		if n := sparing[story]; n == 0 || n >= plain[story] {
			t.Errorf("of %s a sparing run plays %d histories, a plain one %d", story, n, plain[story])
		}
	}
}
