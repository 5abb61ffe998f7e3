package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sameact/internal/adapter"
)

// The README's console blocks are played: every line that begins with $ is run in the repository's
// root, and what it prints has to be what stands below it. A line of … stands for any lines, … within a
// line for any text.

func TestReadmeIsTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole runs; left out with -short")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	probe := filepath.Join(t.TempDir(), "probe")
	if out, err := exec.Command("go", "build", "-o", probe, "../../cmd/probe").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 5 {
		t.Fatalf("%d console blocks found", len(blocks))
	}
	for _, block := range blocks {
		code, skipped := 0, false
		for _, step := range steps(block[1]) {
			if step.command == "go test ./..." || strings.HasPrefix(step.command, "go run ./cmd/systems install") {
				continue // this is one of them; and no test reaches for the network
			}
			t.Run(step.command, func(t *testing.T) {
				defer func() { skipped = t.Skipped() }()
				out := fmt.Sprintln(code)
				if step.command == "echo $?" && skipped {
					t.Skip("what it is about was skipped")
				}
				if step.command != "echo $?" {
					needs(t, step.command)
					out, code = run(t, root, strings.ReplaceAll(step.command, "go run ./cmd/probe", probe))
				}
				if !matches(step.output, out) {
					t.Errorf("the README says\n%s\nit printed\n%s", step.output, out)
				}
			})
		}
	}
}

var adapterNamed = regexp.MustCompile(`\badapter:([a-z0-9/-]+)`)

type step struct{ command, output string }

func steps(block string) []step {
	var out []step
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			out = append(out, step{command: strings.TrimSpace(command)})
		} else {
			out[len(out)-1].output += line
		}
	}
	return out
}

func needs(t *testing.T, command string) {
	if strings.HasSuffix(command, "probe prove") && os.Getenv("SAMEACT_PROOF") == "later" {
		t.Skip("SAMEACT_PROOF=later: the proof is a step of its own")
	}
	if m := adapterNamed.FindStringSubmatch(command); m != nil {
		folder, err := adapter.Folder(".")
		if err != nil {
			t.Fatal(err)
		}
		if all, err := adapter.All(folder); err == nil && len(all) == 0 {
			t.Skip("no adapter stands in impl/adapters")
		}
		s, err := adapter.Find(folder, m[1])
		if err != nil {
			t.Fatal(err)
		}
		if what, install := s.Manifest.Missing(); what != "" {
			t.Skipf("%s; hint: %s", what, install)
		}
	}
	for _, program := range []string{"python3", "node"} {
		if _, err := exec.LookPath(program); err != nil && strings.Contains(command, "exec:"+program) {
			t.Skipf("%s is not installed; hint: apt-get install %s", program, program)
		}
	}
}

func run(t *testing.T, dir, command string) (string, int) {
	c := exec.Command("sh", "-c", command)
	c.Dir = dir
	var out, log bytes.Buffer
	c.Stdout, c.Stderr = &out, &log
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if c.ProcessState.ExitCode() > 1 {
		t.Fatalf("exit %d\n%s", c.ProcessState.ExitCode(), log.String())
	}
	return out.String(), c.ProcessState.ExitCode()
}

// matches compares line by line, without what stands at the ends of lines.
func matches(want, got string) bool {
	var pattern strings.Builder
	pattern.WriteString(`(?s)\A`)
	for line := range strings.Lines(want) {
		line = strings.TrimRight(line, " \n")
		if line == "…" {
			pattern.WriteString(`(?:[^\n]*\n)*?`)
			continue
		}
		for i, part := range strings.Split(line, "…") {
			if i > 0 {
				pattern.WriteString(`[^\n]*`)
			}
			pattern.WriteString(regexp.QuoteMeta(part))
		}
		pattern.WriteString(`[ ]*\n`)
	}
	pattern.WriteString(`\z`)
	return regexp.MustCompile(pattern.String()).MatchString(got)
}

func TestMatchesCanFail(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
		reason    string
	}{
		{"a\n…\nc\n", "a\nb\nb\nc\n", true, "any lines"},
		{"a … c\n", "a b c\n", true, "any text"},
		{"a\n", "a\nb\n", false, "a line more"},
		{"a\nb\n", "a\n", false, "a line less"},
		{"1 fail\n", "2 fail\n", false, "another number"},
	} {
		if matches(c.want, c.got) != c.ok {
			t.Errorf("%s: %q against %q", c.reason, c.want, c.got)
		}
	}
}
