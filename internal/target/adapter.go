package target

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sameact/impl/remote"
	"sameact/internal/adapter"
	"sameact/spec"
)

// IsAdapter reports whether a text names a manifest: adapter:NAME[/VARIANT], or the path of an adapter.json, of another
// JSON file that is there, or of a folder that holds an adapter.json. A name of ours stays one, whatever folders there are.
func IsAdapter(name string) bool {
	if strings.HasPrefix(name, "adapter:") {
		return true
	}
	if name == "" || strings.HasPrefix(name, "exec:") || slices.Contains(Names(), name) {
		return false
	}
	return strings.HasSuffix(name, ".json") && (filepath.Base(name) == adapter.File || isFile(name)) || isFile(filepath.Join(name, adapter.File))
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Adapter reads the manifest that a text names. A text that names none, and a manifest that is wrong, is an *Unknown:
// nothing was started.
func Adapter(name string) (adapter.System, error) {
	id, named := strings.CutPrefix(name, "adapter:")
	if !named {
		path := name
		if isFolder(name) {
			path = filepath.Join(name, adapter.File)
		}
		m, err := adapter.Read(path)
		if err != nil {
			return adapter.System{}, wrong(name, err)
		}
		s, _ := m.Variant("")
		return s, nil
	}
	folder, err := adapter.Folder(".")
	if err != nil {
		return adapter.System{}, wrong(name, err)
	}
	s, err := adapter.Find(folder, id)
	if err != nil {
		return s, wrong(name, err)
	}
	return s, nil
}

// wrong makes wrong usage of an error. One about a manifest that was found says itself what there is to try, if anything.
func wrong(name string, err error) error {
	var unknown *adapter.Unknown
	if errors.As(err, &unknown) {
		return &Unknown{name, unknown.Why, unknown.Hint}
	}
	why, hint, _ := strings.Cut(err.Error(), "; hint: ")
	if errors.Is(err, fs.ErrNotExist) {
		hint = "adapter:NAME, see probe list adapters, or the path of an " + adapter.File + " or of its folder"
	}
	return &Unknown{name, why, hint}
}

func (r Resolver) adapter(name string) (spec.Target, error) {
	s, err := Adapter(name)
	if err != nil {
		return nil, err
	}
	return r.System(s, name)
}

// System starts an adapter's program, told as name. What is not installed is an *Unknown: nothing was started. A program that
// is of another version than its manifest pins, or declares something else, is an error that names both.
func (r Resolver) System(s adapter.System, name string) (spec.Target, error) {
	if what, install := s.Manifest.Missing(); what != "" {
		return nil, &Unknown{name, what, install}
	}
	limit := r.Answer
	if limit <= 0 {
		limit = s.Limit()
	}
	t, err := r.program(name, s.Argv(), remote.Options{AnswerLimit: limit, Dir: s.Manifest.Dir})
	if err != nil {
		return nil, err
	}
	if what, hint := s.Differs(t.Hello()); what != "" {
		t.Close()
		return nil, fmt.Errorf("%s: %s; hint: %s", name, what, hint)
	}
	return t, nil
}

// adapters are the targets that manifests stand for, as far as they can be found from here.
func adapters() (out []string) {
	folder, err := adapter.Folder(".")
	if err != nil {
		return nil
	}
	all, _ := adapter.All(folder) // what cannot be read is told by whoever names it
	for _, m := range all {
		for _, s := range m.Systems() {
			out = append(out, s.Target())
		}
	}
	return out
}
