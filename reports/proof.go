package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ProofSchema names the form of a proof's JSON report.
const ProofSchema = "sameact.prove/1"

// A Proof says which clauses are known to be able to fail: what every defect broke, what every null
// gate passed, what was found on the reference. Its JSON form is the report.
type Proof struct {
	Schema     string         `json:"schema"`
	Defects    []ProofDefect  `json:"defects"`
	Nulls      []ProofNull    `json:"nulls"`
	Reference  ProofReference `json:"reference"`
	Clauses    []ProofClause  `json:"clauses"`
	Survivors  []string       `json:"survivors"` // defects that nothing killed
	Unproven   []string       `json:"unproven"`  // MUST clauses that no defect breaks
	DurationMs int64          `json:"durationMs"`
	Exit       int            `json:"exit"`

	Problems []string `json:"-"` // why the proof fails, a sentence each
}

// A ProofDefect is one seeded fault: what it breaks by its own word, and what was seen broken.
type ProofDefect struct {
	ID        string    `json:"id"`
	Breaks    []string  `json:"breaks"`
	Broke     []string  `json:"broke"`
	Killed    bool      `json:"killed"`
	By        []ProofBy `json:"by"`
	Histories int       `json:"histories"`
}

// A ProofBy is a clause that was seen broken and the story that showed it.
type ProofBy struct {
	Clause string `json:"clause"`
	Story  string `json:"story"`
}

// A ProofNull is a gate without a promise, and the clauses that it passed all the same.
type ProofNull struct {
	ID     string   `json:"id"`
	Passed []string `json:"passed"`
}

// A ProofReference is what was found on the gate that obeys.
type ProofReference struct {
	Findings []ProofFinding `json:"findings"`
}

// A ProofFinding is a finding with its clause, which a run's report has one level up.
type ProofFinding struct {
	Clause string `json:"clause"`
	RunFinding
}

// A ProofClause is one clause, the defects that break it, and how often the reference exercised it.
type ProofClause struct {
	ID        string   `json:"id"`
	Defects   []string `json:"defects"`
	Exercised int      `json:"exercised"`
}

// WriteProofJSON writes a proof for programs.
func WriteProofJSON(w io.Writer, p *Proof) error { return writeJSON(w, p) }

// WriteProofTable writes a proof for people: the kill matrix, the null gates, the clauses, and on
// the last line the outcome.
func WriteProofTable(w io.Writer, p *Proof, look Look) error {
	out := &printer{w: w}
	t := newTable("defect", "killed by (clause: story)", "histories", "")
	for _, d := range p.Defects {
		t.row(d.ID, Shorten(d.killers()), strconv.Itoa(d.Histories), d.verdict(look))
	}
	out.text(t.String())
	out.line("")
	t = newTable("null gate", "passes")
	for _, n := range p.Nulls {
		passed := "nothing"
		if len(n.Passed) > 0 {
			passed = look.paint(Fail, true) + ": " + strings.Join(n.Passed, ", ")
		}
		t.row(n.ID, passed)
	}
	out.text(t.String())
	out.line("")
	t = newTable("clause", "exercised", "broken by")
	for _, c := range p.Clauses {
		t.row(c.ID, strconv.Itoa(c.Exercised), Shorten(strings.Join(c.Defects, ", ")))
	}
	out.text(t.String())
	for _, f := range p.Reference.Findings {
		out.line("")
		out.line(look.bold("reference: " + f.Clause + ", in " + f.Story))
		out.text(indent("  ", f.tell()))
	}
	if len(p.Problems) > 0 {
		out.line("")
	}
	for _, why := range p.Problems {
		out.line("not proven: " + Legible(why))
	}
	out.line("")
	out.line(p.summary())
	return out.err
}

func (d ProofDefect) killers() string {
	by := make([]string, len(d.By))
	for i, b := range d.By {
		by[i] = b.Clause + ": " + b.Story
	}
	return strings.Join(by, ", ")
}

func (d ProofDefect) verdict(look Look) string {
	switch missing, extra := without(d.Breaks, d.Broke), without(d.Broke, d.Breaks); {
	case !d.Killed:
		return look.paint(Fail, true) + ": survives"
	case len(missing)+len(extra) > 0:
		return look.paint(Fail, true) + ": " + differs(missing, extra)
	}
	return ""
}

func differs(missing, extra []string) string {
	var parts []string
	if len(missing) > 0 {
		parts = append(parts, "does not break "+strings.Join(missing, ", "))
	}
	if len(extra) > 0 {
		parts = append(parts, "also breaks "+strings.Join(extra, ", "))
	}
	return strings.Join(parts, "; ")
}

// without is what stands in a and not in b.
func without(a, b []string) (out []string) {
	in := map[string]bool{}
	for _, s := range b {
		in[s] = true
	}
	for _, s := range a {
		if !in[s] {
			out = append(out, s)
		}
	}
	return out
}

func (p *Proof) summary() string {
	killed := 0
	for _, d := range p.Defects {
		if d.Killed {
			killed++
		}
	}
	outcome := map[int]string{ExitConforms: "proven", ExitFindings: "not proven"}[p.Exit]
	if outcome == "" {
		outcome = "no verdict"
	}
	return fmt.Sprintf("%s: %d of %d defects killed · %d null gates · %d clauses, %d broken by no defect · %s · exit %d",
		outcome, killed, len(p.Defects), len(p.Nulls), len(p.Clauses), len(p.Unproven), seconds(p.DurationMs), p.Exit)
}
