package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sameact/corpus"
	"sameact/impl/defects"
	"sameact/internal/command"
	"sameact/internal/target"
	"sameact/mutations"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec/law"
)

type listCommand struct {
	What string `arg:"" help:"chapters, clauses, stories, mutations, defects, cases, adapters or targets."`
	JSON bool   `name:"json" help:"For programs: an array of objects."`
}

func (listCommand) Help() string {
	return `Examples:

  probe list clauses
  probe list mutations --json
  probe list targets`
}

// A listing is a table of one kind of thing: a name first, then what tells it apart.
type listing struct {
	columns []string
	rows    [][]string
}

func (l *listing) add(cells ...string) { l.rows = append(l.rows, cells) }

// listings are what can be listed, each with its own columns. What is listed beside an error is shown all the same.
var listings = map[string]func() (listing, error){
	"chapters": func() (listing, error) {
		l := listing{columns: []string{"chapter", "clauses"}}
		for _, name := range law.Chapters {
			n := 0
			for _, c := range law.Law {
				if c.Chapter == name {
					n++
				}
			}
			l.add(name, fmt.Sprint(n))
		}
		return l, nil
	},
	"clauses": func() (listing, error) {
		l := listing{columns: []string{"clause", "chapter", "level", "direction", "sentence"}}
		for _, c := range law.Law {
			l.add(c.Slug, c.Chapter, string(c.Level), string(c.Direction), c.Sentence)
		}
		return l, nil
	},
	"stories": func() (listing, error) {
		l := listing{columns: []string{"story", "about"}}
		l.add(probes.SweepSlug, "every mutation on the simplest act that admits it, each as a story of its own: "+probes.SweepSlug+"/MUTATION")
		l.add(probes.ExhaustiveSlug, probes.ExhaustiveAbout)
		for _, s := range probes.Stories {
			l.add(s.Slug, s.About)
		}
		return l, nil
	},
	"mutations": func() (listing, error) {
		l := listing{columns: []string{"mutation", "dimension", "label", "clause", "about"}}
		for _, m := range mutations.All {
			l.add(m.Slug, m.Dimension, string(m.Label), m.Owner, m.About)
		}
		return l, nil
	},
	"defects": func() (listing, error) {
		l := listing{columns: []string{"defect", "breaks", "about"}}
		for _, d := range defects.All {
			l.add(d.Slug, strings.Join(d.Breaks, " "), d.About)
		}
		return l, nil
	},
	"cases": func() (listing, error) {
		l := listing{columns: []string{"case", "verdict", "origin"}}
		entries, err := corpus.All()
		for _, e := range entries {
			l.add(e.Path, e.Case.Verdict, e.Case.Origin)
		}
		return l, err
	},
	"adapters": adapters,
	"targets": func() (listing, error) {
		l := listing{columns: []string{"target", "about"}}
		for _, t := range target.Known() {
			l.add(t.Name, t.About)
		}
		return l, nil
	},
}

func (l *listCommand) Run(c *console) error {
	var kinds []string
	for kind := range listings {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	if !slices.Contains(kinds, l.What) {
		return command.Usage("%q cannot be listed; hint: one of %s", l.What, strings.Join(kinds, ", "))
	}
	list, wrong := listings[l.What]()
	if wrong != nil && len(list.rows) == 0 {
		return wrong
	}
	if err := l.show(c, list); err != nil {
		return err
	}
	return wrong
}

// show prints a listing; one without rows says so.
func (l *listCommand) show(c *console, list listing) error {
	switch {
	case l.JSON:
		return list.json(c)
	case len(list.rows) == 0:
		_, err := fmt.Fprintf(c.out, "no %s yet\n", l.What)
		return err
	}
	return reports.WriteTable(c.out, list.columns, list.rows)
}

func (l listing) json(c *console) error {
	out := []map[string]string{}
	for _, r := range l.rows {
		o := map[string]string{}
		for i, name := range l.columns {
			o[name] = r[i]
		}
		out = append(out, o)
	}
	return writeJSON(c, out)
}

func writeJSON(c *console, v any) error {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func clauseSlugs() []string {
	var out []string
	for _, c := range law.Law {
		out = append(out, c.Slug)
	}
	return out
}
