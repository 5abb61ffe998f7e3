package systems

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

// pages are the Markdown pages of a store by name: the table of all systems, and one page for each adapter.
func (s *Store) pages() map[string]string {
	out := map[string]string{"README.md": s.overview()}
	var names []string
	for _, r := range s.Systems {
		if !slices.Contains(names, r.Name()) {
			names = append(names, r.Name())
		}
	}
	for _, name := range names {
		rows := slices.DeleteFunc(slices.Clone(s.Systems), func(r Row) bool { return r.Name() != name })
		out[name+".md"] = systemPage(name, rows)
	}
	return out
}

const overviewBegins = `# Real systems, observed

What the approval paths of released agent frameworks did when they were driven through approved acts and changed ones: one row a
system, one column a chapter of the law. This is behaviour of the versions named, seen on the day named, through the adapters in
[impl/adapters](../../impl/adapters). It is no judgement of anybody's work: a clause that a system does not keep may be documented
as the duty of whoever builds on it, and the pages say so where that was read.

A cell counts clauses: **pass / fail / untestable / skip / inconclusive**. Pass: put to the test, and kept. Fail: broken, with a
smallest case that anybody can play again; in brackets, how many of these are documented as the duty of whoever builds on the system.
Untestable: declared, and could not be exercised. Skip: the system has no notion of it.
Inconclusive: a change that changed nothing, or a state that is refused whatever is written into it, so that nothing can be said. An
empty cell: all of the chapter is skipped. A *control* seals what its client holds, and nothing is expected to be found there.

`

const overviewEnds = `
The pending call is held by the client where the question travels with everything that is needed to run it, and comes back with
the answer; else by the server. [systems.json](systems.json) is the same for programs, with every case; the cases are in [cases](cases).

To see it yourself (Node 20 or newer, or Go):

` + "```" + `
go run ./cmd/systems install NAME
go run ./cmd/probe run adapter:NAME
go run ./cmd/systems publish NAME
` + "```\n"

func (s *Store) overview() string {
	declared, none := s.chapters()
	header := append([]string{"system", "version", "seen on", "held by"}, declared...)
	var rows [][]string
	for _, r := range s.Systems {
		id := "[" + r.ID + "](" + r.Name() + ".md)"
		if r.Control {
			id += " *control*"
		}
		cells := []string{id, versions(r), r.Date, "the " + r.Holds}
		for _, name := range declared {
			cells = append(cells, r.cell(name))
		}
		rows = append(rows, cells)
	}
	text := overviewBegins + reports.MarkdownTable(header, rows)
	if len(none) > 0 {
		text += "\nNo system here declares anything of these chapters: " + strings.Join(none, ", ") + ".\n"
	}
	return text + overviewEnds
}

// chapters are those of which some system declares anything, and those of which none does.
func (s *Store) chapters() (declared, none []string) {
	for _, name := range law.Chapters {
		if slices.ContainsFunc(s.Systems, func(r Row) bool { return r.cell(name) != "" }) {
			declared = append(declared, name)
		} else {
			none = append(none, name)
		}
	}
	return declared, none
}

func versions(r Row) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(r.Packages)) {
		out = append(out, reports.Inline(name+" "+r.Packages[name]))
	}
	return strings.Join(out, ", ")
}

// cell is a chapter's counts.
func (r Row) cell(chapter string) string {
	for _, c := range r.Chapters {
		if c.Chapter == chapter && c.Pass+c.Fail+c.Untestable+c.Inconclusive+c.Error > 0 {
			return counts(c.Totals, r.duties(chapter))
		}
	}
	return ""
}

// duties counts the findings of a chapter, or of all with "", that are documented as somebody else's duty.
func (r Row) duties(chapter string) (n int) {
	for _, f := range r.Findings {
		if f.Duty != nil && (chapter == "" || f.Chapter == chapter) {
			n++
		}
	}
	return n
}

func counts(t reports.Totals, duties int) string {
	fail := fmt.Sprint(t.Fail)
	if duties > 0 {
		fail += fmt.Sprintf(" (%d)", duties)
	}
	return fmt.Sprintf("%d / %s / %d / %d / %d", t.Pass, fail, t.Untestable, t.Skip, t.Inconclusive)
}

