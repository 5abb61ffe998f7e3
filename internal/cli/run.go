package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sameact/internal/command"
	"sameact/internal/judge"
	"sameact/internal/target"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

// limits are the deadlines of programs under test, shared by every command that starts one.
type limits struct {
	StartLimit  time.Duration  `help:"How long a program may take to start and shake hands." default:"10s"`
	AnswerLimit *time.Duration `help:"How long a program may take to answer; the time we take to answer it does not count. An adapter's manifest may give it more or less." placeholder:"5s"`
	StopLimit   time.Duration  `help:"How long a program may take to stop before it is killed." default:"3s"`
}

func (l limits) check() error {
	for name, d := range map[string]*time.Duration{"start": &l.StartLimit, "answer": l.AnswerLimit, "stop": &l.StopLimit} {
		if d != nil && *d <= 0 {
			return command.Usage("--%s-limit %s: not more than nothing; hint: --%s-limit 5s", name, d, name)
		}
	}
	return nil
}

// open resolves a target. A name that is none is wrong usage; a program that does not start or
// cannot shake hands is a fault.
func (l limits) open(name string) (spec.Target, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	t, err := l.resolver().Resolve(name)
	var unknown *target.Unknown
	if errors.As(err, &unknown) {
		return nil, command.Usage("%w", err)
	}
	return t, err
}

func (l limits) resolver() target.Resolver {
	r := target.Resolver{Start: l.StartLimit, Stop: l.StopLimit}
	if l.AnswerLimit != nil {
		r.Answer = *l.AnswerLimit
	}
	return r
}

// choice is what a run is narrowed to.
type choice struct {
	Chapter []string `help:"Judge only this chapter's clauses (repeatable)." placeholder:"NAME"`
	Clause  []string `help:"Judge only this clause (repeatable)." placeholder:"SLUG"`
	Story   []string `help:"Play only this story (repeatable)." placeholder:"SLUG"`
}

func (c choice) check() error {
	return errors.Join(
		checkAll("chapter", c.Chapter, law.Chapters),
		checkAll("clause", c.Clause, clauseSlugs()),
		checkAll("story", c.Story, judge.StoryNames()))
}

type runCommand struct {
	Target string `arg:"" optional:"" default:"reference" help:"What to judge: reference, reference/resuming, reference/whole, defect:SLUG, null:NAME, adapter:NAME[/VARIANT], the path of an adapter.json or of its folder, or 'exec:COMMAND LINE'."`
	choice
	Require  []string      `help:"Treat this field as if the gate had promised to tell it apart: principal, session, … (repeatable)." placeholder:"FIELD"`
	Strict   bool          `help:"Let a SHOULD count like a MUST."`
	Seed     uint64        `help:"Where the random search starts: the same seed plays the same histories." default:"1"`
	Checks   int           `help:"How many random histories a story plays; 0 leaves it to the program." placeholder:"N"`
	Time     time.Duration `help:"Stop the random search after this long; the fixed sweep is played whole. With --story exhaustive: how long to go deeper (1m)." placeholder:"D"`
	Jobs     int           `help:"How many histories are played at once; 0 is one a core." placeholder:"N"`
	Report   []string      `help:"Report in this format, to standard output or into a file (repeatable): table, json, junit, markdown, baseline." placeholder:"FORMAT[=FILE]" sep:"none"`
	Baseline string        `help:"Hold the run against known findings: one that is new, one that is gone and one whose day is over each fail; --report baseline=DRAFT drafts such a file." placeholder:"FILE"`
	Save     string        `help:"Save the smallest case of each finding in this folder." placeholder:"DIR"`
	Keep     string        `help:"Keep the run's event log in this file." placeholder:"FILE"`
	Quiet    bool          `help:"No progress, and of the table only its last line, after what is not as the baseline has it."`
	limits

	hello spec.Hello        // what the target declares, once it was asked
	known *reports.Baseline // what it is held against
}

func (runCommand) Help() string {
	return `Every clause of the law is judged on every history that is played: first a fixed sweep over all changes, then a random search, then every order of a few operations. A clause passes only if it was exercised. Each finding is shrunk and ends with the command that shows it again.

Examples:

  probe run
  probe run 'exec:python3 gate.py' --chapter binding --seed 7
  probe run 'exec:./gate --db :memory:' --report junit=report.xml --save findings
  probe run defect:agent-not-bound --clause same-agent
  probe run adapter:vercel-ai --baseline impl/adapters/vercel-ai/baseline.json
  probe run --story exhaustive --time 10m
  probe run reference --report json --quiet`
}

