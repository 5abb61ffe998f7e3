package adapter

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"sameact/internal/doctor"
	"sameact/internal/nearest"
	"sameact/spec/law"
)

var (
	slug    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	exact   = regexp.MustCompile(`^v?\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$`)
	program = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)
)

// A wrong is something that a manifest says wrong, and where.
type wrong struct {
	at  jsontext.Pointer
	why string
}

func bad(at jsontext.Pointer, format string, args ...any) *wrong {
	return &wrong{at, fmt.Sprintf(format, args...)}
}

// check finds what is wrong with a manifest first; nil where nothing is.
func (m *Manifest) check() *wrong {
	for _, rule := range []struct {
		broken bool
		member string
		says   string
	}{
		{!slug.MatchString(m.Name), "name", fmt.Sprintf("%q is no slug; hint: lower-case words with - between them", m.Name)},
		{m.Name != filepath.Base(m.Dir), "name", fmt.Sprintf("%q, and the folder is %q; hint: one name for both", m.Name, filepath.Base(m.Dir))},
		{m.System == "", "system", "missing; hint: what people call it"},
		{m.About == "" || strings.Contains(m.About, "\n"), "about", "one line; hint: how approval works there, and who holds the pending call"},
		{len(m.Needs) == 0, "needs", `missing; hint: the programs that have to be there, such as ["node","npm"]`},
		{len(m.Install) == 0, "install", `missing; hint: command lines such as [["npm","ci"]]; what is judged is installed in one exact version`},
		{len(m.Installed) == 0, "installed", `missing; hint: files that are there once it is installed, such as ["node_modules/ai/package.json"]`},
		{len(m.Command) == 0 || m.Command[0] == "", "command", `missing; hint: ["node","adapter.mjs"]`},
		{m.Documentation == "", "documentation", "missing; hint: the address of the page about approvals"},
		{len(m.Packages) == 0, "packages", "missing; hint: what is judged, with exact versions"},
		{m.Holds == "", "holds", "missing; hint: client or server, whoever holds the pending call"},
		{len(m.Chapters) == 0, "chapters", "missing; hint: what the program answers to initialize"},
	} {
		if rule.broken {
			return bad(in("", rule.member), "%s", rule.says)
		}
	}
	if w := m.checkStart(); w != nil {
		return w
	}
	if w := m.Said.check(""); w != nil {
		return w
	}
	for i, v := range m.Variants {
		if w := v.check(in("", "variants", i), m.Variants[:i]); w != nil {
			return w
		}
	}
	return m.contradiction()
}

// checkStart is about what the program needs, and how it is installed and started.
func (m *Manifest) checkStart() *wrong {
	for i, need := range m.Needs {
		if !program.MatchString(need) {
			return bad(in("", "needs", i), "%q is no program's name; hint: as it is found in PATH: node, python3", need)
		}
	}
	for i, line := range m.Install {
		if len(line) == 0 || line[0] == "" {
			return bad(in("", "install", i), `no command; hint: ["npm","ci"]`)
		}
	}
	for i, file := range m.Installed {
		if file == "" || path.IsAbs(file) || !filepath.IsLocal(file) {
			return bad(in("", "installed", i), "%q does not stay in the folder; hint: a path below it", file)
		}
	}
	return nil
}

// check finds what is wrong with a variant that stands after others.
func (v Variant) check(at jsontext.Pointer, before []Variant) *wrong {
	switch {
	case !slug.MatchString(v.Name):
		return bad(in(at, "name"), "%q is no slug; hint: lower-case words with - between them", v.Name)
	case slices.ContainsFunc(before, func(o Variant) bool { return o.Name == v.Name }):
		return bad(in(at, "name"), "%q stands twice; hint: give each variant a name of its own", v.Name)
	case len(v.Args) == 0 && v.Packages == nil:
		return bad(in(at, "args"), "missing; hint: what is appended to the command, so that it is a variant")
	}
	return v.Said.check(at)
}

