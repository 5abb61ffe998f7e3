// Package probes acts: it plays stories against a gate and records histories. It holds no assertion;
// package law judges what was recorded.
package probes

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sameact/spec"
)

// Start is when every story begins, in milliseconds since the epoch: 2026-01-01T00:00:00Z.
const Start = 1767225600000

// effectMillis is how long each external call lasts on the stage.
const effectMillis = 40

// DefaultPatience is how long a line may be blocked by another that is held before it is taken to wait for it.
const DefaultPatience = 2 * time.Second

// Play plays a script on a fresh place of the target and returns what was done and seen. A fault of
// the adapter stands in the history, and ends it; an error means that the script cannot be played.
func Play(t spec.Target, script spec.History) (spec.History, error) {
	h, _, err := Watch(t, script)
	return h, err
}

// Watch plays a script like Play, and gives the fault of the gate that the history ends with, or nil.
func Watch(t spec.Target, script spec.History) (spec.History, *spec.Fault, error) {
	h, p, err := play(t, t.Hello(), script, DefaultPatience)
	return h, p.faulted, err
}

func play(t spec.Target, hello spec.Hello, script spec.History, patience time.Duration) (spec.History, *player, error) {
	p := &player{
		hello: hello, todo: script.Script(), patience: patience, world: spec.DefaultWorld(),
		acts: map[string]*actor{}, gates: map[string]spec.Gate{}, lines: map[string][]*line{},
		sessions: map[string]json.RawMessage{}, clocks: map[string]time.Duration{}, starting: map[string]bool{},
	}
	p.out = make(spec.History, 0, 4*len(p.todo))
	if p.storage, p.err = newStorage(p.todo); p.err != nil {
		return p.out, p, p.err
	}
	place, err := p.openPlace(t)
	if err != nil {
		p.fault("", err)
		return p.out, p, p.storage.close()
	}
	p.place = place
	for p.next() {
	}
	p.settle()
	p.check(p.number, p.storage.well())
	for _, g := range p.gates {
		_ = g.Close()
	}
	_ = place.Close()
	p.check(p.number, p.storage.close())
	return p.out, p, p.err
}

// next plays the first line that is left. It reports whether there is more to play.
func (p *player) next() bool {
	p.mu.Lock()
	if len(p.todo) == 0 || p.over || p.err != nil {
		p.mu.Unlock()
		return false
	}
	e := p.todo[0]
	p.todo = p.todo[1:]
	p.number++
	p.out = append(p.out, e)
	p.mu.Unlock()
	p.line(p.number, e)
	return true
}

// line plays one line.
func (p *player) line(n int, e spec.Event) {
	switch e.Verb {
	case spec.VerbOpen:
		p.check(n, p.open(e))
	case spec.VerbAt:
		p.check(n, p.setClock(e))
	case spec.VerbGo:
		p.goOn(e.Process)
	case spec.VerbStart:
		p.check(n, p.start(e))
	case spec.VerbCrash:
		p.crash(e)
	case spec.VerbStore:
		p.check(n, p.befall(e))
	default:
		r, acts, err := p.request(e)
		if err != nil {
			p.check(n, err)
			return
		}
		l := &line{number: n, event: e, acts: acts, request: &r}
		if p.noQuestion(l) {
			p.untampered(l)
			return
		}
		if p.play(l); e.Verb == spec.VerbConfigure {
			p.spread(l)
		}
	}
}

// play has a line served, beside others where it has to be.
func (p *player) play(l *line) {
	if p.overlaps(l.event) {
		p.launch(l)
	} else if g := p.gate(l.event.Process); g != nil {
		p.do(g, l)
	}
}

// check keeps the first reason why the script cannot be played, with the number of its line.
func (p *player) check(n int, err error) {
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("script line %d: %w", n, err)
	}
}

// open lays its world over what stands; only before the first gate is started.
func (p *player) open(e spec.Event) error {
	w, err := p.world.With(e)
	if err == nil {
		err = w.Check()
	}
	if err == nil && len(p.gates) > 0 {
		err = errors.New("open stands before everything else; hint: configure changes a world later")
	}
	p.world = w
	return err
}

