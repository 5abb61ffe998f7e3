package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"sameact/internal/command"
	"sameact/internal/skeleton"
)

type newCommand struct {
	Adapter newAdapterCommand `cmd:"" help:"Begin an adapter: a folder that works, with a stand-in where the framework goes."`
}

type newAdapterCommand struct {
	Dir  string `arg:"" help:"The folder to write, empty or not there; its name becomes the adapter's."`
	Lang string `help:"The language to write it in: go, node or python." placeholder:"LANG"`
}

func (newAdapterCommand) Help() string {
	return `Writes a program that speaks the adapter protocol, its manifest adapter.json and a page that says what to do. As it is written it passes doctor, and run says what is missing. The comments in it say in five steps where the framework goes in. It needs nothing else of this repository.

Example:

  probe new adapter my-framework --lang node`
}

func (n *newAdapterCommand) Run(c *console) error {
	l, ok := skeleton.Find(n.Lang)
	if !ok {
		return command.Usage("--lang %q: no such language; hint: one of %s", n.Lang, strings.Join(languages(), ", "))
	}
	files, err := skeleton.Write(n.Dir, l)
	var misnamed *skeleton.Misnamed
	switch {
	case errors.As(err, &misnamed):
		return command.Usage("%s: %w; hint: %s", n.Dir, err, filepath.Join(filepath.Dir(n.Dir), misnamed.Better))
	case errors.Is(err, skeleton.ErrOccupied):
		return command.Usage("%s: %w, and nothing was written; hint: name a new folder", n.Dir, err)
	case err != nil:
		return command.NoVerdict(err)
	}
	fmt.Fprintf(c.out, "%s: %s\n\nnext:\n", n.Dir, strings.Join(files, ", "))
	for _, line := range l.Next(filepath.Join(n.Dir, "adapter.json")) {
		fmt.Fprintln(c.out, " ", line)
	}
	return nil
}

func languages() (out []string) {
	for _, l := range skeleton.Languages {
		out = append(out, l.Name)
	}
	return out
}
