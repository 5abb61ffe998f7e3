package reference

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"sameact/spec"
)

// A gate is one process. Its world is in memory, everything else in the store.
type gate struct {
	build *Build
	sql   *statements
	store *store
	owns  bool // the store is this process's own
	host  spec.Host

	runtime   string       // this process's life: with a session, a runtime session
	questions atomic.Int64 // that it has asked

	world  atomic.Pointer[spec.World] // replaced as a whole, never changed
	closed atomic.Bool
	failed atomic.Pointer[error]  // of a build that shuts: how the store failed first
	kept   sync.Map               // of an eager build: the acts that were asked about, by question
	noted  atomic.Pointer[string] // of a build that notes what is not for the agent
}

// Do serves one request. An error is a fault (a process that was closed, a host that broke
// off), or spec.ErrUnsupported for a method that this style does not have.
func (g *gate) Do(r spec.Request) (spec.Reply, error) {
	switch r.Method {
	case spec.MethodCall:
		return g.call(r)
	case spec.MethodTurn:
		return g.turn(r)
	case spec.MethodDecide:
		return g.decide(r)
	case spec.MethodFinish:
		return g.finish(r)
	case spec.MethodResume:
		return g.resume(r)
	case spec.MethodConfigure:
		return g.configure(r)
	case spec.MethodTick:
		return g.tick(r)
	case spec.MethodClear:
		return g.clear(r)
	case spec.MethodEnd:
		return g.end(r)
	case spec.MethodAudit:
		return g.audit()
	case spec.MethodTamper:
		if g.build.Style != RePresent {
			return g.tamper(r)
		}
	}
	return spec.Reply{}, fmt.Errorf("%s: %w", r.Method, spec.ErrUnsupported)
}

// Close ends the process: what it still does reaches neither store nor host.
func (g *gate) Close() error {
	if g.closed.Swap(true) || !g.owns {
		return nil
	}
	return g.store.close()
}

// Kill ends the process as a crash would: what it was doing reaches neither store nor host any more. A last
// request is one that it never got to read.
func (g *gate) Kill(*spec.Request, time.Duration) error { return g.Close() }

// Fill makes the store of this process full, or gives it room again. The store in memory has no disk.
func (g *gate) Fill(full bool) error {
	if !g.owns {
		return spec.ErrUnsupported
	}
	return g.store.fill(full)
}

// tx is a transaction of this process, which ends with it.
func (g *gate) tx(fn func(*tx) error) error {
	if was := g.failed.Load(); was != nil {
		return *was
	}
	err := g.store.tx(func(t *tx) error {
		if g.closed.Load() {
			return errClosed
		}
		t.watch = g.build.watch
		return fn(t)
	})
	var f *StoreFault
	if g.build.Shuts && errors.As(err, &f) {
		g.failed.Store(&err)
	}
	return err
}

// started runs the statement that a build has for the start of a process.
func (g *gate) started() error {
	if g.build.On[Started] == "" && g.build.watch == nil {
		return nil
	}
	return g.tx(func(t *tx) error { return g.also(t, Started, []any{sql.Named("process", g.runtime)}) })
}

// also runs the statement that a build has for a moment.
func (g *gate) also(t *tx, m Moment, p []any) error {
	g.build.watch.also(t, "On["+string(m)+"]", "", p)
	query := g.build.On[m]
	if query == "" {
		return nil
	}
	_, err := t.exec(query, p...)
	return err
}

// sync lets the harness hold the process; a gate that takes turns as a whole names no point for it.
func (g *gate) sync(point string) error {
	if g.build.Style == Whole {
		return nil
	}
	return g.host.Sync(point)
}

// address is that of a new question.
func (g *gate) address() string {
	if g.build.Address == nil {
		return newID()
	}
	return g.build.Address(g.questions.Add(1))
}

// newID is an address that cannot be guessed.
func newID() string { return rand.Text() }

// reply says an answer, after the build's last word on it.
func (g *gate) reply(a spec.Answer) spec.Reply { return spec.Reply{Answer: g.build.Tells(a)} }

func refused(code string) spec.Answer { return spec.Answer{Status: spec.Refused, Code: code} }

// stored turns an error of the store into a refusal where nothing was sent; a closed process is a fault.
func stored(err error) (spec.Answer, error) {
	if err == errClosed {
		return spec.Answer{}, err
	}
	return spec.Answer{Status: spec.Refused, Code: spec.CodeStorageFailed, Message: err.Error()}, nil
}
