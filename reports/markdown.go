package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"
)

var _ = format("markdown", markdownFormat{})

// markdownFormat is the report for a page or a comment: the same order as the table.
type markdownFormat struct{}

func (markdownFormat) Render(w io.Writer, r *Run, _ Look) error {
	out := &printer{w: w}
	out.line("# " + inline(r.Summary()))
	out.line("")
	for _, line := range r.headings() {
		out.line("- " + inline(line))
	}
	names, of := r.chapters()
	for _, name := range names {
		out.text("\n## " + inline(name) + "\n\n")
		t := tableWith(renderer.NewMarkdown(), []string{"clause", "level", "status", "exercised", "scripts", "remark"})
		for _, c := range of[name] {
			t.row(cell(c.ID), cell(c.Level), cell(string(c.Status)), strconv.Itoa(c.Exercised), strconv.Itoa(c.Scripts), cell(Shorten(Legible(c.remark(r.Strict)))))
		}
		out.text(t.String())
	}
	for _, line := range r.faults() {
		out.text("\n" + fenced(line))
	}
	for _, c := range r.Clauses {
		for _, f := range c.Findings {
			out.text(fmt.Sprintf("\n### %s\n\n%s\n\n", inline(c.ID+" in "+f.Story), inline(c.Sentence)))
			out.text(fenced(f.tell()))
		}
	}
	return out.err
}

// MarkdownTable is a table for a page. Its cells are markup: what came from elsewhere goes through Inline.
func MarkdownTable(header []string, rows [][]string) string {
	t := tableWith(renderer.NewMarkdown(), header)
	for _, r := range rows {
		t.row(r...)
	}
	return t.String()
}

// Inline keeps a text from being read as markup, and makes it legible.
func Inline(s string) string { return inline(Legible(s)) }

// Fenced is a block of text as it is, legible.
func Fenced(text string) string { return fenced(Legible(text)) }

// inline keeps a text from being read as markup.
func inline(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_[]<>|#", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

func cell(s string) string { return inline(s) }

// fenced is a block of text as it is; the fence is longer than any in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}
