package arch

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sameact/internal/adapter"
)

// An arrow says what the files of a package may import, tests apart: tests may cross where they
// compare two sides.
type arrow struct {
	pkg     string   // a folder; with /... it and all below
	knows   []string // our own packages, written alike
	foreign bool     // libraries too
	reason  string
}

// arrows are looked through in order; the first that names a package is its own.
var arrows = []arrow{
	{"spec", nil, false, "the vocabulary can be read and reused alone"},
	{"spec/protocol", nil, false, "schemas are data for any language"},
	{"spec/law", []string{"spec"}, false, "whoever judges depends on nobody who is judged"},
	{"mutations", []string{"spec", "spec/law"}, false, "an operator knows what differs, and no gate"},
	{"corpus", []string{"spec", "spec/law"}, false, "a case belongs to nobody's gate"},
	{"impl/reference", []string{"spec"}, true, "no shared oracle: the gate never sees what judges it"},
	{"impl/defects", []string{"spec", "impl/reference"}, true, "a defect is the reference with one change"},
	{"impl/...", []string{"spec"}, true, "what is judged knows neither the law nor another gate"},
	{"probes", []string{"spec", "spec/law", "mutations", "corpus", "probes/order"}, true, "probes see a gate from outside only"},
	{"probes/order", []string{"spec", "spec/law"}, true, "an order is looked for in a history, whoever played it"},
	{"reports", []string{"spec", "spec/law"}, true, "a report folds a log, and asks nobody"},
	{"cmd/...", []string{"internal/..."}, false, "the command is its main function; the rest can be tested inside"},
	{"internal/...", []string{"spec/...", "mutations", "corpus", "impl/...", "probes/...", "reports", "internal/..."}, true, "the command brings all sides together"},
}

func names(pattern, pkg string) bool {
	if above, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == above || strings.HasPrefix(pkg, above+"/")
	}
	return pattern == pkg
}

func arrowOf(pkg string) (arrow, bool) {
	for _, a := range arrows {
		if names(a.pkg, pkg) {
			return a, true
		}
	}
	return arrow{}, false
}

// strays are the imports of a file that its package's arrow does not allow.
func (a arrow) strays(imports []string) (out []string) {
	for _, path := range imports {
		mine, own := ours(path)
		switch {
		case own && !slices.ContainsFunc(a.knows, func(k string) bool { return names(k, mine) }):
			out = append(out, path)
		case !own && !standard(path) && !a.foreign:
			out = append(out, path)
		}
	}
	return out
}

func TestImportsFollowTheArrows(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		a, ok := arrowOf(s.pkg)
		if !ok {
			t.Errorf("%s: no arrow says what package %s may know; hint: add one to arrows", s.path, s.pkg)
			continue
		}
		used[a.pkg] = true
		if s.test {
			continue
		}
		for _, path := range a.strays(s.imports) {
			t.Errorf("%s imports %s; %s: %s", s.path, path, s.pkg, a.reason)
		}
	}
	for _, a := range arrows {
		if !used[a.pkg] {
			t.Errorf("the arrow of %s is about no package", a.pkg)
		}
	}
}

// The arrows that matter most, each tried on an import that it has to catch.
func TestArrowsCatch(t *testing.T) {
	for _, c := range []struct{ pkg, imports, reason string }{
		{"impl/reference", "sameact/spec/law", "a gate that asks its judge is always right"},
		{"impl/remote", "sameact/mutations", "a gate that knows the changes can look for them"},
		{"impl/defects", "sameact/probes", "a defect that knows the stories can be made for them"},
		{"impl/reference", "sameact/impl/defects", "the reference has no knowledge of its faults"},
		{"impl/null", "sameact/impl/reference", "a null gate decides nothing, also not by someone else"},
		{"probes", "sameact/impl/reference", "a probe that knows one gate is no black box"},
		{"probes/order", "sameact/probes", "whoever looks for an order plays nothing"},
		{"spec/law", "github.com/anishathalye/porcupine", "the law says what a step may do, and searches nothing"},
		{"spec", "sameact/spec/law", "the vocabulary has no verdict in it"},
		{"spec/law", "github.com/google/go-cmp/cmp", "the law is standard library only"},
		{"reports", "sameact/probes", "a report is made of a log, which may be an old one"},
		{"cmd/probe", "sameact/probes", "what main does cannot be tested"},
	} {
		a, ok := arrowOf(c.pkg)
		if !ok || len(a.strays([]string{c.imports})) != 1 {
			t.Errorf("%s may import %s: %s", c.pkg, c.imports, c.reason)
		}
	}
}

// testOnly are libraries that serve as a second opinion: nothing that ships may lean on them.
var testOnly = []string{"github.com/gowebpki/jcs", "github.com/creachadair/jrpc2", "github.com/rogpeppe/go-internal"}

func TestSecondOpinionsStayInTests(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sources(t) {
		for _, path := range s.imports {
			for _, lib := range testOnly {
				if path != lib && !strings.HasPrefix(path, lib+"/") {
					continue
				}
				seen[lib] = true
				if !s.test {
					t.Errorf("%s imports %s, which is for tests", s.path, path)
				}
			}
		}
	}
	for _, lib := range testOnly {
		if !seen[lib] {
			t.Errorf("no test uses %s", lib)
		}
	}
}

// An adapter is a program of its own: the main module stays as light as it is, and what is judged sees nothing of ours.
func TestAdaptersAreNotOfTheMainModule(t *testing.T) {
	for _, p := range files(t) {
		if strings.HasPrefix(p, "impl/adapters/") && strings.HasSuffix(p, ".go") {
			t.Errorf("%s is a file of the main module; hint: a go.mod beside it", p)
		}
	}
	for _, p := range everything(t) {
		if !strings.HasPrefix(p, "impl/adapters/") || !strings.HasSuffix(p, ".go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, page(t, p), parser.ImportsOnly)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, i := range f.Imports {
			if mine, own := ours(strings.Trim(i.Path.Value, `"`)); own && !strings.HasPrefix(mine, "adapters/") {
				t.Errorf("%s imports %s; an adapter knows the protocol and nothing else of ours", p, i.Path.Value)
			}
		}
	}
}

// Pages name adapters that are there.
func TestPagesNameAdaptersThatAreThere(t *testing.T) {
	all, err := adapter.All(filepath.Join(root, "impl/adapters"))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Skip("no adapter stands in impl/adapters")
	}
	known := map[string]bool{"NAME": true}
	for _, m := range all {
		for _, s := range m.Systems() {
			known[s.ID()] = true
		}
	}
	for _, name := range []string{"README.md", "DEVELOPMENT.md"} {
		for _, m := range regexp.MustCompile("(?:adapter:|systems install |systems publish )([A-Za-z0-9][A-Za-z0-9/-]*)").FindAllStringSubmatch(page(t, name), -1) {
			if !known[m[1]] {
				t.Errorf("%s names the adapter %s, which is not there", name, m[1])
			}
		}
	}
}
