package reference

import (
	"strings"
	"unicode/utf8"
)

// What the parser does not look at: depth, exactness of numbers, noncharacters. One walk over the
// text from string to string; inside strings it stops at backslashes only, so that ordinary text costs
// little more than finding its end. The walk assumes JSON: the parser says whether it was.

// scan gives the first place at which a text, if it is JSON, has no canonical form, or nil.
func scan(text string) *ArgumentError {
	return earlier(scanTokens(text), noncharacter(text))
}

func scanTokens(text string) *ArgumentError {
	depth := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end, bad := scanString(text, i+1)
			if bad >= 0 {
				return &ArgumentError{InvalidUnicode, bad}
			}
			i = end
		case c == '-' || c-'0' <= 9:
			end, plain := numberEnd(text, i)
			if !plain {
				if code := inexact(text[i:end]); code != "" {
					return &ArgumentError{code, i}
				}
			}
			i = end
		case c == '{' || c == '[':
			if depth++; depth > MaxArgumentDepth {
				return &ArgumentError{DepthExceeded, i}
			}
			i++
		case c == '}' || c == ']':
			depth--
			i++
		default:
			i++
		}
	}
	return nil
}

func earlier(a, b *ArgumentError) *ArgumentError {
	if a == nil || b != nil && b.At < a.At {
		return b
	}
	return a
}

// scanString walks from the first byte of a string to the byte after its closing quote. bad is the
// offset of an escape that is a lone surrogate or a noncharacter, or -1.
func scanString(text string, i int) (end, bad int) {
	quote := i - 1
	for {
		if quote < i {
			q := strings.IndexByte(text[i:], '"')
			if q < 0 {
				return len(text), -1
			}
			quote = i + q
		}
		b := strings.IndexByte(text[i:quote], '\\')
		if b < 0 {
			return quote + 1, -1
		}
		i += b
		if i+1 < len(text) && text[i+1] == 'u' {
			n, ok := scanEscape(text[i:])
			if !ok {
				return 0, i
			}
			i += n
		} else {
			i += 2
		}
		if i > len(text) {
			return len(text), -1
		}
	}
}

// scanEscape reads a \u escape, with its second half where it is a surrogate. An escape that is no
// escape is left to the parser.
func scanEscape(s string) (n int, ok bool) {
	r, ok := hex4(s)
	if !ok {
		return 2, true
	}
	if r >= 0xdc00 && r <= 0xdfff {
		return 6, false
	}
	n = 6
	if r >= 0xd800 && r <= 0xdbff {
		low, ok := hex4(s[6:])
		if !ok || low < 0xdc00 || low > 0xdfff {
			return 6, false
		}
		r = (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
		n = 12
	}
	return n, !isNoncharacter(r)
}

// hex4 reads \uXXXX.
func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[2:6]) {
		switch {
		case c-'0' <= 9:
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// isNoncharacter tells the 66 code points that Unicode never gives a meaning (RFC 7493 §2.1).
func isNoncharacter(r rune) bool { return r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef }

// noncharacter finds the first noncharacter that stands in a text as itself. Every one of them has
// the byte BF in its UTF-8, or begins with EF B7.
func noncharacter(text string) *ArgumentError {
	at := len(text)
	for i := 0; i < at; i++ {
		n := strings.IndexByte(text[i:at], 0xbf)
		if n < 0 {
			break
		}
		i += n
		start := i
		for start > 0 && !utf8.RuneStart(text[start]) {
			start--
		}
		if r, _ := utf8.DecodeRuneInString(text[start:]); isNoncharacter(r) {
			at = start
		}
	}
	for i := 0; i < at; i++ {
		n := strings.Index(text[i:at], "\xef\xb7")
		if n < 0 {
			break
		}
		i += n
		if r, _ := utf8.DecodeRuneInString(text[i:]); isNoncharacter(r) {
			at = i
		}
	}
	if at == len(text) {
		return nil
	}
	return &ArgumentError{InvalidUnicode, at}
}
