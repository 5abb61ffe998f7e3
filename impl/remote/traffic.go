package remote

import (
	"errors"
	"os"
	"time"

	"sameact/spec"
)

// read reads until a line has come, at most for d, and queues it; the caller has set reading. It reports
// whether something came. Without a time it does not wait. Where pipes know no time, a program that says
// nothing is killed.
func (l *link) read(d time.Duration) bool {
	if l.proc.out.hasty = d == 0; d > 0 && l.proc.out.until(time.Now().Add(d)) != nil {
		defer time.AfterFunc(d, l.proc.kill).Stop()
	}
	a, err := l.in.next()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reading = false
	if err == nil {
		l.queue = append(l.queue, a)
		l.held += len(a.line) + 1
	}
	l.ring()
	return err == nil
}

// catchUp deals with what arrived unasked. Only where it is thorough does it look into the pipe.
func (l *link) catchUp(w *waiter, thorough bool) {
	for {
		for l.advance(w) {
		}
		l.mu.Lock()
		idle := !l.reading && l.fault == nil && len(l.queue) == 0 && (thorough || l.in.ready())
		l.reading = l.reading || idle
		l.mu.Unlock()
		if !idle || !l.read(0) {
			return
		}
	}
}

// send writes one message. That nobody reads it is for await to find out: a program that has ended may
// have sent things before. A program that does not read until the deadline is killed.
func (l *link) send(m message, deadline time.Time) {
	l.writing.Lock()
	defer l.writing.Unlock()
	line := m.appendTo(nil)
	_ = l.proc.in.SetWriteDeadline(time.Now().Add(patience))
	n, err := l.proc.in.Write(line)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return
	}
	stop := l.readAside()
	_ = l.proc.in.SetWriteDeadline(deadline)
	_, err = l.proc.in.Write(line[n:])
	stop()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		l.doom(&spec.Fault{Kind: spec.FaultTimedOut, Detail: "the program does not read its input"})
	}
}

// readAside reads into the queue while somebody writes: a program may read nothing until what it writes
// itself is read. It takes no more than a line may have, and no more messages than an answer may, so that a flood has to wait.
func (l *link) readAside() (stop func()) {
	done, finished := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(finished)
		for {
			l.mu.Lock()
			may := !l.reading && l.held <= l.limits.LineLimit && len(l.queue) <= l.limits.AskLimit && (len(l.queue) == 0 || l.queue[len(l.queue)-1].err == nil)
			l.reading = l.reading || may
			l.mu.Unlock()
			if may {
				l.read(patience)
			}
			select {
			case <-done:
				return
			default:
			}
			if !may && within(done, patience) {
				return
			}
		}
	}()
	return func() {
		close(done)
		<-finished
	}
}
