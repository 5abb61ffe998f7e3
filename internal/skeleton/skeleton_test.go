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
	"sameact/spec/law"
)

// written writes a skeleton into a folder of a stranger's, builds it, and gives the folder and the target.
func written(t *testing.T, l Language) (string, func() (spec.Target, error)) {
	t.Helper()
	for _, program := range l.Needs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed; hint: apt-get install python3 nodejs", program)
		}
	}
	dir := filepath.Join(t.TempDir(), "my-framework-2")
	names, err := Write(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, line := range l.Install {
		if !l.Built {
			break // it works without, and what it installs comes with the framework
		}
		build := exec.Command(line[0], line[1:]...)
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for _, name := range l.Installed {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	command := slices.Clone(l.Command)
	if l.Built {
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
			if !slices.Equal(m.Chapters, hello.Chapters) || !slices.Equal(m.Binds, hello.Binds) || !slices.Equal(m.Features, hello.Features) || hello.Gate.Name != m.Name || hello.Gate.Version != m.Packages["stand-in"] {
				t.Errorf("the manifest says %+v, the program %+v", m, hello)
			}
			if m.Name != "my-framework-2" || m.Holds != "server" || !slices.Equal(m.Command, l.Command) {
				t.Errorf("the manifest is %+v", m)
			}
		})
	}
}

// Everything that can be declared is declared or left out with a reason, once.
func TestTheManifestSaysWhatIsLeftOut(t *testing.T) {
	m := Languages[0].manifest("x")
	count := map[string]int{}
	for _, w := range slices.Concat(m.Chapters, m.Binds, m.Features) {
		count[w]++
	}
	for _, u := range m.Undeclared {
		if u.Why == "" || !strings.HasPrefix(u.URL, "https://") {
			t.Errorf("%+v", u)
		}
		for _, w := range strings.Split(u.What, ", ") {
			count[w]++
		}
	}
	allChapters, allBinds, allFeatures := doctor.Declarable()
	for _, w := range slices.Concat(allChapters, allBinds, allFeatures) {
		count[w]-- // policy is a chapter and a field
	}
	for w, n := range count {
		if _, clause := law.Find(w); n != 0 && !clause {
			t.Errorf("%s is told of %+d times too often", w, n)
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
			if strings.HasSuffix(f.name, ".json") && !json.Valid(f.text) {
				t.Errorf("%s: %s is no JSON", l.Name, f.name)
			}
			if lines := bytes.Count(f.text, []byte("\n")); strings.HasPrefix(f.name, "adapter.") && f.name != "adapter.json" && lines > 150 {
				t.Errorf("%s: %s has %d lines", l.Name, f.name, lines)
			}
		}
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	l, _ := Find("python")
	full, empty := t.TempDir(), filepath.Join(t.TempDir(), "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(full, "adapter")
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

func TestAnAdapterHasItsFoldersName(t *testing.T) {
	l, _ := Find("python")
	for _, c := range []struct{ dir, better, reason string }{
		{"vercel-ai", "", "a word that is one already"},
		{"My Framework_2", "my-framework-2", "one that packages and modules may have"},
		{"…", "adapter", "nothing of it fits"},
	} {
		dir := filepath.Join(t.TempDir(), c.dir)
		_, err := Write(dir, l)
		var wrong *Misnamed
		if (c.better == "") != (err == nil) || err != nil && (!errors.As(err, &wrong) || wrong.Better != c.better) {
			t.Errorf("%s: %q: %v", c.reason, c.dir, err)
		}
		if _, err := os.Stat(dir); c.better != "" && err == nil {
			t.Errorf("%s: %q was written", c.reason, c.dir)
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
