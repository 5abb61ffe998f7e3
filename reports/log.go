package reports

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// LogSchema names the log's form: JSON, an entry a line, the first of type start, the last of type end.
const LogSchema = "sameact.log/1"

// Types of entries.
const (
	TypeStart   = "start"   // what is judged, and by which clauses
	TypeStory   = "story"   // one chunk of a story was played
	TypeFinding = "finding" // a clause was broken
	TypeUnbound = "unbound" // a field that the gate does not tell apart
	TypeFault   = "fault"   // the target or the harness broke
	TypeEnd     = "end"     // the run is complete
)

// An Entry is one fact of a run. Type says which of the other fields is set.
type Entry struct {
	Type    string   `json:"type"`
	Start   *Start   `json:"start,omitempty"`
	Story   *Story   `json:"story,omitempty"`
	Finding *Finding `json:"finding,omitempty"`
	Unbound *Unbound `json:"unbound,omitempty"`
	Fault   *Fault   `json:"fault,omitempty"`
	End     *End     `json:"end,omitempty"`
}

// A Start says what is judged, how, and by which clauses: enough to fold the log without the law.
type Start struct {
	Schema  string        `json:"schema"`
	Target  string        `json:"target"` // as the command names it
	Name    string        `json:"name,omitempty"`
	Version string        `json:"version,omitempty"`
	Spec    string        `json:"spec,omitempty"` // version of the protocol that the gate speaks
	Binds   []string      `json:"binds,omitempty"`
	Seed    uint64        `json:"seed"`
	Started string        `json:"started"`           // RFC 3339
	Strict  bool          `json:"strict,omitempty"`  // SHOULD counts like MUST
	Partial bool          `json:"partial,omitempty"` // only some stories are played: where they exercise anything, a clause that they do not is skipped
	Clauses []ClauseStart `json:"clauses"`
	Stories []string      `json:"stories"`

	Variant  string    `json:"variant,omitempty"`  // of an adapter's manifest
	Baseline *Baseline `json:"baseline,omitempty"` // that the run is held against
}

// A ClauseStart is a clause as far as a report needs it.
type ClauseStart struct {
	ID       string `json:"id"`
	Chapter  string `json:"chapter"`
	Level    string `json:"level"`
	Sentence string `json:"sentence"`
	Skip     string `json:"skip,omitempty"` // why the gate need not be judged by it: what it has not declared
}

// A Story is one chunk of a story: how much was played and what it exercised.
type Story struct {
	ID           string              `json:"id"`
	Chunk        int                 `json:"chunk"`
	Histories    int                 `json:"histories"`
	Calls        int                 `json:"calls"`
	Kills        int                 `json:"kills,omitempty"`
	Exercised    map[string]Exercise `json:"exercised,omitempty"`    // by clause
	Inconclusive []string            `json:"inconclusive,omitempty"` // clauses of which nothing could be said
	DurationMs   int64               `json:"durationMs"`
}

// An Exercise is how often a clause was exercised, by how many scripts that had not been met before.
type Exercise struct {
	Count   int `json:"count"`
	Scripts int `json:"scripts"`
}

// A Finding is a broken clause with its smallest story, told for people and kept for programs.
type Finding struct {
	Clause string `json:"clause"`
	Story  string `json:"story"`
	Why    string `json:"why"`
	Event  int    `json:"event"` // line of the case's history that broke the promise, from 0
	Case   string `json:"case"`  // the smallest history found, as a case file
	Twin   string `json:"twin"`  // the same without its change
	Rerun  string `json:"rerun"` // the command that shows it again
	First  string `json:"first"` // the history in which it was seen first
	Holds  string `json:"holds,omitempty"`

	Approved  string `json:"approved,omitempty"`  // what the person said yes to
	Presented string `json:"presented,omitempty"` // what was presented afterwards
	Diff      string `json:"diff,omitempty"`      // what differs between the two
	Happened  string `json:"happened,omitempty"`  // what the gate did
	Picture   string `json:"picture,omitempty"`   // the file that draws it, where one was saved
}

