package doctor

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"sameact/impl/reference"
	"sameact/impl/remote"
	"sameact/spec"
)

func opened(t spec.Target) func() (spec.Target, error) {
	return func() (spec.Target, error) { return t, nil }
}

func TestTheReferenceWorksInBothStyles(t *testing.T) {
	for _, style := range []reference.Style{reference.RePresent, reference.Resuming} {
		checks := Examine(opened(reference.New(reference.Obeying(style))))
		if !Works(checks) || Doubtful(checks) || len(checks) < 20 {
			t.Errorf("%s: %+v", style, checks)
		}
	}
}

// A script answers each request by its method, and acts through the host.
type script struct {
	hello spec.Hello
	do    func(r spec.Request, h spec.Host, n int) (spec.Answer, error)
	host  spec.Host
	n     int
}

func (s *script) Hello() spec.Hello         { return s.hello }
func (s *script) Open() (spec.Place, error) { return s, nil }
func (s *script) Close() error              { return nil }
func (s *script) Start(_ string, h spec.Host, _ spec.World) (spec.Gate, error) {
	s.host = h
	return s, nil
}

func (s *script) Do(r spec.Request) (spec.Reply, error) {
	s.n++
	a, err := s.do(r, s.host, s.n)
	return spec.Reply{Answer: a}, err
}

func declared() spec.Hello {
	return spec.Hello{Protocol: "1", Gate: spec.Named{Name: "scripted", Version: "1"}, Chapters: []string{"binding", "one-use"}, Binds: []string{"action", "arguments"}}
}

func answers(list ...spec.Answer) func(spec.Request, spec.Host, int) (spec.Answer, error) {
	return func(r spec.Request, h spec.Host, n int) (spec.Answer, error) {
		a := list[min(n, len(list))-1]
		if a.Status == spec.Executed {
			_, err := h.Effect(spec.Effect{Action: r.Call.Action, Arguments: r.Call.Arguments})
			return a, err
		}
		return a, nil
	}
}

func TestEachStepSaysWhatToFix(t *testing.T) {
	pending, recorded := spec.Answer{Status: spec.Pending, Request: "r1"}, spec.Answer{Status: spec.Recorded}
	executed, used := spec.Answer{Status: spec.Executed}, spec.Answer{Status: spec.Refused, Code: spec.CodeApprovalUsed}
	broken := func(kind string) func(spec.Request, spec.Host, int) (spec.Answer, error) {
		return func(spec.Request, spec.Host, int) (spec.Answer, error) {
			return spec.Answer{}, &spec.Fault{Kind: kind, Detail: "as scripted", Stderr: "a trace"}
		}
	}
	features := func(f ...string) func(*spec.Hello) { return func(h *spec.Hello) { h.Features = f } }
	none := func(*spec.Hello) {}
	for _, row := range []struct {
		hello  func(*spec.Hello)
		do     func(spec.Request, spec.Host, int) (spec.Answer, error)
		step   string // the one that does not work
		fix    string
		reason string
	}{
		{none, answers(pending, recorded, executed, used), "", "", "a plain gate that works"},
		{none, answers(executed), "call", "ask before a write", "runs everything"},
		{none, answers(used), "call", "pending", "refuses everything"},
		{none, answers(spec.Answer{Status: spec.Pending}), "call", "address", "a question nobody can answer"},
		{features("question"), answers(pending), "call", "send show", "declares question and shows nothing"},
		{none, answers(pending, used), "decide", "as a yes", "takes no yes"},
		{none, answers(pending, recorded, used), "effect", "presented with its approval", "never runs"},
		{none, answers(pending, recorded, executed, executed), "again", "spend", "runs twice"},
		{features("resumes"), answers(pending, recorded), "decide", "do not declare resumes", "declares another style"},
		{none, broken(spec.FaultTimedOut), "call", "flush", "silent"},
		{none, broken(spec.FaultNotJSON), "call", "standard error", "logs where messages belong"},
		{func(h *spec.Hello) { h.Features = []string{"batches"} }, answers(pending, recorded, executed, used), "declaration", "part 6", "a feature nobody knows"},
		{func(h *spec.Hello) { h.Binds = nil }, answers(pending, recorded, executed, used), "declaration", "part 6", "binding without action and arguments"},
	} {
		hello := declared()
		row.hello(&hello)
		checks := examine(opened(&script{hello: hello, do: row.do}), nil)
		var failed []string
		for _, c := range checks {
			if !c.OK || c.Doubt {
				failed = append(failed, c.Name)
				if !strings.Contains(c.Fix, row.fix) {
					t.Errorf("%s: the fix is %q", row.reason, c.Fix)
				}
			}
		}
		if got := strings.Join(failed, " "); got != row.step {
			t.Errorf("%s: %q fails, want %q: %+v", row.reason, got, row.step, checks)
		}
	}
}

