package systems

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sameact/impl/defects"
	"sameact/impl/reference"
	"sameact/impl/remote"
	"sameact/internal/adapter"
	"sameact/spec"
)

// plays is the word with which this test's binary plays the program of an adapter.
const plays = "play-the-gate"

// small is a gate of ours that declares little, so that judging it takes a moment.
type small struct{ spec.FolderTarget }

func (s small) Hello() spec.Hello {
	h := s.FolderTarget.Hello()
	h.Gate, h.Chapters, h.Binds, h.Features = spec.Named{Name: "small", Version: "1.0.0"}, []string{"same-agent", "same-arguments", "one-use"}, []string{"action", "arguments", "agent"}, []string{"several"}
	return h
}

func TestMain(m *testing.M) {
	if len(os.Args) < 3 || os.Args[1] != plays {
		os.Exit(m.Run())
	}
	gate := reference.New(reference.Obeying(reference.RePresent))
	if d, ok := defects.Find(os.Args[len(os.Args)-1]); ok {
		gate = reference.New(d.Build())
	}
	if err := remote.Serve(context.Background(), small{gate}, os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// checkout is a top folder with one adapter, whose program is this test's binary; edit may change its manifest.
func checkout(t *testing.T, edit func(map[string]any)) (top string, m *adapter.Manifest) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	says := map[string]any{"name": "small", "system": "Small gate", "about": "The server holds the pending call.", "documentation": "https://docs.example/approvals",
		"packages": map[string]string{"small": "1.0.0"}, "needs": []string{"go"}, "install": [][]string{{"go", "version"}}, "installed": []string{"adapter.json"},
		"command": []string{self, plays, "reference"}, "holds": "server", "checks": 1, "sparing": true, "ci": true,
		"chapters": []string{"same-agent", "same-arguments", "one-use"}, "binds": []string{"action", "arguments", "agent"}, "features": []string{"several"},
		"undeclared": []map[string]string{{"what": "principal", "why": "nobody is named", "url": "https://docs.example/who"}},
		"variants": []map[string]any{{"name": "careless", "about": "Agents do not count.", "args": []string{"agent-not-bound"},
			"duties":  []map[string]string{{"clause": "same-agent", "says": "compare the agents", "url": "https://docs.example/duty"}},
			"tracked": []map[string]string{{"clause": "same-agent", "says": "agents are compared from 2.0.0 on", "url": "https://docs.example/change"}}}}}
	if edit != nil {
		edit(says)
	}
	top = t.TempDir()
	text, err := json.Marshal(says)
	path := filepath.Join(top, "impl", "adapters", "small", adapter.File)
	for _, err := range []error{err, save(filepath.Join(top, "go.mod"), "module sameact\n"), save(path, string(text))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if m, err = adapter.Read(path); err != nil {
		t.Fatal(err)
	}
	return top, m
}

// variant is one of the manifest's systems.
func variant(t *testing.T, m *adapter.Manifest, name string) adapter.System {
	t.Helper()
	s, ok := m.Variant(name)
	if !ok {
		t.Fatalf("no variant %q", name)
	}
	return s
}

// in runs the command in a folder, and gives its code.
func in(t *testing.T, dir string, out, errs io.Writer, args ...string) int {
	t.Helper()
	t.Chdir(dir)
	return Main(args, out, errs)
}
