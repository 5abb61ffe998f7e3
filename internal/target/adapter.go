package target

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sameact/impl/remote"
	"sameact/internal/adapter"
	"sameact/spec"
)

// IsAdapter reports whether a text names a manifest: adapter:NAME[/VARIANT], or the path of an adapter.json or of another
// JSON file that is there.
func IsAdapter(name string) bool {
	if strings.HasPrefix(name, "adapter:") {
		return true
	}
	return !strings.HasPrefix(name, "exec:") && strings.HasSuffix(name, ".json") && (filepath.Base(name) == adapter.File || isFile(name))
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Adapter reads the manifest that a text names. A text that names none, and a manifest that is wrong, is an *Unknown:
// nothing was started.
func Adapter(name string) (adapter.System, error) {
	id, named := strings.CutPrefix(name, "adapter:")
	if !named {
		m, err := adapter.Read(name)
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

// wrong makes wrong usage of an error that ends in a hint, or in none.
func wrong(name string, err error) error {
	var unknown *adapter.Unknown
	if errors.As(err, &unknown) {
		return &Unknown{name, unknown.Why, unknown.Hint}
	}
	why, hint, ok := strings.Cut(err.Error(), "; hint: ")
	if !ok {
		hint = "adapter:NAME, see probe list adapters, or the path of an " + adapter.File
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
// declares something else than its manifest is an error that names both.
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
	if why := s.Differs(t.Hello()); why != "" {
		t.Close()
		return nil, fmt.Errorf("%s: %s; hint: let %s say what the program answers to initialize", name, why, filepath.Join(s.Manifest.Dir, adapter.File))
	}
	return t, nil
}

// adapters are the targets that manifests stand for, as far as they can be found from here.
func adapters() (out []string) {
	folder, err := adapter.Folder(".")
	if err != nil {
		return nil
	}
	all, _ := adapter.All(folder)
	for _, m := range all {
		for _, s := range m.Systems() {
			out = append(out, s.Target())
		}
	}
	return out
}
