package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// modules are the required modules of go.mod.
func modules(t *testing.T) (out []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)^\s*(?:require )?([a-z][\w./-]*\.[\w./-]+) v\S+`).FindAllStringSubmatch(page(t, "go.mod"), -1) {
		out = append(out, m[1])
	}
	return out
}

func TestEachDirectDependencyHasItsSentence(t *testing.T) {
	told := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^- `([^` ]+\\.[^` ]+/[^` ]+)` .+\\.$").FindAllStringSubmatch(page(t, "DEVELOPMENT.md"), -1) {
		told[m[1]] = true
	}
	used := map[string]string{}
	for _, s := range sources(t) {
		for _, path := range s.imports {
			if _, own := ours(path); own || standard(path) {
				continue
			}
			found := ""
			for _, m := range modules(t) {
				if (path == m || strings.HasPrefix(path, m+"/")) && len(m) > len(found) {
					found = m
				}
			}
			if found == "" {
				t.Errorf("%s imports %s, of no module in go.mod", s.path, path)
			}
			used[found] = s.path
		}
	}
	for m, by := range used {
		if m != "" && !told[m] {
			t.Errorf("DEVELOPMENT.md has no sentence about %s, which %s imports", m, by)
		}
	}
	for m := range told {
		if used[m] == "" {
			t.Errorf("DEVELOPMENT.md has a sentence about %s, which nothing imports", m)
		}
	}
}

func TestEachFuzzTargetHasItsCommand(t *testing.T) {
	text := page(t, "DEVELOPMENT.md")
	target := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	found := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test {
			continue
		}
		for _, m := range target.FindAllStringSubmatch(page(t, s.path), -1) {
			command := "`go test -run '^$' -fuzz '^" + m[1] + "$' -fuzztime 1m ./" + s.pkg + "`"
			if !strings.Contains(text, command) {
				t.Errorf("DEVELOPMENT.md lacks %s", command)
			}
			found[m[1]] = true
		}
	}
	for _, m := range regexp.MustCompile(`\^(Fuzz\w+)\$`).FindAllStringSubmatch(text, -1) {
		if !found[m[1]] {
			t.Errorf("DEVELOPMENT.md tells how to run %s, which is gone", m[1])
		}
	}
}

// The command of the checks is the one that people are told, and pages name no file that is not there.
func TestPagesNameWhatIsThere(t *testing.T) {
	if !strings.Contains(page(t, ".ci/run"), "\ngo test ./...") {
		t.Error(".ci/run does not run go test ./... as the pages say")
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([\\w/]+)` \\|").FindAllStringSubmatch(page(t, "DEVELOPMENT.md"), -1) {
		if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
			t.Errorf("DEVELOPMENT.md: %v", err)
		}
	}
}