func (r *runCommand) Run(c *console) error {
	if err := r.check(); err != nil {
		return err
	}
	outs, err := openOutputs(r.Report)
	if err != nil {
		return err
	}
	if !outs.printed() && !r.Quiet {
		table, _ := reports.Format("table")
		outs = append(outs, output{format: table})
	}
	log, kept, err := r.log()
	discard := func() {
		outs.discard()
		kept.Discard()
	}
	defer discard()
	if err == nil && r.Save != "" {
		err = canHold(r.Save)
	}
	if err == nil {
		err = r.judge(c, log, discard)
	}
	if err != nil {
		return err
	}
	return r.report(c, log, kept, outs)
}

func (r *runCommand) check() error {
	if err := r.choice.check(); err != nil {
		return err
	}
	if err := checkAll("field", r.Require, boundFields); err != nil {
		return err
	}
	for name, n := range map[string]int{"checks": r.Checks, "jobs": r.Jobs} {
		if n < 0 {
			return command.Usage("--%s %d: less than nothing; hint: leave it out, or give a number from 1", name, n)
		}
	}
	if r.Time < 0 {
		return command.Usage("--time %s: less than nothing; hint: --time 30s", r.Time)
	}
	if err := r.limits.check(); err != nil || r.Baseline == "" {
		return err
	}
	return r.readBaseline()
}

// boundFields are what a gate may declare to tell apart (spec/protocol/protocol.md §6).
var boundFields = []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"}

func (r *runCommand) log() (*reports.Log, *reports.File, error) {
	if r.Keep == "" {
		return reports.NewLog(nil), nil, nil
	}
	f, err := reports.Create(r.Keep)
	if err != nil {
		return nil, nil, command.Usage("--keep: %w", err)
	}
	return reports.NewLog(f), f, nil
}

// judge plays everything into the log. Only wrong usage is an error: what else goes wrong stands in
// the log. A run that the user breaks off discards what was to be written.
func (r *runCommand) judge(c *console, log *reports.Log, discard func()) error {
	p := c.newProgress("histories", r.Quiet)
	defer p.end()
	run := judge.Run{Name: r.Target, Options: r.options(), Strict: r.Strict, Known: r.known, Resolver: r.resolver(), Played: p.played, Found: p.found}
	if target.IsAdapter(r.Target) {
		s, err := target.Adapter(r.Target)
		if err != nil {
			return command.Usage("%w", err)
		}
		run.Defaults(s)
	}
	t, err := r.open(r.Target)
	var wrong *command.Stop
	switch {
	case errors.As(err, &wrong):
		return err
	case err != nil:
		run.Broke(err, log)
		return nil
	}
	defer t.Close()
	defer onInterrupt(c, t, discard)()
	r.hello = t.Hello()
	if err := run.On(t, log); err != nil {
		fmt.Fprintf(c.err, "probe: the run broke off: %v\n", err)
	}
	return nil
}

func (r *runCommand) options() probes.Options {
	return probes.Options{Target: quoted(r.Target), Seed: r.Seed, Checks: r.Checks, Time: r.Time, Jobs: r.Jobs, Chapters: r.Chapter, Clauses: r.Clause,
		Stories: r.Story, Require: r.Require}
}

func (r *runCommand) report(c *console, log *reports.Log, kept *reports.File, outs outputs) error {
	entries, err := log.Entries()
	if err != nil {
		return command.NoVerdict(fmt.Errorf("writing the log: %w", err))
	}
	if r.Save != "" {
		if err := save(c, r.Save, r.hello, entries); err != nil {
			return command.NoVerdict(err)
		}
	}
	run, err := reports.Fold(entries)
	if err != nil {
		return command.NoVerdict(err)
	}
	if kept != nil {
		if err := kept.Close(); err != nil {
			return command.NoVerdict(err)
		}
	}
	r.tellBaseline(c, run, outs)
	if r.Quiet && !outs.printed() {
		fmt.Fprintln(c.out, run.Summary())
	}
	if err := outs.write(c, run); err != nil {
		return err
	}
	for _, why := range run.Broken {
		fmt.Fprintln(c.err, "probe: no verdict:", reports.Legible(why))
	}
	return command.Exit(run.Exit)
}

// onInterrupt closes a target when the user breaks the command off, so that no child and no half file
// stays behind, and ends the command without a verdict. The result undoes it.
func onInterrupt(c *console, t io.Closer, discard func()) (undo func()) {
	broke := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(broke, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-broke:
			t.Close()
			discard()
			fmt.Fprintln(c.err, "\nprobe: broken off: no verdict")
			os.Exit(reports.ExitBroken)
		case <-done:
		}
	}()
	return func() { signal.Stop(broke); close(done) }
}
