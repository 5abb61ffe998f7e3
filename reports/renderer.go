package reports

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A Renderer writes a run in one format. It is given a finished run and decides nothing.
type Renderer interface {
	Render(w io.Writer, r *Run, look Look) error
}

// A Look is how a person sees a report; programs' formats pay no attention to it.
type Look struct {
	Colour bool
}

// formats is filled by each format's own file.
var formats = map[string]Renderer{}

func format(name string, r Renderer) Renderer {
	formats[name] = r
	return r
}

// Formats are the names of all formats, in order.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// An UnknownFormat is a name that no format has.
type UnknownFormat struct{ Name string }

func (e *UnknownFormat) Error() string {
	return fmt.Sprintf("%q is no format; hint: one of %s", e.Name, strings.Join(Formats(), ", "))
}

// Format finds a format by name; the error is an *UnknownFormat.
func Format(name string) (Renderer, error) {
	r, ok := formats[name]
	if !ok {
		return nil, &UnknownFormat{name}
	}
	return r, nil
}
