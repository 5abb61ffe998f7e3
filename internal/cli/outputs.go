package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sameact/internal/command"
	"sameact/reports"
)

// An output is one --report: a format and where it goes. Files are opened before the run starts, so
// that a place that cannot be written costs nobody a run, and put in place when it is over.
type output struct {
	name   string
	format reports.Renderer
	file   *reports.File // nil: standard output
}

type outputs []output

// openOutputs reads FORMAT[=FILE] specifications. At most one goes to standard output.
func openOutputs(specs []string) (_ outputs, err error) {
	var outs outputs
	defer func() {
		if err != nil {
			outs.discard()
		}
	}()
	printed := ""
	for _, s := range specs {
		name, path, toFile := strings.Cut(s, "=")
		o := output{name: name}
		if o.format, err = reports.Format(name); err != nil {
			return nil, command.Usage("--report %s: %w", s, err)
		}
		switch {
		case toFile && path == "":
			return nil, command.Usage("--report %s: no file after =; hint: --report %s=FILE", s, name)
		case toFile:
			if o.file, err = reports.Create(path); err != nil {
				return nil, command.Usage("--report %s: %w", s, err)
			}
		case printed != "":
			return nil, command.Usage("--report %s: %s goes to standard output already; hint: --report %s=FILE", s, printed, name)
		default:
			printed = name
		}
		outs = append(outs, o)
	}
	return outs, nil
}

// printed reports whether one of them goes to standard output.
func (outs outputs) printed() bool {
	for _, o := range outs {
		if o.file == nil {
			return true
		}
	}
	return false
}

// drafted reports whether what goes to standard output is the draft of a baseline, which says nothing of the run.
func (outs outputs) drafted() bool {
	return slices.ContainsFunc(outs, func(o output) bool { return o.file == nil && o.name == "baseline" })
}

// write renders a run into each. Only what goes to standard output has colour.
func (outs outputs) write(c *console, r *reports.Run) error {
	for _, o := range outs {
		var w io.Writer = c.out
		look := c.look
		if o.file != nil {
			w, look = o.file, reports.Look{}
		}
		if err := o.format.Render(w, r, look); err != nil {
			outs.discard()
			return command.NoVerdict(fmt.Errorf("writing the report: %w", err))
		}
	}
	for _, o := range outs {
		if o.file != nil {
			if err := o.file.Close(); err != nil {
				outs.discard()
				return command.NoVerdict(fmt.Errorf("writing the report: %w", err))
			}
		}
	}
	return nil
}

// discard forgets what was not written. What is in its place stays.
func (outs outputs) discard() {
	for _, o := range outs {
		if o.file != nil {
			o.file.Discard()
		}
	}
}
