package reference

import (
	"errors"
	"sync"

	"sameact/spec"
)

// A place is one store and the processes on it: in memory one connection that they share, in a folder
// a connection each.
type place struct {
	target *target
	memory *store // nil in a folder
	dir    string
	first  *store // of a folder: opened, and not yet given to a process

	mu     sync.Mutex
	gates  []*gate
	closed bool
}

// Start brings a process up. A world that contradicts itself is an error.
func (p *place) Start(_ string, host spec.Host, world spec.World) (spec.Gate, error) {
	if err := world.Check(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	s, err := p.store()
	if err != nil {
		return nil, err
	}
	g := &gate{build: &p.target.build, sql: &p.target.sql, store: s, owns: p.memory == nil, host: host, runtime: newID()}
	g.world.Store(&world)
	g.noted.Store(new(string))
	if err := g.started(); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	p.gates = append(p.gates, g)
	return g, nil
}

func (p *place) store() (*store, error) {
	if p.memory != nil {
		return p.memory, nil
	}
	if s := p.first; s != nil {
		p.first = nil
		return s, nil
	}
	return p.target.openFolder(p.dir, false)
}

// Close ends every process of the place.
func (p *place) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	var errs []error
	for _, g := range p.gates {
		errs = append(errs, g.Close())
	}
	if p.first != nil {
		errs = append(errs, p.first.close())
	}
	if p.memory != nil {
		errs = append(errs, p.target.takeBack(p.memory))
	}
	return errors.Join(errs...)
}
