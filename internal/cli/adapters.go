package cli

import (
	"sameact/internal/adapter"

	"sameact/internal/command"
)

// adapters lists the real systems that can be judged from here, each variant in a row, and whether it is installed. Manifests
// that cannot be read are the error; the others are listed all the same.
func adapters() (listing, error) {
	l := listing{columns: []string{"adapter", "system", "versions", "held by", "installed", "about"}}
	folder, err := adapter.Folder(".")
	if err != nil {
		return l, command.Usage("%w", err)
	}
	all, err := adapter.All(folder)
	for _, m := range all {
		state := "yes"
		if what, install := m.Missing(); what != "" {
			state = "no: " + install
		}
		for _, s := range m.Systems() {
			l.add(s.ID(), m.System, s.Pins(), "the "+s.Holds, state, s.About)
		}
	}
	if err != nil {
		return l, command.Usage("%w", err)
	}
	return l, nil
}