// check finds what is wrong with what is said at a place.
func (s Said) check(at jsontext.Pointer) *wrong {
	for _, name := range slices.Sorted(maps.Keys(s.Packages)) {
		if !exact.MatchString(s.Packages[name]) {
			return bad(in(at, "packages", name), "%q is not exact; hint: one version, such as 1.2.3", s.Packages[name])
		}
	}
	if s.Documentation != "" && !isAddress(s.Documentation) {
		return bad(in(at, "documentation"), "%q is no https address", s.Documentation)
	}
	if s.Holds != "" && s.Holds != "client" && s.Holds != "server" {
		return bad(in(at, "holds"), "%q; hint: client or server", s.Holds)
	}
	for _, find := range []func(jsontext.Pointer) *wrong{s.checkDeclared, s.checkUndeclared, s.checkNotes} {
		if w := find(at); w != nil {
			return w
		}
	}
	if s.AnswerLimit != "" {
		if d, err := time.ParseDuration(s.AnswerLimit); err != nil || d <= 0 {
			return bad(in(at, "answerLimit"), `%q is no time; hint: "5s"`, s.AnswerLimit)
		}
	}
	if s.Checks != nil && *s.Checks <= 0 {
		return bad(in(at, "checks"), "%d; hint: a number from 1", *s.Checks)
	}
	return nil
}

// kinds are the lists of a declaration, each with what can stand in it.
func kinds() []kind {
	chapters, binds, features := doctor.Declarable()
	return []kind{
		{"chapters", "chapter or clause", slices.Concat(chapters, slugs()), func(s Said) []string { return s.Chapters }},
		{"binds", "field that can be bound", binds, func(s Said) []string { return s.Binds }},
		{"features", "feature", features, func(s Said) []string { return s.Features }},
	}
}

type kind struct {
	list, word string
	known      []string
	of         func(Said) []string
}

func (s Said) checkDeclared(at jsontext.Pointer) *wrong {
	for _, k := range kinds() {
		for i, w := range k.of(s) {
			switch {
			case !slices.Contains(k.known, w):
				return bad(in(at, k.list, i), "%s", unknown(w, k.word, k.known))
			case slices.Contains(k.of(s)[:i], w):
				return bad(in(at, k.list, i), "%q stands twice; hint: once is enough", w)
			}
		}
	}
	return nil
}

func (s Said) checkUndeclared(at jsontext.Pointer) *wrong {
	left := map[string]int{} // how often each word may stand here: policy is a chapter and a field
	var words []string
	for _, k := range kinds() {
		words = append(words, k.known...)
		for _, w := range k.known {
			left[w]++
		}
	}
	for i, u := range s.Undeclared {
		here := in(at, "undeclared", i)
		switch {
		case len(u.Words()) == 0:
			return bad(in(here, "what"), "missing; hint: the words that are left out, with commas between them")
		case u.Why == "":
			return bad(in(here, "why"), "missing; hint: why it is left out")
		case u.URL == "":
			return bad(in(here, "url"), "missing; hint: the https address of the page that shows it")
		case !isAddress(u.URL):
			return bad(in(here, "url"), "%q is no https address; hint: cite the page that shows it", u.URL)
		}
		for _, w := range u.Words() {
			if !slices.Contains(words, w) {
				return bad(in(here, "what"), "%s", unknown(w, "field that can be bound, chapter, clause or feature", words))
			}
			if left[w]--; left[w] < 0 {
				return bad(in(here, "what"), "%q stands twice in undeclared; hint: once is enough", w)
			}
		}
	}
	return nil
}

func (s Said) checkNotes(at jsontext.Pointer) *wrong {
	for _, list := range []struct {
		name  string
		notes []Note
	}{{"duties", s.Duties}, {"tracked", s.Tracked}} {
		for i, n := range list.notes {
			here := in(at, list.name, i)
			_, ok := law.Find(n.Clause)
			switch {
			case !ok:
				return bad(in(here, "clause"), "%s", unknown(n.Clause, "clause", slugs()))
			case n.Says == "":
				return bad(in(here, "says"), "missing; hint: what is said there")
			case n.URL == "":
				return bad(in(here, "url"), "missing; hint: the https address where it is said")
			case !isAddress(n.URL):
				return bad(in(here, "url"), "%q is no https address; hint: where it is said", n.URL)
			}
		}
	}
	return nil
}

func isAddress(url string) bool { return strings.HasPrefix(url, "https://") }

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
