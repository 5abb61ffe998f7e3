package spec

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Case is a story or a recorded history kept in a file, with headers before its first line:
//
//	about: SLUG      the clause that must be exercised; nothing may be broken
//	verdict: WORD    obeys or breaks, for a recorded history (one with seen lines)
//	origin: …        where it comes from, a URL or words
//	needs: A, B      what a gate must declare for it to be played, or what the recorded gate declared
//	preview: {…}     expectations of the preview
type Case struct {
	Name    string // the file's name without its ending
	About   string
	Verdict string
	Origin  string
	Needs   []string
	Preview json.RawMessage
	Lines   History
}

const (
	Obeys  = "obeys"
	Breaks = "breaks"
)

// Recorded reports whether a case holds what was seen, so that it is judged without a gate.
func (c Case) Recorded() bool {
	return slices.ContainsFunc(c.Lines, func(e Event) bool { return e.Seen })
}

// ParseCase reads a case. Every error is a *NotationError with its line.
func ParseCase(name, text string) (Case, error) {
	c := Case{Name: name}
	n, seen := 0, map[string]bool{}
	rest := text
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		t := strings.Trim(line, " \t\r")
		if t == "" || t[0] == '#' {
			n, rest = n+1, after
			continue
		}
		key, value, ok := strings.Cut(t, ":")
		if !ok || strings.ContainsAny(key, " \t=<~") || ValidID(key) && looksLikeProcess(key, value) {
			break
		}
		n, rest = n+1, after
		if seen[key] {
			return c, &NotationError{n, key, errors.New("the header stands twice")}
		}
		seen[key] = true
		if err := c.header(key, strings.TrimSpace(value)); err != nil {
			return c, &NotationError{n, key, err}
		}
	}
	var err error
	if c.Lines, err = parseLines(rest, n+1); err != nil {
		return c, err
	}
	return c, c.check(n + 1)
}

// looksLikeProcess tells a line such as "p2: call m1" from a header.
func looksLikeProcess(key, value string) bool {
	w, _, _ := strings.Cut(strings.TrimSpace(value), " ")
	_, verb := ScriptKeys[w]
	return verb && !slices.Contains([]string{"about", "verdict", "origin", "needs", "preview"}, key)
}

func (c *Case) header(key, value string) error {
	switch key {
	case "about":
		c.About = value
	case "origin":
		c.Origin = value
	case "verdict":
		if c.Verdict = value; value != Obeys && value != Breaks {
			return fmt.Errorf("%q is no verdict; hint: obeys or breaks", value)
		}
	case "needs":
		if value == "" {
			return nil
		}
		for w := range strings.SplitSeq(value, ",") {
			if w = strings.TrimSpace(w); w == "" {
				return errors.New("an entry is empty; hint: needs: A, B")
			}
			c.Needs = append(c.Needs, w)
		}
	case "preview":
		if !json.Valid([]byte(value)) {
			return errors.New("not JSON")
		}
		c.Preview = json.RawMessage(value)
	default:
		return errors.New("no such header; hint: about, verdict, origin, needs or preview")
	}
	return nil
}

func (c *Case) check(line int) error {
	switch {
	case c.About == "":
		return &NotationError{1, "about", errors.New("a case names the clause it is about")}
	case len(c.Lines) == 0:
		return &NotationError{line, "", errors.New("the case has no lines")}
	case c.Recorded() && c.Verdict == "":
		return &NotationError{line, "verdict", errors.New("a case with seen lines needs verdict: obeys or breaks")}
	case !c.Recorded() && c.Verdict != "":
		return &NotationError{line, "verdict", errors.New("only a case with seen lines has a verdict")}
	}
	return nil
}

// String prints a case; parsing it again gives the same case.
func (c Case) String() string {
	var b strings.Builder
	put := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	put("about", c.About)
	put("verdict", c.Verdict)
	put("origin", c.Origin)
	put("needs", strings.Join(c.Needs, ", "))
	put("preview", string(c.Preview))
	b.WriteByte('\n')
	b.WriteString(c.Lines.String())
	return b.String()
}
