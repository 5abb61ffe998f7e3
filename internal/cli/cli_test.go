package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sameact/impl/defects"
	"sameact/impl/reference"
	"sameact/impl/remote"
	"sameact/spec"
)

// The scripts run the command as a user does: probe is this test binary under another name. The program of their adapters is
// pinned: the reference, or a defect that is named, as version 1.0.0.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"probe": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"pinned": func() {
			gate := reference.New(reference.Obeying(reference.RePresent))
			if d, ok := defects.Find(os.Args[len(os.Args)-1]); ok {
				gate = reference.New(d.Build())
			}
			if err := remote.Serve(context.Background(), pinned{gate}, os.Stdin, os.Stdout); err != nil {
				os.Exit(1)
			}
		},
	})
}

// pinned is a gate of ours in an exact version, as packages are pinned.
type pinned struct{ spec.FolderTarget }

func (p pinned) Hello() spec.Hello {
	h := p.FolderTarget.Hello()
	h.Gate.Version = "1.0.0"
	return h
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exits,
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "")
			return nil
		},
	})
}

// exits runs a program that has to end with a given code: exit CODE PROGRAM ARGUMENT…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM ARGUMENT…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		var ended *exec.ExitError
		if !errors.As(err, &ended) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		code = strconv.Itoa(ended.ExitCode())
	}
	if code != args[0] {
		ts.Fatalf("exit %s, want %s", code, args[0])
	}
}
