// Package cli is the command probe: flags, texts and exit codes. What it shows is found out elsewhere.
package cli

import (
	"io"
	"os"

	"github.com/alecthomas/kong"
	"github.com/mattn/go-isatty"

	"sameact/internal/command"
	"sameact/reports"
)

// commands are what probe understands, in the order of its help.
type commands struct {
	Run     runCommand     `cmd:"" help:"Judge a gate: which promises it keeps, and the smallest story for each it breaks."`
	Prove   proveCommand   `cmd:"" help:"Show that every clause can fail: the kill matrix of defects and null gates."`
	List    listCommand    `cmd:"" help:"List clauses, stories, mutations, defects, cases, adapters, targets or chapters."`
	Explain explainCommand `cmd:"" help:"Explain a clause, mutation, story or defect, with example histories."`
	Replay  replayCommand  `cmd:"" help:"Play one case file step by step beside its twin, and judge it."`
	Corpus  corpusCommand  `cmd:"" help:"Keep the corpus of cases: check, add, shrink."`
	Gate    gateCommand    `cmd:"" help:"Serve one of our gates over the adapter protocol on standard input and output."`
	Doctor  doctorCommand  `cmd:"" help:"Try a gate step by step: what works, what does not, what to fix."`
	New     newCommand     `cmd:"" help:"Begin something of your own: an adapter for a framework."`
}

const about = `Does an approved act stay the same act? probe plays stories against a gate that asks a person before it acts, and says which promises the gate keeps.

Start here:
  probe run                              judge the reference gate
  probe run 'exec:node my-gate.js'       judge your own
  probe doctor 'exec:node my-gate.js'    see what your gate still lacks

Exit: 0 conforms, 1 findings, 2 wrong usage, 3 no verdict.`

// A console is where a command reads and writes, and how.
type console struct {
	in       io.Reader
	out      io.Writer
	err      io.Writer
	look     reports.Look // of out
	terminal bool         // err is a terminal
}

// Main runs the command with its arguments, without the program's name, and returns the exit code:
// 0 conforms, 1 findings, 2 wrong usage, 3 no verdict. It never panics for what a user wrote.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	spendMemory(runGarbage)
	c := &console{in: in, out: out, err: errs, terminal: isTerminal(errs)}
	c.look.Colour = isTerminal(out) && os.Getenv("NO_COLOR") == ""
	return command.Run("probe", &commands{}, args, out, errs, c, kong.Description(about),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoAppDescFormat: true, WrapUpperBound: 100}))
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
