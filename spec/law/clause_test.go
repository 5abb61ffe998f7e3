package law

import (
	"strings"
	"testing"

	"sameact/spec"
)

// Why a clause is skipped is said in words that a gate can declare.
func TestWhatIsMissingCanBeDeclared(t *testing.T) {
	for _, row := range []struct {
		slug     string
		binds    []string
		features []string
		says     string
		reason   string
	}{
		{"mismatch-does-not-burn", nil, []string{"resumes"}, "the gate runs the act when it is allowed, and does not declare hold", "to present again is no feature"},
		{"same-account", []string{"account"}, []string{"resumes"}, "the gate runs the act when it is allowed, and does not declare tamper or policy", "nor where it stands between two words"},
		{"allow-calls-nothing", nil, []string{"resumes"}, "the gate runs the act when it is allowed, and does not declare hold", "nor is not to resume"},
		{"same-account", nil, []string{"resumes"}, "account is not declared", "a word that is one"},
		{"mismatch-does-not-burn", nil, []string{"resumes", "hold"}, "", "what is met"},
		{"mismatch-does-not-burn", nil, nil, "", "what a gate without resumes does"},
	} {
		c, ok := Find(row.slug)
		if !ok {
			t.Fatalf("no clause %s", row.slug)
		}
		hello := spec.Hello{Chapters: []string{c.Chapter}, Binds: row.binds, Features: row.features}
		if says := c.Missing(hello); says != row.says {
			t.Errorf("%s: %q", row.reason, says)
		}
	}
	for _, c := range Law {
		for _, need := range c.Needs {
			if says := undeclared(need); strings.Contains(says, "re-present") || strings.Contains(says, "not resumes") {
				t.Errorf("%s: %s", c.Slug, says)
			}
		}
	}
}
