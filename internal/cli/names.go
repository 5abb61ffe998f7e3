package cli

import (
	"slices"
	"strings"

	"sameact/internal/nearest"
)

// check says of a name that is none of those known where it stands and what was probably meant.
func check(kind, name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return unknown(kind, name, known)
}

func unknown(kind, name string, known []string) error {
	hint := "probe list " + plural(kind)
	if near := nearest.To(name, known); near != "" {
		hint = near + "?"
	} else if len(known) <= 12 {
		hint = "one of " + strings.Join(known, ", ")
	}
	return usage("%q is no %s; hint: %s", name, kind, hint)
}

func plural(kind string) string {
	if s, ok := strings.CutSuffix(kind, "y"); ok {
		return s + "ies"
	}
	return kind + "s"
}

func checkAll(kind string, names, known []string) error {
	for _, n := range names {
		if err := check(kind, n, known); err != nil {
			return err
		}
	}
	return nil
}
