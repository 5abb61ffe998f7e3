package remote

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// A process is one started program: its pipes, its log and its end. It knows nothing of messages.
// It leads a process group of its own; whatever else runs in that group ends with it.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	out    *outlet
	log    *outlet
	tail   tail
	gone   chan struct{} // closed when the program has ended, its group was killed and it was reaped
	logged chan struct{} // closed when its log has been read to the end
	how    error         // valid after gone: nil for exit status 0
	mu     sync.Mutex
	reaped bool // the group's id may belong to somebody else
}

// starters is where programs are started: on a thread that never ends, because on Linux a child is
// told of the death of the thread that started it, not of the process (prctl(2), PR_SET_PDEATHSIG).
var starters = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for do := range work {
			do()
		}
	}()
	return work
})

// start starts a program. Its standard error is kept as a tail.
func start(argv []string, o Options) (*process, error) {
	p := &process{gone: make(chan struct{}), logged: make(chan struct{})}
	p.cmd = exec.Command(argv[0], argv[1:]...)
	p.cmd.Dir, p.cmd.Env = o.Dir, append(os.Environ(), o.Env...)
	p.cmd.SysProcAttr = ownGroup()
	var theirs []*os.File
	pipe := func() (r, w *os.File, err error) {
		if r, w, err = os.Pipe(); err == nil {
			theirs = append(theirs, r, w)
		}
		return r, w, err
	}
	inR, inW, err1 := pipe()
	outR, outW, err2 := pipe()
	logR, logW, err3 := pipe()
	err := errors.Join(err1, err2, err3)
	if err == nil {
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = inR, outW, logW
		started := make(chan error)
		starters() <- func() { started <- p.cmd.Start() }
		err = <-started
	}
	if err != nil {
		for _, f := range theirs {
			f.Close()
		}
		return nil, err
	}
	for _, f := range []*os.File{inR, outW, logW} {
		f.Close()
	}
	p.in, p.out, p.log = inW, &outlet{file: outR}, &outlet{file: logR}
	go p.watch()
	go func() {
		defer close(p.logged)
		p.tail.readFrom(p.log)
	}()
	return p, nil
}

// watch waits for the end, ends the rest of the group and then lets the readers come to their end.
func (p *process) watch() {
	p.reap()
	p.out.finish()
	p.log.finish()
	close(p.gone)
}

// kill ends the program's group; watch sees to the rest.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		killGroup(p.cmd)
	}
}

// ended waits for the program's end, at most for d, and reports whether it came.
func (p *process) ended(d time.Duration) bool { return within(p.gone, d) }

// stderr is the tail of the log; of a program that has ended, with its last words.
func (p *process) stderr(d time.Duration) string {
	select {
	case <-p.gone:
		within(p.logged, d)
	default:
	}
	return p.tail.String()
}

// close gives back the pipes. The program has ended, or is killed first.
func (p *process) close(d time.Duration) {
	p.in.Close()
	p.kill()
	p.ended(d)
	p.out.file.Close()
	p.log.file.Close()
}

func within(done <-chan struct{}, d time.Duration) bool {
	select {
	case <-done:
		return true
	default:
		if d <= 0 {
			return false
		}
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-t.C:
		return false
	}
}

// exit says in words how a program ended.
func (p *process) exit() string {
	var status *exec.ExitError
	if errors.As(p.how, &status) {
		return status.String()
	}
	if p.how != nil {
		return fmt.Sprint(p.how)
	}
	return "exit status 0"
}
