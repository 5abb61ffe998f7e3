package arch

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sameact/spec"
	"sameact/spec/law"
	"sameact/spec/protocol"
)

// The pages that strangers read, and that comments cite.
const (
	protocolPage  = "spec/protocol/protocol.md"
	notationPage  = "spec/notation.md"
	canonicalPage = "impl/reference/canonical.md"
)

var citation = regexp.MustCompile(`([\w./-]*\w\.md)\b(?:\s+§(\d+))?`)

// A citation has the page's path from the top, or its bare name where the page stands beside the file.
func TestCitedPagesAreThere(t *testing.T) {
	found := map[string]int{}
	for _, s := range sources(t) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, s.path), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			for _, m := range citation.FindAllStringSubmatch(group.Text(), -1) {
				name := m[1]
				if !strings.Contains(name, "/") {
					name = path.Join(s.pkg, name)
				}
				if _, err := os.Stat(filepath.Join(root, name)); err != nil {
					t.Errorf("%s cites %s, which is not there; hint: a path from the top, or a page in the same folder", s.path, m[1])
				} else if m[2] != "" && section(page(t, name), m[2]) == "" {
					t.Errorf("%s cites %s §%s, and the page has no such section", s.path, name, m[2])
				}
				found[name]++
			}
		}
	}
	for _, name := range []string{protocolPage, notationPage, canonicalPage} {
		if found[name] == 0 {
			t.Errorf("no comment cites %s", name)
		}
	}
}

// section is the text of a numbered section, "" where there is none.
func section(text, number string) string {
	_, after, ok := strings.Cut(text, "\n## "+number+". ")
	if !ok {
		return ""
	}
	until, _, _ := strings.Cut(after, "\n## ")
	return until
}

var (
	fences = regexp.MustCompile("(?s)\n```(\\w*)\n(.*?\n)```")
	spans  = regexp.MustCompile("`[^`\n]+`")
	word   = regexp.MustCompile(`\w+(?:-\w+)*`)
)

// codeWords are the words that a text sets as code within its sentences and tables.
func codeWords(text string) map[string]bool {
	out := map[string]bool{}
	for _, span := range spans.FindAllString(fences.ReplaceAllString(text, "\n"), -1) {
		for _, w := range word.FindAllString(span, -1) {
			out[w] = true
		}
	}
	return out
}

// A row is one line of a table, by the names of its columns.
type row map[string]string

// rows are the lines of the tables whose first column has a name.
func rows(text, first string) (out []row) {
	var head []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			head = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case head == nil:
			head = cells
		case head[0] == first && !strings.HasPrefix(cells[0], "---"):
			r := row{}
			for i, c := range cells[:min(len(cells), len(head))] {
				r[head[i]] = c
			}
			out = append(out, r)
		}
	}
	return out
}

// column are the code words in the first column of such tables.
func column(text, first string) (out []string) {
	for _, r := range rows(text, first) {
		for w := range codeWords(r[first]) {
			out = append(out, w)
		}
	}
	return out
}

// constants are the values of the text constants of package spec whose names begin so.
func constants(t *testing.T, prefix string) (out []string) {
	t.Helper()
	for _, s := range sources(t) {
		if s.pkg != "spec" || s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for i, name := range v.Names {
				if rest, mine := strings.CutPrefix(name.Name, prefix); mine && rest != "" && ast.IsExported(rest) && i < len(v.Values) {
					if lit, ok := v.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
						text, _ := strconv.Unquote(lit.Value)
						out = append(out, text)
					}
				}
			}
			return true
		})
	}
	if len(out) == 0 {
		t.Fatalf("package spec has no constants %s…", prefix)
	}
	return out
}

