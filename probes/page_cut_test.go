package probes

import (
	"slices"
	"testing"

	"sameact/impl/reference"
	"sameact/mutations"
	"sameact/spec"
	"sameact/spec/law"
)

// The stories of the page, cut short by kills and crossed by other answers at drawn moments. Whatever comes first, the
// gate that obeys is accused of nothing, and the clauses about it are exercised.
func TestOurOwnGateIsNotAccusedOnPagesThatAreCutShort(t *testing.T) {
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	draws := 1200
	if testing.Short() {
		draws = 150
	}
	exercised := map[string]int{}
	for seed := range draws {
		pick := drawing(uint64(seed))
		base, ok := drawnStory(pick, target.Hello())
		if !ok {
			continue
		}
		script := crossedSomewhere(base, pick)
		if pick(2) == 1 {
			script = killedSomewhere(base, pick, target.Hello())
		}
		h, err := Play(target, script)
		if err != nil {
			continue // such an order cannot be played
		}
		v := law.Judge(h, target.Hello())
		for _, r := range v.Readings {
			exercised[r.Clause.Slug] += r.Exercised
		}
		if b := append(v.Broken(), v.Compound...); len(b) > 0 {
			t.Fatalf("seed %d: %s on %s: %s\n%s", seed, b[0].Clause.Slug, h[b[0].Event], b[0].Why, h)
		}
	}
	for _, slug := range []string{"crash-before-spend", "crash-after-spend", "other-process-continues", "one-winner", "one-use-under-race"} {
		if exercised[slug] == 0 {
			t.Errorf("%s was not exercised", slug)
		}
	}
}

// drawing draws numbers by a linear congruence; the same seed draws the same.
func drawing(seed uint64) mutations.Pick {
	x := seed*2862933555777941757 + 3037000493
	return func(n int) int {
		x = x*6364136223846793005 + 1442695040888963407
		return int((x >> 33) % uint64(n))
	}
}

func drawnStory(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
	all := slices.Concat(pageStories, compositeStories, handoffStories, seldomStories)
	base, ok := all[pick(len(all))].Write(pick, hello)
	return plainly(base), ok
}

// crossedSomewhere holds one line of a story while another process says something too.
func crossedSomewhere(base spec.History, pick mutations.Pick) spec.History {
	i := pick(len(base))
	if e := base[i]; e.Is(spec.VerbOpen) || e.Is(spec.VerbAt) {
		i = len(base) - 1
	}
	held := func(e spec.Event, process string) spec.Event {
		e.Process = process
		e.Fields = append(slices.Clone(e.Fields), spec.Field{Key: "pause", Value: spec.PauseEvery})
		return e
	}
	second := base[i]
	if s := second.Subject; s != "" && pick(3) > 0 {
		second = script(choose(pick, "allow "+s, "deny "+s, "always "+s, "finish "+s+" outcome=done person=acts", "finish "+s+" outcome=cancel", "clear", "end", "tick", "call "+s))[0]
	}
	out := append(base[:i:i].Clone(), held(base[i], "p1"))
	for range pick(3) {
		out = append(out, script("p1: go")...)
	}
	if out = append(out, held(second, "p2")); pick(5) == 0 {
		out = append(out, script("p2: go", "p2: crash")...)
	}
	for range 16 {
		out = append(out, script(choose(pick, "p1: go", "p2: go"))...)
	}
	return append(append(out, script("p1: go", "p2: go", "p1: go", "p2: go")...), base[i:]...)
}
