package probes

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sameact/spec"
)

// This file starts and kills the processes of a story and keeps their clocks.

// gate is the process of a line, started when it is first needed; nil where it could not be.
func (p *player) gate(process string) spec.Gate {
	if g := p.gates[process]; g != nil {
		return g
	}
	g, err := p.place.Start(process, host{p, process}, p.world)
	if err != nil {
		if isRPC(err) && oddWords(p.world) {
			p.see(spec.Event{Process: process, Verb: string(spec.Refused)}) // a world with unknown words may be refused
			p.over = true
			return nil
		}
		p.fault(process, err)
		return nil
	}
	p.gates[process] = g
	return g
}

// start starts a process, or starts it anew, with nothing remembered in memory. With pause it is about to start:
// a crash then kills it while it does.
func (p *player) start(e spec.Event) error {
	if slices.ContainsFunc(p.beside, func(l *line) bool { return l.event.Process == e.Process }) {
		return errors.New("a line of this process is held; hint: crash ends it, go lets it go on")
	}
	if g := p.gates[e.Process]; g != nil {
		_ = g.Close()
		delete(p.gates, e.Process)
	}
	if _, held := e.Get("pause"); held {
		p.starting[e.Process] = true
		return nil
	}
	p.gate(e.Process)
	return nil
}

// crash kills a process as it is. What it had sent is in the history when crash returns; its lines have no answer.
func (p *player) crash(e spec.Event) {
	process := e.Process
	after, _ := e.After()
	if p.starting[process] {
		delete(p.starting, process)
		if place, ok := p.place.(spec.PlaceOfCrashes); ok {
			p.kills++
			if err := place.StartKilled(process, host{p, process}, p.world, after); err != nil {
				p.fault(process, err)
			}
		}
		return
	}
	g := p.gates[process]
	if g == nil {
		return // it does not run
	}
	k, ok := g.(spec.Killable)
	if !ok {
		p.unsupported, p.over = "kill", true
		return
	}
	var dying []*line
	var last *spec.Request
	p.mu.Lock()
	p.killing, p.killed = process, true
	for _, l := range p.beside {
		if l.event.Process != process {
			continue
		}
		l.dead = true
		dying = append(dying, l)
		if l.at == spec.PauseSent && !l.begun {
			last = l.request
			last.Now = p.clock(process)
			p.lines[process] = append(p.lines[process], l)
			p.calls++
		}
	}
	p.mu.Unlock()
	p.kills++
	delete(p.gates, process)
	if err := k.Kill(last, after); err != nil {
		p.fault(process, err)
	}
	for _, l := range dying {
		p.bury(l)
	}
	p.finish(dying)
	p.mu.Lock()
	p.killed = false
	p.lines[process] = nil
	p.mu.Unlock()
}

// bury lets a line of a dead process come to its end.
func (p *player) bury(l *line) {
	if !l.begun {
		close(l.done)
		return
	}
	if p.point(l) != "" {
		p.release(nil, l)
	}
}

// setClock moves the clock of all processes, never back; of one, it may step back.
func (p *player) setClock(e spec.Event) error {
	at, err := spec.ParseTime(e.Subject)
	if err != nil {
		return err
	}
	if e.Process != "" {
		p.clocks[e.Process] = at
		return nil
	}
	if at < p.now {
		return fmt.Errorf("the clock stands at %s, and time never goes back; hint: that of one process may, p2: at %s", spec.SpellTime(p.now), e.Subject)
	}
	p.now = at
	return nil
}

// clock is what a process is told the time is, in milliseconds.
func (p *player) clock(process string) int64 {
	now := p.now
	if own, ok := p.clocks[process]; ok {
		now = own
	}
	return Start + now.Milliseconds()
}

// spread tells the other processes of a world that one was told of: policy changes for all.
func (p *player) spread(l *line) {
	var others []string
	for name := range p.gates {
		if name != l.event.Process {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	for _, name := range others {
		r, e := *l.request, l.event
		e.Process = name
		p.play(&line{number: l.number, event: e, request: &r})
	}
}

// since spells an instant of the wire as a time of the notation.
func since(ms int64) string { return spec.SpellTime(time.Duration(ms-Start) * time.Millisecond) }
