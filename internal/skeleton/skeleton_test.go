package skeleton

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sameact/impl/remote"
	"sameact/internal/doctor"
	"sameact/spec"
)

// written writes a skeleton into a folder of a stranger's, builds it, and gives the folder and the target.
func written(t *testing.T, l Language) (string, func() (spec.Target, error)) {
	t.Helper()
	for _, program := range l.Needs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed; hint: apt-get install python3 nodejs", program)
		}
	}
	dir := filepath.Join(t.TempDir(), "My Framework 2")
	names, err := Write(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, line := range l.Build {
		build := exec.Command(line[0], line[1:]...)
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for _, name := range l.Built {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	command := slices.Clone(l.Command)
	if l.Built != nil {
		command[0] = filepath.Join(dir, command[0])
	}
	return dir, func() (spec.Target, error) { return remote.Command(command, remote.Options{Dir: dir}) }
}

func TestEverySkeletonWorks(t *testing.T) {
	for _, l := range Languages {
		t.Run(l.Name, func(t *testing.T) {
			dir, open := written(t, l)
			var hello spec.Hello
			checks := doctor.Examine(func() (spec.Target, error) {
				target, err := open()
				if err == nil {
					hello = target.Hello()
				}
				return target, err
			})
			for _, c := range checks {
				if !c.OK {
					t.Errorf("%s does not work: %s; fix: %s\n%s", c.Name, c.Saw, c.Fix, c.Stderr)
				}
			}
			var m manifest
			text, err := os.ReadFile(filepath.Join(dir, "adapter.json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &m); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(m.Chapters, hello.Chapters) || !slices.Equal(m.Binds, hello.Binds) || !slices.Equal(m.Features, hello.Features) || hello.Gate.Name != m.Name {
				t.Errorf("the manifest says %+v, the program %+v", m, hello)
			}
			if m.Name != "my-framework-2" || m.Holds != "server" || !slices.Equal(m.Command, l.Command) {
				t.Errorf("the manifest is %+v", m)
			}
		})
	}
}

// What is left out is listed with a reason, once, and nothing that is declared.
func TestTheManifestSaysWhatIsLeftOut(t *testing.T) {
	m := Languages[0].manifest("x")
	seen := map[string]bool{}
	for _, u := range m.Undeclared {
		if seen[u.What] || u.Why == "" || u.URL == "" || slices.Contains(slices.Concat(m.Chapters, m.Binds, m.Features), u.What) {
			t.Errorf("%+v", u)
		}
		seen[u.What] = true
	}
	for _, what := range []string{"principal", "durability", "tamper"} {
		if !seen[what] {
			t.Errorf("nothing is said of %s", what)
		}
	}
}

func TestGoIsFormatted(t *testing.T) {
	l, _ := Find("go")
	for _, name := range []string{"main.go", "wire.go"} {
		text, err := l.text(name, "x")
		if err != nil {
			t.Fatal(err)
		}
		if made, err := format.Source(text); err != nil || !bytes.Equal(made, text) {
			t.Errorf("%s is not formatted: %v", name, err)
		}
	}
}

// A skeleton is a stranger's: nothing in it reaches into this repository, and its programs are short.
func TestSkeletonsStandAlone(t *testing.T) {
	for _, l := range Languages {
		files, err := l.files("x")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if text := string(f.text); strings.Contains(text, "../") || strings.Contains(text, `"sameact`) || strings.Contains(text, "{{") {
				t.Errorf("%s: %s is not whole by itself", l.Name, f.name)
			}
			if lines := bytes.Count(f.text, []byte("\n")); strings.HasPrefix(f.name, "adapter.") && f.name != "adapter.json" && lines > 150 {
				t.Errorf("%s: %s has %d lines", l.Name, f.name, lines)
			}
		}
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	l, _ := Find("python")
	full, empty := t.TempDir(), t.TempDir()
	kept := filepath.Join(full, "adapter.py")
	if err := os.WriteFile(kept, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{full, kept} {
		if _, err := Write(dir, l); !errors.Is(err, ErrOccupied) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if entries, err := os.ReadDir(full); err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
	if _, err := Write(empty, l); err != nil {
		t.Errorf("an empty folder is not taken: %v", err)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ dir, name, reason string }{
		{"/a/vercel-ai", "vercel-ai", "a word stays as it is"},
		{"/a/My Framework_2", "my-framework-2", "one that packages and modules may have"},
		{"/a/…", "adapter", "nothing of it fits"},
		{"/", "adapter", "there is no name"},
	} {
		if got := nameOf(c.dir); got != c.name {
			t.Errorf("%s: %q is %q, want %q", c.reason, c.dir, got, c.name)
		}
	}
}

func TestTheNextCommandsCanBePasted(t *testing.T) {
	l, _ := Find("go")
	got := strings.Join(l.Next("it's mine/adapter.json"), "\n")
	want := `(cd 'it'\''s mine' && go build -o bin/adapter .)
probe doctor 'it'\''s mine/adapter.json'
probe run 'it'\''s mine/adapter.json'`
	if got != want {
		t.Errorf("%s", got)
	}
}
