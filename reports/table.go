package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

var _ = format("table", tableFormat{})

// tableFormat is the report for a person at a terminal: a table a chapter, then the findings, then
// the summary on the last line.
type tableFormat struct{}

func (tableFormat) Render(w io.Writer, r *Run, look Look) error {
	out := &printer{w: w}
	for _, line := range r.headings() {
		out.line(line)
	}
	names, of := r.chapters()
	for _, name := range names {
		out.line("")
		out.line(name)
		t := newTable("clause", "level", "status", "exercised", "scripts", "")
		for _, c := range of[name] {
			t.row(c.ID, c.Level, look.paint(c.Status, c.Counts(r.Strict)), strconv.Itoa(c.Exercised), strconv.Itoa(c.Scripts), Shorten(Legible(c.remark(r.Strict))))
		}
		out.text(t.String())
	}
	for _, line := range r.faults() {
		out.line("")
		out.text(line)
	}
	for _, c := range r.Clauses {
		for _, f := range c.Findings {
			out.line("")
			out.line(look.bold(fmt.Sprintf("%s (%s, %s), in %s: %s", c.ID, c.Chapter, c.Level, f.Story, c.Sentence)))
			out.text(indent("  ", f.tell()))
		}
	}
	out.line("")
	out.line(r.Summary())
	return out.err
}

// A printer keeps the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) text(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, s)
	}
}

func (p *printer) line(s string) { p.text(s + "\n") }

func (l Look) paint(s Status, counts bool) string {
	if !l.Colour {
		return string(s)
	}
	colour := map[Status]string{Pass: "32", Fail: "33", Untestable: "33", Error: "31", Inconclusive: "36", Skip: "2"}[s]
	if counts {
		colour = "31"
	}
	return "\x1b[" + colour + "m" + string(s) + "\x1b[0m"
}

func (l Look) bold(s string) string {
	if !l.Colour {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// A table is rows of text under a header, as wide as they need.
type table struct {
	b strings.Builder
	t *tablewriter.Table
}

func newTable(header ...string) *table { return tableWith(plainLines(), header) }

func tableWith(r tw.Renderer, header []string) *table {
	t := &table{}
	t.t = tablewriter.NewTable(&t.b,
		tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone))
	t.t.Header(header)
	return t
}

// WriteTable writes rows of text under a header, for people: what is not legible is spelled.
func WriteTable(w io.Writer, header []string, rows [][]string) error {
	t := newTable(header...)
	for _, r := range rows {
		cells := make([]string, len(r))
		for i, c := range r {
			cells[i] = Legible(c)
		}
		t.row(cells...)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// plainLines is a table with nothing but a rule under its header: it can be read aloud and copied.
func plainLines() tw.Renderer {
	return renderer.NewBlueprint(tw.Rendition{
		Borders:  tw.BorderNone,
		Symbols:  tw.NewSymbols(tw.StyleLight),
		Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off}},
	})
}

func (t *table) row(cells ...string) { _ = t.t.Append(cells) }

// String is the table; trailing space is cut, so that goldens and copies stay clean.
func (t *table) String() string {
	_ = t.t.Render()
	var out strings.Builder
	for line := range strings.Lines(t.b.String()) {
		out.WriteString(strings.TrimRight(line, " \n"))
		out.WriteByte('\n')
	}
	return out.String()
}