// An Unbound is a field whose change a gate let pass and that it never promised to tell apart.
type Unbound struct {
	Field string `json:"field"`
	Case  string `json:"case"`
}

// A Fault is a misbehaving target, or a harness that broke; it is never a verdict.
// A fault without a story is one of the handshake.
type Fault struct {
	Story  string `json:"story,omitempty"`
	Kind   string `json:"kind"`
	Detail string `json:"detail,omitempty"`
	Stderr string `json:"stderr,omitempty"` // the tail of what the program said
}

// An End closes a log: nothing was lost.
type End struct {
	Histories  int   `json:"histories"`
	Calls      int   `json:"calls"`
	Kills      int   `json:"kills,omitempty"`
	Stories    int   `json:"stories"`          // told, each with its twin and sibling
	Voided     int   `json:"voided,omitempty"` // of them, those that a fault made worthless
	DurationMs int64 `json:"durationMs"`

	Exhausted []Exhausted `json:"exhausted,omitempty"` // one depth after the other
}

// An Exhausted depth of the exhaustive story was played whole: every sequence of so many operations.
type Exhausted struct {
	Depth     int `json:"depth"`
	Sequences int `json:"sequences"`
}

// Type-safe ways to an entry.

func (s Start) Entry() Entry   { s.Schema = LogSchema; return Entry{Type: TypeStart, Start: &s} }
func (s Story) Entry() Entry   { return Entry{Type: TypeStory, Story: &s} }
func (f Finding) Entry() Entry { return Entry{Type: TypeFinding, Finding: &f} }
func (u Unbound) Entry() Entry { return Entry{Type: TypeUnbound, Unbound: &u} }
func (f Fault) Entry() Entry   { return Entry{Type: TypeFault, Fault: &f} }
func (e End) Entry() Entry     { return Entry{Type: TypeEnd, End: &e} }

// A Log is the single writer of a run's entries. It remembers them for the fold and, where it has a
// place to write to, writes each at once. It is safe for concurrent use.
type Log struct {
	mu      sync.Mutex
	w       io.Writer
	entries []Entry
	err     error
}

// NewLog is an empty log that also writes to w; w may be nil.
func NewLog(w io.Writer) *Log { return &Log{w: w} }

// Add appends an entry. After the end nothing is added any more.
func (l *Log) Add(e Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.entries); n > 0 && l.entries[n-1].Type == TypeEnd {
		return
	}
	l.entries = append(l.entries, e)
	if l.w == nil || l.err != nil {
		return
	}
	line, err := json.Marshal(e)
	if err == nil {
		_, err = l.w.Write(append(line, '\n'))
	}
	l.err = err
}

// Entries is what was added so far, and the first error met in writing it.
func (l *Log) Entries() ([]Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entries[:len(l.entries):len(l.entries)], l.err
}

// ReadLog reads a log. A last line that breaks off is left out, and the log then has no end;
// any other line that is no entry is an error with its number.
func ReadLog(r io.Reader) ([]Entry, error) {
	var out []Entry
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return out, fmt.Errorf("line %d: no entry of a log: %w", n, err)
		}
		if err := e.check(n); err != nil {
			return out, err
		}
		out = append(out, e)
	}
}

func (e Entry) check(n int) error {
	set := map[string]bool{TypeStart: e.Start != nil, TypeStory: e.Story != nil, TypeFinding: e.Finding != nil,
		TypeUnbound: e.Unbound != nil, TypeFault: e.Fault != nil, TypeEnd: e.End != nil}
	known := set[e.Type]
	switch {
	case !known:
		return fmt.Errorf("line %d: an entry of type %q that has none", n, e.Type)
	case (e.Type == TypeStart) != (n == 1):
		return fmt.Errorf("line %d: a log begins with its only start", n)
	case n == 1 && e.Start.Schema != LogSchema:
		return fmt.Errorf("line 1: schema %q, and this program reads %q", e.Start.Schema, LogSchema)
	}
	return nil
}
