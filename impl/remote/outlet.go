package remote

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// An outlet is the reading end of a pipe that a program writes to. When the program has ended, what
// it wrote can still be read, and then the outlet ends, also if somebody else still holds the pipe open.
type outlet struct {
	file     *os.File
	finished atomic.Bool
	rest     int // bytes read after the end
}

// mostRest bounds what is read after the program's end: more than a pipe holds (pipe(7): 1 MiB), and
// an end for what somebody outside the group may write on and on.
const mostRest = 4 << 20

func (o *outlet) Read(b []byte) (int, error) {
	if !o.finished.Load() {
		n, err := o.file.Read(b)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
	n, err := readReady(o.file, b)
	o.rest += n
	if err != nil || n == 0 || o.rest > mostRest {
		return n, io.EOF
	}
	return n, nil
}

// finish says that the program has ended. A Read that waits goes on with what is left.
func (o *outlet) finish() {
	o.finished.Store(true)
	if o.file.SetReadDeadline(time.Unix(1, 0)) != nil {
		o.file.Close()
	}
}
