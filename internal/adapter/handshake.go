package adapter

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sameact/spec"
)

// Differs says in what a program's answer to initialize is something else than its manifest, naming both, and what to do;
// nothing where it is the same.
func (s System) Differs(hello spec.Hello) (what, hint string) {
	var out, hints []string
	file := filepath.Join(s.Manifest.Dir, File)
	if why := s.unpinned(hello.Gate); why != "" {
		out = append(out, why)
		hints = append(hints, fmt.Sprintf("install again (%s), or correct packages in %s", s.Manifest.HowToInstallAgain(), file))
	}
	if why := s.declaresOther(hello); len(why) > 0 {
		out = append(out, why...)
		hints = append(hints, fmt.Sprintf("let %s say what the program answers to initialize", file))
	}
	return strings.Join(out, "; "), strings.Join(hints, "; and ")
}

// unpinned says that a program is of no version that is pinned. A leading v does not matter.
func (s System) unpinned(gate spec.Named) string {
	for _, version := range s.Packages {
		if strings.TrimPrefix(version, "v") == strings.TrimPrefix(gate.Version, "v") {
			return ""
		}
	}
	if gate.Version == "" {
		return fmt.Sprintf("the manifest pins %s, the program says no version", s.Pins())
	}
	return fmt.Sprintf("the manifest pins %s, the program says that it is %s", s.Pins(), strings.TrimSpace(gate.Name+" "+gate.Version))
}

func (s System) declaresOther(hello spec.Hello) (out []string) {
	list := func(what string, says, declares []string) {
		missing, more := without(says, declares), without(declares, says)
		if len(missing) > 0 {
			out = append(out, fmt.Sprintf("the manifest has %s in %s, which the program does not declare", strings.Join(missing, ", "), what))
		}
		if len(more) > 0 {
			out = append(out, fmt.Sprintf("the program declares %s in %s, which the manifest leaves out", strings.Join(more, ", "), what))
		}
	}
	list("chapters", s.Chapters, hello.Chapters)
	list("binds", s.Binds, hello.Binds)
	list("features", s.Features, hello.Features)
	if hello.Holds != "" && hello.Holds != s.Holds {
		out = append(out, fmt.Sprintf("the manifest says that the %s holds the pending call, the program that the %s does", s.Holds, hello.Holds))
	}
	return out
}

func without(list, other []string) (out []string) {
	for _, w := range list {
		if !slices.Contains(other, w) {
			out = append(out, w)
		}
	}
	return out
}
