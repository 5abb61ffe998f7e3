// Package law judges histories. A history is folded once into uses (use.go); each − and + clause says
// what it sees different between the approved moment and a use (one chapter a file); Judge turns that
// into verdicts (judge.go). A clause holds no traversal of its own, the fold holds no verdict.
package law

import (
	"slices"
	"strings"

	"sameact/spec"
)

// A Level says how binding a clause is (RFC 2119).
type Level string

const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
)

// A Direction says what breaks a clause.
type Direction string

const (
	Minus Direction = "−" // something is asked, granted, approved or run that should not be
	Plus  Direction = "+" // something that should run is refused
	Says  Direction = "=" // what is said differs from what happened
)

// A Clause is one promise, named by a slug that never changes.
type Clause struct {
	Slug      string
	Chapter   string
	Level     Level
	Direction Direction
	Sentence  string   // the promise
	Harm      string   // what goes wrong where it is broken
	Source    string   // S1: seed 001, S4: seed 004, F: public field reports, O: our own consequence
	Needs     []string // what a gate must have declared, see Missing

	// Sees says what differs here that this clause is about, or "". Of − and + clauses.
	Sees func(*Use) string
	// Asked: a question about what this clause sees breaks it. OnlyAsked: nothing else does, so that
	// what it sees is no drift of its own.
	Asked, OnlyAsked bool
	// Reads looks at a whole history. Of = clauses, and of − clauses that no use can show.
	Reads func(*Reader)
}

// Chapters are the parts of the law in reading order.
var Chapters = []string{"binding", "lifecycle", "policy", "preview", "answering", "resume", "outcome", "confirm", "composite", "handoff", "durability"}

// Law is every clause, chapter after chapter.
var Law []*Clause

// The clauses read the law themselves (a difference is theirs as far as no other owns it), so it is
// put together once they stand.
func init() {
	Law = slices.Concat(binding, lifecycle, policy, preview, answering, resume, outcome, confirm, composite, handoff, durability)
}

// Find finds a clause by its slug.
func Find(slug string) (*Clause, bool) {
	for _, c := range Law {
		if c.Slug == slug {
			return c, true
		}
	}
	return nil, false
}

func chapter(name string, clauses ...*Clause) []*Clause {
	for _, c := range clauses {
		c.Chapter = name
		if c.Level == "" {
			c.Level = Must
		}
	}
	return clauses
}

// Missing says why a gate that declares hello is not judged by a clause, or "". A need is a field of
// binds or a feature; "a or b" is met by either; re-present is what a gate without resumes does.
func (c *Clause) Missing(hello spec.Hello) string {
	if !slices.Contains(hello.Chapters, c.Chapter) && !slices.Contains(hello.Chapters, c.Slug) {
		return "chapter " + c.Chapter + " is not declared"
	}
	for _, need := range c.Needs {
		if !met(need, hello) {
			return undeclared(need)
		}
	}
	return ""
}

// undeclared says of a need that is not met what a gate could declare, in words that can be declared.
func undeclared(need string) string {
	words := slices.DeleteFunc(alternatives(need), isStyle)
	switch {
	case len(words) == len(alternatives(need)):
		return need + " is not declared"
	case len(words) == 0:
		return "the gate runs the act when it is allowed"
	}
	return "the gate runs the act when it is allowed, and does not declare " + strings.Join(words, " or ")
}

// isStyle reports whether a need is no word of a declaration, but what a gate without resumes does.
func isStyle(one string) bool { return one == "re-present" || one == "not resumes" }

func met(need string, hello spec.Hello) bool {
	for _, one := range alternatives(need) {
		switch {
		case isStyle(one):
			if !hello.Has("resumes") {
				return true
			}
		case hello.Has(one) || hello.BindsField(one):
			return true
		}
	}
	return false
}

func alternatives(need string) []string {
	var out []string
	for need != "" {
		i := indexOr(need)
		out = append(out, need[:i])
		need = need[min(len(need), i+len(" or ")):]
	}
	return out
}

func indexOr(s string) int {
	for i := 0; i+4 <= len(s); i++ {
		if s[i:i+4] == " or " {
			return i
		}
	}
	return len(s)
}
