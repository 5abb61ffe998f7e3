package probes

import (
	"errors"
	"runtime"
	"slices"
	"time"

	"sameact/spec"
)

// This file plays lines that overlap. A line that may be held, or that is played while another is unanswered,
// has a goroutine of its own; the script goes on as soon as that line is answered, is held at a point, or has
// been blocked for as long as patience lasts. So what happens is in the script's hands, an order at a time:
//
//	p1: call m1 pause=before-spend    held there
//	p2: call m1                       answered, though p1 is held
//	p1: go                            goes on; the script waits until it is answered or held again

// errKilled is what a process gets that goes on after it was killed.
var errKilled = errors.New("the process was killed")

// overlaps reports whether a line has to be played beside others.
func (p *player) overlaps(e spec.Event) bool {
	_, held := e.Get("pause")
	return held || len(p.beside) > 0
}

// launch plays a line beside others. One that is to be held before it is served is only made ready.
func (p *player) launch(l *line) {
	l.held = len(p.beside) > 0
	l.parked, l.onward, l.done = make(chan struct{}, 1), make(chan struct{}, 1), make(chan struct{})
	p.beside = append(p.beside, l)
	if point := l.event.Str("pause"); point == spec.PauseReady || point == spec.PauseSent {
		l.at, l.held = point, true
		p.gate(l.event.Process)
		return
	}
	p.begin(nil, l)
	p.await(l)
}

// begin has a line served, as soon as the gun is fired where there is one.
func (p *player) begin(gun <-chan struct{}, l *line) {
	g := p.gate(l.event.Process)
	l.begun = true
	go func() {
		defer close(l.done)
		if gun != nil {
			<-gun
		}
		if g != nil {
			p.do(g, l)
		}
	}()
}

// await waits until a line is answered, held or blocked.
func (p *player) await(l *line) {
	patience := time.NewTimer(p.patience)
	defer patience.Stop()
	select {
	case <-l.done:
		p.forget(l)
	case <-l.parked:
	case <-patience.C:
	}
}

func (p *player) forget(l *line) {
	p.beside = slices.DeleteFunc(p.beside, func(o *line) bool { return o == l })
}

// point is where a line is held now, "" where it is not.
func (p *player) point(l *line) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return l.at
}

// heldLines are the lines of a process that are held; of the unnamed one, where it has none, all that are.
func (p *player) heldLines(process string) []*line {
	var own, all []*line
	for _, l := range p.beside {
		if p.point(l) == "" {
			continue
		}
		if all = append(all, l); l.event.Process == process {
			own = append(own, l)
		}
	}
	if process == "" && len(own) == 0 {
		return all
	}
	return own
}

// goOn lets held lines go on, several at the same moment, and waits for each. When they are answered, what
// they had blocked is waited for as well.
func (p *player) goOn(process string) {
	held := p.heldLines(process)
	gun := make(chan struct{})
	for _, l := range held {
		p.release(gun, l)
	}
	close(gun)
	for _, l := range held {
		p.await(l)
	}
	if slices.ContainsFunc(held, func(l *line) bool { return slices.Contains(p.beside, l) }) {
		return
	}
	for _, l := range slices.Clone(p.beside) {
		if p.point(l) == "" {
			p.await(l)
		}
	}
}

// release lets one line go on from where it is held.
func (p *player) release(gun <-chan struct{}, l *line) {
	p.mu.Lock()
	l.at = ""
	select {
	case <-l.parked: // it was held when nobody waited for it any more
	default:
	}
	p.mu.Unlock()
	if !l.begun {
		p.begin(gun, l)
		return
	}
	l.onward <- struct{}{}
}

// settle ends a script: what is still held goes on, what was blocked is waited for.
func (p *player) settle() {
	p.mu.Lock()
	p.ending = true
	p.mu.Unlock()
	for _, l := range slices.Clone(p.beside) {
		if p.point(l) != "" {
			p.release(nil, l)
			p.await(l)
		}
	}
	p.finish(p.beside)
}

// finish waits for lines that nothing holds any more.
func (p *player) finish(lines []*line) {
	deadline := time.NewTimer(10 * p.patience)
	defer deadline.Stop()
	for _, l := range slices.Clone(lines) {
		select {
		case <-l.done:
			p.forget(l)
		case <-deadline.C:
			p.fault(l.event.Process, &spec.Fault{Kind: spec.FaultTimedOut, Detail: "a held request was never answered"})
			return
		}
	}
}

// hold stops a line at a point, if it stops there, until it may go on. It says so where the process was killed.
func (h host) hold(l *line, point string) error {
	p := h.p
	p.mu.Lock()
	if l == nil || l.dead || p.ending || !l.stops(point) {
		dead := l != nil && l.dead || p.killing == h.process && p.killed
		p.mu.Unlock()
		if dead {
			return errKilled
		}
		if l != nil && l.parked != nil {
			runtime.Gosched() // at a point at which it could be held, another may come first
		}
		return nil
	}
	l.at, l.held, l.stopped = point, true, true
	if point != spec.PauseEffect && point != spec.PauseShow {
		p.seeLocked(spec.Event{Process: h.process, Verb: spec.SeenSync, Fields: []spec.Field{{Key: "point", Value: spec.Spell(point)}}})
	}
	p.mu.Unlock()
	l.parked <- struct{}{}
	<-l.onward
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.dead {
		return errKilled
	}
	return nil
}

// stops reports whether a line is held at a point: at the one it names, once, or at every one.
func (l *line) stops(point string) bool {
	if l.parked == nil {
		return false
	}
	where := l.event.Str("pause")
	return where == spec.PauseEvery || where == point && !l.stopped
}
