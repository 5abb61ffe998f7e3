package cli

import (
	"fmt"
	"slices"
	"strings"

	"sameact/corpus"
	"sameact/impl/defects"
	"sameact/internal/command"
	"sameact/internal/judge"
	"sameact/mutations"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec"
	"sameact/spec/law"
)

type explainCommand struct {
	Slug string `arg:"" help:"A clause, mutation, story or defect."`
	JSON bool   `name:"json" help:"For programs: an array of objects, one for each thing of that name."`
}

func (explainCommand) Help() string {
	return `Examples:

  probe explain same-arguments
  probe explain until-expiry --json`
}

// An explanation is one thing told in parts.
type explanation struct {
	Kind  string `json:"kind"`
	Slug  string `json:"slug"`
	Parts []part `json:"parts"`
}

// A part is a heading with a line, or a list of lines, or a history.
type part struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func (x *explanation) say(name, text string) {
	if text != "" {
		x.Parts = append(x.Parts, part{name, text})
	}
}

func (x *explanation) list(name string, words []string) { x.say(name, strings.Join(words, ", ")) }

func (e *explainCommand) Run(c *console) error {
	cases, err := corpus.All()
	if err != nil {
		return command.NoVerdict(err)
	}
	found := explain(e.Slug, cases)
	if len(found) == 0 {
		return unknown("clause, mutation, story or defect", e.Slug, explicable())
	}
	if e.JSON {
		return writeJSON(c, found)
	}
	for i, x := range found {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintf(c.out, "%s %s\n", x.Kind, x.Slug)
		for _, p := range x.Parts {
			if text := strings.TrimRight(p.Text, "\n"); strings.Contains(text, "\n") {
				fmt.Fprintf(c.out, "\n  %s\n    %s\n", p.Name, strings.ReplaceAll(reports.Legible(text), "\n", "\n    "))
			} else {
				fmt.Fprintf(c.out, "  %-10s %s\n", p.Name, reports.Legible(text))
			}
		}
	}
	return nil
}

// explicable are all names that explain knows.
func explicable() []string {
	out := slices.Concat(clauseSlugs(), judge.StorySlugs())
	for _, m := range mutations.All {
		out = append(out, m.Slug)
	}
	for _, d := range defects.All {
		out = append(out, d.Slug)
	}
	return out
}

func explain(slug string, cases []corpus.Entry) (out []explanation) {
	if c, ok := law.Find(slug); ok {
		out = append(out, explainClause(c, cases))
	}
	for _, m := range mutations.All {
		if m.Slug == slug {
			out = append(out, explainMutation(m))
		}
	}
	if slug == probes.ExhaustiveSlug {
		out = append(out, explainStory(slug, probes.ExhaustiveAbout))
	}
	for _, s := range probes.Stories {
		if s.Slug == slug {
			out = append(out, explainStory(s.Slug, s.About))
		}
	}
	for _, d := range defects.All {
		if d.Slug == slug {
			out = append(out, explainDefect(d, cases))
		}
	}
	return out
}

// directions say in words what breaks a clause.
var directions = map[law.Direction]string{
	law.Minus: "− broken when something is asked, approved or run that should not be",
	law.Plus:  "+ broken when something that should run is refused",
	law.Says:  "= broken when what is said differs from what happened",
}

// sources say where a promise comes from.
var sources = map[string]string{"S1": "seed 001", "S4": "seed 004", "F": "public field reports", "O": "a consequence we draw"}

func explainClause(c *law.Clause, cases []corpus.Entry) explanation {
	x := explanation{Kind: "clause", Slug: c.Slug}
	x.say("promise", c.Sentence)
	x.say("chapter", c.Chapter)
	x.say("level", string(c.Level))
	x.say("direction", directions[c.Direction])
	x.say("harm", c.Harm)
	var from []string
	for word := range strings.FieldsSeq(c.Source) {
		if in, ok := sources[word]; ok {
			word += " (" + in + ")"
		}
		from = append(from, word)
	}
	x.list("source", from)
	x.list("needs", c.Needs)
	var names []string
	for _, m := range mutations.All {
		if m.Owner == c.Slug {
			names = append(names, m.Slug)
		}
	}
	x.list("mutations", names)
	names = nil
	for _, d := range defects.All {
		if slices.Contains(d.Breaks, c.Slug) {
			names = append(names, d.Slug)
		}
	}
	x.list("defects", names)
	x.cases(c.Slug, cases)
	return x
}

// fewStories is how many stories are shown beside the recorded cases of a clause.
const fewStories = 3

// cases shows what obeys and what breaks a clause, and a few of its stories.
func (x *explanation) cases(slug string, cases []corpus.Entry) {
	var stories []corpus.Entry
	for _, e := range cases {
		switch {
		case e.Clause != slug:
		case e.Case.Verdict == "":
			stories = append(stories, e)
		default:
			x.say(caseKind(e.Case)+" "+e.Path, e.Case.String())
		}
	}
	for i, e := range stories {
		if i == fewStories {
			x.say("more", fmt.Sprintf("%d more stories are in corpus/%s", len(stories)-i, slug))
			return
		}
		x.say("story "+e.Path, e.Case.String())
	}
}

// caseKind says what a case of the corpus shows.
func caseKind(c spec.Case) string {
	switch c.Verdict {
	case spec.Breaks:
		return "breaking"
	case spec.Obeys:
		return "obeying"
	}
	return "story"
}

func explainMutation(m *mutations.Mutation) explanation {
	x := explanation{Kind: "mutation", Slug: m.Slug}
	x.say("about", m.About)
	x.say("dimension", m.Dimension)
	x.say("label", labels[m.Label])
	x.say("basis", string(m.Basis))
	x.say("phase", string(m.Phase))
	x.say("clause", m.Owner)
	x.list("needs", m.Needs)
	if s, ok := mutations.SimplestFor(m, nil); ok && s.Do(m, mutations.Simplest) {
		x.say("example", s.Script().String())
	}
	return x
}

var labels = map[mutations.Label]string{
	mutations.Drift:        "drift: the act must not run on the old yes",
	mutations.Continuation: "continuation: the act must still run",
	mutations.Free:         "free: either is right",
}

func explainStory(slug, about string) explanation {
	x := explanation{Kind: "story", Slug: slug}
	x.say("about", about)
	return x
}

func explainDefect(d *defects.Defect, cases []corpus.Entry) explanation {
	x := explanation{Kind: "defect", Slug: d.Slug}
	x.say("about", d.About)
	x.list("breaks", d.Breaks)
	for _, e := range cases {
		if e.Case.Verdict == spec.Breaks && len(d.Breaks) > 0 && e.Clause == d.Breaks[0] {
			x.say("for example "+e.Path, e.Case.String())
			break
		}
	}
	x.say("see it", "probe run defect:"+d.Slug)
	return x
}
