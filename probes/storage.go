package probes

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sameact/spec"
)

// This file lets things befall the store of a gate. A script with a store line is played in a folder of the
// harness's own, on whose files the harness does it:
//
//	busy                  somebody else holds every file, until well
//	read-only             nothing in the folder can be written, until well
//	full                  no process can write anything into a file, until well
//	missing               the folder is gone, until well
//	truncated             half of every file is gone
//	overwritten           noise stands in every file, from its beginning on
//	newer                 a newer program has written the store
//	kept, put-back        a copy of the folder is taken; the folder is as the copy again, and processes are started anew
//
// Files are damaged while no process runs. What cannot be done to a store, or on this system, is not played.

// errNotHere says that something cannot befall this store here.
var errNotHere = errors.New("cannot befall this store here")

// A storage is the folder of one history.
type storage struct {
	dir  string
	copy string         // taken by kept, "" where there is none
	undo []func() error // ends what stands

	mu    sync.Mutex // guards what lines that overlap look at
	fault string     // what stands
	harm  bool       // the files are damaged
}

// newStorage makes the folder that a script with store lines needs, nil for any other script.
func newStorage(script spec.History) (*storage, error) {
	if !slices.ContainsFunc(script, func(e spec.Event) bool { return e.Is(spec.VerbStore) }) {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "sameact-store-")
	if err != nil {
		return nil, err
	}
	s := &storage{dir: filepath.Join(dir, "state")}
	return s, os.Mkdir(s.dir, 0o777)
}

// openPlace opens the place of a script: a fresh one, or the folder that things may befall.
func (p *player) openPlace(t spec.Target) (spec.Place, error) {
	if p.storage == nil {
		return t.Open()
	}
	f, ok := t.(spec.FolderTarget)
	if !ok {
		p.unsupported, p.over = spec.VerbStore, true
		return t.Open()
	}
	return f.OpenIn(p.storage.dir)
}

// failing reports whether a process may refuse to start, or to serve.
func (s *storage) failing() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault != "" || s.harm
}

func (s *storage) is(fault string, harm bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault, s.harm = fault, harm
}

// close ends what stands and removes the folder.
func (s *storage) close() error {
	if s == nil {
		return nil
	}
	return errors.Join(s.well(), os.RemoveAll(filepath.Dir(s.dir)))
}

// befall plays a store line.
func (p *player) befall(e spec.Event) error { return p.unlessNotHere(e.Subject, p.does(e.Subject)) }

func (p *player) unlessNotHere(kind string, err error) error {
	if errors.Is(err, errNotHere) || errors.Is(err, spec.ErrUnsupported) {
		p.unsupported, p.over = spec.VerbStore+" "+kind, true
		return nil
	}
	return err
}

func (p *player) does(kind string) error {
	s := p.storage
	switch {
	case kind == "well":
		return p.well()
	case s.fault != "" && !(s.fault == "missing" && kind == "put-back"):
		return fmt.Errorf("the store is %s; hint: store well comes first", s.fault)
	}
	switch kind {
	case "busy":
		return s.begin(kind, hold)
	case "read-only":
		return s.begin(kind, protect)
	case "full":
		s.is(kind, s.harm)
		return p.fill(true)
	case "kept":
		return s.keep()
	case "put-back":
		return p.putBack()
	case "missing":
		return s.begin(kind, takeAway)
	}
	if len(p.gates) > 0 {
		return errors.New("a process uses the files; hint: crash it first")
	}
	s.is("", true)
	return s.damage(kind)
}

// begin lets a fault stand.
func (s *storage) begin(kind string, with func(dir string, files []string) ([]func() error, error)) error {
	files, err := filesIn(s.dir)
	if err != nil {
		return err
	}
	s.is(kind, s.harm)
	s.undo, err = with(s.dir, files)
	if err == nil && len(s.undo) == 0 {
		err = errNotHere
	}
	return err
}

// well ends what stands. A process that found its store read-only may keep to that, and one that found none may have
// made another, so those are started anew.
func (p *player) well() error {
	switch p.storage.fault {
	case "full":
		if err := p.fill(false); err != nil {
			return err
		}
	case "read-only", "missing":
		if err := p.endProcesses(); err != nil {
			return err
		}
	}
	return p.storage.well()
}

