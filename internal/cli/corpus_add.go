package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sameact/corpus"
	"sameact/internal/command"
	"sameact/internal/replay"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
)

type corpusAdd struct {
	File   string `arg:"" help:"A .case file, for example one that probe run --save wrote, or a fuzz input that go test kept; - reads standard input."`
	Target string `arg:"" optional:"" default:"reference" help:"The gate on which a fuzz input breaks a promise."`
	Into   string `help:"The corpus folder; by default that of the working tree." placeholder:"DIR"`
	About  string `help:"The clause that a fuzz input is about; by default the first that it breaks." placeholder:"SLUG"`
	limits
}

func (corpusAdd) Help() string {
	return `The case gets its name from what happens in it. One that the corpus has already is refused.

Examples:

  probe corpus add findings/same-agent.agent-1f2e3d4c.case
  probe corpus add probes/testdata/fuzz/FuzzStories/0123456789abcdef`
}

func (a *corpusAdd) Run(c *console) error {
	k, err := a.read(c)
	if err != nil {
		return err
	}
	dir, err := corpusFolder(a.Into)
	if err != nil {
		return err
	}
	entries, err := corpus.Load(os.DirFS(dir))
	if err != nil {
		return command.Usage("%s: %w; hint: probe corpus check --dir %s", dir, err, dir)
	}
	for _, e := range entries {
		if digest(e.Case) == digest(k) {
			return command.Usage("%s: the corpus has this case already: %s", a.File, filepath.Join(dir, filepath.FromSlash(e.Path)))
		}
	}
	path := filepath.Join(dir, k.About, caseName(k)+".case")
	if _, err := os.Stat(path); err == nil {
		return command.Usage("%s: another case stands at %s; hint: rename that one by what happens in it", a.File, path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return command.Usage("%w", err)
	}
	if err := reports.WriteFile(path, k.String()); err != nil {
		return command.Usage("%w", err)
	}
	fmt.Fprintln(c.out, path)
	return nil
}

// read reads a case, or makes one of a fuzz input.
func (a *corpusAdd) read(c *console) (spec.Case, error) {
	text, err := readFile(c, a.File)
	if err != nil {
		return spec.Case{}, err
	}
	if probes.IsFuzzFile(text) {
		return a.fuzzed(c, text)
	}
	if a.About != "" {
		return spec.Case{}, command.Usage("--about %s: a case says itself what it is about; hint: leave --about out", a.About)
	}
	return parseCase(a.File, text)
}

// fuzzed makes a story of a fuzz input: as small as it can be while it still breaks its clause on the
// gate. It carries no verdict, so that it holds once the gate is mended.
func (a *corpusAdd) fuzzed(c *console, text []byte) (k spec.Case, err error) {
	if k.Lines, err = probes.ReadFuzzFile(text); err != nil {
		return k, command.Usage("%s: %w", a.File, err)
	}
	if k.About = a.About; k.About != "" {
		if err := check("clause", k.About, clauseSlugs()); err != nil {
			return k, err
		}
	}
	t, err := a.open(a.Target)
	if err != nil {
		return k, err
	}
	defer t.Close()
	defer onInterrupt(c, t, func() {})()
	if k.About == "" {
		o, _, err := replay.Play(t, k)
		if err != nil {
			return k, unplayed(a.File, err)
		}
		if len(o.Broken()) == 0 {
			return k, command.Usage("%s breaks nothing on %s; hint: --about SLUG says what it is about", a.File, a.Target)
		}
		k.About = o.Broken()[0].Clause.Slug
	}
	small, _, err := replay.Shrink(t, k)
	if err != nil {
		return k, unplayed(a.File, err)
	}
	small.Verdict, small.Lines, small.Origin = "", small.Lines.Script(), "found by fuzzing"
	return small, nil
}

// corpusFolder is the one that was named, or the corpus of the source tree that the working folder is in.
func corpusFolder(named string) (string, error) {
	if named != "" {
		if info, err := os.Stat(named); err != nil || !info.IsDir() {
			return "", command.Usage("--into %s: no folder; hint: make it, or leave --into out inside the source tree", named)
		}
		return named, nil
	}
	dir, err := os.Getwd()
	for err == nil {
		if mod, e := os.ReadFile(filepath.Join(dir, "go.mod")); e == nil && strings.HasPrefix(string(mod), "module sameact\n") {
			return filepath.Join(dir, "corpus"), nil
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return "", command.Usage("not inside the source tree; hint: --into DIR names the corpus folder")
}
