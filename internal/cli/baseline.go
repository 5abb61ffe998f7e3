package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sameact/internal/command"
	"sameact/internal/target"
	"sameact/reports"
)

// readBaseline reads what the run is held against. A run that would write that file itself is wrong usage: it would
// know whatever it finds.
func (r *runCommand) readBaseline() error {
	written := map[string]string{"--keep": r.Keep}
	for _, s := range r.Report {
		if _, path, ok := strings.Cut(s, "="); ok {
			written["--report "+s] = path
		}
	}
	for flag, path := range written {
		if path != "" && samePath(path, r.Baseline) {
			return command.Usage("%s: the run is held against this file, and does not write it; hint: another file, then read it and take over what you know", flag)
		}
	}
	f, err := os.Open(r.Baseline)
	if err != nil {
		return command.Usage("--baseline: %w; hint: --report baseline=FILE drafts one", err)
	}
	defer f.Close()
	if r.known, err = reports.ReadBaseline(r.Baseline, f); err != nil {
		return command.Usage("--baseline: %w", err)
	}
	return r.checkVariants()
}

// checkVariants finds an entry about a variant that the target does not have: no run would ever look at it.
func (r *runCommand) checkVariants() error {
	hint := "leave variant out"
	of := quoted(r.Target) + " is no adapter"
	names := []string{""}
	if target.IsAdapter(r.Target) {
		s, err := target.Adapter(r.Target)
		if err != nil {
			return command.Usage("%w", err)
		}
		of = s.Manifest.Name + " has none of that name"
		if variants := s.Manifest.VariantNames(); len(variants) > 0 {
			names = append(names, variants...)
			hint = "one of " + strings.Join(variants, ", ") + ", or none for the adapter itself"
		}
	}
	for _, k := range r.known.Known {
		if !slices.Contains(names, k.Variant) {
			return command.Usage("--baseline: %s:%d: variant: %q, and %s; hint: %s", r.Baseline, k.Line, k.Variant, of, hint)
		}
	}
	return nil
}

// tellBaseline says what is not as the baseline has it, where no report on standard output does: each with the line to change.
func (r *runCommand) tellBaseline(c *console, run *reports.Run, outs outputs) {
	w := c.out
	switch {
	case run.Baseline == nil || !r.Quiet && !outs.drafted():
		return
	case outs.drafted():
		w = c.err // standard output is the draft
	case outs.printed():
		return
	}
	for _, wrong := range run.Baseline.Wrong {
		fmt.Fprintln(w, "baseline:", reports.Legible(wrong))
	}
}

// samePath reports whether two paths are one file, by whatever way they lead to it.
func samePath(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	if err1 == nil && err2 == nil && os.SameFile(x, y) {
		return true
	}
	one, err1 := filepath.Abs(a)
	other, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && one == other
}
