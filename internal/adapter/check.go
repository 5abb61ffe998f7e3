package adapter

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"sameact/internal/doctor"
	"sameact/internal/nearest"
	"sameact/spec"
	"sameact/spec/law"
)

var (
	slug  = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	exact = regexp.MustCompile(`^v?\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$`)
)

// programs are what an adapter may need, each with what gets it.
var programs = map[string]string{
	"node":    "apt-get install nodejs npm",
	"npm":     "apt-get install nodejs npm",
	"go":      "see https://go.dev/doc/install",
	"python3": "apt-get install python3 python3-pip",
}

// check says what is wrong with a manifest, or "".
func (m *Manifest) check() string {
	seen := map[string]bool{}
	for _, v := range m.Variants {
		if seen[v.Name] {
			return fmt.Sprintf("variants: %q stands twice; hint: give each a name of its own", v.Name)
		}
		seen[v.Name] = true
	}
	for _, rule := range []struct {
		broken bool
		says   string
	}{
		{!slug.MatchString(m.Name), fmt.Sprintf("name: %q is no slug; hint: lower-case words with - between them", m.Name)},
		{m.Name != filepath.Base(m.Dir), fmt.Sprintf("name: %q, and the folder is %q; hint: one name for both", m.Name, filepath.Base(m.Dir))},
		{m.System == "", "system: missing; hint: what people call it"},
		{m.About == "" || strings.Contains(m.About, "\n"), "about: one line; hint: how approval works there, and who holds the pending call"},
		{len(m.Needs) == 0, "needs: missing; hint: the programs that have to be there: node, npm, go, python3"},
		{len(m.Install) == 0 || len(m.Installed) == 0, `install, installed: missing; hint: command lines such as [["npm","ci"]], and files that are there afterwards`},
		{len(m.Command) == 0 || m.Command[0] == "", `command: missing; hint: ["node","adapter.mjs"]`},
		{m.Documentation == "", "documentation: missing; hint: the address of the page about approvals"},
		{len(m.Packages) == 0, "packages: missing; hint: what is judged, with exact versions"},
		{m.Holds == "", "holds: missing; hint: client or server, whoever holds the pending call"},
		{len(m.Chapters) == 0, "chapters: missing; hint: what the program answers to initialize"},
	} {
		if rule.broken {
			return rule.says
		}
	}
	for _, need := range m.Needs {
		if programs[need] == "" {
			return fmt.Sprintf("needs: %q is no program that is known here; hint: one of go, node, npm, python3", need)
		}
	}
	for i, line := range m.Install {
		if len(line) == 0 || line[0] == "" {
			return fmt.Sprintf(`install[%d]: no command; hint: ["npm","ci"]`, i)
		}
	}
	for i, file := range m.Installed {
		if file == "" || path.IsAbs(file) || !filepath.IsLocal(file) {
			return fmt.Sprintf("installed[%d]: %q does not stay in the folder; hint: a path below it", i, file)
		}
	}
	if why := m.Said.check(""); why != "" {
		return why
	}
	for i, v := range m.Variants {
		at := fmt.Sprintf("variants[%d].", i)
		if !slug.MatchString(v.Name) {
			return fmt.Sprintf("%sname: %q is no slug; hint: lower-case words with - between them", at, v.Name)
		}
		if len(v.Args) == 0 && v.Packages == nil {
			return at + "args: missing; hint: what is appended to the command, so that it is a variant"
		}
		if why := v.Said.check(at); why != "" {
			return why
		}
	}
	return ""
}

// check says what is wrong with what is said at a place, or "".
func (s Said) check(at string) string {
	for name, version := range s.Packages {
		if !exact.MatchString(version) {
			return fmt.Sprintf("%spackages: %s %q is not exact; hint: one version, such as 1.2.3", at, name, version)
		}
	}
	if s.Documentation != "" && !strings.HasPrefix(s.Documentation, "https://") {
		return at + "documentation: no https address"
	}
	if s.Holds != "" && s.Holds != "client" && s.Holds != "server" {
		return fmt.Sprintf("%sholds: %q; hint: client or server", at, s.Holds)
	}
	if wrong := doctor.Strange(spec.Hello{Chapters: s.Chapters, Binds: s.Binds, Features: s.Features}); len(wrong) > 0 {
		return at + "chapters, binds, features: " + strings.Join(wrong, "; ")
	}
	chapters, binds, features := doctor.Declarable()
	words := slices.Concat(chapters, binds, features, slugs())
	for i, u := range s.Undeclared {
		where := fmt.Sprintf("%sundeclared[%d]", at, i)
		if len(u.Words()) == 0 || u.Why == "" || !strings.HasPrefix(u.URL, "https://") {
			return where + ": what, why and an https url; hint: cite the page that shows it"
		}
		for _, w := range u.Words() {
			if !slices.Contains(words, w) {
				return where + ".what: " + unknown(w, "bindable field, chapter, clause or feature", words)
			}
		}
	}
	for _, list := range []struct {
		name  string
		notes []Note
	}{{"duties", s.Duties}, {"tracked", s.Tracked}} {
		for i, n := range list.notes {
			where := fmt.Sprintf("%s%s[%d]", at, list.name, i)
			if _, ok := law.Find(n.Clause); !ok {
				return where + ".clause: " + unknown(n.Clause, "clause", slugs())
			}
			if n.Says == "" || !strings.HasPrefix(n.URL, "https://") {
				return where + ": says and an https url; hint: what is said there, and where"
			}
		}
	}
	if s.AnswerLimit != "" {
		if d, err := time.ParseDuration(s.AnswerLimit); err != nil || d <= 0 {
			return fmt.Sprintf(`%sanswerLimit: %q is no time; hint: "5s"`, at, s.AnswerLimit)
		}
	}
	if s.Checks != nil && *s.Checks <= 0 {
		return fmt.Sprintf("%schecks: %d; hint: a number from 1", at, *s.Checks)
	}
	return ""
}

func unknown(word, kind string, known []string) string {
	hint := "see spec/protocol/protocol.md, part 6"
	if near := nearest.To(word, known); near != "" {
		hint = near + "?"
	}
	return fmt.Sprintf("%q is no %s; hint: %s", word, kind, hint)
}

func slugs() (out []string) {
	for _, c := range law.Law {
		out = append(out, c.Slug)
	}
	return out
}

// HowToGet is how a program that adapters need is installed.
func HowToGet(program string) string { return programs[program] }
