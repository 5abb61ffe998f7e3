package systems

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sameact/internal/adapter"
	"sameact/reports"
	"sameact/spec/law"
)

// Schema names the form of systems.json.
const Schema = "sameact.systems/1"

// A Store is what was published: systems.json. The pages are made of it, and of nothing else.
type Store struct {
	Schema  string `json:"schema"`
	Systems []Row  `json:"systems"` // in order of their ids
}

// A Row is what was observed of one system, on one day.
type Row struct {
	ID            string               `json:"id"` // NAME or NAME/VARIANT
	System        string               `json:"system"`
	About         string               `json:"about"`
	Date          string               `json:"date"`
	Harness       string               `json:"harness,omitempty"` // its commit
	Packages      map[string]string    `json:"packages"`
	Documentation string               `json:"documentation"`
	Holds         string               `json:"holds"` // the pending call: client or server
	Control       bool                 `json:"control,omitempty"`
	Binds         []string             `json:"binds"`
	Unbound       []reports.RunUnbound `json:"unbound"`
	Undeclared    []Undeclared         `json:"undeclared"`
	Totals        reports.Totals       `json:"totals"`
	Chapters      []Chapter            `json:"chapters"`
	Untestable    []string             `json:"untestable"` // clauses that are declared, and could not be exercised
	Findings      []Finding            `json:"findings"`
	Seed          uint64               `json:"seed"`
	Histories     int                  `json:"histories"`
	DurationMs    int64                `json:"durationMs"`

	summary string
}

// An Undeclared is what a system has no notion of, and where that was read.
type Undeclared struct {
	What string `json:"what"`
	Why  string `json:"why"`
	URL  string `json:"url"`
}

// A Chapter counts a chapter's clauses by what became of them.
type Chapter struct {
	Chapter string `json:"chapter"`
	reports.Totals
}

// A Finding is one broken promise, with the smallest case that shows it.
type Finding struct {
	Clause      string `json:"clause"`
	Chapter     string `json:"chapter"`
	Level       string `json:"level"`
	Sentence    string `json:"sentence"`
	Why         string `json:"why"`
	Approved    string `json:"approved,omitempty"`
	Presented   string `json:"presented,omitempty"`
	Happened    string `json:"happened,omitempty"`
	Event       int    `json:"event"`
	Case        string `json:"case"`
	Twin        string `json:"twin,omitempty"`
	Fingerprint string `json:"fingerprint"`
	File        string `json:"file"`  // the case, below reports/systems
	Times       int    `json:"times"` // it was played again
	Shown       int    `json:"shown"` // and was seen again
	Rerun       string `json:"rerun"`
	Duty        *Note  `json:"duty,omitempty"`    // what the documentation says of it
	Tracked     *Note  `json:"tracked,omitempty"` // what the makers say of it
}

// A Note is what is said somewhere of something that was observed.
type Note struct {
	Says string `json:"says"`
	URL  string `json:"url"`
}

// rowOf is what a run observed of a system.
func rowOf(s adapter.System, run *reports.Run) Row {
	r := Row{ID: s.ID(), System: s.Manifest.System, About: s.About, Packages: s.Packages, Documentation: s.Documentation, Holds: s.Holds, Control: s.IsControl(),
		Binds: run.Target.Binds, Unbound: run.Target.Unbound, Undeclared: []Undeclared{}, Totals: run.Totals, Untestable: []string{}, Findings: []Finding{},
		Seed: run.Seed, Histories: run.Histories, DurationMs: run.DurationMs, summary: run.Summary()}
	for _, u := range s.Undeclared {
		r.Undeclared = append(r.Undeclared, Undeclared(u))
	}
	for _, name := range law.Chapters {
		r.Chapters = append(r.Chapters, Chapter{name, run.TotalsOf(name)})
	}
	for _, c := range run.Clauses {
		if c.Status == reports.Untestable {
			r.Untestable = append(r.Untestable, c.ID)
		}
		for _, f := range c.Findings {
			r.Findings = append(r.Findings, Finding{Clause: c.ID, Chapter: c.Chapter, Level: c.Level, Sentence: c.Sentence, Why: f.Why, Approved: f.Approved,
				Presented: f.Presented, Happened: f.Happened, Event: f.Event, Case: f.Case, Twin: f.Twin, Fingerprint: reports.Fingerprint(f.Case), Rerun: f.Rerun, Duty: noteOf(s.Duties, c.ID), Tracked: noteOf(s.Tracked, c.ID)})
		}
	}
	return r
}

func noteOf(notes []adapter.Note, clause string) *Note {
	for _, n := range notes {
		if n.Clause == clause {
			return &Note{n.Says, n.URL}
		}
	}
	return nil
}

// Name is the adapter's name, which its variants share.
func (r Row) Name() string {
	name, _, _ := strings.Cut(r.ID, "/")
	return name
}

// replace puts what was observed of an adapter's systems in the place of what was published of them. Other rows stay.
func (s *Store) replace(name string, rows []Row) {
	s.Systems = slices.DeleteFunc(s.Systems, func(r Row) bool { return r.Name() == name })
	s.Systems = append(s.Systems, rows...)
	slices.SortStableFunc(s.Systems, func(a, b Row) int { return strings.Compare(a.Name(), b.Name()) })
}

func readStore(dir string) (*Store, error) {
	path := filepath.Join(dir, "systems.json")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Store{Schema: Schema}, nil
	}
	s := &Store{}
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if s.Schema != Schema {
		return nil, fmt.Errorf("%s: schema %q, and this program writes %q; hint: publish all systems anew", path, s.Schema, Schema)
	}
	return s, nil
}

// write writes the store, its pages and its cases, and takes away the cases that are in it no more.
func (s *Store) write(dir string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(s); err != nil {
		return err
	}
	if err := save(filepath.Join(dir, "systems.json"), b.String()); err != nil {
		return err
	}
	for name, text := range s.pages() {
		if err := save(filepath.Join(dir, name), text); err != nil {
			return err
		}
	}
	return s.writeCases(dir)
}

func (s *Store) writeCases(dir string) error {
	belongs := map[string]bool{}
	for _, r := range s.Systems {
		for _, f := range r.Findings {
			path := filepath.Join(dir, filepath.FromSlash(f.File))
			belongs[path] = true
			if err := save(path, f.Case); err != nil {
				return err
			}
		}
	}
	err := filepath.WalkDir(filepath.Join(dir, "cases"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || belongs[path] || filepath.Ext(path) != ".case" {
			return err
		}
		return os.Remove(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was found anywhere
	}
	return err
}
