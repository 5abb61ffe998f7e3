package defects_test

import (
	"testing"

	"sameact/impl/defects"
	"sameact/impl/reference"
	"sameact/probes"
	"sameact/spec"
)

// TestWatchedTellsWhoMightDoOtherwise plays what obeys, and looks at whom it tells of: what departs has to be
// named, and what a defect has no part in should not be.
func TestWatchedTellsWhoMightDoOtherwise(t *testing.T) {
	const honest = "call m1 action=mail.send args={\"to\":\"finance@corp.example\"}\nallow m1\ncall m1"
	for _, c := range []struct {
		defect, script string
		departs        bool
		why            string
	}{
		{"agent-not-bound", honest, false, "the agent is the one that asked"},
		{"agent-not-bound", "call m1 action=mail.send\nallow m1\ncall m1 agent=a2", true, "a guard is missing that holds this back"},
		{"sub-agent-inherits", "call m1 action=mail.send\nallow m1\ncall m1 agent=a2", false, "a guard is worded otherwise, with the same end"},
		{"sub-agent-inherits", "call m1 action=mail.send\nallow m1\ncall m1 agent=a1.x", true, "with another end"},
		{"declared-ask-runs", honest, false, "nothing on the page"},
		{"declared-ask-runs", "open actions=[{\"id\":\"page.refund\",\"description\":\"Refund an order\",\"risk\":\"danger\",\"confirm\":\"ask\"}]\ncall m1 action=page.refund args={\"order\":7}", true, "a function has another answer"},
		{"nothing-is-cut", honest, true, "where a preview is cut is no function, so it's told wherever it might matter"},
		{"one-approves", "call m1 action=mail.send\ndecide m1 decision=1", true, "what counts as a yes"},
		{"one-approves", honest, false, "and what it has in common"},
		{"mismatch-burns", honest, false, "a statement more, at a moment that never comes"},
		{"mismatch-burns", "call m1 action=mail.send\nallow m1\ncall m1 args={\"to\":\"press@corp.example\"}", true, "and where it comes"},
		{"passes-by-a-busy-store", honest, false, "nothing befalls the store"},
		{"passes-by-a-busy-store", "call m1 action=mail.send\nallow m1\nstore busy\ncall m1", true, "a function that the gate doesn't have"},
	} {
		t.Run(c.defect+"/"+c.why, func(t *testing.T) {
			d, ok := defects.Find(c.defect)
			if !ok {
				t.Fatal("no such defect")
			}
			told := false
			gate := defects.Watched(d.Style, func(slug string) { told = told || slug == c.defect })
			defer gate.Close()
			script, err := spec.ParseHistory(c.script)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := probes.Play(gate, script); err != nil {
				t.Fatal(err)
			}
			if told != c.departs {
				t.Errorf("told: %v", told)
			}
		})
	}
}

// TestWatchedObeys plays the sweep against the gate that looks at all defects: it does what it would do unwatched.
func TestWatchedObeys(t *testing.T) {
	if testing.Short() {
		t.Skip("it tries every statement of every defect: half a minute under the race detector")
	}
	f := sweep(t, defects.Watched(reference.Resuming, func(string) {}))
	for _, c := range f.clauses {
		t.Errorf("%s in %s\n%s", c, f.whys[c], f.cases[c])
	}
}
