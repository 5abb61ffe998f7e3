package reference

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// What a text looks like, as ASCII where it can be taken for ASCII: compatibility forms resolved,
// marks and invisible characters gone, letters of other scripts replaced by the Latin ones they are
// taken for. It is for comparing names and warning of look-alikes, never for what is bound or run.

// skeleton keeps case and spaces.
func skeleton(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.Mn, r) || classOf(r) == invisible || classOf(r) == bidi {
			continue
		}
		if latin, ok := looksLike[r]; ok {
			r = latin
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// looksLike holds letters that are drawn as a Latin letter in common typefaces.
var looksLike = func() map[rune]rune {
	m := map[rune]rune{}
	for _, pair := range []struct{ from, to string }{
		{"асԁеһіјӏорԛѕυѵԝхуΖ", "acdehijlopqsuvwxyZ"},
		{"АВСЕНІЈКМОРԚЅТԜХҮ", "ABCEHIJKMOPQSTWXY"},
		{"αικνορτυχγ", "aikvoptuxy"},
		{"ΑΒΕΗΙΚΜΝΟΡΤΥΧ", "ABEHIKMNOPTYX"},
		{"ıɑɡɩʏՍօոսһց", "iagiySonuhg"},
	} {
		to := []rune(pair.to)
		for i, r := range []rune(pair.from) {
			m[r] = to[i]
		}
	}
	return m
}()

// likeASCII tells a code point that is taken for an ASCII one although it is none: a look-alike
// letter, or a full-width, small or mathematical form.
func likeASCII(r rune) bool {
	switch {
	case r >= 0xff01 && r <= 0xff5e, r >= 0xfe50 && r <= 0xfe6b, r >= 0x1d400 && r <= 0x1d7ff:
		return true
	}
	_, ok := looksLike[r]
	return ok
}

// fold is what two names have in common that a reader would take for one.
func fold(name string) string { return strings.ToLower(strings.TrimSpace(skeleton(name))) }

// alike counts the names of an object that read like another of them.
func alike(names []label) int {
	if len(names) < 2 {
		return 0
	}
	times := make(map[string]int, len(names))
	for _, n := range names {
		times[fold(n.text)]++
	}
	count := 0
	for _, n := range times {
		if n > 1 {
			count += n
		}
	}
	return count
}
