package remote

import (
	"errors"
	"fmt"
	"time"

	"sameact/spec"
)

// Hints for whoever wrote the program: of a line that is no message, and of an answer that nobody waits for.
const (
	messageHint = `a line is {"jsonrpc":"2.0","id":ID,"result":…}, with "error" in place of "result" where something is broken, or a request with "method"; anything else, as a log, belongs on standard error`
	answerHint  = "answer each request once, with the id that it came with"
)

// advance takes the next arrival out of the queue and deals with it, on the caller's goroutine. It reports
// whether there was one that may be taken now.
func (l *link) advance(w *waiter) bool {
	l.mu.Lock()
	if w.settled || l.fault != nil || len(l.queue) == 0 || l.fresh != 0 {
		l.mu.Unlock()
		return false
	}
	a := l.queue[0]
	l.queue = l.queue[1:]
	l.held -= len(a.line) + 1
	if a.err != nil {
		l.mu.Unlock()
		l.bury(a.err)
		return true
	}
	m, err := decode(a.line)
	if err == nil && m.Method != "" {
		l.deliver(w, m) // unlocks
		return true
	}
	hint := messageHint
	if err == nil {
		err, hint = l.settle(m), answerHint
	}
	half := a.cut && errors.Is(err, errNotJSON)
	silent := err == nil || half || l.doomed != nil
	l.mu.Unlock()
	if !silent {
		f := faultOf(err, a.line)
		if f.Kind == spec.FaultRPC {
			f.Hint = hint
		}
		l.doom(f)
	}
	return true
}

// settle gives an answer to whoever waits for it; l.mu is held. Answers of a dead program are late.
func (l *link) settle(m message) error {
	if l.doomed != nil {
		return nil
	}
	if m.ID == nil && m.Error != nil {
		return fmt.Errorf("the program could not read a message (%d: %s)", m.Error.Code, m.Error.Message)
	}
	id, ok := m.number()
	w := l.pending[id]
	if !ok || w == nil || w.settled {
		return fmt.Errorf("an answer to a request that is not open, %s", orNull(m.ID))
	}
	w.answer, w.settled = m, true
	l.ring()
	return nil
}

// deliver serves a request of the program to the host; l.mu is held at first and free afterwards.
func (l *link) deliver(w *waiter, m message) {
	l.served++
	me := l.served
	l.fresh = me
	if l.open++; l.open == 1 {
		l.since = time.Now()
	}
	w.calls++
	flood := w.calls > l.limits.AskLimit && l.doomed == nil
	host := l.host
	l.mu.Unlock()
	l.pace.asked.Add(1)
	defer l.delivered(me)
	if flood {
		l.doom(&spec.Fault{Kind: spec.FaultTimedOut, Detail: fmt.Sprintf("%d requests of the program and still no answer to %s", l.limits.AskLimit, w.method)})
		return
	}
	answer, err := serve(host, m)
	if err != nil {
		l.doom(&spec.Fault{Kind: spec.FaultRPC, Hint: "send it as spec/protocol/protocol.md, part 4, has it", Detail: fmt.Sprintf("%s: %v", m.Method, err)})
		return
	}
	if m.ID == nil || l.isDoomed() {
		return
	}
	answer.ID = m.ID
	l.send(answer, time.Now().Add(l.limits.AnswerLimit))
}

func (l *link) delivered(me int64) {
	l.pace.asked.Add(-1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open--; l.open == 0 {
		l.stood += time.Since(l.since)
	}
	if l.fresh == me {
		l.fresh = 0
	}
	l.ring()
}

func (l *link) isDoomed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.doomed != nil
}
