package spec

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// FuzzCase reads any text as a case: what is read is printed so that reading it again gives the same
// case, and what is not read is told with its line.
func FuzzCase(f *testing.F) {
	for _, seed := range caseSeeds() {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := checkCase(ParseCase, string(data)); err != nil {
			t.Error(err)
		}
	})
}

func caseSeeds() []string {
	seeds := []string{
		"about: one-use\nverdict: breaks\norigin: words: and more\nneeds: batch, state\npreview: {\"must_flag\":[\"cut\"]}\n\np2: call m1\n< executed\n",
		"about:x\n~p2: go\n", "about: x\nneeds:\ntick", "about: x\norigin: \u00a0\nabout\n", "p2: tick\nabout: x",
	}
	for _, lines := range historySeeds {
		seeds = append(seeds, "about: one-use\nverdict: obeys\n\n"+lines, "about: one-use\n"+lines)
	}
	return seeds
}

func checkCase(parse func(name, text string) (Case, error), text string) error {
	c, err := parse("x", text)
	if err != nil {
		var n *NotationError
		if !errors.As(err, &n) || n.Line < 1 || n.Line > strings.Count(text, "\n")+2 || n.Err == nil {
			return fmt.Errorf("%q: the error %v does not say where and why", text, err)
		}
		return nil
	}
	if c.About == "" || len(c.Lines) == 0 || c.Recorded() != (c.Verdict != "") {
		return fmt.Errorf("%q: read as the case %q, which is none", text, c)
	}
	again, err := parse("x", c.String())
	if err != nil || !sameCase(again, c) {
		return fmt.Errorf("%q: printed %q, which is read as %q, %v", text, c, again, err)
	}
	return nil
}

// TestFuzzCaseFindsFaults puts the check itself to the test: each fault is found by a seed.
func TestFuzzCaseFindsFaults(t *testing.T) {
	varied := func(change func(*Case)) func(name, text string) (Case, error) {
		return func(name, text string) (Case, error) {
			c, err := ParseCase(name, text)
			change(&c)
			return c, err
		}
	}
	for _, fault := range []struct {
		name  string
		parse func(name, text string) (Case, error)
	}{
		{"needs-that-grow", varied(func(c *Case) { c.Needs = append(c.Needs, "a, b") })},
		{"origin-that-grows", varied(func(c *Case) { c.Origin += "x" })},
		{"verdict-forgotten", varied(func(c *Case) { c.Verdict = "" })},
		{"lines-forgotten", varied(func(c *Case) { c.Lines = nil })},
		{"no-line-in-errors", func(_, text string) (Case, error) { return Case{}, &NotationError{0, "", errors.New("no")} }},
	} {
		if !slices.ContainsFunc(caseSeeds(), func(seed string) bool { return checkCase(fault.parse, seed) != nil }) {
			t.Errorf("%s is not found", fault.name)
		}
	}
}
