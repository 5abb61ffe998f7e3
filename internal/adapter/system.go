package adapter

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A System is one variant of a manifest, or the manifest itself: what can be put under test.
type System struct {
	Manifest *Manifest
	Variant  string // "" for the manifest itself
	About    string
	Command  []string // to be started in the manifest's folder
	Said              // with what a variant says put over what the manifest says
}

// Systems are the manifest itself and its variants.
func (m *Manifest) Systems() []System {
	out := []System{{Manifest: m, About: m.About, Command: m.Command, Said: m.Said}}
	for _, v := range m.Variants {
		over(&v.About, m.About, v.About == "")
		out = append(out, System{m, v.Name, v.About, slices.Concat(m.Command, v.Args), m.Said.under(v.Said)})
	}
	return out
}

// VariantNames are the names of all variants.
func (m *Manifest) VariantNames() (out []string) {
	for _, v := range m.Variants {
		out = append(out, v.Name)
	}
	return out
}

// Variant finds one by name; "" is the manifest itself.
func (m *Manifest) Variant(name string) (System, bool) {
	for _, s := range m.Systems() {
		if s.Variant == name {
			return s, true
		}
	}
	return System{}, false
}

// under puts what a variant says over what its manifest says.
func (s Said) under(v Said) Said {
	over(&s.Documentation, v.Documentation, v.Documentation != "")
	over(&s.Packages, v.Packages, v.Packages != nil)
	over(&s.Holds, v.Holds, v.Holds != "")
	over(&s.Chapters, v.Chapters, v.Chapters != nil)
	over(&s.Binds, v.Binds, v.Binds != nil)
	over(&s.Features, v.Features, v.Features != nil)
	over(&s.Undeclared, v.Undeclared, v.Undeclared != nil)
	over(&s.Duties, v.Duties, v.Duties != nil)
	over(&s.Tracked, v.Tracked, v.Tracked != nil)
	over(&s.AnswerLimit, v.AnswerLimit, v.AnswerLimit != "")
	over(&s.Checks, v.Checks, v.Checks != nil)
	over(&s.Sparing, v.Sparing, v.Sparing != nil)
	over(&s.CI, v.CI, v.CI != nil)
	over(&s.Control, v.Control, v.Control != nil)
	return s
}

func over[T any](v *T, by T, says bool) {
	if says {
		*v = by
	}
}

// Target is how the command names the system.
func (s System) Target() string { return "adapter:" + s.ID() }

// ID is NAME or NAME/VARIANT.
func (s System) ID() string {
	if s.Variant == "" {
		return s.Manifest.Name
	}
	return s.Manifest.Name + "/" + s.Variant
}

// Argv is the command with its program found from anywhere: one that is given by a path is in the folder.
func (s System) Argv() []string {
	argv := slices.Clone(s.Command)
	if strings.ContainsRune(argv[0], '/') && !filepath.IsAbs(argv[0]) {
		argv[0] = filepath.Join(s.Manifest.Dir, argv[0])
	}
	return argv
}

// Limit is how long an answer may take; 0 is the usual time.
func (s System) Limit() time.Duration {
	d, _ := time.ParseDuration(s.AnswerLimit)
	return d
}

// ChecksOr is how many random histories a story plays where nobody says how many: the manifest's number, or the one given.
func (s System) ChecksOr(usual int) int {
	if s.Checks != nil {
		return *s.Checks
	}
	return usual
}

// IsSparing reports whether the system is too slow for the longest stories.
func (s System) IsSparing() bool { return is(s.Sparing) }

// InCI reports whether the system is judged whenever a change is taken.
func (s System) InCI() bool { return is(s.CI) }

// IsControl reports whether no finding is expected.
func (s System) IsControl() bool { return is(s.Control) }

func is(b *bool) bool { return b != nil && *b }

// Pins spells the versions that are judged, in order of their names.
func (s System) Pins() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s.Packages)) {
		out = append(out, name+" "+s.Packages[name])
	}
	return strings.Join(out, ", ")
}

// Missing says what is not there yet, and how to get it: programs first, then the files that installing makes. "" where
// nothing is missing.
func (m *Manifest) Missing() (what, install string) {
	for _, need := range m.Needs {
		if _, err := exec.LookPath(need); err != nil {
			return need + " is not there", HowToGet(need)
		}
	}
	for _, f := range m.Installed {
		if _, err := os.Stat(filepath.Join(m.Dir, f)); err != nil {
			return "it is not installed, there is no " + f, m.HowToInstall()
		}
	}
	return "", ""
}

// HowToInstall is the one command that installs the system.
func (m *Manifest) HowToInstall() string {
	if top(filepath.Join(m.Dir, "../../..")) {
		return "go run ./cmd/systems install " + m.Name
	}
	lines := []string{"cd " + m.Dir}
	for _, line := range m.Install {
		lines = append(lines, strings.Join(line, " "))
	}
	return strings.Join(lines, " && ")
}

// HowToInstallAgain is the one command that installs the system over what is there.
func (m *Manifest) HowToInstallAgain() string {
	if top(filepath.Join(m.Dir, "../../..")) {
		return m.HowToInstall() + " --again"
	}
	return m.HowToInstall()
}
