package remote

import (
	"io"
	"strings"
	"sync"
)

const tailSize = 4 << 10 // bytes of a program's log that are kept

// A tail keeps the end of what a program logged.
type tail struct {
	mu   sync.Mutex
	kept []byte
	cut  bool
}

// readFrom reads to the end, whatever it is.
func (t *tail) readFrom(r io.Reader) {
	b := make([]byte, 4<<10)
	for {
		n, err := r.Read(b)
		t.mu.Lock()
		t.kept = append(t.kept, b[:n]...)
		if over := len(t.kept) - tailSize; over > 0 {
			t.kept, t.cut = append(t.kept[:0], t.kept[over:]...), true
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// String is the tail as text, from the beginning of a line where it was cut.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := strings.ToValidUTF8(string(t.kept), "\uFFFD")
	if t.cut {
		if _, rest, ok := strings.Cut(s, "\n"); ok {
			s = rest
		}
		s = "…\n" + s
	}
	return strings.TrimRight(s, "\n")
}
