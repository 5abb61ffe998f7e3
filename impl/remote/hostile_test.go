package remote

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

// Every way to misbehave in place of an answer is one of the five kinds, what was sent before counts,
// and nothing of the program is left.
func TestMisbehaving(t *testing.T) {
	short := limits
	short.LineLimit, short.AskLimit = 1<<20, 200
	sent := "effect mail.send {}"
	for _, c := range []struct {
		program, kind, detail string
		seen                  []string
		reason                string
	}{
		{"garbage", spec.FaultNotJSON, `"Listening on port 3000"`, nil, "a log line on standard output is the commonest mistake: it is shown"},
		{"not utf-8", spec.FaultNotJSON, `\xff`, nil, "JSON is UTF-8 (RFC 8259 §8.1)"},
		{"huge line", spec.FaultNotJSON, "limit of 1048576", nil, "a line without an end takes no more memory than the limit"},
		{"half line", spec.FaultTimedOut, "no answer to call within 300ms", nil, "half an answer is none"},
		{"half and exit", spec.FaultCrashed, "exit status 7", nil, "the end explains the half line, not the reverse"},
		{"array", spec.FaultRPC, "a message is an object", nil, "batches are not of this protocol"},
		{"no version", spec.FaultRPC, `"jsonrpc":"2.0"`, nil, "JSON-RPC 2.0 §4"},
		{"result and err", spec.FaultRPC, "not both", nil, "which of the two is true cannot be told"},
		{"object id", spec.FaultRPC, "an id is", nil, "JSON-RPC 2.0 §4"},
		{"unknown status", spec.FaultRPC, `"done" is no status`, nil, "an unknown word is no verdict"},
		{"no status", spec.FaultRPC, `"" is no status`, nil, "nothing said"},
		{"wrong type", spec.FaultRPC, `"request" cannot be a number`, nil, "a request is text"},
		{"null result", spec.FaultRPC, "a result is an object", nil, "null is what a forgotten return gives"},
		{"unknown id", spec.FaultRPC, "not open, 99", nil, "whose answer it is cannot be told"},
		{"text id", spec.FaultRPC, "not open", nil, "an id comes back as it was sent"},
		{"could not read", spec.FaultRPC, "Parse error", nil, "an answer without an id is about a line it could not read"},
		{"rpc error", spec.FaultRPC, "error -32000: KeyError: 'call'", nil, "refusals are results"},
		{"no call", spec.FaultRPC, "-32601", nil, "call is needed by every gate"},
		{"bad effect", spec.FaultRPC, `effect: "action" cannot be a number`, nil, "what happened cannot be told"},
		{"effect of none", spec.FaultRPC, "has an action and arguments", nil, "without arguments nobody knows what was sent"},
		{"silence", spec.FaultTimedOut, "no answer to call", nil, ""},
		{"effect, silence", spec.FaultTimedOut, "no answer to call", []string{sent, sent}, "both effects happened all the same"},
		{"exit 0", spec.FaultClosed, "good order", nil, "an end in good order is no crash"},
		{"exit 3", spec.FaultCrashed, "exit status 3", nil, ""},
		{"effect and exit", spec.FaultCrashed, "exit status 3", []string{sent}, "an effect that was sent counts"},
		{"closes output", spec.FaultClosed, "runs on", nil, ""},
		{"flood of effects", spec.FaultTimedOut, "200 requests", nil, "a flood has an end"},
		{"flood, no reading", spec.FaultTimedOut, "", nil, "both pipes are full: neither side waits for ever"},
		{"child holds pipe", spec.FaultCrashed, "exit status 3", nil, "the end of the program counts, not of the pipe"},
		{"child and silence", spec.FaultTimedOut, "no answer", nil, "the child ends with its group"},
	} {
		t.Run(c.program, func(t *testing.T) {
			o := short
			if c.kind != spec.FaultTimedOut {
				o.AnswerLimit = limits.StartLimit
			}
			host := &recorder{}
			g, place := begun(t, playing(t, c.program, o), host)
			group := g.(*gate).link.proc.cmd.Process.Pid
			_, err := g.Do(call("mail.send"))
			var fault *spec.Fault
			if !errors.As(err, &fault) || fault.Kind != c.kind || !strings.Contains(fault.Detail, c.detail) {
				t.Errorf("got %v, want %s with %q: %s", err, c.kind, c.detail, c.reason)
			}
			if !strings.HasPrefix(c.program, "flood") && !cmp.Equal(host.list(), c.seen) {
				t.Errorf("the host saw (-want +got): %s", cmp.Diff(c.seen, host.list()))
			}
			place.Close()
			nobodyLeft(t, group)
		})
	}
}

