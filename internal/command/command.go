// Package command is what the commands of this repository have in common: how arguments are read, how mistakes are told,
// and with which code a command ends.
package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"sameact/reports"
)

// A Stop ends a command with a code; one without an error has been told already.
type Stop struct {
	Code int
	Err  error
}

func (s *Stop) Error() string {
	if s.Err == nil {
		return ""
	}
	return s.Err.Error()
}

func (s *Stop) Unwrap() error { return s.Err }

// Usage is a mistake of whoever typed the command: nothing was started.
func Usage(format string, args ...any) error {
	return &Stop{reports.ExitUsage, fmt.Errorf(format, args...)}
}

// IsUsage reports whether an error is a mistake of whoever typed the command.
func IsUsage(err error) bool {
	var s *Stop
	return errors.As(err, &s) && s.Code == reports.ExitUsage
}

// NoVerdict is a fault of what is judged, or of ours.
func NoVerdict(err error) error { return &Stop{reports.ExitBroken, err} }

// Exit ends a command with a code whose reason was printed.
func Exit(code int) error {
	if code == 0 {
		return nil
	}
	return &Stop{code, nil}
}

// leave is how kong's help ends the command.
type leave int

// Run reads arguments, without the program's name, and runs the command that they name, which is given what is bound. It
// returns the exit code: 0, 1 findings, 2 wrong usage, 3 no verdict. It never panics for what a user wrote.
func Run(program string, commands any, args []string, out, errs io.Writer, bound any, options ...kong.Option) (code int) {
	defer func() {
		switch left := recover().(type) {
		case nil:
		case leave:
			code = int(left)
		default:
			panic(left)
		}
	}()
	parser, err := kong.New(commands, append(options, kong.Name(program), kong.Writers(out, errs), kong.Exit(func(code int) { panic(leave(code)) }))...)
	if err != nil {
		return fail(program, err, errs)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return fail(program, misuse(program, args, err), errs)
	}
	return fail(program, ctx.Run(bound), errs)
}

// fail prints an error and says with which code it ends the command. An error that nobody put a code to is ours.
func fail(program string, err error, errs io.Writer) int {
	if err == nil {
		return reports.ExitConforms
	}
	s := &Stop{Code: reports.ExitBroken}
	errors.As(err, &s)
	if text := err.Error(); text != "" {
		fmt.Fprintf(errs, "%s: %s\n", program, strings.ReplaceAll(text, "; hint: ", "\n  hint: "))
	}
	return s.Code
}

// misuse is kong's complaint with a hint where to look.
func misuse(program string, args []string, err error) error {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") && !strings.Contains(err.Error(), "unexpected argument "+args[0]) {
		program += " " + args[0]
	}
	return Usage("%w; hint: %s --help", err, program)
}
