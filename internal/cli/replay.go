package cli

import (
	"errors"
	"fmt"
	"strings"

	"sameact/internal/command"
	"sameact/internal/replay"
	"sameact/reports"
	"sameact/spec"
)

type replayCommand struct {
	File   string `arg:"" help:"A .case file; - reads standard input."`
	Target string `arg:"" optional:"" help:"The gate to play it on. Without one a recorded history is judged as it stands, and a story is played on the reference."`
	limits
}

func (replayCommand) Help() string {
	return `Shows the history line by line, with a sign at each line that breaks a promise, beside the twin: the same story without its change.

Exit: 1 if a promise is broken. A recorded history with "verdict: breaks" exits 0 when it breaks as recorded.

Examples:

  probe replay corpus/same-arguments/cc-added.case
  probe replay findings/same-agent.agent-1f2e3d4c.case 'exec:node my-gate.js'`
}

func (r *replayCommand) Run(c *console) error {
	k, err := readCase(c, r.File)
	if err != nil {
		return err
	}
	name := r.Target
	if name == "" {
		name = replay.Reference(k)
	}
	t, err := r.open(name)
	if err != nil {
		return err
	}
	defer t.Close()
	if r.Target == "" && k.Recorded() {
		return r.recorded(c, k, t.Hello())
	}
	defer onInterrupt(c, t, func() {})()
	if missing := replay.Missing(k, t.Hello()); len(missing) > 0 {
		fmt.Fprintf(c.err, "probe: the case needs %s, which the gate does not declare\n", strings.Join(missing, ", "))
	}
	changed, twin, err := replay.Play(t, k)
	if err != nil {
		return unplayed(r.File, err)
	}
	heading(c, k, "played on "+name)
	if k.Lines.Marked() {
		sideBySide(c, changed, twin)
	} else {
		alone(c, changed)
	}
	if told := tellBroken(c, changed); told {
		return command.Exit(reports.ExitFindings)
	}
	fmt.Fprintln(c.out, "nothing is broken;", exercisedWords(changed, k.About))
	return nil
}

// unplayed tells a gate that broke from a story that contradicts itself or cannot be told to the gate.
func unplayed(file string, err error) error {
	var broke *replay.Broke
	if errors.As(err, &broke) {
		return command.NoVerdict(err)
	}
	return command.Usage("%s: %w", file, err)
}

// recorded judges what was seen when the case was recorded, by a gate that declared as much as ours.
func (r *replayCommand) recorded(c *console, k spec.Case, hello spec.Hello) error {
	o := replay.Recorded(k, hello)
	heading(c, k, "as recorded")
	alone(c, o)
	broken := tellBroken(c, o)
	why := replay.Mismatch(k, o)
	switch {
	case why != "":
		fmt.Fprintln(c.out, "not as it says:", why)
		return command.Exit(reports.ExitFindings)
	case broken:
		fmt.Fprintf(c.out, "breaks %s, as recorded\n", k.About)
	default:
		fmt.Fprintln(c.out, "nothing is broken;", exercisedWords(o, k.About))
	}
	return nil
}

func heading(c *console, k spec.Case, how string) {
	fmt.Fprintf(c.out, "about: %s, %s\n", k.About, how)
	if k.Origin != "" {
		fmt.Fprintf(c.out, "origin: %s\n", reports.Legible(k.Origin))
	}
	fmt.Fprintln(c.out)
}

func exercisedWords(o replay.Outcome, slug string) string {
	if o.Exercised(slug) {
		return slug + " was exercised"
	}
	return slug + " was not exercised"
}

// tellBroken prints each broken promise and where, and reports whether there is one.
func tellBroken(c *console, o replay.Outcome) bool {
	for _, b := range o.Broken() {
		fmt.Fprintf(c.out, "line %d breaks %s (%s): %s\n", b.Event+1, b.Clause.Slug, b.Clause.Level, reports.Legible(b.Why))
	}
	return len(o.Broken()) > 0
}