// What looks odd but is the protocol's gives an answer.
func TestOddButRight(t *testing.T) {
	for _, c := range []struct {
		program string
		seen    []string
		reason  string
	}{
		{"good", nil, ""},
		{"float id", nil, "a language without integers writes 4 as 4.0"},
		{"both", nil, "a null error is none; unknown members, CR and empty lines are passed over"},
		{"whole, no end", nil, "a last line needs no end to be whole"},
		{"does not wait", []string{"effect first {}", "effect second {}"}, "effects before the answer arrive before it, in order"},
		{"notifies", []string{"effect mail.send {}"}, "an effect that asks for no answer happened"},
		{"asks the page", []string{"expect mail.send {}"}, "an unknown method of the program is answered, not a fault"},
		{"flood of stderr", nil, "the log is always read"},
		{"deaf", nil, "a program that stops reading is only found out later"},
	} {
		t.Run(c.program, func(t *testing.T) {
			host := &recorder{}
			g, place := begun(t, playing(t, c.program, patient), host)
			group := g.(*gate).link.proc.cmd.Process.Pid
			r, err := g.Do(call("mail.send"))
			if err != nil || r.Status != spec.Executed {
				t.Fatalf("got %q, %v: %s", r.Status, err, c.reason)
			}
			if !cmp.Equal(host.list(), c.seen) {
				t.Errorf("the host saw (-want +got): %s", cmp.Diff(c.seen, host.list()))
			}
			g.(*gate).Kill(nil, 0)
			place.Close()
			nobodyLeft(t, group)
		})
	}
}

func TestAnswersTwice(t *testing.T) {
	g, _ := begun(t, playing(t, "twice", patient), &recorder{})
	if _, err := g.Do(call("mail.send")); err != nil {
		t.Fatalf("the first answer is one: %v", err)
	}
	_, err := g.Do(call("mail.send"))
	var fault *spec.Fault
	if !errors.As(err, &fault) || fault.Kind != spec.FaultRPC || !strings.Contains(fault.Detail, "not open") {
		t.Errorf("the second answer to one request: got %v", err)
	}
}

// A process that ends while nobody uses it costs nobody a story.
func TestEndsIdle(t *testing.T) {
	target := playing(t, "leaves", patient)
	for range 3 {
		g, place := begun(t, target, &recorder{})
		mustDo(t, g, call("mail.send"))
		p := g.(*gate).link.proc
		place.Close()
		if !p.ended(patient.filled().StopLimit) {
			t.Fatal("it did not end")
		}
	}
}

func TestAfterthoughtReachesTheHost(t *testing.T) {
	host := &recorder{}
	g, _ := begun(t, playing(t, "afterthought", patient), host)
	if _, err := g.Do(call("mail.send")); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if got := host.list(); len(got) != 1 {
		t.Errorf("an effect after the answer belongs to the history that is being closed; the host saw %q", got)
	}
}

func TestLastWordsAreShown(t *testing.T) {
	g, _ := begun(t, playing(t, "exit 3", patient), &recorder{})
	_, err := g.Do(call("mail.send"))
	var fault *spec.Fault
	if !errors.As(err, &fault) || fault.Stderr != "Traceback: the last words" {
		t.Errorf("got %v with log %q", err, fault.Stderr)
	}
	if _, again := g.Do(call("mail.send")); again != err {
		t.Errorf("a dead gate gives its fault again, got %v", again)
	}
}

// The handshake says what is wrong, and in what way.
func TestHandshake(t *testing.T) {
	quick := limits
	quick.StartLimit = 300 * time.Millisecond
	for _, c := range []struct{ program, kind, want string }{
		{"dead", spec.FaultCrashed, "exit status 1"},
		{"dumb", spec.FaultTimedOut, "no answer to initialize"},
		{"talks first", spec.FaultNotJSON, "Welcome!"},
		{"refuses hello", spec.FaultRPC, "protocol 2 only"},
		{"other version", "", `speaks protocol "2" and this harness speaks "1"`},
		{"no version told", "", `speaks protocol null`},
	} {
		t.Run(c.program, func(t *testing.T) {
			o := quick
			o.Env = []string{plays + "=" + c.program}
			if c.program != "dumb" {
				o.StartLimit = limits.StartLimit
			}
			_, err := Command([]string{os.Args[0]}, o)
			var fault *spec.Fault
			if errors.As(err, &fault) != (c.kind != "") || fault != nil && fault.Kind != c.kind || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s with %q", err, c.kind, c.want)
			}
		})
	}
	for _, argv := range [][]string{nil, {""}, {"/nowhere/gate"}} {
		if _, err := Command(argv, limits); err == nil {
			t.Errorf("%q was started", argv)
		}
	}
}

func TestStartRefused(t *testing.T) {
	target := playing(t, "refuses world", patient)
	place, err := target.Open()
	if err != nil {
		t.Fatal(err)
	}
	_, err = place.Start("p1", &recorder{}, spec.DefaultWorld())
	var fault *spec.Fault
	if !errors.As(err, &fault) || fault.Kind != spec.FaultRPC || !strings.Contains(fault.Detail, "root is no scope") {
		t.Errorf("got %v", err)
	}
}

func TestNeverStops(t *testing.T) {
	quick := limits
	quick.StopLimit = 100 * time.Millisecond
	target := playing(t, "never stops", quick)
	g, place := begun(t, target, &recorder{})
	group := g.(*gate).link.proc.cmd.Process.Pid
	place.Close()
	if err := target.Close(); err != nil {
		t.Fatal(err)
	}
	nobodyLeft(t, group)
}
