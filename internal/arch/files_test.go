package arch

import (
	"go/ast"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// somewhereOnly are the files that are meant for some systems only. Each has its counterpart.
var somewhereOnly = []string{
	"cmd/probe/memory_bench_test.go",
	"impl/remote/full_linux.go",
	"impl/remote/full_linux_test.go",
	"impl/remote/full_other.go",
	"impl/remote/group_linux_test.go",
	"impl/remote/group_other.go",
	"impl/remote/group_other_test.go",
	"impl/remote/group_unix.go",
	"impl/remote/process_linux.go",
	"impl/remote/process_unix.go",
	"probes/ledger_unix_test.go",
	"probes/lock_other.go",
	"probes/lock_unix.go",
	"internal/cli/orphans_linux_test.go",
}

// A file whose name ends in _windows, _js or _arm leaves the build of everybody else without a word.
// So each file is looked at from several systems, and from one that does not exist.
func TestEveryFileIsBuiltEverywhere(t *testing.T) {
	systems := []build.Context{build.Default}
	for _, s := range [][2]string{{"nowhere", "noarch"}, {"linux", "amd64"}, {"darwin", "arm64"}, {"windows", "386"}, {"js", "wasm"}} {
		c := build.Default
		c.GOOS, c.GOARCH = s[0], s[1]
		systems = append(systems, c)
	}
	var left []string
	for _, s := range sources(t) {
		for _, c := range systems {
			in, err := c.MatchFile(filepath.Join(root, s.pkg), filepath.Base(s.path))
			if err != nil {
				t.Fatal(err)
			}
			if in {
				continue
			}
			if !slices.Contains(left, s.path) {
				left = append(left, s.path)
			}
			if !slices.Contains(somewhereOnly, s.path) {
				t.Errorf("%s is not built on %s/%s; hint: its name ends in a system, or it has a build line", s.path, c.GOOS, c.GOARCH)
			}
		}
	}
	for _, p := range somewhereOnly {
		if !slices.Contains(left, p) {
			t.Errorf("%s is built everywhere, or is gone", p)
		}
	}
}

// Here and now, every file is in a package that the go command finds: none stands beside.
func TestEveryFileIsBuiltHere(t *testing.T) {
	found := map[string][]string{}
	for _, s := range sources(t) {
		if _, known := found[s.pkg]; !known {
			p, err := build.Default.ImportDir(filepath.Join(root, s.pkg), 0)
			if err != nil {
				t.Fatalf("%s: %v", s.pkg, err)
			}
			found[s.pkg] = slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles)
		}
		if !slices.Contains(found[s.pkg], filepath.Base(s.path)) && !slices.Contains(somewhereOnly, s.path) {
			t.Errorf("%s is in no build", s.path)
		}
		for part := range strings.SplitSeq(s.pkg, "/") {
			if strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") && part != "." {
				t.Errorf("%s: the go command looks into no folder named %s", s.path, part)
			}
		}
	}
}

// mostLines is where a file holds more than one noun.
const mostLines = 450

func TestFilesStayReadable(t *testing.T) {
	vague := []string{"util", "utils", "common", "helper", "helpers", "types", "manager", "misc"}
	for _, s := range sources(t) {
		if s.lines > mostLines && !s.test {
			t.Errorf("%s has %d lines, more than %d", s.path, s.lines, mostLines)
		}
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(s.path), ".go"), "_test")
		if slices.Contains(vague, name) || slices.Contains(vague, filepath.Base(s.pkg)) {
			t.Errorf("%s: the name says nothing", s.path)
		}
	}
}

// Inside the law, the reference and the mutations the clock and the dice are the caller's.
func TestTimeAndChanceComeFromTheCaller(t *testing.T) {
	kept := []string{"spec/...", "mutations", "impl/reference", "impl/defects", "impl/null"}
	packages := []string{"math/rand", "math/rand/v2", "os/exec"}
	clock := []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}
	for _, s := range sources(t) {
		if s.test || !slices.ContainsFunc(kept, func(k string) bool { return names(k, s.pkg) }) {
			continue
		}
		for _, path := range s.imports {
			if slices.Contains(packages, path) {
				t.Errorf("%s imports %s", s.path, path)
			}
		}
		for _, name := range selected(s.file, "time") {
			if slices.Contains(clock, name) {
				t.Errorf("%s reads the machine's clock: time.%s", s.path, name)
			}
		}
	}
}

// A test that sleeps hopes; it should wait for an event, with a deadline that names it.
func TestNoTestSleeps(t *testing.T) {
	for _, s := range sources(t) {
		if s.test && slices.Contains(selected(s.file, "time"), "Sleep") {
			t.Errorf("%s sleeps", s.path)
		}
	}
}

// selected lists what a file takes from a package: the names after its dot.
func selected(f *ast.File, pkg string) (out []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == pkg {
				out = append(out, s.Sel.Name)
			}
		}
		return true
	})
	return out
}

// foreign is what must not stand in the tree: places of one machine, and unfinished work.
var foreign = []struct {
	pattern *regexp.Regexp
	reason  string
}{
	{regexp.MustCompile(`/(root|home/[a-z]+|Users/[A-Za-z]+)/`), "a folder of one machine"},
	{regexp.MustCompile("(^|[\\s\"'`(=])/" + `work/(main|shared|\.)`), "a folder of one machine"},
	{regexp.MustCompile("(^|[\\s\"'`(=])/" + `tmp/\w`), "temporary files have no fixed place"},
	{regexp.MustCompile(`"resolved": "\w+://`), "where one machine gets its packages from"},
	{regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`), "unfinished work"},
	{regexp.MustCompile(`(?i)\b(seed-[0-9a-f]{8})\b`), "a name of one machine"},
	{regexp.MustCompile(`[A-Za-z0-9._%+-]+@(gmail|outlook|hotmail|yahoo|icloud)\.`), "a person's address"},
}

func TestTheTreeNamesNoMachineAndNobody(t *testing.T) {
	for _, p := range everything(t) {
		text, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(text) || strings.HasPrefix(p, "internal/arch/") || strings.Contains(p, "testdata/fuzz/") {
			continue
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			for _, f := range foreign {
				if m := f.pattern.FindString(line); m != "" {
					t.Errorf("%s:%d: %q: %s", p, n, m, f.reason)
				}
			}
		}
	}
}
