package replay

import (
	"slices"

	"sameact/probes"
	"sameact/spec"
)

// Shrink leaves out of a case whatever its broken promise does not need on this gate, and records what
// the gate does. It reports false where the case does not break its clause there; the case is then as
// it was.
func Shrink(t spec.Target, c spec.Case) (spec.Case, bool, error) {
	first, err := play(t, c.Lines.Script())
	if err != nil || !first.Breaks(c.About) {
		return c, false, err
	}
	small := probes.Shrink(c.Lines, probes.DefaultTries, func(h spec.History) bool {
		o, err := play(t, h)
		return err == nil && o.Breaks(c.About)
	})
	last, err := play(t, small)
	if err != nil {
		return c, false, err
	}
	c.Lines, c.Verdict = last.History, spec.Breaks
	if t.Hello().Has("resumes") && !slices.Contains(c.Needs, "resumes") {
		c.Needs = append(slices.Clone(c.Needs), "resumes")
	}
	if t.Hello().Has("batch-whole") && !slices.Contains(c.Needs, "batch-whole") {
		c.Needs = append(slices.Clone(c.Needs), "batch-whole")
	}
	return c, true, nil
}
