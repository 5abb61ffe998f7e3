package probes_test

import (
	"testing"

	"sameact/impl/defects"
	"sameact/probes"
	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// A gate that looks first and uses later is seen in every forced round in which both have looked before one goes on.
func TestEveryForcedRoundShowsCheckThenAct(t *testing.T) {
	for _, slug := range []string{"read-then-spent", "locked-inside-one-process"} {
		t.Run(slug, func(t *testing.T) {
			target := defect(t, slug).Target()
			defer target.Close()
			forced, rest := 0, 0
			for _, script := range races(t, target.Hello()) {
				h, err := probes.Play(target, script)
				if err != nil {
					t.Fatal(err)
				}
				shown := len(law.Judge(h, target.Hello(), order.Check).Of("one-use-under-race").Breaches) > 0
				switch {
				case !bothLook(script):
					rest++
				case !shown:
					t.Errorf("this round does not show it:\n%s", h)
				default:
					forced++
				}
			}
			if forced < 3 || rest == 0 {
				t.Errorf("%d rounds were forced, %d were not", forced, rest)
			}
		})
	}
}

// races are two presentations of one approval in every order of the points at which a gate can be held.
func races(t *testing.T, hello spec.Hello) (out []spec.History) {
	t.Helper()
	raced, _ := probes.FindStory("raced")
	seen := map[string]bool{}
	for n := range 1 << 8 {
		first := true
		script, ok := raced.Write(func(of int) int {
			if first {
				first = false
				return 0 // of the rivals the first: two presentations
			}
			c := n & 1 % of
			n >>= 1
			return c
		}, hello)
		if key := script.String(); ok && !seen[key] {
			seen[key] = true
			out = append(out, script)
		}
	}
	return out
}

// bothLook reports whether the second begins before the first goes on.
func bothLook(script spec.History) bool {
	for _, e := range script {
		switch {
		case e.Process == "p2" && e.Is(spec.VerbCall):
			return true
		case e.Is(spec.VerbGo):
			return false
		}
	}
	return false
}

// Where nobody says who comes first it is seen too, in one of the first thousands of rounds.
func TestRandomRoundsShowCheckThenAct(t *testing.T) {
	d, _ := defects.Find("read-then-spent")
	for seed := range uint64(20) {
		found := run(t, d.Target(), probes.Options{Stories: []string{"raced-at-random"}, Checks: 1000, Tries: -1, Jobs: 1, Seed: seed})
		for _, f := range found.findings {
			if f.Clause == "one-use-under-race" {
				return
			}
		}
	}
	t.Error("no round showed it")
}
