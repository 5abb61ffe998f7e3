package remote

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"sameact/spec"
)

// A place is one folder for the processes of one history.
type place struct {
	target *target
	dir    string
	own    bool // the folder is ours: removed by Close

	mu     sync.Mutex
	gates  []*gate
	closed bool
}

// Open makes a fresh place: an empty folder.
func (t *target) Open() (spec.Place, error) {
	dir, err := os.MkdirTemp(t.root, "state-")
	if err != nil {
		return nil, err
	}
	return &place{target: t, dir: dir, own: true}, nil
}

// OpenIn makes a place that goes on with what a folder holds.
func (t *target) OpenIn(dir string) (spec.Place, error) {
	return &place{target: t, dir: dir}, nil
}

// Start takes a process nobody uses, or starts one, and opens the place's folder in it.
// A process that ran here before remembers nothing in memory (spec/protocol/protocol.md §2, open).
func (p *place) Start(process string, host spec.Host, world spec.World) (spec.Gate, error) {
	l, err := p.target.take()
	if err != nil {
		return nil, err
	}
	g := &gate{name: process, link: l, target: p.target, usable: true}
	l.serveTo(host)
	m, err := l.ask("open", p.opening(world), l.limits.AnswerLimit)
	if err == nil && m.Error != nil {
		err = l.erred("open", m.Error)
	}
	if err != nil {
		l.kill("ended by the harness")
		p.target.drop(l)
		return nil, err
	}
	p.mu.Lock()
	p.gates = append(p.gates, g)
	closed := p.closed
	p.mu.Unlock()
	if closed {
		return nil, errors.Join(fmt.Errorf("the place is closed"), g.Close())
	}
	return g, nil
}

// opened is what a process is opened with.
type opened struct {
	World    spec.World `json:"world"`
	StateDir string     `json:"stateDir"`
}

func (p *place) opening(world spec.World) opened { return opened{world, p.dir} }

// StartKilled kills a process so long after it was told to open the place.
func (p *place) StartKilled(_ string, host spec.Host, world spec.World, after time.Duration) error {
	l, err := p.target.take()
	if err != nil {
		return err
	}
	defer p.target.drop(l)
	l.serveTo(host)
	return l.post("open", p.opening(world), after)
}

// Close ends what still runs here.
func (p *place) Close() error {
	p.mu.Lock()
	p.closed = true
	gates := p.gates
	p.gates = nil
	p.mu.Unlock()
	for _, g := range gates {
		g.Close()
	}
	if p.own {
		return os.RemoveAll(p.dir)
	}
	return nil
}
