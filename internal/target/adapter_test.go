package target

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sameact/impl/reference"
	"sameact/impl/remote"
	"sameact/spec"
)

// The test binary is also the program of the adapters under test: it serves one of our gates as version 1.0.0.
func TestMain(m *testing.M) {
	if len(os.Args) < 3 || os.Args[1] != "gate" {
		os.Exit(m.Run())
	}
	gate, err := builtIn(os.Args[2], 0)
	if err == nil {
		err = remote.Serve(context.Background(), pinned{gate}, os.Stdin, os.Stdout)
	}
	if err != nil {
		os.Exit(1)
	}
}

// pinned is a gate of ours in an exact version, as packages are pinned.
type pinned struct{ spec.FolderTarget }

func (p pinned) Hello() spec.Hello {
	h := p.FolderTarget.Hello()
	h.Gate.Version = "1.0.0"
	return h
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

// What the program says and its manifest does not is no verdict, and told with both.
func TestAProgramIsWhatItsManifestSays(t *testing.T) {
	for _, row := range []struct {
		edit   func(map[string]any)
		says   []string
		reason string
	}{
		{func(m map[string]any) { m["binds"] = []string{"action", "arguments"} },
			[]string{"the program declares principal", "which the manifest leaves out", "hint: let ", "say what the program answers to initialize"}, "another declaration"},
		{func(m map[string]any) { m["packages"] = map[string]string{"ours": "2.0.0", "beside": "v1.0.1"} },
			[]string{"the manifest pins beside v1.0.1, ours 2.0.0", "the program says that it is reference/resuming 1.0.0", "hint: install again (cd ", "go version), or correct packages in "}, "another version"},
	} {
		path := standing(t, "reference/resuming", row.edit)
		_, err := Resolver{}.Resolve(path)
		var unknown *Unknown
		if err == nil || errors.As(err, &unknown) {
			t.Fatalf("%s: it was started, so this is no wrong usage: %v", row.reason, err)
		}
		for _, says := range append(row.says, path) {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: it does not say %q: %v", row.reason, says, err)
			}
		}
	}
	g, err := Resolver{}.Resolve(standing(t, "reference/resuming", func(m map[string]any) { m["packages"] = map[string]string{"ours": "v1.0.0", "beside": "2.0.0"} }))
	if err != nil {
		t.Fatalf("one of several packages, and a leading v: %v", err)
	}
	g.Close()
}

// A folder that holds a manifest is one; a name of ours stays one where a folder has it.
func TestAFolderIsATarget(t *testing.T) {
	path := standing(t, "reference/resuming", func(map[string]any) {})
	dir := filepath.Dir(path)
	g, err := Resolver{}.Resolve(dir)
	if err != nil {
		t.Fatal(err)
	}
	g.Close()
	t.Chdir(filepath.Dir(dir))
	if err := os.Rename("ours", "reference"); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name   string
		is     bool
		reason string
	}{
		{"reference", false, "a name of ours"},
		{"./reference", true, "the folder of that name"},
		{"reference/", true, "and so"},
		{".", false, "a folder without a manifest"},
		{"exec:reference", false, "a command line"},
		{"", false, "nothing"},
	} {
		if IsAdapter(row.name) != row.is {
			t.Errorf("%s: %q is an adapter: %v", row.reason, row.name, !row.is)
		}
	}
	var unknown *Unknown
	if _, err := (Resolver{}).Resolve("."); !errors.As(err, &unknown) || !strings.Contains(unknown.Why, "the folder holds no adapter.json") {
		t.Errorf("a folder without a manifest: %v", err)
	}
}

// A manifest that was found and is wrong is told as it is: how targets are named is not the matter.
func TestAWrongManifestHasNoOtherHint(t *testing.T) {
	for _, row := range []struct {
		edit         func(map[string]any)
		says, reason string
	}{
		{func(m map[string]any) { m["documentation"] = "http://docs.example" }, `documentation: "http://docs.example" is no https address`, "an address without a lock"},
		{func(m map[string]any) { m["chapters"] = []string{"bindings"} }, `chapters[0]: "bindings" is no chapter or clause; hint: binding?`, "a chapter that is none"},
		{func(m map[string]any) { m["features"] = []string{"zzzzzzzz"} }, "hint: see spec/protocol/protocol.md, part 6", "a feature that is like none"},
	} {
		path := standing(t, "reference", row.edit)
		_, err := Adapter(path)
		if err == nil || !strings.HasSuffix(err.Error(), row.says) || !strings.HasPrefix(err.Error(), fmt.Sprintf("target %q: %s:1: ", path, path)) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
	path := standing(t, "reference", func(map[string]any) {})
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Adapter(path); err == nil || strings.Contains(err.Error(), "hint: ") {
		t.Errorf("half a manifest: %v", err)
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
