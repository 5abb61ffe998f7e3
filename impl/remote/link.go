package remote

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"sameact/spec"
)

// A link exchanges messages with one process. Whoever waits in ask reads, one at a time, and deals with what
// arrives one message after the other, serving the host calls on the way. So everything is delivered in the
// order of arrival, and no message is looked at while the host call before it is new:
//
//	arrives   effect 1 · effect 2 · answer 7        host sees 1, 2; then ask gives back answer 7
//
// A host call stops being new when it has returned, when another ask begins (it may come from inside the
// host), or when somebody has waited for it for a moment. From then on messages pass it.
type link struct {
	proc    *process
	limits  Options
	pace    *pace
	writing sync.Mutex

	mu      sync.Mutex
	in      *lines // belongs to who has set reading
	reading bool
	queue   []arrival // read and not dealt with
	held    int       // bytes in the queue
	host    spec.Host
	asked   int64 // the newest id
	pending map[int64]*waiter
	waiting []*waiter
	fresh   int64         // the host call that is new, by number; 0 is none
	served  int64         // the newest host call
	open    int           // host calls that have not returned
	since   time.Time     // the beginning of the time in which open was not 0
	stood   time.Duration // all earlier such time
	doomed  *spec.Fault   // the process is killed for this; what it sent is still delivered
	fault   *spec.Fault   // nothing more will arrive
}

// A waiter is one request that has not been answered.
type waiter struct {
	id      int64
	method  string
	limit   time.Duration
	usual   time.Duration // the limit, had the verb never hung
	began   time.Time
	stood   time.Duration // what stood had reached then
	calls   int           // host calls since
	bell    chan struct{}
	answer  message
	settled bool
}

// patience is how long a message waits for the host call before it, when that does not return and
// nothing else shows that the host has seen it.
const patience = 50 * time.Millisecond

func newLink(p *process, limits Options, pace *pace) *link {
	return &link{proc: p, limits: limits, pace: pace, pending: map[int64]*waiter{}, in: newLines(p.out, limits.LineLimit)}
}

// ring wakes everybody who waits; l.mu is held.
func (l *link) ring() {
	for _, w := range l.waiting {
		select {
		case w.bell <- struct{}{}:
		default:
		}
	}
}

// ask sends a request and waits for its answer, at most for the limit. The time in which the host is asked
// does not count. An error is a *spec.Fault; after it the program is dead, or about to be.
func (l *link) ask(method string, params any, limit time.Duration) (message, error) {
	raw, err := marshal(params)
	if err != nil {
		return message{}, fmt.Errorf("the parameters of %s have no JSON form: %w", method, err)
	}
	w := l.begin(method, l.pace.limit(method, limit))
	w.usual = limit
	defer l.end(w)
	l.catchUp(w, false)
	l.expect(w)
	m := message{ID: strconv.AppendInt(nil, w.id, 10), Method: method, Params: raw}
	l.send(m, w.began.Add(w.limit))
	answer, err := l.await(w)
	if err == nil {
		l.mu.Lock()
		d := l.spent(w)
		l.mu.Unlock()
		l.pace.took(method, d)
	}
	return answer, err
}

func (l *link) begin(method string, limit time.Duration) *waiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	w := &waiter{id: l.asked, method: method, limit: limit, began: time.Now(), bell: make(chan struct{}, 1)}
	w.stood = l.standing(w.began)
	l.fresh = 0
	l.waiting = append(l.waiting, w)
	return w
}

// expect lets an answer to w be one.
func (l *link) expect(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending[w.id] = w
}

func (l *link) end(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.pending, w.id)
	for i := range l.waiting {
		if l.waiting[i] == w {
			l.waiting = append(l.waiting[:i], l.waiting[i+1:]...)
			break
		}
	}
}

// standing is all the time in which a host call was open; l.mu is held.
func (l *link) standing(now time.Time) time.Duration {
	if l.open == 0 {
		return l.stood
	}
	return l.stood + now.Sub(l.since)
}

// await deals with what arrives until the answer is among it.
func (l *link) await(w *waiter) (message, error) {
	for {
		if l.advance(w) {
			continue
		}
		l.mu.Lock()
		settled, fault, left := w.settled, l.fault, l.remaining(w)
		mine := !settled && fault == nil && !l.reading && len(l.queue) == 0
		l.reading = l.reading || mine
		l.mu.Unlock()
		switch {
		case settled:
			return w.answer, nil
		case fault != nil:
			return message{}, fault
		case mine && !l.read(left), !mine && !w.rung(left):
			l.expire(w)
		}
	}
}

// rung waits for the bell, at most for d, and reports whether it rang.
func (w *waiter) rung(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-w.bell:
		return true
	case <-timer.C:
		return false
	}
}

