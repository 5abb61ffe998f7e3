// Package judge plays a run against a target and writes its log: what the command, the tests of adapters and the published
// pages have in common.
package judge

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sameact/internal/adapter"
	"sameact/internal/doctor"
	"sameact/internal/record"
	"sameact/internal/target"
	"sameact/mutations"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

// A Run is what is to be played. The zero value of its options is a plain run.
type Run struct {
	Name     string // of the target, as it was written
	Options  probes.Options
	Strict   bool
	System   *adapter.System // where the target is an adapter
	Known    *reports.Baseline
	Resolver target.Resolver
	Played   func(story string, histories int)
	Found    func()
}

// Defaults takes over from an adapter's manifest what the run does not say itself.
func (r *Run) Defaults(s adapter.System) {
	r.System = &s
	if r.Options.Checks == 0 {
		r.Options.Checks = s.ChecksOr(0)
	}
	r.Options.Sparing = s.IsSparing()
}

// Clauses are those that are judged: all, or those of the chapters and clauses named.
func (r Run) Clauses() (out []*law.Clause) {
	o := r.Options
	for _, l := range law.Law {
		if len(o.Chapters)+len(o.Clauses) == 0 || slices.Contains(o.Chapters, l.Chapter) || slices.Contains(o.Clauses, l.Slug) {
			out = append(out, l)
		}
	}
	return out
}

// On plays everything on a target, into the log, which has an end afterwards. The error says that the run broke off.
func (r Run) On(t spec.Target, log *reports.Log) error {
	log.Add(r.start(t.Hello()).Entry())
	if wrong := doctor.Misspelt(t.Hello()); len(wrong) > 0 {
		r.end(log, fmt.Errorf("its declaration: %s; hint: probe doctor %s", strings.Join(wrong, "; "), r.Options.Target))
		return nil
	}
	o := r.Options
	var err error
	if o.Processes, err = r.processes(t); err != nil {
		r.end(log, err)
		return nil
	}
	if o.Processes != nil && o.Processes != t {
		defer o.Processes.Close()
	}
	return probes.Run(t, o, record.Sink{Log: log, Played: r.Played, Found: r.Found})
}

// Broke writes the log of a run whose target could not be shaken hands with.
func (r Run) Broke(err error, log *reports.Log) {
	log.Add(r.start(spec.Hello{}).Entry())
	r.end(log, err)
}

func (r Run) end(log *reports.Log, err error) {
	log.Add(record.Broken(err))
	log.Add(reports.End{}.Entry())
}

// processes is a gate of ours as a program too, where something is judged that only processes show.
func (r Run) processes(t spec.Target) (spec.Target, error) {
	if !slices.ContainsFunc(r.Clauses(), func(l *law.Clause) bool { return l.Chapter == "durability" }) {
		return nil, nil
	}
	return r.Resolver.Processes(r.Name, t)
}

func (r Run) start(hello spec.Hello) reports.Start {
	stories := r.Options.Stories
	if len(stories) == 0 {
		stories = StorySlugs()
	}
	required := hello
	required.Binds = append(slices.Clone(hello.Binds), r.Options.Require...)
	s := record.Start(r.Name, required, r.Clauses(), stories)
	s.Binds = hello.Binds
	s.Seed, s.Strict, s.Partial = r.Options.Seed, r.Strict, len(r.Options.Stories) > 0 && len(r.Options.Clauses) == 0
	s.Started = time.Now().UTC().Format(time.RFC3339)
	if r.System != nil {
		s.Variant = r.System.Variant
	}
	if r.Known != nil {
		known := *r.Known
		known.Whole = len(r.Options.Stories) == 0
		s.Baseline = &known
	}
	return s
}

// StorySlugs are the stories by their own names: the sweep, and each that is written down.
func StorySlugs() []string {
	out := []string{probes.SweepSlug, probes.ExhaustiveSlug}
	for _, s := range probes.Stories {
		out = append(out, s.Slug)
	}
	return out
}

// StoryNames are the stories and their parts.
func StoryNames() []string {
	out := StorySlugs()
	for _, m := range mutations.All {
		out = append(out, probes.SweepSlug+"/"+m.Slug)
	}
	return out
}
