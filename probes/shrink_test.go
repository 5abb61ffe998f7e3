package probes_test

import (
	"strings"
	"testing"

	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// What shrinking promises is checked on predicates whose smallest script is known.
func TestShrinkEndsAtTheSmallest(t *testing.T) {
	long := spec.MustHistory(`open connectors=[{"id":"mail","ceiling":"admin"},{"id":"chat","enabled":false}]
call m1 action=mail.send args={"to":["finance@corp.example","press@corp.example"],"body":"Q3 is done","n":{"a":[1,2,3]}}
call m2 action=mail.delete args={"id":7}
allow m1
allow m2
at +5m
call m1 ~args={"to":["press@corp.example","board@corp.example"],"body":"Q3 is done","n":{"a":[1,2,3]}} agent=a1
call m2
turn calls=[["m3",{"action":"mail.send","args":{"to":["finance@corp.example"],"body":"Q3 is done"},"session":"s2"}],["m4",{"action":"mail.delete","args":{"id":7}}]]
allow m1 then=[["m5",{"action":"mail.read","args":{"id":7}}]]`)
	for _, c := range []struct {
		name, smallest, reason string
		broken                 func(spec.History) bool
	}{
		{"one line", "call m2\n", "a line alone is enough",
			func(h spec.History) bool { return strings.Contains(h.String(), "call m2") }},
		{"a pair", "allow m1\nallow m2\n", "neither line can go alone",
			func(h spec.History) bool { return strings.Contains(h.String(), "allow m1\nallow m2") }},
		{"two lines that go together only", "at +5m\n", "with one of the two gone it does not hold",
			func(h spec.History) bool {
				return strings.Contains(h.String(), "at +5m") && strings.Contains(h.String(), "allow m1") == strings.Contains(h.String(), "allow m2")
			}},
		{"one key", "call m1 agent=a1\n", "the other keys of the line do not matter",
			func(h spec.History) bool { return strings.Contains(h.String(), "agent=a1") }},
		{"a mark", "call m1 ~args={}\n", "the arguments do not matter, their mark does", func(h spec.History) bool { return h.Marked() }},
		{"an entry", `open connectors=[{"id":"chat","enabled":false}]` + "\n", "the other entry of the list does not matter",
			func(h spec.History) bool { return strings.Contains(h.String(), `"enabled":false`) }},
		{"a call of a list", `turn calls=[["m3",{"args":{"to":0}}]]` + "\n", "the other call, the other keys and most of the arguments do not matter",
			func(h spec.History) bool {
				_, turn, _ := strings.Cut(h.String(), "turn ")
				return strings.Contains(turn, "m3") && strings.Contains(turn, `"to":`)
			}},
		{"what comes next", `allow m1 then=[["m5",{}]]` + "\n", "what is asked for next does not matter", func(h spec.History) bool { return strings.Contains(h.String(), "m5") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := probes.Shrink(long, probes.DefaultTries, c.broken)
			if got.String() != c.smallest {
				t.Errorf("%s; want\n%sgot\n%s", c.reason, c.smallest, got)
			}
		})
	}
}

// Whatever is drawn: what comes out still breaks what was looked at, is not longer, keeps within its
// tries, and goes on to nothing smaller.
func TestShrinkKeepsAndNeverGrows(t *testing.T) {
	gate := defect(t, "arguments-not-bound")
	target := gate.Target()
	defer target.Close()
	hello := target.Hello()
	drifted, _ := probes.FindStory("drifted-and-continued")
	tried, enough := 0, 12
	if testing.Short() {
		enough = 3
	}
	for i := 0; tried < enough && i < 4000; i++ {
		written, _ := drifted.Write(dice(uint64(i)), hello)
		script, ok := probes.Told(written, hello)
		if !ok || len(script) == 0 {
			continue
		}
		broken := func(h spec.History) bool {
			got, err := probes.Play(target, h)
			return err == nil && len(law.Judge(got, hello).Of("same-arguments").Breaches) > 0
		}
		if !broken(script) {
			continue
		}
		tried++
		left := 200
		least := probes.Shrink(script, left, func(h spec.History) bool { left--; return broken(h) })
		if left < 0 {
			t.Errorf("%d tries more than allowed", -left)
		}
		if !broken(least) {
			t.Errorf("was broken, and is not any more\n%s%s", script, least)
		}
		if len(least) > len(script) || len(least.String()) > len(script.String()) {
			t.Errorf("grew from\n%sto\n%s", script, least)
		}
		if again := probes.Shrink(least, 200, broken); left > 0 && again.String() != least.String() {
			t.Errorf("once\n%stwice\n%s", least, again)
		}
	}
	if tried < enough {
		t.Errorf("only %d stories broke anything, want %d", tried, enough)
	}
}
