package reference

import "strings"

// A name and its value in running text. How far the value reaches depends on how the two are written:
// quoted, to the closing quote; as a header or a line of YAML, to the end of the line; as a parameter
// among others, to the next one; otherwise to the next space.

// longestName is how far back a name is looked for, in bytes.
const longestName = 64

func assignments(s string) (out []span) {
	for i := 1; i < len(s); i++ {
		c := s[i]
		if c != '=' && c != ':' && c != '>' {
			continue
		}
		name, ok := nameBefore(s, i)
		if !ok || !secretWord(name.text) {
			continue
		}
		p, ok := valueAfter(s, i, name)
		if !ok {
			continue
		}
		out = append(out, p)
		i = max(i, p.to-1)
	}
	return out
}

// A textName is a name found before a separator.
type textName struct {
	text   string
	start  int
	closed bool // in quotes of its own: "token":
	opened byte // the quote right before it, which its value ends: 'Authorization: …'
}

func nameBefore(s string, i int) (n textName, ok bool) {
	end := i
	for end > 0 && blank(s[end-1]) && i-end < 3 {
		end--
	}
	if end > 0 && isQuote(s[end-1]) {
		return quotedName(s, end-1)
	}
	n.start = end - backRun(s[:end])
	if n.start == end {
		return n, false
	}
	// api key: two words, of which the last decides together with the one before
	first := n.start
	if first > 1 && s[first-1] == ' ' && wordByte(s[first-2]) {
		first -= 1 + backRun(s[:first-1])
	}
	n.text = s[first:end]
	if first != n.start && !secretWord(s[n.start:end]) {
		n.start = first
	}
	if n.start > 0 && isQuote(s[n.start-1]) {
		n.opened = s[n.start-1]
	}
	return n, true
}

// quotedName is a name in quotes of its own, the closing one at an offset, perhaps behind backslashes.
func quotedName(s string, closing int) (n textName, ok bool) {
	end := closing
	for end > 0 && s[end-1] == '\\' {
		end--
	}
	from := max(0, end-longestName)
	open := strings.LastIndexByte(s[from:end], s[closing])
	if open < 0 {
		return n, false
	}
	n.start, n.closed = from+open+1, true
	n.text = s[n.start:end]
	return n, n.text != ""
}

// backRun is how many bytes at the end of a text belong to a name.
func backRun(s string) int {
	n := 0
	for n < min(len(s), longestName) && wordByte(s[len(s)-1-n]) {
		n++
	}
	return n
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func valueAfter(s string, i int, n textName) (span, bool) {
	if s[i] == '>' {
		if n.start == 0 || s[n.start-1] != '<' {
			return span{}, false
		}
		return span{i + 1, i + 1 + run(s[i+1:], func(c byte) bool { return c != '<' })}, true
	}
	if strings.HasPrefix(s[i:], "://") {
		return span{}, false
	}
	from := i + 1 + run(s[i+1:], blank)
	lineStart := beginsLine(s[:n.start])
	end := tokenEnd
	switch {
	case n.closed:
	case n.opened != 0:
		end = func(s string) int { return run(s, func(c byte) bool { return c != n.opened && c != '\n' }) }
	case s[i] == '=':
		end = parameterEnd
		if lineStart {
			end = func(s string) int { return nextParameter(s, "\r\n") }
		}
	case lineStart || strings.HasSuffix(strings.ToLower(n.text), "cookie"):
		end = lineEnd
	default:
		end = credentialEnd
	}
	return value(s, from, end), true
}

// beginsLine reports whether nothing but white space, list signs and quotes stands before on the line.
func beginsLine(before string) bool {
	before = strings.TrimRight(before, " \t-*\"'<")
	return before == "" || before[len(before)-1] == '\n'
}

// value is the span of a value that begins at from: what its quotes hold, or up to end.
func value(s string, from int, end func(string) int) span {
	slashes := run(s[from:], func(c byte) bool { return c == '\\' })
	if open := from + slashes; open < len(s) && isQuote(s[open]) {
		return span{open + 1, open + 1 + quotedEnd(s[open+1:], s[open], slashes)}
	}
	return span{from, from + end(s[from:])}
}

// quotedEnd is where the quote closes that was opened with a number of backslashes before it: before
// the next one with exactly as many. A quote that never closes lasts to the end.
func quotedEnd(s string, quote byte, slashes int) int {
	for i := 0; i < len(s); i++ {
		if s[i] != quote {
			continue
		}
		n := 0
		for n < i && s[i-1-n] == '\\' {
			n++
		}
		if n == slashes || slashes == 0 && n%2 == 0 {
			return i - slashes
		}
	}
	return len(s)
}

func lineEnd(s string) int { return run(s, func(c byte) bool { return c != '\n' && c != '\r' }) }

func tokenEnd(s string) int {
	return run(s, func(c byte) bool { return c > ' ' && strings.IndexByte("\"'`<>)]},", c) < 0 })
}

// credentialEnd takes the scheme along: Authorization: Bearer x.
func credentialEnd(s string) int {
	n := tokenEnd(s)
	for _, name := range schemeNames {
		if strings.EqualFold(s[:n], name) {
			gap := run(s[n:], blank)
			return n + gap + tokenEnd(s[n+gap:])
		}
	}
	return n
}

// parameterEnd ends a value among others: at white space, or where the next parameter begins.
func parameterEnd(s string) int { return nextParameter(s, " \t\r\n\"'`<>)]}") }

// nextParameter is the offset of the first &, ; or , that a name and = follow, or of the first of
// other ends.
func nextParameter(s, ends string) int {
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(ends, s[i]) >= 0 {
			return i
		}
		if strings.IndexByte("&;,", s[i]) < 0 {
			continue
		}
		name := i + 1 + run(s[i+1:], blank)
		n := run(s[name:], wordByte)
		if n > 0 && name+n < len(s) && s[name+n] == '=' {
			return i
		}
	}
	return len(s)
}
