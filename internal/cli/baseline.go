package cli

import (
	"os"
	"path/filepath"
	"strings"

	"sameact/internal/command"
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
	return nil
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
