package reference

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

// A StoreFault says what befell a store and what to do about it. Nothing was written.
type StoreFault struct {
	Kind     string
	Path     string
	Starting bool // it was found when the store was to be opened
	Err      error
}

// Kinds of store faults.
const (
	Busy     = "busy"      // another process holds it
	ReadOnly = "read-only" // it cannot be written
	Full     = "full"      // there is no room
	Damaged  = "damaged"   // it is not what was written
	Missing  = "missing"   // it is not there any more
	Newer    = "newer"     // a newer program wrote it
)

// remedies say in words what a fault is, and what to try.
var remedies = map[string]struct{ what, hint string }{
	Busy:     {"another process holds the store", "try again when that has finished"},
	ReadOnly: {"the store cannot be written", "let this program write the file and its folder, and start it again"},
	Full:     {"there is no room for what has to be written down", "make room and try again"},
	Damaged:  {"the store is damaged", "put a backup back while nothing runs; it does not know what was used since it was taken"},
	Missing:  {"the store is not there", "put the folder back and start again; a new gate needs an empty one"},
	Newer:    {"the store is of another program", "use the newer program that wrote it, or another folder"},
}

func (f *StoreFault) Error() string {
	r := remedies[f.Kind]
	text := r.what
	if f.Err != nil {
		text += ": " + f.Err.Error()
	}
	if f.Path != "" {
		text = f.Path + ": " + text
	}
	return text + "; hint: " + r.hint
}

func (f *StoreFault) Unwrap() error { return f.Err }

// fault says what an error of the database means. An error that is none of the database's stays as it is.
func (s *store) fault(err error) error {
	var known *StoreFault
	if errors.As(err, &known) {
		if known.Path == "" {
			known.Path = s.path
		}
		return err
	}
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return err
	}
	kind := kindOf(failed.Code())
	if kind == "" {
		return err // a mistake of ours, not of the store
	}
	return &StoreFault{Kind: kind, Path: s.path, Err: err}
}

// kindOf sorts SQLite's result codes; "" is none that a store can be blamed for.
func kindOf(code int) string {
	const ioWrite = 778 // a write that was not done, as under a limit on the size of files
	if code == ioWrite {
		return Full
	}
	switch code & 0xff {
	case 5, 6: // busy, locked
		return Busy
	case 3, 8: // perm, readonly
		return ReadOnly
	case 13: // full
		return Full
	case 10, 11, 26: // ioerr, corrupt, notadb
		return Damaged
	case 14: // cantopen
		return Missing
	}
	return ""
}

// without is a store that could not be opened, for a build that goes on all the same.
func without(err error) *store { return &store{broken: err} }

// despite reports whether a build lets an act run although its store failed.
func (g *gate) despite(err error) bool {
	var f *StoreFault
	g.build.watch.reached("Despite")
	return g.build.Despite != nil && errors.As(err, &f) && g.build.Despite(f)
}

// fits fails where a store is full and something was written since: it needs a page more than there is.
func (t *tx) fits(before int) error {
	if !t.s.full {
		return nil
	}
	now, err := t.written()
	if err != nil || now == before {
		return err
	}
	_, err = t.exec(grow)
	return err
}

// written counts the rows that were changed so far, of a store that is full.
func (t *tx) written() (n int, err error) {
	if t.s.full {
		_, err = t.row(changes, nil, &n)
	}
	return n, err
}

// fill makes a store full, or gives it room again.
func (s *store) fill(full bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	query := noLimit
	if full {
		n, err := s.number(pages)
		if err != nil {
			return err
		}
		query = fmt.Sprintf(limit, n)
	}
	if _, err := s.number(query); err != nil {
		return err
	}
	s.full = full
	return nil
}
