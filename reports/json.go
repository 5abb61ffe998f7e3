package reports

import (
	"encoding/json"
	"io"
)

var _ = format("json", jsonFormat{})

// jsonFormat is the report for programs, schema sameact.run/1: a run as it is.
type jsonFormat struct{}

func (jsonFormat) Render(w io.Writer, r *Run, _ Look) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
