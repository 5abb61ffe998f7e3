package prove

import (
	"fmt"
	"sync"

	"sameact/probes"
	"sameact/reports"
)

// A defect does in most stories what the gate does that it is made of. Where that is known, the story is not played
// against it: what it shows is known.

// A reach says which defects might do otherwise than the gate that they are made of, in each script of the sweep.
type reach map[probes.Turn]map[string]bool

// A watcher collects a reach while a gate is played.
type watcher struct {
	mu    sync.Mutex
	reach reach
	now   map[string]bool
}

// begin is told of each script before it is played.
func (w *watcher) begin(t probes.Turn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = map[string]bool{}
	w.reach[t] = w.now
	return false
}

func (w *watcher) departs(defect string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now[defect] = true
}

// watching takes longer than a sweep, because all defects are looked at: the limit is so many times that of one.
const watching = 10

// watchAll plays the sweep against each reference that can be watched, and keeps what it reaches, or why it can't say.
func (o Options) watchAll(references []Subject) (map[string]reach, map[string]error) {
	found, failed := make([]reach, len(references)), make([]error, len(references))
	var work []func()
	for i, s := range references {
		if s.Watched != nil {
			work = append(work, func() { found[i], failed[i] = o.watch(s) })
		}
	}
	o.atOnce(work)
	reaches, errs := map[string]reach{}, map[string]error{}
	for i, s := range references {
		reaches[s.ID], errs[s.ID] = found[i], failed[i]
	}
	return reaches, errs
}

func (o Options) watch(s Subject) (reach, error) {
	w, log := &watcher{reach: reach{}, now: map[string]bool{}}, reports.NewLog(nil)
	gate := s.Watched(w.departs)
	log.Add(begin(s.ID, gate.Hello()))
	o.Limit *= watching
	timedOut, err := o.sweep(gate, probes.Options{Target: s.ID, Tries: -1, Alone: true, Spare: w.begin}, log)
	if timedOut {
		return nil, fmt.Errorf("it takes longer than %v", o.Limit)
	}
	if err != nil {
		return nil, err
	}
	entries, _ := log.Entries()
	run, err := reports.Fold(entries)
	if err != nil {
		return nil, err
	}
	for _, f := range run.Faults {
		return nil, fmt.Errorf("%s in %s: %s", f.Kind, f.Story, f.Detail)
	}
	for _, c := range run.Clauses {
		for _, f := range c.Findings {
			return nil, fmt.Errorf("a finding about %s in %s", c.ID, f.Story)
		}
	}
	return w.reach, nil
}

// spares are the stories that need not be played against a subject.
func (o Options) spares(s Subject) func(probes.Turn) bool {
	r := o.reaches[s.Of]
	if s.Of == "" || r == nil {
		return nil
	}
	return func(t probes.Turn) bool {
		departs, known := r[t]
		return known && !departs[s.ID]
	}
}
