package systems

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sameact/internal/adapter"
	"sameact/internal/doctor"
)

// mostLines is how long an adapter's program may be, beside the kit.
const mostLines = 150

func TestAdaptersAreSound(t *testing.T) {
	for _, m := range inTree(t) {
		for _, why := range unsound(m) {
			t.Errorf("%s: %s", m.Name, why)
		}
	}
}

// unsound says in what an adapter's folder is not as everybody relies on it, beyond what reading its manifest shows.
func unsound(m *adapter.Manifest) (out []string) {
	wrong := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	programs, locks, err := inFolder(m.Dir)
	if err != nil {
		return []string{err.Error()}
	}
	total := 0
	for _, p := range programs {
		text, err := os.ReadFile(p)
		if err != nil {
			wrong("%v", err)
		}
		total += strings.Count(string(text), "\n")
	}
	if total == 0 || total > mostLines {
		wrong("its program has %d lines; hint: up to %d, what many need goes into the kit", total, mostLines)
	}
	pins, why := pinned(m.Dir, locks)
	out = append(out, why...)
	for _, s := range m.Systems() {
		for name, version := range s.Packages {
			if !slices.Contains(pins[name], version) {
				wrong("%s: %s %s is in no lock file, which has %v", s.ID(), name, version, slices.Sorted(slices.Values(pins[name])))
			}
		}
		if words := s.Unaccounted(); len(words) > 0 {
			wrong("%s: %s: not declared; hint: undeclared says why, and where that was read", s.ID(), strings.Join(words, ", "))
		}
	}
	for i, v := range m.Variants {
		if v.About == "" {
			wrong("variants[%d]: about: missing; hint: what is different", i)
		}
	}
	return append(out, baselineOf(m)...)
}

// inFolder are the programs of an adapter and its lock files.
func inFolder(dir string) (programs, locks []string, err error) {
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		switch name := filepath.Base(p); {
		case err != nil:
			return err
		case d.IsDir() && (name == "node_modules" || name == "bin"):
			return fs.SkipDir
		case name == "package-lock.json" || name == "go.mod":
			locks = append(locks, p)
		case slices.Contains([]string{".mjs", ".js", ".ts", ".go", ".py"}, filepath.Ext(name)) && !strings.HasSuffix(name, "_test.go"):
			programs = append(programs, p)
		}
		return nil
	})
	return programs, locks, err
}

var requirement = regexp.MustCompile(`(?m)^\s*(?:require\s+)?(\S+/\S+) (v\S+)(?: // indirect)?$`)

// pinned are the versions of packages that lock files have.
func pinned(dir string, locks []string) (pins map[string][]string, wrong []string) {
	pins = map[string][]string{}
	if len(locks) == 0 {
		return pins, []string{"it has no package-lock.json and no go.mod"}
	}
	for _, path := range locks {
		text, err := os.ReadFile(path)
		if err != nil {
			return pins, []string{err.Error()}
		}
		if filepath.Base(path) == "go.mod" {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), "go.sum")); err != nil {
				wrong = append(wrong, err.Error())
			}
			for _, r := range requirement.FindAllStringSubmatch(string(text), -1) {
				pins[r[1]] = append(pins[r[1]], r[2])
			}
			continue
		}
		var lock struct {
			Packages map[string]struct{ Name, Version, Resolved string }
		}
		if err := json.Unmarshal(text, &lock); err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", path, err))
		}
		for at, p := range lock.Packages {
			name := p.Name
			if name == "" {
				name = at[strings.LastIndex("/"+at, "node_modules/")+len("node_modules/")-1:]
			}
			pins[name] = append(pins[name], p.Version)
			if strings.Contains(p.Resolved, "://") {
				wrong = append(wrong, fmt.Sprintf("%s names the host that %s came from; hint: omit-lockfile-registry-resolved=true in .npmrc, then npm install --package-lock-only", path, at))
			}
		}
	}
	return pins, wrong
}

