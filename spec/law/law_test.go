package law

import "testing"

func TestLawIsWhole(t *testing.T) {
	must, should := 0, 0
	seen := map[string]bool{}
	for _, c := range Law {
		if seen[c.Slug] {
			t.Errorf("%s stands twice", c.Slug)
		}
		seen[c.Slug] = true
		if c.Level == Must {
			must++
		} else {
			should++
		}
		if c.Sentence == "" || c.Harm == "" || c.Source == "" {
			t.Errorf("%s: sentence, harm and source are part of a clause", c.Slug)
		}
		if c.Sees == nil && c.Reads == nil && c.Slug != "honest-approval-runs" {
			t.Errorf("%s neither sees nor reads", c.Slug)
		}
	}
	t.Logf("%d MUST, %d SHOULD", must, should)
}
