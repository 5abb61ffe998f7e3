// Package record writes what a run finds into its log.
package record

import (
	"errors"

	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

// A Sink turns what a run tells into entries of its log. Played and Found may be nil.
type Sink struct {
	Log    *reports.Log
	Played func(story string, histories int)
	Found  func()
}

func (s Sink) Story(d probes.StoryDone) {
	e := reports.Story{ID: d.Story, Chunk: d.Chunk, Histories: d.Histories, Calls: d.Calls, Kills: d.Kills, Inconclusive: d.Inconclusive, DurationMs: d.DurationMs, Exercised: map[string]reports.Exercise{}}
	for slug, x := range d.Exercised {
		e.Exercised[slug] = reports.Exercise(x)
	}
	s.Log.Add(e.Entry())
	if s.Played != nil {
		s.Played(d.Story, d.Histories)
	}
}

func (s Sink) Finding(f probes.Finding) {
	s.Log.Add(reports.Finding{Clause: f.Clause, Story: f.Story, Why: f.Why, Event: f.Event, Case: f.Case.String(), Twin: f.Twin.String(), Rerun: f.Rerun,
		First: f.First.String(), Holds: f.Holds, Approved: f.Approved, Presented: f.Presented, Diff: f.Diff, Happened: f.Happened}.Entry())
	if s.Found != nil {
		s.Found()
	}
}

func (s Sink) Unbound(u probes.Unbound) { s.Log.Add(reports.Unbound(u).Entry()) }
func (s Sink) Fault(f probes.Fault)     { s.Log.Add(reports.Fault(f).Entry()) }

func (s Sink) End(e probes.End) {
	s.Log.Add(reports.End{Histories: e.Histories, Calls: e.Calls, Kills: e.Kills, Stories: e.Families, Voided: e.Voided, DurationMs: e.DurationMs}.Entry())
}

// Start is what a log begins with: the clauses that are judged, each with the reason for which this
// gate need not be, and the stories.
func Start(target string, hello spec.Hello, clauses []*law.Clause, stories []string) reports.Start {
	s := reports.Start{Target: target, Name: hello.Gate.Name, Version: hello.Gate.Version, Spec: hello.Protocol, Binds: hello.Binds, Stories: stories}
	for _, c := range clauses {
		s.Clauses = append(s.Clauses, reports.ClauseStart{ID: c.Slug, Chapter: c.Chapter, Level: string(c.Level), Sentence: c.Sentence, Skip: c.Missing(hello)})
	}
	return s
}

// Broken is a target that could not be shaken hands with, or a run that broke off, as an entry: an
// adapter's fault by its kind, anything else as ours.
func Broken(err error) reports.Entry {
	var f *spec.Fault
	if errors.As(err, &f) {
		return reports.Fault{Kind: f.Kind, Detail: f.Detail, Stderr: f.Stderr}.Entry()
	}
	return reports.Fault{Kind: "unusable", Detail: err.Error()}.Entry()
}
