package remote

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sameact/probes"
	"sameact/spec/protocol"
)

const (
	tapInto = "SAMEACT_TAP"    // the folder that keeps what passes
	tapped  = "SAMEACT_TAPPED" // the program behind, as a JSON list
)

// tap stands between the harness and a program and writes down every line that passes, with > for those
// of the harness and < for those of the program.
func tap(s *stdio) {
	var argv []string
	if err := json.Unmarshal([]byte(os.Getenv(tapped)), &argv); err != nil {
		panic(err)
	}
	file, err := os.Create(filepath.Join(os.Getenv(tapInto), fmt.Sprint(os.Getpid())))
	if err != nil {
		panic(err)
	}
	var mu sync.Mutex
	pass := func(mark string, from *bufio.Reader, to io.Writer) {
		for {
			line, err := from.ReadBytes('\n')
			mu.Lock()
			if len(line) > 0 {
				fmt.Fprintf(file, "%s%s", mark, line)
			}
			mu.Unlock()
			if _, bad := to.Write(line); err != nil || bad != nil {
				return
			}
		}
	}
	c := exec.Command(argv[0], argv[1:]...)
	c.Env = append(os.Environ(), plays+"="+os.Getenv("SAMEACT_BEHIND"))
	c.Stderr = os.Stderr
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err1 != nil || err2 != nil || c.Start() != nil {
		panic("the program behind cannot be started")
	}
	go func() {
		pass(">", s.in, in)
		in.Close()
	}()
	pass("<", bufio.NewReader(out), os.Stdout)
	_ = c.Wait()
}

// recorded plays one part in so many of the sweep against a program and gives all lines that passed.
func recorded(t *testing.T, shards int, behind string, argv ...string) (lines []string) {
	t.Helper()
	dir := t.TempDir()
	list, err := json.Marshal(argv)
	if err != nil {
		t.Fatal(err)
	}
	target := playing(t, "tap", Options{Env: []string{tapInto + "=" + dir, tapped + "=" + string(list), "SAMEACT_BEHIND=" + behind}})
	var told sink
	if err := probes.Run(target, probes.Options{Seed: 1, SweepOnly: true, Shard: 1, Shards: shards}, &told); err != nil {
		t.Fatal(err)
	}
	for _, f := range told.faults {
		t.Errorf("%s: %s: %s\n%s", f.Story, f.Kind, f.Detail, f.Stderr)
	}
	target.Close()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(b) {
			lines = append(lines, string(bytes.TrimSuffix(line, []byte("\n"))))
		}
	}
	return lines
}

type sink struct {
	faults   []probes.Fault
	findings []probes.Finding
}

func (*sink) Story(probes.StoryDone)     {}
func (s *sink) Finding(f probes.Finding) { s.findings = append(s.findings, f) }
func (*sink) Unbound(probes.Unbound)     {}
func (s *sink) Fault(f probes.Fault)     { s.faults = append(s.faults, f) }
func (*sink) End(probes.End)             {}

// schemas compiles the wire's schemas once.
var schemas = sync.OnceValue(func() func(at string) *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	entries, _ := protocol.Files.ReadDir(".")
	for _, e := range entries {
		b, _ := protocol.Files.ReadFile(e.Name())
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			panic(err)
		}
		if err := c.AddResource(protocol.Base+e.Name(), doc); err != nil {
			panic(err)
		}
	}
	return func(at string) *jsonschema.Schema { return c.MustCompile(at) }
})

// Every line that passes between the harness and a gate is what the schemas say, on both sides.
func TestTrafficIsValid(t *testing.T) {
	if testing.Short() {
		t.Skip("every line of whole runs is held against the schemas; left out with -short")
	}
	python, err := exec.LookPath("python3")
	for _, c := range []struct {
		name, behind string
		shards       int
		argv         []string
	}{
		{"tiny", "tiny", 4, []string{os.Args[0]}},
		{"reference", "reference", 16, []string{os.Args[0]}},
		{"reference resuming", "resuming", 16, []string{os.Args[0]}},
		{"mailgate.py", "", 16, []string{python, "../examples/mailgate.py"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.argv[0] == "" {
				t.Skipf("python3 is not here (%v); install Python 3.9 or newer to judge this gate", err)
			}
			lines := recorded(t, c.shards, c.behind, c.argv...)
			if len(lines) < 100 {
				t.Fatalf("only %d lines passed", len(lines))
			}
			validate(t, lines)
		})
	}
}

// validate checks each line, and its params or result by the method it belongs to.
func validate(t *testing.T, lines []string) {
	t.Helper()
	open := map[string]string{} // the method of each open request, by who asked and its id
	seen := map[string]bool{}
	for _, line := range lines {
		side, text := line[:1], line[1:]
		check := func(at string, doc any) {
			if seen[at+text] {
				return
			}
			seen[at+text] = true
			if err := schemas()(at).Validate(doc); err != nil {
				t.Fatalf("%s\n%v", line, err)
			}
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
		if err != nil {
			t.Fatalf("%s\n%v", line, err)
		}
		check(protocol.Message, doc)
		m := doc.(map[string]any)
		if method, ok := m["method"].(string); ok {
			open[side+fmt.Sprint(m["id"])] = method
			if m["params"] != nil {
				check(protocol.Params(method), m["params"])
			}
			continue
		}
		asker := map[string]string{">": "<", "<": ">"}[side]
		method := open[asker+fmt.Sprint(m["id"])]
		if method == "" {
			t.Fatalf("%s\nanswers nothing", line)
		}
		if m["error"] == nil {
			check(protocol.Result(method), m["result"])
		}
	}
}
