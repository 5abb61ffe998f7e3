package reference

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// What the parser does not look at: depth, exactness of numbers, noncharacters. exact answers yes or
// no for a text that is JSON and steps from string to string; firstFault names the first place and
// walks through every escape too.

// exact reports whether the numbers of a JSON text are exact and its depth is within the limit.
func exact(text string) bool {
	depth := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			i = stringEnd(text, i+1)
		case c == '-' || c-'0' <= 9:
			end, plain := numberEnd(text, i)
			if !plain && inexact(text[i:end]) != "" {
				return false
			}
			i = end
		case c == '{' || c == '[':
			if depth++; depth > MaxArgumentDepth {
				return false
			}
			i++
		case c == '}' || c == ']':
			depth--
			i++
		default:
			i++
		}
	}
	return true
}

// stringEnd is the offset past the closing quote of a string whose first byte is at i: past the first
// quote with an even number of backslashes before it.
func stringEnd(text string, i int) int {
	for from := i; ; {
		q := strings.IndexByte(text[from:], '"')
		if q < 0 {
			return len(text)
		}
		from += q + 1
		slash := from - 2
		for slash >= i && text[slash] == '\\' {
			slash--
		}
		if (from-slash)%2 == 0 {
			return from
		}
	}
}

// firstFault gives the first place at which a text, if it is JSON, has no canonical form, or nil.
func firstFault(text string) *ArgumentError {
	found := firstToken(text)
	if at := noncharacter([]byte(text)); at >= 0 && (found == nil || at < found.At) {
		return &ArgumentError{InvalidUnicode, at}
	}
	return found
}

func firstToken(text string) *ArgumentError {
	depth := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end := stringEnd(text, i+1)
			if bad := badEscape(text[i:end]); bad >= 0 {
				return &ArgumentError{InvalidUnicode, i + bad}
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

// badEscape is the offset of the first escape in a string that is a lone surrogate or a noncharacter,
// or -1.
func badEscape(s string) int {
	for i := 0; i < len(s); {
		b := strings.IndexByte(s[i:], '\\')
		if b < 0 {
			return -1
		}
		i += b
		n, ok := 2, true
		if i+1 < len(s) && s[i+1] == 'u' {
			n, ok = scanEscape(s[i:])
		}
		if !ok {
			return i
		}
		i += n
	}
	return -1
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

// noncharacter is the offset of the first noncharacter that stands in a text as itself, or -1. Every
// one of them has the byte BF in its UTF-8 or begins with EF B7.
func noncharacter(text []byte) int {
	at := len(text)
	for i := 0; i < at; i++ {
		n := bytes.IndexByte(text[i:at], 0xbf)
		if n < 0 {
			break
		}
		i += n
		start := i
		for start > 0 && !utf8.RuneStart(text[start]) {
			start--
		}
		if r, _ := utf8.DecodeRune(text[start:]); isNoncharacter(r) {
			at = start
		}
	}
	for i := 0; i < at; i++ {
		n := bytes.IndexByte(text[i:at], 0xef)
		if n < 0 {
			break
		}
		i += n
		if r, _ := utf8.DecodeRune(text[i:]); isNoncharacter(r) {
			at = i
		}
	}
	if at == len(text) {
		return -1
	}
	return at
}
