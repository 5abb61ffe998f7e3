package reference

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a person should be warned of in a text. The text is bound and run as it is; a warning changes
// nothing in it.

// longRun is how many white space characters in a row are worth a warning: they push what follows out
// of sight.
const longRun = 8

// unusual gives the kinds of marks that a text deserves, each once, in a fixed order.
func unusual(s string) []string {
	var found []string
	add := func(kind string, is bool) {
		if is && !slices.Contains(found, kind) {
			found = append(found, kind)
		}
	}
	spaces := 0
	for _, r := range s {
		if r >= utf8.RuneSelf || r < ' ' || r == 0x7f {
			if class := classOf(r); class != "" {
				add(class, true)
			}
		}
		if unicode.IsSpace(r) {
			spaces++
			add(whitespaceRun, spaces >= longRun)
		} else {
			spaces = 0
		}
	}
	ascii := isASCII(s)
	for token := range strings.FieldsSeq(s) {
		if !ascii {
			add(confusable, mixed(token))
		}
		add(idn, foreignDomain(token))
	}
	add(markup, readsAsMarkup(s))
	slices.Sort(found)
	return found
}

// mixed reports whether a token that has ASCII letters also has letters that pass for such, and nothing
// that would give it away: аpple, ops@ѕсоре.example. Words all in one script are let be.
func mixed(token string) bool {
	latin, like := false, false
	for _, r := range token {
		latin = latin || r < utf8.RuneSelf && unicode.IsLetter(r)
		like = like || likeASCII(r)
	}
	if !latin || !like {
		return false
	}
	for word := range strings.FieldsFuncSeq(token, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !isASCII(word) && isASCII(skeleton(word)) && strings.ContainsFunc(word, likeASCII) {
			return true
		}
	}
	return strings.ContainsFunc(token, func(r rune) bool { return likeASCII(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// foreignDomain reports whether a token holds a domain name in punycode (RFC 3492) or in letters that
// would be sent as punycode.
func foreignDomain(token string) bool {
	if strings.Contains(strings.ToLower(token), "xn--") {
		return true
	}
	host := token
	if i := strings.Index(host, "://"); i >= 0 {
		host = host[i+3:]
	} else if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	} else {
		return false
	}
	if i := strings.IndexAny(host, "/?#"); i >= 0 {
		host = host[:i]
	}
	return !isASCII(host)
}

// readsAsMarkup reports whether a surface that shows HTML or Markdown would show something else.
func readsAsMarkup(s string) bool {
	if strings.Contains(s, "](") || strings.Contains(s, "```") {
		return true
	}
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 || i+1 == len(s) {
			return false
		}
		if c := s[i+1]; c == '!' || c == '/' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			return true
		}
		s = s[i+1:]
	}
}
