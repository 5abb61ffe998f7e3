package systems

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sameact/internal/adapter"
	"sameact/internal/judge"
	"sameact/internal/target"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
)

// seed is that of a plain run, so that what is published is what the command shows.
const seed = 1

// Judge plays a plain run on a system that is installed, or some stories only, and holds it against a baseline where there is
// one. Faults of the system are in the run; an error is one of ours, or a manifest that its program does not keep to.
func Judge(s adapter.System, known *reports.Baseline, stories ...string) (*reports.Run, error) {
	t, err := target.Resolver{}.System(s, s.Target())
	if err != nil {
		return nil, err
	}
	defer t.Close()
	return judgeOn(t, s, known, stories)
}

func judgeOn(t spec.Target, s adapter.System, known *reports.Baseline, stories []string) (*reports.Run, error) {
	run := judge.Run{Name: s.Target(), Options: probes.Options{Target: s.Target(), Seed: seed, Stories: stories}, Known: known}
	run.Defaults(s)
	log := reports.NewLog(nil)
	if err := run.On(t, log); err != nil {
		return nil, err
	}
	entries, err := log.Entries()
	if err != nil {
		return nil, err
	}
	return reports.Fold(entries)
}

// Baseline reads what is known of a manifest's systems: nothing where there is no file.
func Baseline(m *adapter.Manifest) (*reports.Baseline, error) {
	path := filepath.Join(m.Dir, "baseline.json")
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &reports.Baseline{File: path}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return reports.ReadBaseline(path, f)
}
