package remote

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

// A call asks, is allowed, and runs; every reverse request reaches the host on the way.
func TestRoundTrip(t *testing.T) {
	target := playing(t, "tiny", patient)
	if diff := cmp.Diff(tiny{}.Hello(), target.Hello()); diff != "" {
		t.Errorf("the hello changed on the way (-want +got): %s", diff)
	}
	host := &recorder{}
	g, _ := begun(t, target, host)
	ask := call("page.all")
	ask.Call.Args = spec.JSONArgs(`{"z":1e400,"a":[1.0,"<&>"]}`)
	ask.Call.Task = &spec.Task{Transcript: "t1", Revision: 1}
	ask.State = json.RawMessage(`{"kept":[1]}`)
	r := mustDo(t, g, ask)
	want := spec.Answer{Status: spec.Pending, Code: spec.CodeConfirmationRequired, Request: "q1", Wait: &spec.Wait{ID: "w1", Transcript: "t1", Version: 1}, State: ask.State}
	if diff := cmp.Diff(want, r.Answer); diff != "" {
		t.Errorf("asked (-want +got): %s", diff)
	}
	if r := mustDo(t, g, spec.Request{Method: spec.MethodDecide, Request: "q1", Decision: json.RawMessage(`"allow"`), By: "u1", Now: clock}); r.Status != spec.Recorded {
		t.Errorf("allowed: %+v", r)
	}
	ask.Approval = &want.Request
	if r := mustDo(t, g, ask); r.Status != spec.Executed || r.Message != strconv.Itoa(clock+40) || string(r.Result) != `{"sent":true}` {
		t.Errorf("presented: %+v", r)
	}
	seen := []string{`show page.all {"z":1e400,"a":[1.0,"<&>"]}`, "sync before-spend", "observe a page 0",
		`expect page.all {"z":1e400,"a":[1.0,"<&>"]}`, "resolve mail-1", "resolve gone", `effect page.all {"z":1e400,"a":[1.0,"<&>"]}`}
	if diff := cmp.Diff(seen, host.list()); diff != "" {
		t.Errorf("the host saw (-want +got): %s", diff)
	}
	if r := mustDo(t, g, spec.Request{Method: spec.MethodTamper, Call: ask.Call, Request: "q1", Now: clock}); *r.Changed != 1 || string(r.State) != `{"changed":true}` {
		t.Errorf("tampered: %+v", r)
	}
	if r := mustDo(t, g, spec.Request{Method: spec.MethodAudit, Now: clock}); len(r.Records) != 1 || *r.Records[0].Duration != 40 {
		t.Errorf("audited: %+v", r)
	}
	if r := mustDo(t, g, spec.Request{Method: spec.MethodClear, Session: "s1", Now: clock}); len(r.Settled) != 1 || r.Settled[0].Request != "q1" {
		t.Errorf("cleared: %+v", r)
	}
	r = mustDo(t, g, spec.Request{Method: spec.MethodTurn, Calls: []spec.Call{*ask.Call}, Now: clock})
	if len(r.Requests) != 2 || r.Requests[0] == nil || r.Requests[1] != nil {
		t.Errorf("a turn: %+v", r)
	}
	if _, err := g.Do(spec.Request{Method: spec.MethodFinish, Request: "q1", Now: clock}); !errors.Is(err, spec.ErrUnsupported) {
		t.Errorf("a method of an undeclared chapter: %v", err)
	}
	mustDo(t, g, spec.Request{Method: spec.MethodTick, Now: clock}) // it goes on after that
}

