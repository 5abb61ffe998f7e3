package systems

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sameact/internal/adapter"
	"sameact/internal/command"
	"sameact/internal/replay"
	"sameact/internal/target"
	"sameact/reports"
	"sameact/spec"
)

type publishCommand struct {
	Name  []string `arg:"" optional:"" help:"Adapters; none: all that are installed. The others keep what was published of them."`
	Times int      `help:"How often each finding is played again from its case; one that is not seen then is played on until it is, up to forty times as often." default:"5"`
	Date  string   `help:"The day that the pages name; today where none is given." placeholder:"2026-12-01"`
	Pages bool     `help:"Judge nothing: write the pages again from systems.json."`
}

func (p *publishCommand) Run(c *console) error {
	date := p.Date
	if date == "" {
		date = time.Now().UTC().Format(time.DateOnly)
	}
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return command.Usage("--date %s: no day; hint: --date 2026-12-01", date)
	}
	if p.Pages && (len(p.Name) > 0 || p.Date != "") {
		return command.Usage("--pages: it judges nothing, and so takes no adapter and no date; hint: leave them out")
	}
	for _, n := range p.Name {
		if strings.Contains(n, "/") {
			return command.Usage("%s: what is published is an adapter with all its variants; hint: %s", n, strings.SplitN(strings.TrimPrefix(n, "adapter:"), "/", 2)[0])
		}
	}
	if p.Times < 1 {
		return command.Usage("--times %d: a finding is played again at least once; hint: --times 5", p.Times)
	}
	if err := c.in(); err != nil {
		return err
	}
	dir := filepath.Join(c.top, "reports", "systems")
	store, err := readStore(dir)
	if err != nil {
		return err
	}
	var failed []error
	if !p.Pages {
		all, err := c.manifests(p.Name)
		if err != nil {
			return err
		}
		for _, m := range all {
			if what, install := m.Missing(); what != "" {
				why := fmt.Errorf("%s: %s; hint: %s", m.Name, what, install)
				if len(p.Name) > 0 {
					failed = append(failed, why)
				} else {
					fmt.Fprintf(c.err, "systems: passed over %v\n", why)
				}
				continue
			}
			rows, err := publish(m, plan{date: date, times: p.Times, harness: commit(c.top)}, func(told string) { fmt.Fprintln(c.out, told) })
			if err != nil {
				failed = append(failed, err)
				continue
			}
			store.replace(m.Name, rows)
			if err := store.write(dir); err != nil { // what was judged is kept, whatever comes after it
				return err
			}
		}
	}
	if err := store.write(dir); err != nil {
		return err
	}
	return errors.Join(failed...)
}

// commit is the commit that a checkout stands at, "" where it is none.
func commit(top string) string {
	told, err := exec.Command("git", "-C", top, "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(told))
}

// A plan is how systems are observed.
type plan struct {
	date    string
	harness string   // the commit of the harness
	times   int      // each finding is played again
	stories []string // that are played; none: all
}

// publish judges a manifest's systems and plays each finding again. It writes nothing.
func publish(m *adapter.Manifest, p plan, tell func(string)) ([]Row, error) {
	var rows []Row
	for _, s := range m.Systems() {
		row, err := observe(s, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.ID(), err)
		}
		row.Date, row.Harness = p.date, p.harness
		rows = append(rows, row)
		tell(row.summary)
	}
	return rows, nil
}

// observe judges one system.
func observe(s adapter.System, p plan) (Row, error) {
	t, err := target.Resolver{}.System(s, s.Target())
	if err != nil {
		return Row{}, err
	}
	defer t.Close()
	run, err := judgeOn(t, s, nil, p.stories)
	if err != nil {
		return Row{}, err
	}
	if run.Exit == reports.ExitBroken {
		return Row{}, fmt.Errorf("no verdict: %s", strings.Join(run.Broken, "; "))
	}
	row := rowOf(s, run)
	for i := range row.Findings {
		f := &row.Findings[i]
		f.File = filepath.ToSlash(filepath.Join("cases", s.Manifest.Name, s.Variant, f.Clause+".case"))
		if f.Shown, f.Times, err = again(t, f.Case, p.times); err != nil {
			return Row{}, fmt.Errorf("%s: %w", f.File, err)
		}
	}
	return row, nil
}

// atMost is how often a finding that was not seen again is looked for, in multiples of how often it is played.
const atMost = 40

// atOnce is how often it is then played at the same time, as in a run.
const atOnce = 4

// again plays a case so many times, and counts how often its clause was broken. One that is not seen then is played on,
// several times at once, until it is, up to forty times as often, so that what is rare has its rate. A system that errs has
// not broken it.
func again(t spec.Target, text string, times int) (shown, played int, err error) {
	c, err := spec.ParseCase("", text)
	if err != nil {
		return 0, 0, err
	}
	once := func() (bool, error) {
		changed, _, err := replay.Play(t, c)
		var broke *replay.Broke
		if err != nil && !errors.As(err, &broke) {
			return false, err
		}
		return err == nil && changed.Breaks(c.About), nil
	}
	for played < times || shown == 0 && played < times*atMost {
		together := 1
		if played >= times {
			together = atOnce
		}
		seen, errs := make([]bool, together), make([]error, together)
		var all sync.WaitGroup
		for i := range together {
			all.Go(func() { seen[i], errs[i] = once() })
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			return shown, played, err
		}
		played += together
		for _, s := range seen {
			if s {
				shown++
			}
		}
	}
	return shown, played, nil
}

// save writes a file and the folders that it stands in.
func save(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return reports.WriteFile(path, text)
}
