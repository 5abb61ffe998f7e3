package target

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sameact/impl/reference"
	"sameact/spec"
)

// The test binary is also the program of the adapters under test: it serves one of our gates, as probe does.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "gate" {
		if err := Serve(os.Args[2], os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// standing writes a manifest whose program is one of our gates, and gives its path.
func standing(t *testing.T, gate string, edit func(map[string]any)) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	hello := reference.New(reference.Obeying(reference.Resuming)).Hello()
	says := map[string]any{"name": "ours", "system": "Our gate", "about": "Our own gate.", "documentation": "https://docs.example/approvals",
		"packages": map[string]string{"ours": "1.0.0"}, "needs": []string{"go"}, "install": [][]string{{"go", "version"}}, "installed": []string{"adapter.json"},
		"command": []string{self, "gate", gate}, "holds": "client", "chapters": hello.Chapters, "binds": hello.Binds, "features": hello.Features,
		"variants": []map[string]any{{"name": "twice", "about": "The same once more.", "args": []string{"--again"}}}}
	edit(says)
	path := filepath.Join(t.TempDir(), "ours", "adapter.json")
	text, err := json.Marshal(says)
	if err == nil {
		err = os.Mkdir(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAManifestIsATarget(t *testing.T) {
	g, err := Resolver{}.Resolve(standing(t, "reference/resuming", func(map[string]any) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if name := g.Hello().Gate.Name; name != "reference/resuming" {
		t.Errorf("it calls itself %s", name)
	}
	p, err := Resolver{}.Processes("adapter:ours", g)
	if err != nil || p != g {
		t.Errorf("a program goes on as itself: %v, %v", p, err)
	}
}

func TestAProgramDeclaresWhatItsManifestSays(t *testing.T) {
	path := standing(t, "reference/resuming", func(m map[string]any) { m["binds"] = []string{"action", "arguments"} })
	_, err := Resolver{}.Resolve(path)
	var unknown *Unknown
	if err == nil || errors.As(err, &unknown) {
		t.Fatalf("it was started, so this is no wrong usage: %v", err)
	}
	for _, says := range []string{"the program declares principal", "which the manifest leaves out", path, "hint: "} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("it does not say %q: %v", says, err)
		}
	}
}

func TestWhatIsNotInstalledIsNotStarted(t *testing.T) {
	for _, row := range []struct {
		edit       func(map[string]any)
		says, hint string
		reason     string
	}{
		{func(m map[string]any) { m["installed"] = []string{"node_modules/ours/package.json"} }, "there is no node_modules/ours/package.json", "go version", "a package that is not there"},
		{func(m map[string]any) { m["command"] = []string{"bin/adapter"} }, "cannot be started", "may it be executed?", "a program that is not there"},
	} {
		_, err := Resolver{}.Resolve(standing(t, "reference", row.edit))
		var unknown *Unknown
		if !errors.As(err, &unknown) || !strings.Contains(unknown.Why, row.says) || !strings.Contains(unknown.Hint, row.hint) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}

// The program runs in its manifest's folder, so that it finds what stands beside it.
func TestAProgramRunsInItsFolder(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no shell to start a program with")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := standing(t, "reference/resuming", func(m map[string]any) {
		m["command"] = []string{"sh", "-c", `test -f adapter.json && exec "$0" gate reference/resuming`, self}
	})
	g, err := Resolver{}.Resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	var hello spec.Hello = g.Hello()
	if !hello.Has("resumes") {
		t.Error("it is another gate")
	}
}
