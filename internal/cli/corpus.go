package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"sameact/corpus"
	"sameact/internal/command"
	"sameact/internal/replay"
	"sameact/internal/target"
	"sameact/reports"
	"sameact/spec"
)

type corpusCommand struct {
	Check  corpusCheck  `cmd:"" help:"Judge every case: recorded ones as they stand, stories on the reference."`
	Add    corpusAdd    `cmd:"" help:"Take a finding into the corpus folder of the working tree."`
	Shrink corpusShrink `cmd:"" help:"Print a smaller case that breaks the same clause."`
}

type corpusCheck struct {
	Dir  string `help:"Check this folder instead of the cases that the program carries." placeholder:"DIR"`
	JSON bool   `name:"json" help:"For programs: an array of objects, one a case."`
}

func (corpusCheck) Help() string {
	return `Examples:

  probe corpus check
  probe corpus check --dir corpus`
}

// A checked is one case with what is wrong with it, "" where nothing is.
type checked struct {
	Path  string `json:"path"`
	Wrong string `json:"wrong"`
}

func (k *corpusCheck) Run(c *console) error {
	entries, err := corpus.All()
	if k.Dir != "" {
		if info, e := os.Stat(k.Dir); e != nil || !info.IsDir() {
			return command.Usage("--dir %s: no folder; hint: the folder that holds a folder a clause", k.Dir)
		}
		entries, err = corpus.Load(os.DirFS(k.Dir))
	}
	list := unreadable(err)
	on := map[string]spec.Target{}
	for _, name := range []string{"reference", "reference/resuming", "reference/whole"} {
		t, err := target.Resolver{}.Resolve(name)
		if err != nil {
			return command.NoVerdict(err)
		}
		defer t.Close()
		on[name] = t
	}
	for _, e := range entries {
		why, err := replay.Check(on[replay.Reference(e.Case)], e.Case)
		var broke *replay.Broke
		if errors.As(err, &broke) {
			return command.NoVerdict(fmt.Errorf("%s: %w", e.Path, err))
		}
		if err != nil {
			why = err.Error()
		}
		list = append(list, checked{e.Path, why})
	}
	return k.tell(c, list)
}

func (k *corpusCheck) tell(c *console, list []checked) error {
	wrong := 0
	for _, x := range list {
		if x.Wrong != "" {
			wrong++
		}
	}
	if k.JSON {
		if err := writeJSON(c, list); err != nil {
			return command.NoVerdict(err)
		}
	} else {
		for _, x := range list {
			if x.Wrong != "" {
				fmt.Fprintf(c.out, "%s: %s\n", x.Path, reports.Legible(x.Wrong))
			}
		}
		fmt.Fprintf(c.out, "%d cases, %d wrong\n", len(list), wrong)
	}
	if wrong > 0 {
		return command.Exit(reports.ExitFindings)
	}
	return nil
}

// unreadable are the files that are no cases.
func unreadable(err error) (out []checked) {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, e := range all {
		var f *corpus.FileError
		if errors.As(e, &f) {
			out = append(out, checked{f.Path, strings.TrimLeft(strings.TrimPrefix(f.Error(), f.Path), ": ")})
		}
	}
	return out
}

type corpusShrink struct {
	File   string `arg:"" help:"A .case file; - reads standard input."`
	Target string `arg:"" optional:"" default:"reference" help:"The gate that breaks the clause that the case is about."`
	limits
}

func (corpusShrink) Help() string {
	return `Leaves out whatever the broken promise does not need: lines, then fields, then members of the arguments. The smaller case goes to standard output.

Example:

  probe corpus shrink findings/same-agent.agent-1f2e3d4c.case defect:agent-not-bound`
}

func (s *corpusShrink) Run(c *console) error {
	k, err := readCase(c, s.File)
	if err != nil {
		return err
	}
	t, err := s.open(s.Target)
	if err != nil {
		return err
	}
	defer t.Close()
	defer onInterrupt(c, t, func() {})()
	small, broke, err := replay.Shrink(t, k)
	if err != nil {
		return unplayed(s.File, err)
	}
	if !broke {
		return command.Usage("%s does not break %s on %s; hint: probe replay %s %s shows what happens", s.File, k.About, s.Target, s.File, quoted(s.Target))
	}
	fmt.Fprint(c.out, small)
	return nil
}