// remaining is how long w may wait now; l.mu is held.
func (l *link) remaining(w *waiter) time.Duration {
	if l.fresh != 0 && len(l.queue) > 0 {
		return patience
	}
	if l.doomed != nil {
		return l.limits.StopLimit
	}
	return max(w.limit-l.spent(w), time.Millisecond)
}

// spent is how long w has waited while the host was not asked; l.mu is held.
func (l *link) spent(w *waiter) time.Duration {
	now := time.Now()
	return now.Sub(w.began) - (l.standing(now) - w.stood)
}

// expire says what the end of a wait means.
func (l *link) expire(w *waiter) {
	l.mu.Lock()
	stale := l.fresh != 0 && len(l.queue) > 0
	if stale {
		l.fresh = 0
	}
	doomed := !stale && l.doomed != nil
	late := !stale && l.spent(w) >= w.limit
	l.mu.Unlock()
	switch {
	case doomed: // killed, and still its output has no end
		l.bury(io.EOF)
	case late:
		l.pace.hangs(w.method)
		l.doom(&spec.Fault{Kind: spec.FaultTimedOut, Detail: w.late()})
	}
}

// late says how long w was waited for.
func (w *waiter) late() string {
	if w.limit < w.usual {
		return fmt.Sprintf("no answer to %s within %v, after it was waited for in vain before", w.method, w.limit)
	}
	return fmt.Sprintf("no answer to %s within %v", w.method, w.limit)
}

// doom kills the program. The first reason stands; what was sent before is still delivered.
func (l *link) doom(f *spec.Fault) {
	l.mu.Lock()
	if l.doomed == nil {
		l.doomed = f
	}
	l.ring()
	l.mu.Unlock()
	l.proc.kill()
}

// kill kills the program and gives the host what it had sent until then.
func (l *link) kill(why string) {
	w := l.begin("", l.limits.StopLimit)
	defer l.end(w)
	l.doom(&spec.Fault{Kind: spec.FaultCrashed, Detail: why})
	_, _ = l.await(w)
}

// post sends a request whose answer nobody will wait for, and kills the program so long afterwards.
func (l *link) post(method string, params any, after time.Duration) error {
	raw, err := marshal(params)
	if err != nil {
		return fmt.Errorf("the parameters of %s have no JSON form: %w", method, err)
	}
	w := l.begin(method, l.limits.StopLimit)
	l.send(message{ID: strconv.AppendInt(nil, w.id, 10), Method: method, Params: raw}, w.began.Add(l.limits.StopLimit))
	l.end(w)
	l.proc.ended(after)
	l.kill("killed by the harness")
	return nil
}

// leave gives the process up without a look at what it may still have sent.
func (l *link) leave() { l.proc.close(l.limits.StopLimit) }

// bury ends the link for good: nothing more can arrive.
func (l *link) bury(err error) {
	l.mu.Lock()
	f := l.doomed
	l.mu.Unlock()
	if f == nil {
		f = l.obituary(err)
	}
	l.proc.kill()
	l.proc.ended(l.limits.StopLimit)
	told := *f
	told.Stderr = l.proc.stderr(l.limits.StopLimit)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = &told
	l.ring()
}

// obituary says why a program's output ended that nobody had killed.
func (l *link) obituary(err error) *spec.Fault {
	switch {
	case errors.Is(err, errTooLong):
		return &spec.Fault{Kind: spec.FaultNotJSON, Detail: fmt.Sprintf("%v of %d bytes", err, l.limits.LineLimit)}
	case !errors.Is(err, io.EOF):
		return &spec.Fault{Kind: spec.FaultClosed, Detail: err.Error()}
	case !l.proc.ended(l.limits.StopLimit):
		return &spec.Fault{Kind: spec.FaultClosed, Detail: "the program closed its output and runs on"}
	case l.proc.how != nil:
		return &spec.Fault{Kind: spec.FaultCrashed, Detail: l.proc.exit()}
	}
	return &spec.Fault{Kind: spec.FaultClosed, Detail: "the program ended in good order without answering"}
}

// serveTo gives the process another host, or none. What has arrived already was not meant for it.
func (l *link) serveTo(host spec.Host) {
	w := l.begin("", l.limits.AnswerLimit)
	defer l.end(w)
	l.catchUp(w, true)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.host = host
}

// erred is an RPC error as a fault.
func (l *link) erred(method string, e *rpcError) *spec.Fault {
	return &spec.Fault{Kind: spec.FaultRPC, Detail: fmt.Sprintf("%s: error %d: %s", method, e.Code, e.Message), Stderr: l.proc.stderr(0)}
}
