// Package systems keeps the real systems that are judged: it installs them, judges them as they stand in impl/adapters, and
// publishes in reports/systems what was observed.
package systems

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"sameact/internal/adapter"
	"sameact/internal/command"
)

type commands struct {
	Install installCommand `cmd:"" help:"Install what adapters judge, from lock files."`
	Publish publishCommand `cmd:"" help:"Judge installed systems and write reports/systems: a table, a page each, and every finding as a case."`
}

// A console is where a command writes, and the top of the checkout that it works in.
type console struct {
	out, err io.Writer
	top      string
}

// Main runs the command. It returns 0, 2 for wrong usage, or 3 where something could not be installed or judged.
func Main(args []string, out, errs io.Writer) int {
	return command.Run("systems", &commands{}, args, out, errs, &console{out: out, err: errs}, kong.Description("Real systems under test: impl/adapters and reports/systems."))
}

// in finds the checkout that a command works in.
func (c *console) in() error {
	folder, err := adapter.Folder(".")
	if err != nil {
		return command.Usage("%w", err)
	}
	c.top = filepath.Dir(filepath.Dir(folder))
	return nil
}

// manifests are those of the names given, or all.
func (c *console) manifests(names []string) ([]*adapter.Manifest, error) {
	folder := filepath.Join(c.top, "impl", "adapters")
	if len(names) == 0 {
		return adapter.All(folder)
	}
	var out []*adapter.Manifest
	for _, n := range names {
		s, err := adapter.Find(folder, strings.TrimPrefix(n, "adapter:"))
		if err != nil {
			return nil, command.Usage("%w", err)
		}
		out = append(out, s.Manifest)
	}
	return out, nil
}

// inCI reports whether one of a manifest's systems is judged whenever a change is taken.
func inCI(m *adapter.Manifest) bool {
	for _, s := range m.Systems() {
		if s.InCI() {
			return true
		}
	}
	return false
}

type installCommand struct {
	Name  []string      `arg:"" optional:"" help:"Adapters; none: all."`
	CI    bool          `name:"ci" help:"Only those that are judged whenever a change is taken."`
	Again bool          `help:"Also what is installed already."`
	Limit time.Duration `help:"How long each command line may take." default:"10m"`
}

func (i *installCommand) Run(c *console) error {
	if err := c.in(); err != nil {
		return err
	}
	all, err := c.manifests(i.Name)
	if err != nil {
		return err
	}
	var failed []error
	for _, m := range all {
		if i.CI && !inCI(m) {
			continue
		}
		if err := Install(m, i.Again, i.Limit, c.out); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", m.Name, err))
		}
	}
	return errors.Join(failed...)
}