// baselineOf says what is wrong with a manifest's baseline.
func baselineOf(m *adapter.Manifest) (out []string) {
	known, err := Baseline(m)
	if err != nil {
		return []string{err.Error()}
	}
	for _, k := range known.Known {
		s, ok := m.Variant(k.Variant)
		switch {
		case !ok:
			out = append(out, fmt.Sprintf("%s:%d: no variant %q", known.File, k.Line, k.Variant))
		case s.IsControl():
			out = append(out, fmt.Sprintf("%s:%d: %s is a control, and nothing is known of it", known.File, k.Line, s.ID()))
		case !s.InCI():
			out = append(out, fmt.Sprintf("%s:%d: nobody holds %s against this; hint: \"ci\": true, or no entry", known.File, k.Line, s.ID()))
		}
	}
	return out
}

// What tools leave in the folders of adapters is not taken for part of the tree.
func TestLeftoversAreIgnored(t *testing.T) {
	all := inTree(t)
	if len(all) == 0 {
		t.Skip("there is no adapter yet")
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(all[0].Dir), ".gitignore"))
	if err != nil || !strings.Contains(string(text), "node_modules/") || !strings.Contains(string(text), "bin/") {
		t.Errorf("impl/adapters/.gitignore has node_modules/ and bin/: %v", err)
	}
}

func TestSoundnessCanFail(t *testing.T) {
	chapters, binds, features := doctor.Declarable()
	everything := func(m map[string]any) {
		rest := slices.DeleteFunc(slices.Concat(chapters, binds, features), func(w string) bool {
			return slices.Contains(slices.Concat(m["binds"].([]string), m["features"].([]string)), w)
		})
		m["undeclared"] = []map[string]string{{"what": strings.Join(rest, ", "), "why": "it is small", "url": "https://docs.example/all"}}
	}
	const lock = `{"packages":{"":{"name":"x"},"node_modules/small":{"version":"1.0.0"},"node_modules/old":{"name":"small","version":"0.9.0"}}}`
	whole := map[string]string{"adapter.mjs": "one\ntwo\n", "package-lock.json": lock}
	for _, row := range []struct {
		edit  func(map[string]any)
		files map[string]string
		says  string
	}{
		{everything, nil, ""},
		{func(m map[string]any) { everything(m); m["packages"] = map[string]string{"small": "0.9.0"} }, nil, ""},
		{func(m map[string]any) {}, nil, "durability, session, connector,"},
		{func(m map[string]any) { everything(m); m["packages"] = map[string]string{"small": "1.0.1"} }, nil, "small 1.0.1 is in no lock file, which has [0.9.0 1.0.0]"},
		{everything, map[string]string{"adapter.mjs": strings.Repeat("line\n", mostLines), "more.mjs": "line\n"}, "151 lines"},
		{everything, map[string]string{"adapter.mjs": ""}, "0 lines"},
		{everything, map[string]string{"package-lock.json": strings.Replace(lock, `"1.0.0"`, `"1.0.0","resolved":"https://registry.example/small"`, 1)}, "names the host"},
		{everything, map[string]string{"package-lock.json": "", "go.mod": "module x\n\nrequire small.example/small v1.0.0\n"}, "no such file"},
		{everything, map[string]string{"baseline.json": `{"known":[{"clause":"one-use","variant":"other","fingerprint":"untestable","reason":"r","issue":"5","expires":"2027-06-30"}]}`}, `baseline.json:1: no variant "other"`},
		{func(m map[string]any) { everything(m); m["ci"] = false }, map[string]string{"baseline.json": `{"known":[{"clause":"one-use","fingerprint":"untestable","reason":"r","issue":"5","expires":"2027-06-30"}]}`}, "nobody holds small against this"},
	} {
		_, m := checkout(t, row.edit)
		for _, files := range []map[string]string{whole, row.files} {
			for name, text := range files {
				if err := save(filepath.Join(m.Dir, name), text); err != nil {
					t.Fatal(err)
				}
			}
		}
		says := strings.Join(unsound(m), "\n")
		if !strings.Contains(says, row.says) || (says == "") != (row.says == "") {
			t.Errorf("want %q: %s", row.says, says)
		}
	}
}