// schema reads one file of the wire's schemas.
func schema(t *testing.T, name string) (doc any) {
	t.Helper()
	b, err := protocol.Files.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(b, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// declarable is the list of words that the handshake's schema allows in binds or features.
func declarable(t *testing.T, member string) (out []string) {
	t.Helper()
	at := schema(t, "harness.json")
	for _, step := range []string{"$defs", "initialize.result", "properties", member, "items", "enum"} {
		at = at.(map[string]any)[step]
	}
	for _, w := range at.([]any) {
		out = append(out, w.(string))
	}
	return out
}

// properties are the members that a schema names, wherever they stand, and the words of its enums.
func properties(at any) (out []string) {
	switch x := at.(type) {
	case []any:
		for _, e := range x {
			out = append(out, properties(e)...)
		}
	case map[string]any:
		for key, e := range x {
			members, ok := e.(map[string]any)
			if key == "properties" && ok {
				for name := range members {
					out = append(out, name)
				}
			}
			if words, ok := e.([]any); key == "enum" && ok {
				for _, w := range words {
					out = append(out, w.(string))
				}
			}
			out = append(out, properties(e)...)
		}
	}
	return out
}

// members are the names that a Go type has on the wire, with those of the types in it.
func members(t reflect.Type) (out []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name != "" {
			out = append(out, name)
		}
		if name != "answers" { // these are what they stand in
			out = append(out, members(f.Type)...)
		}
	}
	return out
}

func TestProtocolPageNamesEverything(t *testing.T) {
	text := page(t, protocolPage)
	said := codeWords(text)
	wire := slices.Concat(protocol.HarnessMethods, protocol.GateMethods)
	named := map[string][]string{
		"method":  slices.Concat(wire, constants(t, "Method")),
		"code":    constants(t, "Code"),
		"cause":   constants(t, "Cause"),
		"fault":   spec.FaultKinds,
		"chapter": law.Chapters,
		"feature": declarable(t, "features"),
		"bind":    declarable(t, "binds"),
	}
	for _, s := range spec.Statuses {
		named["status"] = append(named["status"], string(s))
	}
	for _, c := range law.Law {
		for _, need := range c.Needs {
			for one := range strings.SplitSeq(need, " or ") {
				if one != "re-present" && one != "not resumes" { // what a gate without resumes does
					named["need of a clause"] = append(named["need of a clause"], one)
				}
			}
		}
	}
	for _, v := range []any{spec.Call{}, spec.World{}, spec.Reply{}, spec.Request{}, spec.Hello{}, spec.Effect{}, spec.EffectResult{}, spec.Show{}, spec.Observation{}} {
		named["member"] = append(named["member"], members(reflect.TypeOf(v))...)
	}
	for _, file := range []string{"answer.json", "call.json", "world.json", "harness.json", "gate.json"} {
		named["word of "+file] = properties(schema(t, file))
	}
	for kind, names := range named {
		if len(names) < 5 {
			t.Errorf("only %d names of kind %s", len(names), kind)
		}
		for _, n := range names {
			if !said[n] {
				t.Errorf("%s does not name the %s %s", protocolPage, kind, n)
			}
		}
	}
	for kind, names := range map[string][]string{"method": named["method"], "status": named["status"], "fault": named["fault"], "feature": named["feature"]} {
		told := column(text, kind)
		for _, n := range told {
			if !slices.Contains(names, n) {
				t.Errorf("%s has a %s %s that the code does not know", protocolPage, kind, n)
			}
		}
		for _, n := range names {
			if !slices.Contains(told, n) {
				t.Errorf("%s has no row for the %s %s", protocolPage, kind, n)
			}
		}
	}
	for _, n := range column(text, "code") {
		if !slices.Contains(named["code"], n) {
			t.Errorf("%s has a code %s that the code does not know", protocolPage, n)
		}
	}
}

// sets are the lists of keys that the notation's table of verbs names in words.
var sets = map[string][]string{
	"those of a call":    spec.CallFields,
	"those of a world":   spec.WorldFields,
	"those of an answer": spec.ScriptKeys[spec.VerbAllow],
	"behaviour":          {"effect", "person", "page"},
}

func TestNotationPageNamesEverything(t *testing.T) {
	text := page(t, notationPage)
	table := map[string]row{}
	for _, r := range rows(text, "verb") {
		table[strings.Trim(r["verb"], "`")] = r
	}
	for verb, keys := range spec.ScriptKeys {
		r, ok := table[verb]
		if !ok {
			t.Errorf("%s has no row for the verb %s", notationPage, verb)
			continue
		}
		delete(table, verb)
		var told []string
		for part := range strings.SplitSeq(r["keys"], ", ") {
			if set, ok := sets[part]; ok {
				told = append(told, set...)
			} else if part != "" {
				told = append(told, strings.Trim(part, "`"))
			}
		}
		slices.Sort(told)
		want := slices.Sorted(slices.Values(keys))
		if !slices.Equal(told, want) {
			t.Errorf("%s: %s has the keys %v, the code %v", notationPage, verb, told, want)
		}
	}
	for verb := range table {
		t.Errorf("%s has a verb %s that the code does not know", notationPage, verb)
	}
	keys := column(text, "key")
	for verb, list := range spec.ScriptKeys {
		for _, k := range list {
			if !slices.Contains(keys, k) {
				t.Errorf("%s does not explain the key %s of %s", notationPage, k, verb)
			}
		}
	}
	var actions []string
	for _, r := range rows(text, "action") {
		actions = append(actions, strings.Trim(r["action"], "`"))
	}
	words := column(text, "word")
	for _, w := range spec.SeenWords {
		if !slices.Contains(words, w) {
			t.Errorf("%s has no row for the seen word %s", notationPage, w)
		}
	}
	for _, w := range words {
		if !slices.Contains(spec.SeenWords, w) {
			t.Errorf("%s has a seen word %s that the code does not know", notationPage, w)
		}
	}
	for _, a := range spec.DefaultWorld().Actions {
		if !slices.Contains(actions, a.ID) {
			t.Errorf("%s does not tell of the default world's %s", notationPage, a.ID)
		}
	}
}