func mustDo(t testing.TB, g spec.Gate, r spec.Request) spec.Reply {
	t.Helper()
	reply, err := g.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func TestEffectErrors(t *testing.T) {
	for _, c := range []struct {
		err    error
		status spec.Status
		told   string
		reason string
	}{
		{&spec.CallError{Code: spec.EffectRefused, Now: 7}, spec.Failed, "-32010 at 7", "refused before anything happened"},
		{&spec.CallError{Code: spec.EffectLost, Now: 8}, spec.Unknown, "-32011 at 8", "the reply was lost"},
		{fmt.Errorf("broken"), spec.Unknown, "-32011 at 0", "any other error is a lost reply"},
	} {
		host := &recorder{onEffect: func(spec.Effect) (spec.EffectResult, error) { return spec.EffectResult{}, c.err }}
		g, _ := begun(t, playing(t, "tiny", patient), host)
		ask := call("mail.send")
		r := mustDo(t, g, ask)
		ask.Approval = &r.Request
		if r = mustDo(t, g, ask); r.Status != c.status || r.Message != c.told {
			t.Errorf("got %s, %q: %s", r.Status, r.Message, c.reason)
		}
	}
}

// Killing on an effect is a crash between spending and knowing: the call ends as a crash, what was sent
// counts, and another process goes on with the folder.
func TestKillOnEffect(t *testing.T) {
	host := &recorder{}
	target := playing(t, "tiny", patient)
	g, place := begun(t, target, host)
	ask := call("mail.send")
	r := mustDo(t, g, ask)
	ask.Approval = &r.Request
	host.onEffect = func(spec.Effect) (spec.EffectResult, error) {
		if err := g.(spec.Killable).Kill(nil, 0); err != nil {
			t.Error(err)
		}
		return spec.EffectResult{}, nil
	}
	_, err := g.Do(ask)
	var fault *spec.Fault
	if !errors.As(err, &fault) || fault.Kind != spec.FaultCrashed {
		t.Errorf("got %v", err)
	}
	nobodyLeft(t, g.(*gate).link.proc.cmd.Process.Pid)
	host.onEffect = nil
	again, err := place.Start("p2", host, spec.DefaultWorld())
	if err != nil {
		t.Fatal(err)
	}
	if r := mustDo(t, again, ask); r.Status != spec.Executed {
		t.Errorf("the folder was lost: %+v", r)
	}
}

// Processes are used again, never by two at a time, and never after a fault.
func TestProcesses(t *testing.T) {
	target := playing(t, "who", patient)
	who := func(g spec.Gate) (pid, dir string) {
		r := mustDo(t, g, call("mail.send"))
		return r.Code, r.Message
	}
	a, place := begun(t, target, &recorder{})
	b, err := place.Start("p2", &recorder{}, spec.DefaultWorld())
	if err != nil {
		t.Fatal(err)
	}
	c, _ := begun(t, target, &recorder{})
	pidA, dirA := who(a)
	pidB, dirB := who(b)
	pidC, dirC := who(c)
	if pidA == pidB || pidB == pidC || pidA == pidC {
		t.Errorf("two gates in one process: %s %s %s", pidA, pidB, pidC)
	}
	if dirA != dirB || dirA == dirC {
		t.Errorf("a place is a folder: %s %s, the other %s", dirA, dirB, dirC)
	}
	a.Close()
	a2, err := place.Start("p1", &recorder{}, spec.DefaultWorld())
	if err != nil {
		t.Fatal(err)
	}
	if pid, dir := who(a2); pid != pidA || dir != dirA {
		t.Errorf("a restart: process %s in %s, want %s in %s", pid, dir, pidA, dirA)
	}
	a2.(*gate).Kill(nil, 0)
	a2.Close()
	d, _ := begun(t, target, &recorder{})
	if pid, _ := who(d); pid == pidA {
		t.Error("a killed process was used again")
	}
	place.Close()
	if _, err := os.Stat(dirA); !os.IsNotExist(err) {
		t.Errorf("a closed place leaves its folder: %v", err)
	}
	if _, err := place.Start("p9", &recorder{}, spec.DefaultWorld()); err == nil {
		t.Error("a closed place starts processes")
	}
}

// A harness that is killed takes its programs with it.
func TestHarnessKilled(t *testing.T) {
	harness := exec.Command(os.Args[0])
	harness.Env = append(os.Environ(), plays+"=harness", "TMPDIR="+t.TempDir()) // nobody tidies up after it
	out, err := harness.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := harness.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	group, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := harness.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = harness.Wait()
	nobodyLeft(t, group)
}
