package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

var _ = format("baseline", baselineFormat{})

// baselineFormat drafts a baseline for review: what the run's own baseline says and was found stays as it is, what is stale is
// left out, and what is new has no issue yet, so that nobody can use the draft who has not read it.
type baselineFormat struct{}

func (baselineFormat) Render(w io.Writer, r *Run, _ Look) error {
	var b bytes.Buffer
	b.WriteString("{\n  \"known\": [")
	for i, k := range r.draft() {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    " + k.line())
	}
	b.WriteString("\n  ]\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// draft lists what a baseline of this run would hold.
func (r *Run) draft() (out []Known) {
	add := func(c RunClause, known *Known, fingerprint, why string) {
		if known != nil {
			out = append(out, *known)
		} else if c.Counts(r.Strict) {
			out = append(out, Known{Clause: c.ID, Variant: r.Variant, Fingerprint: fingerprint, Reason: why, Expires: halfAYear(r.Started)})
		}
	}
	for _, c := range r.Clauses {
		for _, f := range c.Findings {
			add(c, f.Known, Fingerprint(f.Case), f.Why)
		}
		if c.Status == Untestable {
			add(c, c.Known, UntestableFingerprint, c.Reason)
		}
	}
	return append(out, r.kept...)
}

// halfAYear is how long a new entry is known at first.
func halfAYear(started string) string {
	t, err := time.Parse(time.DateOnly, day(started))
	if err != nil {
		return ""
	}
	return t.AddDate(0, 6, 0).Format(time.DateOnly)
}

// line is an entry as it stands in a file: all that has to be filled in is there.
func (k Known) line() string {
	k.Line = 0
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(k)
	text := bytes.TrimSpace(b.Bytes())
	if k.Owner == "" && k.Issue == "" {
		text = fmt.Appendf(bytes.TrimSuffix(text, []byte("}")), `,"issue":""}`)
	}
	return string(text)
}