func (s *storage) well() error {
	if s == nil {
		return nil
	}
	var errs []error
	for _, undo := range s.undo {
		errs = append(errs, undo())
	}
	s.undo = nil
	s.is("", s.harm)
	return errors.Join(errs...)
}

// takeAway takes the folder away; who has its files open keeps them.
func takeAway(dir string, _ []string) (back []func() error, err error) {
	away := dir + "-away"
	if os.Rename(dir, away) != nil {
		return nil, errNotHere // where files that are open cannot be moved
	}
	return []func() error{func() error { return errors.Join(os.RemoveAll(dir), os.Rename(away, dir)) }}, nil
}

// endProcesses ends what runs; the next line of a process starts it.
func (p *player) endProcesses() error {
	if len(p.beside) > 0 {
		return errors.New("a line is held; hint: go lets it go on, crash ends it")
	}
	for name, g := range p.gates {
		_ = g.Close()
		delete(p.gates, name)
	}
	return nil
}

// fill makes the disk of every process full, or gives it room again.
func (p *player) fill(full bool) error {
	for _, g := range p.gates {
		f, ok := g.(spec.Fillable)
		if !ok {
			return errNotHere
		}
		if err := f.Fill(full); err != nil {
			return err
		}
	}
	return nil
}

// startedFull makes the disk full for a process that was started while it is.
func (p *player) startedFull() {
	if p.storage != nil && p.storage.fault == "full" {
		p.check(p.number, p.unlessNotHere("full", p.fill(true)))
	}
}

// keep takes a copy of the folder.
func (s *storage) keep() error {
	dir, err := os.MkdirTemp(filepath.Dir(s.dir), "copy-")
	if err != nil {
		return err
	}
	s.copy = dir
	return copyFolder(s.dir, dir)
}

// putBack makes the folder what the copy is.
func (p *player) putBack() error {
	s := p.storage
	if s.copy == "" {
		return errors.New("there is no copy; hint: store kept takes one")
	}
	if err := p.endProcesses(); err != nil {
		return err
	}
	s.is("", false)
	return errors.Join(s.well(), os.RemoveAll(s.dir), os.Mkdir(s.dir, 0o777), copyFolder(s.copy, s.dir))
}

// damage does to every file what cannot be undone. What a database has written beside itself is taken into it
// first: of a journal that is cut short the beginning is a state that the store once had.
func (s *storage) damage(kind string) error {
	files, err := filesIn(s.dir)
	if err != nil {
		return err
	}
	newer := false
	for _, f := range files {
		switch {
		case !isDatabase(f):
		case kind == "newer":
			raised, err := raiseVersion(f)
			if newer = newer || raised; err != nil {
				return err
			}
		default:
			_ = mergeLog(f) // one that is damaged already stays as it is
		}
	}
	if kind == "newer" {
		if !newer {
			return errNotHere
		}
		return nil
	}
	if files, err = filesIn(s.dir); err != nil || len(files) == 0 {
		return errors.Join(err, errNotHere)
	}
	for _, f := range files {
		err = errors.Join(err, spoil(f, kind))
	}
	return err
}

// spoil cuts a file in half, or fills it with noise.
func spoil(file, kind string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if kind == "truncated" {
		return os.Truncate(file, info.Size()/2)
	}
	noise := make([]byte, max(info.Size(), 512))
	for i := range noise {
		noise[i] = byte(i*131 + 7)
	}
	return os.WriteFile(file, noise, info.Mode())
}

// filesIn lists the files of a folder and of those below it, in order.
func filesIn(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

// copyFolder copies what a folder holds. What is shared only while processes run is left out.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(from, path)
		if err != nil || rest == "." || isShared(path) {
			return err
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			return errors.Join(err, os.Mkdir(filepath.Join(to, rest), 0o777))
		}
		b, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(filepath.Join(to, rest), b, info.Mode()))
	})
}

func isShared(path string) bool {
	of, shared := strings.CutSuffix(path, "-shm")
	return shared && isDatabase(of)
}
