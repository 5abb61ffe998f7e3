package reference

import (
	"slices"
	"strings"
)

// Secrets inside a text, found by their shape or by the name before them: private keys, JSON web
// tokens, user information and query of URLs, credentials after a scheme, name=value, name: value,
// --name value, <name>value. Prose ("the password is …") is not understood.

// A span is a part of a text, from its first byte to before its last.
type span struct{ from, to int }

// MaskText replaces the secrets inside a text by the placeholder.
func MaskText(s string) string {
	spans := slices.Concat(privateKeys(s), webTokens(s), userInfos(s), schemes(s), assignments(s), options(s))
	spans = slices.DeleteFunc(spans, func(p span) bool { return p.to <= p.from })
	if len(spans) == 0 {
		return s
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	var out strings.Builder
	at := 0
	for _, p := range spans {
		if p.from >= at {
			out.WriteString(s[at:p.from])
			out.WriteString(Placeholder)
		}
		at = max(at, p.to)
	}
	out.WriteString(s[at:])
	return out.String()
}

// each calls found with the offset of every occurrence of a mark, which gives where to go on.
func each(s, mark string, found func(i int) (next int)) {
	for i := 0; ; {
		n := strings.Index(s[i:], mark)
		if n < 0 {
			return
		}
		i = max(found(i+n), i+n+len(mark))
		if i >= len(s) {
			return
		}
	}
}

// privateKeys finds what stands between the lines of a PEM block whose label says private key. A block
// without an end lasts to the end of the text.
func privateKeys(s string) (out []span) {
	each(s, "-----BEGIN ", func(i int) int {
		label, _, ok := strings.Cut(s[i+len("-----BEGIN "):], "-----")
		if !ok || !strings.Contains(strings.ToUpper(label), "PRIVATE KEY") {
			return 0
		}
		from := i + len("-----BEGIN ") + len(label) + len("-----")
		to := len(s)
		if n := strings.Index(s[from:], "-----END "); n >= 0 {
			to = from + n
		}
		out = append(out, span{from, to})
		return to
	})
	return out
}

// webTokens finds JSON web tokens (RFC 7519): three runs of base64url, the first of which begins an object.
func webTokens(s string) (out []span) {
	each(s, "eyJ", func(i int) int {
		if i > 0 && base64URL(s[i-1]) {
			return 0
		}
		head := i + run(s[i:], base64URL)
		if head-i < 8 || head >= len(s) || s[head] != '.' {
			return head
		}
		body := head + 1 + run(s[head+1:], base64URL)
		if body-head < 4 || body >= len(s) || s[body] != '.' {
			return body
		}
		end := body + 1 + run(s[body+1:], base64URL)
		out = append(out, span{i, end})
		return end
	})
	return out
}

// userInfos finds the password in scheme://user:password@host, also where it holds a slash.
func userInfos(s string) (out []span) {
	each(s, "://", func(i int) int {
		from := i + len("://")
		end := from + run(s[from:], func(c byte) bool { return inURL(c) && strings.IndexByte("/?#", c) < 0 })
		at := from + strings.LastIndexByte(s[from:end], '@')
		if at < from {
			at = lateAt(s, from, end)
		}
		if at < from {
			return end
		}
		if colon := strings.IndexByte(s[from:at], ':'); colon >= 0 {
			out = append(out, span{from + colon + 1, at})
		} else if at-from >= 16 && plausible(s[from:at]) {
			out = append(out, span{from, at})
		}
		return at
	})
	return out
}

// farthestAt is how far behind a slash the @ of a URL is still looked for, in bytes.
const farthestAt = 1024

// lateAt finds the @ of a password with a slash in it: what stands between colon and slash is no port.
func lateAt(s string, from, end int) int {
	_, port, colon := strings.Cut(s[from:end], ":")
	if !colon || strings.Trim(port, "0123456789") == "" {
		return -1
	}
	rest := s[end:min(len(s), end+farthestAt)]
	n := strings.LastIndexByte(rest[:run(rest, inURL)], '@')
	if n < 0 {
		return -1
	}
	return end + n
}

func inURL(c byte) bool { return c > ' ' && strings.IndexByte("\"'<>`", c) < 0 }

var schemeNames = []string{"bearer", "basic", "token", "digest", "negotiate", "apikey"}

// schemes finds the credentials after the name of an authentication scheme (RFC 9110 §11.4).
func schemes(s string) (out []span) {
	each(s, " ", func(i int) int {
		if !schemeBefore(s, i) {
			return 0
		}
		from := i + run(s[i:], blank)
		to := from + run(s[from:], credential)
		if plausible(s[from:to]) {
			out = append(out, span{from, to})
		}
		return to
	})
	return out
}

func schemeBefore(s string, i int) bool {
	for _, name := range schemeNames {
		if from := i - len(name); from >= 0 && strings.EqualFold(s[from:i], name) && (from == 0 || !wordByte(s[from-1])) {
			return true
		}
	}
	return false
}

// plausible tells a credential from a word: "Basic information" is none.
func plausible(s string) bool {
	if len(s) < 8 {
		return false
	}
	digit := strings.ContainsAny(s, "0123456789=")
	mixed := strings.ToLower(s[1:]) != s[1:] && strings.ToUpper(s) != s
	return digit || mixed
}

// options finds the value of an option on a command line: --password x.
func options(s string) (out []span) {
	each(s, "-", func(i int) int {
		if i > 0 && !blank(s[i-1]) && s[i-1] != '\n' {
			return i + run(s[i:], wordByte)
		}
		end := i + run(s[i:], wordByte)
		from := end + run(s[end:], blank)
		if from == end || from == len(s) || s[from] == '-' || !secretWord(s[i:end]) {
			return end
		}
		out = append(out, value(s, from, tokenEnd))
		return end
	})
	return out
}

func run(s string, is func(byte) bool) int {
	n := 0
	for n < len(s) && is(s[n]) {
		n++
	}
	return n
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

func letterOrDigit(c byte) bool {
	return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func base64URL(c byte) bool { return letterOrDigit(c) || c == '_' || c == '-' }

func credential(c byte) bool { return base64URL(c) || strings.IndexByte(".~+/=", c) >= 0 }

// wordByte is a byte of a name in running text; a byte of a character that is not ASCII is one, so
// that look-alikes are read with the name they stand in.
func wordByte(c byte) bool { return base64URL(c) || c == '.' || c >= 0x80 }
