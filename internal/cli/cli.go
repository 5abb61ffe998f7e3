// Package cli is the command probe: flags, texts and exit codes. What it shows is found out elsewhere.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/mattn/go-isatty"

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
func Main(args []string, in io.Reader, out, errs io.Writer) (code int) {
	spendMemory(runGarbage)
	c := &console{in: in, out: out, err: errs, terminal: isTerminal(errs)}
	c.look.Colour = isTerminal(out) && os.Getenv("NO_COLOR") == ""
	defer func() {
		switch left := recover().(type) {
		case nil:
		case leave:
			code = int(left)
		default:
			panic(left)
		}
	}()
	parser, err := kong.New(&commands{}, kong.Name("probe"), kong.Description(about), kong.Writers(out, errs),
		kong.Exit(func(code int) { panic(leave(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoAppDescFormat: true, WrapUpperBound: 100}))
	if err != nil {
		return c.fail(err)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return c.fail(misuse(args, err))
	}
	return c.fail(ctx.Run(c))
}

// leave is how kong's help ends the command.
type leave int

// A stop ends a command with a code; a nil error has been told already.
type stop struct {
	code int
	err  error
}

func (s *stop) Error() string {
	if s.err == nil {
		return ""
	}
	return s.err.Error()
}

func (s *stop) Unwrap() error { return s.err }

// usage is a mistake of the user: nothing was started.
func usage(format string, args ...any) error {
	return &stop{reports.ExitUsage, fmt.Errorf(format, args...)}
}

// noVerdict is a fault of the target or of ours.
func noVerdict(err error) error { return &stop{reports.ExitBroken, err} }

// exit ends with a code whose reason was printed.
func exit(code int) error {
	if code == 0 {
		return nil
	}
	return &stop{code, nil}
}

// fail prints an error and says with which code it ends the command. An error that nobody put a
// code to is ours.
func (c *console) fail(err error) int {
	if err == nil {
		return reports.ExitConforms
	}
	s := &stop{code: reports.ExitBroken, err: err}
	errors.As(err, &s)
	if text := s.Error(); text != "" {
		fmt.Fprintf(c.err, "probe: %s\n", strings.ReplaceAll(text, "; hint: ", "\n  hint: "))
	}
	return s.code
}

// misuse is kong's complaint with a hint where to look.
func misuse(args []string, err error) error {
	command := "probe"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") && !strings.Contains(err.Error(), "unexpected argument "+args[0]) {
		command += " " + args[0]
	}
	return usage("%w; hint: %s --help", err, command)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
