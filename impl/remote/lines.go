package remote

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
)

// errTooLong says that a line is longer than the limit.
var errTooLong = errors.New("a line longer than the limit")

// lines reads lines up to a limit. Empty lines are passed over.
type lines struct {
	r     *bufio.Reader
	limit int    // bytes
	part  []byte // of a line whose end has not come yet
}

func newLines(r io.Reader, limit int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// An arrival is a line in memory of its own, without its end, or the end of all lines.
type arrival struct {
	line []byte
	cut  bool  // the last line, without an end: it may be half of one
	err  error // io.EOF or errTooLong, after which nothing can be read
}

// next waits for a line. An error is os.ErrDeadlineExceeded; what came of a line until then is kept.
func (l *lines) next() (arrival, error) {
	for {
		part, err := l.r.ReadSlice('\n')
		if len(l.part)+len(part) > l.limit+1 {
			return arrival{err: errTooLong}, nil
		}
		l.part = append(l.part, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return arrival{}, err
		}
		line := bytes.TrimRight(l.part, "\r\n")
		l.part = nil
		if len(line) > 0 {
			return arrival{line: line, cut: err != nil}, nil
		}
		if err != nil {
			return arrival{err: io.EOF}, nil
		}
	}
}

// ready reports whether more has been read already.
func (l *lines) ready() bool { return l.r.Buffered() > 0 }