// systemPage is the page of one adapter with its variants.
func systemPage(name string, rows []Row) string {
	var b strings.Builder
	first := rows[0]
	fmt.Fprintf(&b, "# %s\n\n%s\n\nDocumentation read: <%s>. Adapter: [impl/adapters/%s](../../impl/adapters/%s).\n\n", reports.Inline(first.System), reports.Inline(first.About), first.Documentation, name, name)
	var table [][]string
	for _, r := range rows {
		table = append(table, []string{"`adapter:" + r.ID + "`", versions(r), r.Date, r.Harness, "the " + r.Holds, counts(r.Totals, r.duties("")), fmt.Sprint(r.Histories), reports.Inline(aboutOf(r, first))})
	}
	b.WriteString(reports.MarkdownTable([]string{"system", "version", "seen on", "harness at", "pending call held by", "pass / fail / untestable / skip / inconclusive", "histories", "what is different"}, table))
	for _, r := range rows {
		r.tell(&b)
	}
	return b.String()
}

func aboutOf(r, first Row) string {
	if r.About == first.About {
		return ""
	}
	return r.About
}

// tell is a system's part of its page.
func (r Row) tell(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n", reports.Inline(r.ID))
	if r.Control {
		b.WriteString("A control: nothing is expected to be found here.\n\n")
	}
	fmt.Fprintf(b, "Told apart, by declaration: %s.\n", list(r.Binds))
	if len(r.Untestable) > 0 {
		fmt.Fprintf(b, "\nDeclared, and could not be exercised: %s. A story counts only where its twin ran and its sibling did not, which another broken promise can prevent.\n", list(r.Untestable))
	}
	if len(r.Undeclared) > 0 {
		var table [][]string
		for _, u := range r.Undeclared {
			table = append(table, []string{reports.Inline(u.What), reports.Inline(u.Why), "<" + u.URL + ">"})
		}
		b.WriteString("\nNot declared, and so not judged:\n\n" + reports.MarkdownTable([]string{"what", "why", "read at"}, table))
	}
	for _, u := range r.Unbound {
		fmt.Fprintf(b, "\nUnbound, which is neither pass nor failure: %s. What ran:\n\n%s", reports.Inline(u.Field), reports.Fenced(reports.Pointed(u.Case, -1)))
	}
	if len(r.Findings) == 0 {
		b.WriteString("\nNothing that was declared was seen broken.\n")
	}
	for _, f := range r.Findings {
		f.tell(b, r)
	}
}

func list(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

// tell is one finding: the promise, what was observed, what the documentation says, the case and the command.
func (f Finding) tell(b *strings.Builder, r Row) {
	fmt.Fprintf(b, "\n### %s (%s, %s)\n\n> %s\n\n", f.Clause, f.Chapter, f.Level, reports.Inline(f.Sentence))
	fmt.Fprintf(b, "- Observed: %s. The pending call is held by the %s.\n", reports.Inline(f.Why), r.Holds)
	if f.Happened != "" {
		fmt.Fprintf(b, "- Seen at that line: `%s`\n", strings.ReplaceAll(reports.Shorten(reports.Legible(f.Happened)), "`", "'"))
	}
	if f.Duty != nil {
		fmt.Fprintf(b, "- Documented as the duty of whoever builds on it: %s (<%s>)\n", reports.Inline(f.Duty.Says), f.Duty.URL)
	} else {
		fmt.Fprintf(b, "- The documentation read (<%s>) does not say.\n", r.Documentation)
	}
	if f.Tracked != nil {
		fmt.Fprintf(b, "- Followed by its makers: %s (<%s>)\n", reports.Inline(f.Tracked.Says), f.Tracked.URL)
	}
	if f.Shown == 0 {
		fmt.Fprintf(b, "- Seen in the run. It is rare: played again from its case %d times, it was not seen.\n", f.Times)
	} else {
		fmt.Fprintf(b, "- Played again from its case: seen %d of %d times.\n", f.Shown, f.Times)
	}
	b.WriteString("\nThe smallest case; lines with `<` were seen, `~` marks the change:\n\n")
	b.WriteString(reports.Fenced(reports.Pointed(lines(f.Case), f.Event)))
	if f.Twin != "" && f.Twin != lines(f.Case) {
		b.WriteString("\nIts twin, the same without the change:\n\n" + reports.Fenced(reports.Pointed(f.Twin, -1)))
	}
	fmt.Fprintf(b, "\nAgain: `probe replay reports/systems/%s adapter:%s`\n", f.File, r.ID)
}

// lines are a case's lines, without its headers.
func lines(text string) string {
	c, err := spec.ParseCase("", text)
	if err != nil {
		return text
	}
	return c.Lines.String()
}
