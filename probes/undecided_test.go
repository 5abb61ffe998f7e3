package probes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sameact/impl/reference"
	"sameact/mutations"
	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// cutShort is a story in which so many processes are killed while they present an approval that nobody can tell
// whether they used it, and then one uses it.
func cutShort(killed int) *probes.Story {
	var lines []string
	for i := range killed {
		lines = append(lines, fmt.Sprintf("~k%d: call m1 pause=sent", i))
	}
	for i := range killed {
		lines = append(lines, fmt.Sprintf("~k%d: crash", i))
	}
	return &probes.Story{Slug: "cut-short-by-many", About: "Many are killed.", Needs: []string{"durable"}, Write: func(mutations.Pick, spec.Hello) (spec.History, bool) {
		return spec.MustHistory("call m1 action=mail.send\nallow m1\n" + strings.Join(lines, "\n") + "\ncall m1"), true
	}}
}

// Where more outcomes are unknown than a search may have, the clause is inconclusive: not passed, and not broken.
func TestUndecidedOrdersAreInconclusive(t *testing.T) {
	before := probes.Stories
	t.Cleanup(func() { probes.Stories = before })
	target := reference.New(reference.Obeying(reference.RePresent))
	defer target.Close()
	for _, c := range []struct {
		reason       string
		killed       int
		inconclusive bool
	}{
		{"as many as can be decided", law.MostUnknown, false},
		{"one more", law.MostUnknown + 1, true},
	} {
		probes.Stories = append(slices.Clone(before), cutShort(c.killed))
		var told diary
		if err := probes.Run(target, probes.Options{Stories: []string{"cut-short-by-many"}, Clauses: []string{"orders-as-one"}}, &told); err != nil {
			t.Fatal(err)
		}
		exercised, inconclusive := 0, false
		for _, s := range told.stories {
			exercised += s.Exercised["orders-as-one"].Count
			inconclusive = inconclusive || slices.Contains(s.Inconclusive, "orders-as-one")
		}
		if inconclusive != c.inconclusive || (exercised > 0) == c.inconclusive || len(told.findings) > 0 {
			t.Errorf("%s: exercised %d times, inconclusive %t, findings %v", c.reason, exercised, inconclusive, told.findings)
		}
	}
}
