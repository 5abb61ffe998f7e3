package remote

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

// While the effect of one presentation is unanswered, another is made from inside the host: the window in
// which a gate that spends too late runs an act twice.
func TestOverlapping(t *testing.T) {
	host := &recorder{}
	g, _ := begun(t, playing(t, "tiny", patient), host)
	ask := call("mail.send")
	r := mustDo(t, g, ask)
	ask.Approval = &r.Request
	var inner spec.Reply
	depth := 0
	host.onEffect = func(spec.Effect) (spec.EffectResult, error) {
		if depth++; depth == 1 {
			inner = mustDo(t, g, ask)
			host.saw("inner %s", inner.Status)
		}
		return spec.EffectResult{Now: clock}, nil
	}
	outer := mustDo(t, g, ask)
	host.saw("outer %s", outer.Status)
	want := []string{"show mail.send {}", "sync before-spend", "effect mail.send {}", "sync before-spend", "effect mail.send {}", "inner executed", "outer executed"}
	if diff := cmp.Diff(want, host.list()); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

// The same from another goroutine, with the first effect held until the second presentation is through.
func TestOverlappingGoroutines(t *testing.T) {
	held, release := make(chan bool), make(chan bool)
	var effects atomic.Int32
	host := &recorder{}
	g, _ := begun(t, playing(t, "tiny", patient), host)
	ask := call("mail.send")
	r := mustDo(t, g, ask)
	ask.Approval = &r.Request
	host.onEffect = func(spec.Effect) (spec.EffectResult, error) {
		if effects.Add(1) == 1 {
			held <- true
			<-release
		}
		return spec.EffectResult{Now: clock}, nil
	}
	first := make(chan spec.Reply)
	go func() {
		r, _ := g.Do(ask)
		first <- r
	}()
	<-held
	if r := mustDo(t, g, ask); r.Status != spec.Executed {
		t.Errorf("the second: %+v", r)
	}
	release <- true
	if r := <-first; r.Status != spec.Executed {
		t.Errorf("the first: %+v", r)
	}
}

// A program that serves one request after the other answers the second when the first is through.
func TestOverlappingQueued(t *testing.T) {
	host := &recorder{}
	g, _ := begun(t, playing(t, "one by one", patient), host)
	second := make(chan error, 1)
	var effects atomic.Int32
	host.onEffect = func(spec.Effect) (spec.EffectResult, error) {
		if effects.Add(1) == 1 {
			go func() {
				_, err := g.Do(call("second"))
				second <- err
			}()
		}
		return spec.EffectResult{Now: clock}, nil
	}
	mustDo(t, g, call("first"))
	if err := <-second; err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"effect first {}", "effect second {}"}, host.list()); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}

// Killed by one goroutine while the host holds an effect for another: both come back, and what the program
// had sent besides is not lost.
func TestKillWhileHeld(t *testing.T) {
	held, release := make(chan bool), make(chan bool)
	var effects atomic.Int32
	host := &recorder{}
	g, _ := begun(t, playing(t, "effect, silence", patient), host)
	host.onEffect = func(spec.Effect) (spec.EffectResult, error) {
		if effects.Add(1) == 1 {
			held <- true
			<-release
		}
		return spec.EffectResult{Now: clock}, nil
	}
	first := make(chan error)
	go func() {
		_, err := g.Do(call("mail.send"))
		first <- err
	}()
	<-held
	if err := g.(spec.Killable).Kill(nil, 0); err != nil {
		t.Error(err)
	}
	if n := effects.Load(); n != 2 {
		t.Errorf("%d effects reached the host before Kill returned, want 2", n)
	}
	release <- true
	if err := <-first; err == nil {
		t.Error("a killed gate answered")
	}
}

// Many places at once, each with its own processes: no effect reaches another's host.
func TestManyPlaces(t *testing.T) {
	target := playing(t, "sender", patient)
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for round := range 10 {
				host := &recorder{}
				place, err := target.Open()
				if err != nil {
					t.Error(err)
					return
				}
				g, err := place.Start("p1", host, spec.DefaultWorld())
				if err != nil {
					t.Error(err)
					return
				}
				name := fmt.Sprintf("act-%d-%d", worker, round)
				if _, err := g.Do(call(name)); err != nil {
					t.Error(err)
				}
				if err := place.Close(); err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff([]string{"effect " + name + " {}"}, host.list()); diff != "" {
					t.Errorf("(-want +got): %s", diff)
				}
			}
		})
	}
	wg.Wait()
}
