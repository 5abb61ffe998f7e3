package reference

import (
	"errors"
	"sync"

	"sameact/spec"
)

// syncPoints are where the harness may hold a process.
var syncPoints = []string{pointBeforeSpend, pointAfterSpend, pointBeforeSettle}

const (
	pointBeforeSpend  = "before-spend"
	pointAfterSpend   = "after-spend"
	pointBeforeSettle = "before-settle"
)

// New makes a target of a build. It is safe for concurrent use; places in memory are used again after
// they were closed and emptied.
func New(b Build) spec.FolderTarget {
	return &target{build: b, sql: b.statements()}
}

type target struct {
	build Build
	sql   statements

	mu     sync.Mutex
	spare  []*store
	closed bool
}

// Hello is what the gate declares: everything that its chapters may ask for.
func (t *target) Hello() spec.Hello { return t.build.hello() }

func (b *Build) hello() spec.Hello {
	h := spec.Hello{
		Protocol: "1",
		Gate:     spec.Named{Name: b.Name, Version: "1"},
		Chapters: []string{"binding", "lifecycle", "policy", "preview", "answering", "resume", "outcome", "confirm", "composite", "handoff", "durability"},
		Binds:    []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"},
		Features: []string{"several", "batch", "call-id", "claims", "raw-decision", "text", "bytes", "expiry", "codes", "audit", "question", "sync-points", "grant", "guide", "durable", "store-faults"},

		SyncPoints: syncPoints,
	}
	if b.Style == Whole {
		return helloWhole(h)
	}
	if b.Style == Resuming {
		h.Features = append(h.Features, "resumes", "state", "tamper", "forge", "hold", "then")
		h.Holds = "client"
	}
	return h
}

// Open makes a fresh place in memory.
func (t *target) Open() (spec.Place, error) {
	t.build.watch.opened()
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil, errClosed
	}
	if n := len(t.spare); n > 0 {
		s := t.spare[n-1]
		t.spare = t.spare[:n-1]
		t.mu.Unlock()
		return &place{target: t, memory: s}, nil
	}
	t.mu.Unlock()
	s, err := openMemory()
	if err != nil {
		return nil, err
	}
	return &place{target: t, memory: s}, nil
}

// OpenIn goes on with what a folder holds. A store that cannot be taken up is a *StoreFault.
func (t *target) OpenIn(dir string) (spec.Place, error) {
	t.build.watch.opened()
	s, err := t.openFolder(dir, true)
	if err != nil {
		return nil, err
	}
	return &place{target: t, dir: dir, first: s}, nil
}

// Close gives back the memory of places that were used. Open places stay usable.
func (t *target) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	var errs []error
	for _, s := range t.spare {
		errs = append(errs, s.close())
	}
	t.spare = nil
	return errors.Join(errs...)
}

// takeBack empties a store for the next place, or closes it.
func (t *target) takeBack(s *store) error {
	if err := s.empty(); err != nil {
		return errors.Join(err, s.close())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return s.close()
	}
	t.spare = append(t.spare, s)
	return nil
}
