package doctor

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"sameact/spec"
)

// A desk takes several requests at once, each on a goroutine of its own. Its way is how it runs two acts.
type desk struct {
	way   string
	host  spec.Host
	one   sync.Mutex // held while an act runs, where only one may
	mu    sync.Mutex
	asked map[string]spec.Call
	last  spec.Call // that was asked about
}

func (d *desk) Hello() spec.Hello {
	h := declared()
	h.Features = []string{"resumes"}
	return h
}

func (d *desk) Open() (spec.Place, error) { return d, nil }
func (d *desk) Close() error              { return nil }
func (d *desk) Start(_ string, h spec.Host, _ spec.World) (spec.Gate, error) {
	d.host, d.asked = h, map[string]spec.Call{}
	return d, nil
}

func (d *desk) Do(r spec.Request) (spec.Reply, error) {
	switch r.Method {
	case spec.MethodCall:
		return spec.Reply{Answer: d.ask(*r.Call)}, nil
	case spec.MethodDecide:
		return spec.Reply{Answer: d.run(r.Request)}, nil
	}
	return spec.Reply{}, spec.ErrUnsupported
}

func (d *desk) ask(c spec.Call) spec.Answer {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := c.Session + string(c.Arguments)
	d.asked[id], d.last = c, c
	return spec.Answer{Status: spec.Pending, Request: id}
}

func (d *desk) run(request string) spec.Answer {
	switch d.way {
	case "waits its turn":
		d.one.Lock()
		defer d.one.Unlock()
	case "busy":
		if !d.one.TryLock() {
			return spec.Answer{Status: spec.Refused, Code: "busy"}
		}
		defer d.one.Unlock()
	}
	d.mu.Lock()
	c := d.asked[request]
	if d.way == "runs the last" {
		c = d.last
	}
	d.mu.Unlock()
	_, err := d.host.Effect(spec.Effect{Action: c.Action, Arguments: json.RawMessage(c.Arguments)})
	var failed *spec.CallError
	switch {
	case err == nil || d.way == "all is well":
		return spec.Answer{Status: spec.Executed}
	case errors.As(err, &failed) && failed.Code == spec.EffectRefused && d.way != "never knows":
		return spec.Answer{Status: spec.Failed}
	}
	return spec.Answer{Status: spec.Unknown}
}

func TestTwoActsAtTheSameTime(t *testing.T) {
	for _, row := range []struct {
		way       string
		ok, doubt bool
		saw       string
		reason    string
	}{
		{"", true, false, "two acts at the same time were told apart", "each has its own"},
		{"waits its turn", true, false, "two acts at the same time were told apart", "the second effect comes when the first is over"},
		{"busy", true, false, "one of two acts at the same time was refused", "nothing was sent, and that is said"},
		{"runs the last", false, false, "one: no effect arrived, answered failed; the other: effect refused with -32010, answered failed", "one variable for what is to be run"},
		{"all is well", true, true, "executed, for an act whose effect was refused", "an error is passed over, also of one act alone"},
		{"never knows", true, true, "unknown, for an act whose effect was refused", "one error is like another, also of one act alone"},
	} {
		checks := examine(opened(&desk{way: row.way}), named("overlap"))
		if c := checks[len(checks)-2]; c.Name != "overlap" || c.OK != row.ok || c.Doubt != row.doubt || !strings.Contains(c.Saw, row.saw) {
			t.Errorf("%s: %+v", row.reason, c)
		}
	}
}
