package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"sameact/internal/adapter"
	"sameact/internal/command"
	"sameact/internal/doctor"
	"sameact/internal/target"
	"sameact/reports"
	"sameact/spec"
)

type doctorCommand struct {
	Target string `arg:"" help:"The gate to try; see probe run --help."`
	limits
}

func (doctorCommand) Help() string {
	return `Starts the gate, shakes hands, opens a world, presents one act, answers its question with a yes, and looks whether one effect arrives. Then it tries what adapters usually get wrong, each in a place of its own: a no, whether answers wait for effect and show, a second request and a second act meanwhile, unknown addresses and methods, arguments that nobody declared, the clock, a second open, the folder, a restart, and each feature that is declared. What is doubtful is a finding for a run where the system does it, and a mistake where the adapter does. For each step it says what was seen and, where that does not work, what to fix.

Example:

  probe doctor 'exec:node my-gate.js'`
}

func (d *doctorCommand) Run(c *console) error {
	var wrong error
	checks := doctor.Examine(func() (spec.Target, error) {
		t, err := d.open(d.Target)
		if command.IsUsage(err) {
			wrong = err
		}
		return t, err
	})
	if wrong != nil {
		return wrong
	}
	for _, k := range checks {
		word := "works"
		switch {
		case !k.OK:
			word = "does not work"
		case k.Doubt:
			word = "doubtful"
		}
		fmt.Fprintf(c.out, "%-12s %-14s %s\n", k.Name, word, reports.Legible(k.Saw))
		if k.Fix != "" {
			fmt.Fprintf(c.out, "%-12s %-14s fix: %s\n", "", "", k.Fix)
		}
		for line := range strings.Lines(k.Stderr) {
			fmt.Fprintf(c.out, "%-12s %-14s | %s\n", "", "", reports.Legible(strings.TrimRight(line, "\n")))
		}
	}
	d.undeclared(c)
	if doctor.Works(checks) {
		but := ""
		if doctor.Doubtful(checks) {
			but = " but what is doubtful, which a run judges"
		}
		fmt.Fprintf(c.out, "\neverything works%s; next: probe run %s\n", but, quoted(d.Target))
		return nil
	}
	fmt.Fprintln(c.out, "\nsomething does not work")
	return command.Exit(reports.ExitFindings)
}

// undeclared says which words an adapter's manifest does not account for: nobody can tell whether the system lacks them.
func (d *doctorCommand) undeclared(c *console) {
	if !target.IsAdapter(d.Target) {
		return
	}
	s, err := target.Adapter(d.Target)
	if err != nil {
		return // it was told above
	}
	if words := s.Unaccounted(); len(words) > 0 {
		fmt.Fprintf(c.out, "%-12s %-14s %s: neither declared nor left out with a reason\n", "undeclared", "note", strings.Join(words, ", "))
		fmt.Fprintf(c.out, "%-12s %-14s fix: say in undeclared of %s why, and on which page that was read\n", "", "", filepath.Join(s.Manifest.Dir, adapter.File))
	}
}

// quoted writes a word as a shell reads it back.
func quoted(word string) string {
	if !strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune("-_./:=,@", r) && !alphanumeric(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func alphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}
