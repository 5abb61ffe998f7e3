package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the top of the tree, as a test of this package sees it.
const root = "../.."

// module is the first word of our own import paths.
const module = "sameact"

// A source is one Go file of the main module.
type source struct {
	path    string // from the top, with slashes: spec/law/use.go
	pkg     string // the folder it stands in: spec/law
	test    bool
	file    *ast.File
	imports []string
	lines   int
}

// sources reads every Go file of the main module. What stands in testdata is data.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	for _, p := range files(t) {
		if !strings.HasSuffix(p, ".go") || slices.Contains(strings.Split(p, "/"), "testdata") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s := source{path: p, pkg: filepath.ToSlash(filepath.Dir(p)), test: strings.HasSuffix(p, "_test.go"), file: f, lines: strings.Count(string(text), "\n")}
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			s.imports = append(s.imports, path)
		}
		out = append(out, s)
	}
	if len(out) < 50 {
		t.Fatalf("only %d Go files were found: this is not the tree", len(out))
	}
	return out
}

// files lists what the main module's tree holds, without what tools leave in it and without folders
// that are modules of their own.
func files(t *testing.T) []string { return walked(t, false) }

// everything lists also the folders that are modules of their own: adapters.
func everything(t *testing.T) []string { return walked(t, true) }

func walked(t *testing.T, modules bool) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case ".git", ".sameact", "node_modules", "__pycache__":
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(p, "go.mod")); err == nil && p != root && !modules {
				return fs.SkipDir
			}
			if d.Name() == "bin" && strings.Contains(filepath.ToSlash(p), "/impl/adapters/") {
				return fs.SkipDir
			}
			return nil
		}
		if d.Name() == ".git" { // a second working tree has a file there
			return nil
		}
		rel, err := filepath.Rel(root, p)
		out = append(out, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ours is an import path below the module, or "" for a foreign one.
func ours(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, module+"/")
	return rest, ok
}

// standard reports whether an import path is the standard library's.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != module
}
