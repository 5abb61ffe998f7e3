package arch

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"sameact/corpus"
	"sameact/impl/defects"
	"sameact/impl/null"
	"sameact/mutations"
	"sameact/probes"
	"sameact/reports"
	"sameact/spec/law"
)

// slugs are the names of everything that has one, by kind.
func slugs(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{"chapter": law.Chapters, "dimension": mutations.Dimensions, "format": reports.Formats()}
	for _, c := range law.Law {
		out["clause"] = append(out["clause"], c.Slug)
	}
	for _, m := range mutations.All {
		out["mutation"] = append(out["mutation"], m.Slug)
	}
	for _, s := range probes.Stories {
		out["story"] = append(out["story"], s.Slug)
	}
	for _, d := range defects.All {
		out["defect"] = append(out["defect"], d.Slug)
	}
	for _, g := range null.All {
		out["null gate"] = append(out["null gate"], g.Slug)
	}
	entries, err := corpus.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out["case"] = append(out["case"], strings.TrimSuffix(e.Path, ".case"))
	}
	return out
}

// wellFormed are lower-case words with hyphens; of a case, its folder comes first.
var wellFormed = regexp.MustCompile(`^([a-z0-9]+(-[a-z0-9]+)*/)?[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func TestSlugsAreWellFormedAndUnique(t *testing.T) {
	for kind, list := range slugs(t) {
		seen := map[string]bool{}
		for _, s := range list {
			if !wellFormed.MatchString(s) || kind != "case" && strings.Contains(s, "/") {
				t.Errorf("%s %q: a slug is lower-case words with - between them", kind, s)
			}
			if seen[s] {
				t.Errorf("%s %s stands twice", kind, s)
			}
			seen[s] = true
		}
		if len(list) == 0 {
			t.Errorf("there is no %s", kind)
		}
	}
}

// explain takes a bare slug, so one slug says one thing: a clause is a promise, a defect a mistake, a
// story is told. (--clause, --story, defect: and null: say themselves what they take.)
func TestOneSlugNamesOneThing(t *testing.T) {
	all := slugs(t)
	owner := map[string]string{}
	for _, kind := range []string{"clause", "mutation", "story", "defect"} {
		for _, s := range all[kind] {
			if other, taken := owner[s]; taken {
				t.Errorf("%s names a %s and a %s", s, other, kind)
			}
			owner[s] = kind
		}
	}
	for _, s := range slices.Concat(all["story"], all["mutation"]) {
		if s == probes.SweepSlug {
			t.Errorf("%s is what all mutations are played as", s)
		}
	}
}
