package remote

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"sameact/spec"
)

const protocolVersion = "1"

// A target is one command line, started as often as it is needed.
type target struct {
	argv   []string
	limits Options
	pace   *pace // of all its processes
	hello  spec.Hello
	root   string // holds the folders of its places

	mu     sync.Mutex
	idle   []*link
	all    map[*link]bool
	closed bool
}

var _ spec.FolderTarget = (*target)(nil)

// Command puts a program under test. It starts it once and shakes hands; what goes wrong there is an error
// that says so, a *spec.Fault within it where the program misbehaved. Close ends all its processes.
func Command(argv []string, o Options) (spec.FolderTarget, error) {
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("no command; hint: exec: is followed by a program and its arguments")
	}
	root, err := os.MkdirTemp("", "sameact-")
	if err != nil {
		return nil, err
	}
	t := &target{argv: argv, limits: o.filled(), pace: newPace(), root: root, all: map[*link]bool{}}
	l, hello, err := t.start()
	if err != nil {
		t.Close()
		return nil, fmt.Errorf("%s: %w", argv[0], err)
	}
	t.hello = hello
	t.put(l)
	return t, nil
}

func (t *target) Hello() spec.Hello { return t.hello }

// start starts a process and shakes hands with it.
func (t *target) start() (*link, spec.Hello, error) {
	p, err := start(t.argv, t.limits)
	if err != nil {
		return nil, spec.Hello{}, err
	}
	l := newLink(p, t.limits, t.pace)
	t.mu.Lock()
	closed := t.closed
	t.all[l] = true
	t.mu.Unlock()
	if closed {
		t.drop(l)
		return nil, spec.Hello{}, os.ErrClosed
	}
	hello, err := shake(l)
	if err != nil {
		t.drop(l)
		return nil, spec.Hello{}, err
	}
	return l, hello, nil
}

func shake(l *link) (spec.Hello, error) {
	greeting := struct {
		Protocol string     `json:"protocol"`
		Harness  spec.Named `json:"harness"`
	}{protocolVersion, spec.Named{Name: "sameact", Version: protocolVersion}}
	m, err := l.ask("initialize", greeting, l.limits.StartLimit)
	if err != nil {
		return spec.Hello{}, err
	}
	if m.Error != nil {
		return spec.Hello{}, l.erred("initialize", m.Error)
	}
	hello, err := readHello(m.Result)
	if err != nil {
		return hello, fmt.Errorf("the answer to initialize: %w", err)
	}
	return hello, nil
}

// take gives a process that nobody uses: one that has served before, or a new one.
func (t *target) take() (*link, error) {
	for l := t.pop(); l != nil; l = t.pop() {
		if !l.proc.ended(0) {
			return l, nil
		}
		t.drop(l) // it ended while nobody used it
	}
	l, _, err := t.start()
	return l, err
}

func (t *target) pop() *link {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.idle)
	if n == 0 {
		return nil
	}
	l := t.idle[n-1]
	t.idle = t.idle[:n-1]
	return l
}

// put gives a process back that has done nothing wrong.
func (t *target) put(l *link) {
	t.mu.Lock()
	if !t.closed {
		t.idle = append(t.idle, l)
		t.mu.Unlock()
		return
	}
	t.mu.Unlock()
	t.drop(l)
}

// drop ends a process.
func (t *target) drop(l *link) {
	l.leave()
	t.mu.Lock()
	delete(t.all, l)
	t.mu.Unlock()
}

// Close asks the processes that nobody uses to stop, and kills what has not stopped within the limit.
func (t *target) Close() error {
	t.mu.Lock()
	t.closed = true
	idle := t.idle
	t.idle = nil
	t.mu.Unlock()
	var stopping sync.WaitGroup
	for _, l := range idle {
		stopping.Go(func() {
			if _, err := l.ask("shutdown", struct{}{}, t.limits.StopLimit); err == nil {
				l.proc.in.Close()
				l.proc.ended(t.limits.StopLimit)
			}
			t.drop(l)
		})
	}
	stopping.Wait()
	t.mu.Lock()
	var used []*link
	for l := range t.all {
		used = append(used, l)
	}
	t.mu.Unlock()
	for _, l := range used {
		t.drop(l)
	}
	return os.RemoveAll(t.root)
}
