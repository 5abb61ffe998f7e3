package cli

import (
	"slices"
	"strings"

	"sameact/internal/command"
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
	hint := lists[kind]
	if near := nearest.To(name, known); near != "" {
		hint = near + "?"
	} else if len(known) <= 12 {
		hint = "one of " + strings.Join(known, ", ")
	}
	return command.Usage("%q is no %s; hint: %s", name, kind, hint)
}

// lists say where all names of a kind stand.
var lists = map[string]string{
	"chapter": "probe list chapters", "clause": "probe list clauses", "story": "probe list stories",
	"clause, mutation, story or defect": "probe list clauses, mutations, stories or defects",
}

func checkAll(kind string, names, known []string) error {
	for _, n := range names {
		if err := check(kind, n, known); err != nil {
			return err
		}
	}
	return nil
}
