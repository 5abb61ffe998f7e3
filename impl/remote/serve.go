package remote

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"
	"time"

	"sameact/spec"
)

// A server is a Go gate behind the protocol. It takes one message at a time and looks at the next when
// whatever the last one set going has either finished or waits for the harness: the gate runs as if it
// had one thread, in the order in which the messages came. Calls to the host have to come from the
// goroutine that Do, Start or Close runs on, one at a time.
type server struct {
	target spec.FolderTarget
	out    io.Writer
	step   chan struct{} // something has finished or waits
	over   chan struct{} // closed when no more answers will come
	work   sync.WaitGroup

	mu    sync.Mutex
	asked int64
	open  map[int64]chan message
	sick  error // of writing

	place spec.Place // used by one request at a time
	gate  spec.Gate
	hello bool
}

// stopLimit is how long Serve waits, at the end of its input, for what still runs.
const stopLimit = 3 * time.Second

// Serve speaks the adapter protocol as the target until shutdown or the end of the input, both nil, or until ctx is
// done or out cannot be written. It closes what it opened, but not the target.
func Serve(ctx context.Context, target spec.FolderTarget, in io.Reader, out io.Writer) error {
	s := &server{target: target, out: out, step: make(chan struct{}, 1), over: make(chan struct{}), open: map[int64]chan message{}}
	arrivals := make(chan arrival)
	defer s.close()
	go func() {
		from := newLines(in, Options{}.filled().LineLimit)
		for {
			a, err := from.next()
			if err != nil {
				a.err = err
			}
			select {
			case arrivals <- a:
			case <-s.over:
				return
			}
			if a.err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case a := <-arrivals:
			if done, err := s.arrive(ctx, a); done || err != nil {
				return err
			}
		}
	}
}

// arrive deals with one line, up to where the next may be looked at.
func (s *server) arrive(ctx context.Context, a arrival) (done bool, err error) {
	if errors.Is(a.err, io.EOF) {
		return true, nil
	} else if a.err != nil {
		return true, a.err
	}
	m, err := decode(a.line)
	if err != nil {
		code := codeInvalid
		if errors.Is(err, errNotJSON) {
			code = codeParse
		}
		refused := refusal(code, err.Error())
		refused.ID = m.ID
		return false, s.write(refused)
	}
	select { // a step that nobody waited for
	case <-s.step:
	default:
	}
	if m.Method == "" {
		if !s.answered(m) {
			return false, nil
		}
	} else {
		s.work.Go(func() { s.request(m) })
	}
	select {
	case <-s.step:
	case <-ctx.Done():
		return true, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return m.Method == "shutdown", s.sick
}

// request serves one request of the harness and answers it, where it has an id.
func (s *server) request(m message) {
	defer s.stepped()
	answer := s.handle(m)
	if m.ID != nil {
		answer.ID = m.ID
		_ = s.write(answer)
	}
}

func (s *server) stepped() {
	select {
	case s.step <- struct{}{}:
	default:
	}
}

func (s *server) write(m message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.out.Write(m.appendTo(nil)); err != nil {
		s.sick = err
	}
	return s.sick
}

// answered gives an answer to the host call that waits for it. One that nobody waits for is dropped.
func (s *server) answered(m message) bool {
	id, ok := m.number()
	s.mu.Lock()
	defer s.mu.Unlock()
	waits := s.open[id]
	if !ok || waits == nil {
		return false
	}
	delete(s.open, id)
	waits <- m
	return true
}

// errOver says that the harness has gone.
var errOver = errors.New("the harness has gone")

// ask sends a request to the harness and waits for its answer.
func (s *server) ask(method string, params any) (message, error) {
	raw, err := marshal(params)
	if err != nil {
		return message{}, err
	}
	waits := make(chan message, 1)
	s.mu.Lock()
	s.asked++
	id := s.asked
	s.open[id] = waits
	s.mu.Unlock()
	if err := s.write(message{ID: strconv.AppendInt(nil, id, 10), Method: method, Params: raw}); err != nil {
		return message{}, err
	}
	s.stepped()
	select {
	case m := <-waits:
		return m, nil
	case <-s.over:
		return message{}, errOver
	}
}

// close lets what still runs come to its end, for a while, and closes the gate.
func (s *server) close() {
	close(s.over)
	finished := make(chan struct{})
	go func() {
		s.work.Wait()
		s.leave()
		close(finished)
	}()
	within(finished, stopLimit)
}

// leave closes the gate and its place.
func (s *server) leave() {
	if s.gate != nil {
		s.gate.Close()
		s.gate = nil
	}
	if s.place != nil {
		s.place.Close()
		s.place = nil
	}
}
