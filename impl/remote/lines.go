package remote

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errTooLong says that a line is longer than the limit.
var errTooLong = errors.New("a line longer than the limit")

// lines reads lines up to a limit. Empty lines are passed over.
type lines struct {
	r     *bufio.Reader
	limit int // bytes
}

func newLines(r io.Reader, limit int) *lines {
	return &lines{bufio.NewReaderSize(r, 64<<10), limit}
}

// An arrival is a line in memory of its own, without its end, or the end of all lines.
type arrival struct {
	line []byte
	cut  bool  // the last line, without an end: it may be half of one
	err  error // io.EOF or errTooLong, after which nothing can be read
}

func (l *lines) next() arrival {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(part) > l.limit+1 {
			return arrival{err: errTooLong}
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) > 0 {
			return arrival{line: line, cut: err != nil}
		}
		if err != nil {
			return arrival{err: io.EOF}
		}
	}
}
