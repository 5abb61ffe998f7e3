package cli

import (
	"fmt"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// A progress is one line on a terminal's standard error that says how far the work is; anywhere else
// it is silent. Its methods may be called on a nil progress.
type progress struct {
	bars     *mpb.Progress
	bar      *mpb.Bar
	steps    atomic.Int64
	findings atomic.Int64
	now      atomic.Value // string: what is worked on
}

// newProgress starts the line; what names what is counted.
func (c *console) newProgress(what string, quiet bool) *progress {
	if quiet || !c.terminal {
		return nil
	}
	p := &progress{bars: mpb.New(mpb.WithOutput(c.err), mpb.WithWidth(2))}
	p.now.Store("")
	p.bar = p.bars.New(0, mpb.SpinnerStyle().PositionLeft(), mpb.BarRemoveOnComplete(), mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
		return fmt.Sprintf("%d %s, %d findings, %s", p.steps.Load(), what, p.findings.Load(), p.now.Load())
	})))
	return p
}

func (p *progress) played(now string, n int) {
	if p != nil {
		p.steps.Add(int64(n))
		p.now.Store(now)
		p.bar.IncrBy(n)
	}
}

func (p *progress) found() {
	if p != nil {
		p.findings.Add(1)
	}
}

// end takes the line away.
func (p *progress) end() {
	if p != nil {
		p.bar.SetTotal(-1, true)
		p.bars.Wait()
	}
}