func TestAnEffectWithOtherArgumentsIsSeen(t *testing.T) {
	s := &script{hello: declared(), do: func(r spec.Request, h spec.Host, n int) (spec.Answer, error) {
		switch n {
		case 1:
			return spec.Answer{Status: spec.Pending, Request: "r1"}, nil
		case 2:
			return spec.Answer{Status: spec.Recorded}, nil
		}
		_, err := h.Effect(spec.Effect{Action: r.Call.Action, Arguments: json.RawMessage(`{"to":["press@corp.example"]}`)})
		return spec.Answer{Status: spec.Executed}, err
	}}
	if checks := examine(opened(s), nil); Works(checks) {
		t.Errorf("%+v", checks)
	}
}

func TestAGateThatDoesNotStart(t *testing.T) {
	checks := Examine(func() (spec.Target, error) { return nil, errors.New("protocol 2; hint: speak 1") })
	if len(checks) != 1 || checks[0].OK || checks[0].Saw != "protocol 2" || checks[0].Fix != "speak 1" {
		t.Errorf("%+v", checks)
	}
}

// A gate that has the page path alone is asked on the page: its yes runs the act.
func TestPageOnly(t *testing.T) {
	hello := declared()
	hello.Chapters = []string{"confirm", "handoff", "one-use"}
	s := &script{hello: hello}
	s.do = func(r spec.Request, h spec.Host, _ int) (spec.Answer, error) {
		switch {
		case r.Method == spec.MethodCall && r.Call.Connector != "":
			return spec.Answer{Status: spec.Refused}, nil
		case r.Method == spec.MethodCall:
			return spec.Answer{Status: spec.Pending, Request: "q1"}, nil
		}
		_, err := h.Effect(spec.Effect{Action: spec.PagePrefix + "send", Arguments: []byte(arguments)})
		return spec.Answer{Status: spec.Executed}, err
	}
	if checks := examine(opened(s), nil); !Works(checks) {
		t.Errorf("%+v", checks)
	}
}

// What is honest is not complained of: the examples, and our gate served as a program is tried by the command's scripts.
func TestTheExamplesWork(t *testing.T) {
	if testing.Short() {
		t.Skip("programs in other languages; left out with -short")
	}
	for _, program := range [][]string{{"python3", "mailgate.py"}, {"node", "mailgate.mjs"}, {"python3", "pagegate.py"}, {"node", "pagegate.mjs"}} {
		t.Run(program[1], func(t *testing.T) {
			if _, err := exec.LookPath(program[0]); err != nil {
				t.Skipf("%s is not installed; hint: apt-get install python3 nodejs", program[0])
			}
			t.Parallel()
			checks := Examine(func() (spec.Target, error) {
				return remote.Command([]string{program[0], "../../impl/examples/" + program[1]}, remote.Options{})
			})
			if len(checks) < 15 {
				t.Errorf("only %d steps were tried", len(checks))
			}
			for _, c := range checks {
				if !c.OK || c.Doubt {
					t.Errorf("%s does not work: %s; fix: %s", c.Name, c.Saw, c.Fix)
				}
			}
		})
	}
}
