package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"sameact/spec"
)

// The test binary plays the programs under test: SAMEACT_PLAYS names one.
const plays = "SAMEACT_PLAYS"

func TestMain(m *testing.M) {
	name := os.Getenv(plays)
	if name == "" {
		os.Exit(m.Run())
	}
	if gate, ok := gates[name]; ok {
		if err := Serve(context.Background(), gate(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	program, ok := programs[name]
	if !ok {
		panic("no program " + name)
	}
	signal.Ignore(syscall.SIGTERM)
	program(&stdio{bufio.NewReader(os.Stdin)})
}

// limits are short, for programs that hang; patient are for those that should not.
var (
	limits  = Options{StartLimit: 10 * time.Second, AnswerLimit: 300 * time.Millisecond, StopLimit: time.Second}
	patient = Options{StopLimit: time.Second}
)

// playing is the command that makes this binary play a program.
func playing(t testing.TB, name string, o Options) spec.FolderTarget {
	t.Helper()
	o.Env = append(slices.Clone(o.Env), plays+"="+name, "GORACE=atexit_sleep_ms=0")
	target, err := Command([]string{os.Args[0]}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := target.Close(); err != nil {
			t.Error(err)
		}
	})
	return target
}

// begun starts a process in a fresh place.
func begun(t testing.TB, target spec.Target, host spec.Host) (spec.Gate, spec.Place) {
	t.Helper()
	place, err := target.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { place.Close() })
	g, err := place.Start("p1", host, spec.DefaultWorld())
	if err != nil {
		t.Fatal(err)
	}
	return g, place
}

// call is a request to have an act run.
func call(action string) spec.Request {
	c := spec.DefaultCall(action)
	return spec.Request{Method: spec.MethodCall, Call: &c, Now: clock}
}

const clock = 1767225600000

// A recorder is a host that writes down what arrives. The hooks answer where they are set.
type recorder struct {
	mu       sync.Mutex
	seen     []string
	onEffect func(spec.Effect) (spec.EffectResult, error)
}

func (r *recorder) saw(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, fmt.Sprintf(format, args...))
}

// list is what arrived so far.
func (r *recorder) list() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.seen)
}

func (r *recorder) Effect(e spec.Effect) (spec.EffectResult, error) {
	r.saw("effect %s %s", e.Action, e.Arguments)
	if r.onEffect != nil {
		return r.onEffect(e)
	}
	return spec.EffectResult{Result: json.RawMessage(`{"sent":true}`), Now: clock + 40}, nil
}

func (r *recorder) Show(s spec.Show) error {
	r.saw("show %s %s", s.Action, s.Preview)
	return nil
}

func (r *recorder) Sync(point string) error {
	r.saw("sync %s", point)
	return nil
}

func (r *recorder) Expect(action string, arguments json.RawMessage) (bool, error) {
	r.saw("expect %s %s", action, arguments)
	return true, nil
}

func (r *recorder) Resolve(ref string) (json.RawMessage, error) {
	r.saw("resolve %s", ref)
	if ref == "gone" {
		return nil, fmt.Errorf("not resolvable now")
	}
	return json.RawMessage(`"finance@corp.example"`), nil
}

func (r *recorder) Observe(o spec.Observation) error {
	r.saw("observe %s %d", o.Text, len(o.Tools))
	return nil
}
