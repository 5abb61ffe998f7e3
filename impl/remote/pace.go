package remote

import (
	"sync"
	"sync/atomic"
	"time"
)

// A pace is how long the processes of one command line take to answer, by verb. A verb that was waited for in vain once is
// not waited for that long again: a system that hangs whenever it is told an unknown id would cost the limit in every story.
//
// From then on a verb has four times as long as its slowest answer took, at least hurried, and never more than its limit.
// It has its limit again while a host call is open, which it may have to wait for; and so have initialize and open, whose
// time is the machine's.
type pace struct {
	asked   atomic.Int64 // host calls that have not returned
	mu      sync.Mutex
	slowest map[string]time.Duration
	hung    map[string]bool
}

// hurried is the least time that a verb is given after it has hung: far more than any answer takes that comes at all.
const hurried = 500 * time.Millisecond

func newPace() *pace { return &pace{slowest: map[string]time.Duration{}, hung: map[string]bool{}} }

// limit is how long a verb may take now.
func (p *pace) limit(method string, usual time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.hung[method] || p.asked.Load() > 0 || method == "initialize" || method == "open" {
		return usual
	}
	return min(usual, max(hurried, 4*p.slowest[method]))
}

// took notes that a verb was answered after so long.
func (p *pace) took(method string, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slowest[method] = max(p.slowest[method], d)
}

// hangs notes that a verb was not answered within its limit.
func (p *pace) hangs(method string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hung[method] = true
}
