package null

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"sameact/spec"
)

type outside struct{ effects, shows int }

func (o *outside) Effect(spec.Effect) (spec.EffectResult, error) {
	o.effects++
	return spec.EffectResult{Result: json.RawMessage(`{}`)}, nil
}
func (o *outside) Show(spec.Show) error { o.shows++; return nil }
func (o *outside) Sync(string) error    { return nil }

func TestEachNullGateIsWhatItsNameSays(t *testing.T) {
	for _, tt := range []struct {
		slug, reason                  string
		asked, denied, presented      spec.Status
		shows, effects, effectsUnsaid int
	}{
		{"reject-all", "nothing is ever asked", spec.Refused, spec.Refused, spec.Refused, 0, 0, 0},
		{"polite-reject", "asks, and the answer is worth nothing", spec.Pending, spec.Recorded, spec.Refused, 1, 0, 0},
		{"accept-all", "runs on the first word", spec.Executed, spec.Recorded, spec.Executed, 0, 2, 1},
		{"rubber-stamp", "a denial runs it too", spec.Pending, spec.Recorded, spec.Executed, 1, 1, 0},
		{"echo", "one answer to everything", spec.Pending, spec.Pending, spec.Pending, 0, 0, 0},
		{"liar", "a denial is kept", spec.Pending, spec.Refused, spec.Refused, 1, 0, 0},
	} {
		t.Run(tt.slug, func(t *testing.T) {
			n, ok := Find(tt.slug)
			if !ok {
				t.Fatal("not in All")
			}
			p, err := n.Target.Open()
			if err != nil {
				t.Fatal(err)
			}
			host := &outside{}
			g, err := p.Start("p1", host, spec.DefaultWorld())
			if err != nil {
				t.Fatal(err)
			}
			c := spec.DefaultCall("mail.send")
			do := func(r spec.Request, want spec.Status) spec.Reply {
				t.Helper()
				out, err := g.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				if out.Status != want {
					t.Fatalf("%s: %s, want %s", r.Method, out.Status, want)
				}
				return out
			}
			asked := do(spec.Request{Method: spec.MethodCall, Call: &c}, tt.asked)
			if host.effects != tt.effectsUnsaid {
				t.Fatalf("%d effects before an answer, want %d", host.effects, tt.effectsUnsaid)
			}
			do(spec.Request{Method: spec.MethodDecide, Request: asked.Request, Decision: []byte(`"deny"`), By: "u1"}, tt.denied)
			do(spec.Request{Method: spec.MethodCall, Call: &c, Approval: &asked.Request}, tt.presented)
			if host.shows != tt.shows || host.effects != tt.effects {
				t.Fatalf("%d shown, %d effects, want %d, %d", host.shows, host.effects, tt.shows, tt.effects)
			}
		})
	}
}

func TestTheLiarSaysExecutedAndCallsNothing(t *testing.T) {
	n, _ := Find("liar")
	p, _ := n.Target.Open()
	host := &outside{}
	g, _ := p.Start("p1", host, spec.DefaultWorld())
	c := spec.DefaultCall("mail.send")
	asked, _ := g.Do(spec.Request{Method: spec.MethodCall, Call: &c})
	_, _ = g.Do(spec.Request{Method: spec.MethodDecide, Request: asked.Request, Decision: []byte(`"allow"`), By: "u1"})
	out, _ := g.Do(spec.Request{Method: spec.MethodCall, Call: &c, Approval: &asked.Request})
	if out.Status != spec.Executed || host.effects != 0 {
		t.Fatalf("%s with %d effects, want executed with none", out.Status, host.effects)
	}
}

func TestProcesses(t *testing.T) {
	hand := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"open","params":{}}` + "\n"
	call := `{"jsonrpc":"2.0","id":3,"method":"call","params":{}}` + "\n"
	for _, tt := range []struct {
		process    Process
		reason, in string
		lines      int
		exit       int
	}{
		{Dead, "no word at all", hand, 0, 1},
		{Hang, "reads to the end and answers nothing", hand + call, 0, 0},
		{Crash, "answers the handshake, not the call", hand + call, 2, 3},
		{Crash, "leaves in peace when nothing comes", hand, 2, 0},
		{Crash, "a line that is no message", "{\n", 0, 3},
	} {
		t.Run(string(tt.process)+"/"+tt.reason, func(t *testing.T) {
			var out bytes.Buffer
			if exit := tt.process.Serve(strings.NewReader(tt.in), &out); exit != tt.exit {
				t.Fatalf("exit %d, want %d", exit, tt.exit)
			}
			if n := strings.Count(out.String(), "\n"); n != tt.lines {
				t.Fatalf("%d lines, want %d: %s", n, tt.lines, out.String())
			}
		})
	}
}
