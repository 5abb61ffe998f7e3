package reports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sameact/spec"
)

// People read a report on a terminal, and what a gate or a hostile story put into it must not move
// their cursor or hide a character: Legible escapes it. Programs' formats keep every byte.

const (
	widest = 140 // characters of one value before its middle is left out
	margin = 60  // characters kept at each end
)

// Legible spells every character that does not show as itself, line ends excepted.
func Legible(s string) string {
	if !strings.ContainsFunc(s, hidden) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "\\x%02x", s[i])
		case !hidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, "\\U%08x", r)
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
		i += n
	}
	return b.String()
}

func hidden(r rune) bool { return r != '\n' && r != ' ' && !unicode.IsPrint(r) }

// Shorten leaves out the middle of a long value and says how much.
func Shorten(s string) string {
	r := []rune(s)
	if len(r) <= widest {
		return s
	}
	return fmt.Sprintf("%s…(%d more)…%s", string(r[:margin]), len(r)-2*margin, string(r[len(r)-margin:]))
}

// story prints a history or a case for people: each value legible and not longer than it need be.
// A text that is not in the notation is shown line by line as it is.
func story(text string) string {
	h, err := spec.ParseHistory(body(text))
	if err != nil {
		return lines(text)
	}
	var b strings.Builder
	for _, e := range h {
		for i := range e.Fields {
			e.Fields[i].Value = Shorten(e.Fields[i].Value)
		}
		b.WriteString(Legible(e.String()))
		b.WriteByte('\n')
	}
	return b.String()
}

// body is a case without its headers.
func body(text string) string {
	c, err := spec.ParseCase("", text)
	if err != nil {
		return text
	}
	return c.Lines.String()
}

func lines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(Legible(Shorten(strings.TrimRight(line, "\n"))))
		b.WriteByte('\n')
	}
	return b.String()
}

// indent sets a text in by a margin; a text without lines stays empty.
func indent(margin, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(margin)
		}
		b.WriteString(strings.TrimRight(line, "\n"))
		b.WriteByte('\n')
	}
	return b.String()
}
