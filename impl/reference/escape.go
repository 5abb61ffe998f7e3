package reference

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Characters that a person would not see, or that would change how the rest is seen, are shown as
// \u{…} with their code point in hexadecimal. In a text with such an escape a backslash that would read
// as one is escaped too, so that reading the escapes back gives the text exactly.

// Kinds of marks (spec.Mark). The first three say that a place is not shown as it is; the others say
// what is unusual about it.
const (
	Masked         = "masked"
	Cut            = "cut"
	Escaped        = "escaped"
	control        = "control"    // a control character or a line separator
	renamed        = "renamed"    // a member's name is not shown as it is; at the object and at the member
	newline        = "newline"    // more than one line
	bidi           = "bidi"       // changes the direction of writing
	invisible      = "invisible"  // takes no room, or looks like a space that is none
	unassigned     = "unassigned" // no character, or a private one
	confusable     = "confusable" // letters taken for those of another script
	idn            = "idn"        // a domain name that is not plain ASCII
	whitespaceRun  = "whitespace_run"
	markup         = "markup" // reads as HTML or Markdown
	confusableKeys = "confusable_keys"
)

// classOf is the kind of mark that a character deserves, or "".
func classOf(r rune) string {
	switch {
	case r >= ' ' && r < 0x7f, r == '\t':
		return ""
	case r == '\n':
		return newline
	case r < ' ', r >= 0x7f && r <= 0x9f, r == 0x2028, r == 0x2029:
		return control
	case r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return bidi
	case unseen(r):
		return invisible
	case unicode.In(r, unicode.Co, unicode.Cs) || !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z):
		return unassigned
	}
	return ""
}

// unseen reports what is drawn as nothing: format characters, variation selectors, tags, fillers.
func unseen(r rune) bool {
	switch r {
	case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0:
		return true
	}
	return unicode.Is(unicode.Cf, r) || r >= 0x180b && r <= 0x180f || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0000 && r <= 0xe0fff
}

// hides reports whether a character is escaped: whatever deserves a mark except a line feed, which
// ordinary texts of several lines hold.
func hides(r rune) bool {
	class := classOf(r)
	return class != "" && class != newline
}

// escape shows a text; where nothing had to be escaped it is the text itself.
func escape(s string) string {
	if !strings.ContainsFunc(s, hides) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if hides(r) || r == '\\' && strings.HasPrefix(s[i:], `\u{`) {
			fmt.Fprintf(&b, `\u{%x}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// appendVisible appends a text as a JSON string whose bytes hold nothing that would not be seen. Read
// as JSON it is the text exactly.
func appendVisible(to []byte, s string) []byte {
	from := len(to)
	to, _ = jsontext.AppendQuote(to, s)
	if !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII && hides(r) || r == 0x7f }) {
		return to
	}
	quoted := string(to[from:])
	to = to[:from]
	for _, r := range quoted {
		if !hides(r) {
			to = utf8.AppendRune(to, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			to = fmt.Appendf(to, `\u%04x`, unit)
		}
	}
	return to
}
