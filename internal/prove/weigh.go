package prove

import (
	"fmt"
	"slices"
	"strings"

	"sameact/mutations"
	"sameact/reports"
	"sameact/spec/law"
)

// weigh turns what was seen into a proof, with a sentence for each way in which it fails.
func weigh(references, defects, nulls []result) *reports.Proof {
	w := &scales{Proof: &reports.Proof{Schema: reports.ProofSchema, Defects: []reports.ProofDefect{}, Nulls: []reports.ProofNull{},
		Reference: reports.ProofReference{Findings: []reports.ProofFinding{}}, Clauses: []reports.ProofClause{}, Survivors: []string{}, Unproven: []string{}},
		breakers: map[string][]string{}, exercised: map[string]int{}, swept: map[string]bool{}}
	for _, r := range references {
		w.reference(r)
	}
	w.stories(references)
	for _, d := range defects {
		w.defect(d)
	}
	w.twins(defects)
	for _, n := range nulls {
		w.null(n)
	}
	for _, c := range law.Law {
		w.clause(c)
	}
	if w.Exit == reports.ExitConforms && len(w.Problems) > 0 {
		w.Exit = reports.ExitFindings
	}
	return w.Proof
}

type scales struct {
	*reports.Proof
	breakers  map[string][]string // clause → defects that broke it
	exercised map[string]int      // clause → how often, on the references
	swept     map[string]bool     // clauses that a mutation's own story exercised on a reference
}

func (w *scales) problem(format string, args ...any) {
	w.Problems = append(w.Problems, fmt.Sprintf(format, args...))
}

func (w *scales) reference(r result) {
	for slug := range r.swept {
		w.swept[slug] = true
	}
	for _, c := range r.run.Clauses {
		w.exercised[c.ID] += c.Exercised
		for _, f := range c.Findings {
			w.Reference.Findings = append(w.Reference.Findings, reports.ProofFinding{Clause: c.ID, RunFinding: f})
			w.problem("%s, which obeys, has a finding about %s", r.subject.ID, c.ID)
		}
	}
	if why := r.noVerdict(); why != "" {
		w.problem("%s %s", r.subject.ID, why)
		w.Exit = reports.ExitBroken
	}
	if r.unwatched != nil {
		w.problem("%s can't be watched: %v", r.subject.ID, r.unwatched)
	}
}

// stories fails the proof for each story that no reference exercises a clause with.
func (w *scales) stories(references []result) {
	reached, order := map[string]bool{}, []string{}
	for _, r := range references {
		for _, s := range r.run.Stories {
			if _, known := reached[s.ID]; !known {
				order = append(order, s.ID)
			}
			reached[s.ID] = reached[s.ID] || s.Status == reports.Pass || s.Status == reports.Fail
		}
	}
	for _, id := range order {
		if !reached[id] {
			w.problem("story %s exercises nothing", id)
		}
	}
}

func (w *scales) defect(r result) {
	broke, by := r.broke()
	d := reports.ProofDefect{ID: r.subject.ID, Breaks: r.subject.Breaks, Broke: broke, Killed: len(broke) > 0, By: by, Histories: r.run.Histories}
	w.Defects = append(w.Defects, d)
	for _, c := range broke {
		w.breakers[c] = append(w.breakers[c], d.ID)
	}
	switch {
	case r.noVerdict() != "":
		w.problem("defect %s %s", d.ID, r.noVerdict())
	case !d.Killed:
		w.Survivors = append(w.Survivors, d.ID)
		w.problem("defect %s survives; it should break %s", d.ID, strings.Join(d.Breaks, ", "))
	case !same(d.Breaks, d.Broke):
		w.problem("defect %s breaks %s; it says %s", d.ID, strings.Join(d.Broke, ", "), strings.Join(d.Breaks, ", "))
	}
}

// noVerdict says why nothing can be said about a subject, or "".
func (r result) noVerdict() string {
	switch {
	case r.timedOut:
		return "timed out"
	case r.err != nil:
		return "gave no verdict: " + r.err.Error()
	case len(r.run.Broken) > 0:
		return "gave no verdict: " + strings.Join(r.run.Broken, "; ")
	}
	return ""
}

func same(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// twins fails the proof for defects that nothing tells apart.
func (w *scales) twins(defects []result) {
	first := map[string]string{}
	for _, d := range defects {
		broke, _ := d.broke()
		key := strings.Join(broke, " ") + "\n" + d.smallest
		if d.smallest == "" {
			continue
		}
		if other, taken := first[key]; taken {
			w.problem("defects %s and %s break the same clauses by the same smallest cases", other, d.subject.ID)
			continue
		}
		first[key] = d.subject.ID
	}
}

func (w *scales) null(r result) {
	n := reports.ProofNull{ID: r.subject.ID, Passed: []string{}}
	for _, c := range r.run.Clauses {
		if c.Status == reports.Pass {
			n.Passed = append(n.Passed, c.ID)
			if c.Level == string(law.Must) {
				w.problem("null gate %s passes %s", n.ID, c.ID)
			}
		}
	}
	w.Nulls = append(w.Nulls, n)
}

func (w *scales) clause(c *law.Clause) {
	p := reports.ProofClause{ID: c.Slug, Defects: w.breakers[c.Slug], Exercised: w.exercised[c.Slug]}
	if p.Defects == nil {
		p.Defects = []string{}
	}
	w.Clauses = append(w.Clauses, p)
	if len(p.Defects) == 0 && c.Level == law.Must {
		w.Unproven = append(w.Unproven, c.Slug)
		w.problem("no defect breaks %s", c.Slug)
	}
	if p.Exercised == 0 {
		w.problem("no story exercises %s", c.Slug)
	}
	if differs(c) && !owned(c) && !w.swept[c.Slug] {
		w.problem("no mutation isolates %s", c.Slug)
	}
}

// differs reports whether a clause is about a difference between two moments, so that some mutation
// has to make that difference and no other.
func differs(c *law.Clause) bool { return c.Sees != nil && !c.Asked && c.Reads == nil }

// owned reports whether some mutation says that this is the clause it is about.
func owned(c *law.Clause) bool {
	return slices.ContainsFunc(mutations.All, func(m *mutations.Mutation) bool { return m.Owner == c.Slug })
}