func (p *player) do(g spec.Gate, l *line) {
	e, r := l.event, l.request
	p.mu.Lock()
	r.Now = p.clock(e.Process)
	p.lines[e.Process] = append(p.lines[e.Process], l)
	p.calls++
	p.mu.Unlock()
	reply, err := g.Do(*r)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(e.Process, l)
	switch {
	case l.dead: // what it answers reaches nobody
	case errors.Is(err, spec.ErrUnsupported) && r.Method == spec.MethodConfigure && p.hello.Has("durable"):
		_ = g.Close() // the next line starts it again, in the new world
		delete(p.gates, e.Process)
	case errors.Is(err, spec.ErrUnsupported):
		p.unsupported = r.Method
		p.over = true
	case err != nil && r.Method == spec.MethodConfigure && isRPC(err) && oddWords(*r.World):
		p.over = true
	case err != nil && p.storage.failing() && isRefusal(err) && l.effects == 0:
		p.refusedLocked(l)
	case err != nil:
		p.faultLocked(e.Process, err)
	default:
		p.heard(l, reply)
	}
}

// isRefusal reports whether an error is one that a gate answered with, so that it is in step and goes on.
func isRefusal(err error) bool {
	var f *spec.Fault
	return !errors.As(err, &f) || f.Kind == spec.FaultRPC
}

// refusedLocked says that a line was refused because of the store, by an error: of each of its acts where they are
// several. Which world stands after a configure is not known.
func (p *player) refusedLocked(l *line) {
	if l.request.Method == spec.MethodConfigure {
		p.over = true
		return
	}
	names := []string{""}
	if len(l.acts) > 1 {
		names = nil
		for _, a := range l.acts {
			names = append(names, a.name)
		}
	}
	for _, name := range names {
		p.seeLocked(p.status(l, name, spec.Answer{Status: spec.Refused, Code: spec.CodeStorageFailed}))
	}
}

func isRPC(err error) bool {
	var f *spec.Fault
	return errors.As(err, &f) && f.Kind == spec.FaultRPC
}

func (p *player) drop(process string, l *line) {
	open := p.lines[process]
	for i, o := range open {
		if o == l {
			p.lines[process] = append(open[:i:i], open[i+1:]...)
			return
		}
	}
}

func (p *player) fault(process string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faultLocked(process, err)
}

// faultLocked puts a fault of the adapter into the history. Nothing is played after it.
func (p *player) faultLocked(process string, err error) {
	f := &spec.Fault{Kind: spec.FaultRPC, Detail: err.Error()}
	errors.As(err, &f)
	p.faulted = f
	p.over = true
	p.out = append(p.out, spec.Event{Seen: true, Process: process, Verb: spec.SeenFault, Fields: []spec.Field{{Key: "kind", Value: f.Kind}}})
}

func (p *player) see(e spec.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seeLocked(e)
}

func (p *player) seeLocked(e spec.Event) {
	e.Seen = true
	p.out = append(p.out, e)
}

// oddWords reports whether a world holds a word that a gate may refuse to open with.
func oddWords(w spec.World) bool {
	in := func(s string, words ...string) bool {
		for _, k := range words {
			if s == k {
				return true
			}
		}
		return false
	}
	for _, c := range w.Connectors {
		if !in(c.Ceiling, "read", "write", "admin") || !in(c.Confirm, "always", "writes", "admin", "never") {
			return true
		}
	}
	for _, a := range w.Actions {
		if !in(a.Scope, "read", "write", "admin") || !in(a.Risk, "read", "write", "danger") || !in(a.Confirm, "", "none", "ask", "always") {
			return true
		}
	}
	return !in(w.ConfirmDefault, "danger", "writes") || oddLifetime(w.ApprovalTTL)
}

func oddLifetime(raw json.RawMessage) bool {
	var ms int64
	return len(raw) > 0 && string(raw) != "null" && json.Unmarshal(raw, &ms) != nil
}
