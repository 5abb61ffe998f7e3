package adapter

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sameact/internal/nearest"
)

// under is where adapters stand, below the top of this module.
const under = "impl/adapters"

// Folder finds impl/adapters from a folder upwards, as far as the top of this module.
func Folder(from string) (string, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	for dir := from; ; dir = filepath.Dir(dir) {
		if top(dir) {
			return filepath.Join(dir, filepath.FromSlash(under)), nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is in no checkout of sameact; hint: go into one, or give the path of an %s", from, File)
		}
	}
}

// top reports whether a folder is the top of this module.
func top(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	line, _, _ := strings.Cut(string(text), "\n")
	return err == nil && strings.TrimSpace(line) == "module sameact"
}

// All reads every manifest in a folder of adapters, in order of their names. A folder that is not there holds none. Those that
// can be read are given also where others cannot: the error is then one of errors.Join, with one for each file.
func All(dir string) ([]*Manifest, error) {
	names, err := names(dir)
	if err != nil {
		return nil, err
	}
	var out []*Manifest
	var wrong []error
	for _, n := range names {
		m, err := Read(filepath.Join(dir, n, File))
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		out = append(out, m)
	}
	return out, errors.Join(wrong...)
}

// names are the folders that hold a manifest.
func names(dir string) (out []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join(dir, e.Name(), File)); err == nil {
			out = append(out, e.Name())
		}
	}
	return out, err
}

// An Unknown is a name that no adapter, or no variant of it, has.
type Unknown struct{ Why, Hint string }

func (e *Unknown) Error() string { return e.Why + "; hint: " + e.Hint }

// Find reads NAME or NAME/VARIANT in a folder of adapters. A name that is none is an *Unknown.
func Find(dir, id string) (System, error) {
	name, variant, _ := strings.Cut(id, "/")
	known, err := names(dir)
	if err != nil {
		return System{}, err
	}
	if !slug.MatchString(name) || !slices.Contains(known, name) {
		return System{}, &Unknown{fmt.Sprintf("no adapter %q", name), suggestion("adapter:", name, known, "probe list adapters")}
	}
	m, err := Read(filepath.Join(dir, name, File))
	if err != nil {
		return System{}, err
	}
	s, ok := m.Variant(variant)
	if !ok || strings.HasSuffix(id, "/") {
		hint := "it has none: adapter:" + name
		if len(m.Variants) > 0 {
			hint = "one of " + strings.Join(m.VariantNames(), ", ")
		}
		return System{}, &Unknown{fmt.Sprintf("adapter %s has no variant %q", name, variant), suggestion("adapter:"+name+"/", variant, m.VariantNames(), hint)}
	}
	return s, nil
}

func suggestion(prefix, word string, known []string, otherwise string) string {
	if near := nearest.To(word, known); near != "" {
		return prefix + near + "?"
	}
	return otherwise
}
