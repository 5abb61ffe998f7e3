package remote

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// An outlet is the reading end of a pipe that a program writes to. When the program has ended, what
// it wrote can still be read, and then the outlet ends, also if somebody else still holds the pipe open.
type outlet struct {
	file     *os.File
	mu       sync.Mutex
	finished bool
	rest     int  // bytes read after the end
	hasty    bool // Read does not wait; belongs to who reads
}

// mostRest bounds what is read after the program's end: more than a pipe holds (pipe(7): 1 MiB), and
// an end for what somebody outside the group may write on and on.
const mostRest = 4 << 20

// Read is io.Reader's. At the time set by until, and where it is hasty and nothing is there, it gives
// os.ErrDeadlineExceeded.
func (o *outlet) Read(b []byte) (int, error) {
	if !o.hasty {
		n, err := o.file.Read(b)
		if !errors.Is(err, os.ErrDeadlineExceeded) || !o.isFinished() {
			return n, err
		}
	}
	n, err := readReady(o.file, b)
	if !o.isFinished() {
		return n, err
	}
	if o.rest += n; err != nil || o.rest > mostRest {
		return n, io.EOF
	}
	return n, nil
}

// until sets the time at which a Read gives up. Where pipes know no such time, it is an error.
func (o *outlet) until(t time.Time) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.finished {
		return nil
	}
	return o.file.SetReadDeadline(t)
}

func (o *outlet) isFinished() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.finished
}

// finish says that the program has ended. A Read that waits goes on with what is left.
func (o *outlet) finish() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.finished = true
	if o.file.SetReadDeadline(time.Unix(1, 0)) != nil {
		o.file.Close()
	}
}
