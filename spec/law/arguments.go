package law

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sameact/spec"
)

// This file says in which ways two argument texts differ. Each place that differs has one owner:
//
//	past-the-preview   under a name that holds a secret, after 256 equal code points of a text,
//	                   deeper than 8 containers, or at an index of 50 and more
//	order-of-arrays    one array, other order of the same elements
//	as-written         two texts that look or sound alike: case, composition, invisible or white
//	                   space characters, look-alike letters
//	distinct-numbers   two numbers
//	same-arguments     everything else
//
// Values that are equal may still be spelled differently: order-of-keys, spelling-of-json,
// spelling-of-numbers.

const (
	pastText  = 256 // code points
	pastDepth = 8   // containers
	pastIndex = 50
)

// secretWords are the names whose values a preview masks: the last word of a name decides.
var secretWords = []string{"password", "token", "authorization", "secret", "key", "cookie", "credential", "credentials"}

// a place is one JSON pointer at which two values differ.
type place struct {
	at    string
	owner string
}

// comparison is how one argument text differs from another.
type comparison struct {
	places               []place
	was, is              error // why a side has no single meaning
	keys, tokens, digits bool  // equal values spelled differently: key order, JSON spelling, numbers
}

func (b *books) compareArguments(was, is spec.Call) comparison {
	x, okX := was.Text()
	y, okY := is.Text()
	if x == y && okX == okY {
		return comparison{}
	}
	if okX != okY {
		return comparison{places: []place{{"", "same-arguments"}}}
	}
	v, errV := b.value(x)
	w, errW := b.value(y)
	c := comparison{was: errV, is: errW}
	if errV != nil || errW != nil {
		return c
	}
	c.compare(v, w, "", 0, false)
	if len(c.places) == 0 && space(x, v) != space(y, w) {
		c.tokens = true
	}
	return c
}

// value reads an argument text once for a whole history.
func (b *books) value(text string) (spec.Value, error) {
	if known, ok := b.values[text]; ok {
		return known.value, known.err
	}
	v, err := spec.ParseValue(text)
	b.values[text] = parsed{v, err}
	return v, err
}

type parsed struct {
	value spec.Value
	err   error
}

func (b *books) sameArguments(was, is spec.Call) bool {
	c := b.compareArguments(was, is)
	return c.was == nil && c.is == nil && len(c.places) == 0
}

// sameToTools reports whether what arrived is what was called, read by one who keeps numbers as doubles. A gate that
// shows what it asks about is held to every digit that it showed.
func (b *books) sameToTools(arrived, called spec.Call) bool {
	return !b.hello.Has("question") && b.sameAsDoubles(arrived, called)
}

func (b *books) sameAsDoubles(was, is spec.Call) bool {
	x, okX := was.Text()
	y, okY := is.Text()
	v, errV := b.value(x)
	w, errW := b.value(y)
	return okX && okY && errV == nil && errW == nil && sameDoubles(v, w)
}

func sameDoubles(v, w spec.Value) bool {
	if v.Kind != w.Kind || len(v.List) != len(w.List) {
		return false
	}
	switch v.Kind {
	case spec.Number:
		return v.Equal(w) || v.PastSafe() && v.Double() == w.Double()
	case spec.Array:
		return slices.EqualFunc(v.List, w.List, sameDoubles)
	case spec.Object:
		i, j := v.Members(), w.Members()
		for k := range i {
			if v.Names[i[k]] != w.Names[j[k]] || !sameDoubles(v.List[i[k]], w.List[j[k]]) {
				return false
			}
		}
		return true
	}
	return v.Equal(w)
}

func (c *comparison) differs(at, owner string, past bool) {
	if past {
		owner = "past-the-preview"
	}
	c.places = append(c.places, place{at, owner})
}

func (c *comparison) compare(v, w spec.Value, at string, depth int, past bool) {
	past = past || depth > pastDepth
	if v.Kind != w.Kind {
		c.differs(at, "same-arguments", past)
		return
	}
	switch v.Kind {
	case spec.Text:
		c.texts(v, w, at, past)
	case spec.Number:
		if v.Text != w.Text {
			c.differs(at, "distinct-numbers", past)
		} else if v.Raw != w.Raw {
			c.digits = true
		}
	case spec.Object:
		c.objects(v, w, at, depth, past)
	case spec.Array:
		c.arrays(v, w, at, depth, past)
	}
}

func (c *comparison) texts(v, w spec.Value, at string, past bool) {
	switch {
	case v.Text == w.Text:
		c.tokens = c.tokens || v.Raw != w.Raw
	case alike(v.Text, w.Text):
		c.differs(at, "as-written", past || longPrefix(v.Text, w.Text))
	default:
		c.differs(at, "same-arguments", past || longPrefix(v.Text, w.Text))
	}
}

func (c *comparison) objects(v, w spec.Value, at string, depth int, past bool) {
	if slices.Equal(v.Names, w.Names) {
		c.tokens = c.tokens || !slices.Equal(v.RawNames, w.RawNames)
	} else {
		c.keys = true
	}
	i, j := v.Members(), w.Members()
	for len(i) > 0 || len(j) > 0 {
		switch {
		case len(j) == 0 || len(i) > 0 && v.Names[i[0]] < w.Names[j[0]]:
			c.alone(v.Names[i[0]], w, at, past)
			i = i[1:]
		case len(i) == 0 || w.Names[j[0]] < v.Names[i[0]]:
			c.alone(w.Names[j[0]], v, at, past)
			j = j[1:]
		default:
			name := v.Names[i[0]]
			c.compare(v.List[i[0]], w.List[j[0]], at+"/"+spec.PointerToken(name), depth+1, past || secretName(name))
			i, j = i[1:], j[1:]
		}
	}
}

// alone is a member that only one side has. A name that merely looks like one of the other side's is
// written differently.
func (c *comparison) alone(name string, other spec.Value, at string, past bool) {
	owner := "same-arguments"
	for _, n := range other.Names {
		if n != name && alike(n, name) {
			owner = "as-written"
		}
	}
	c.differs(at+"/"+spec.PointerToken(name), owner, past)
}

func (c *comparison) arrays(v, w spec.Value, at string, depth int, past bool) {
	if v.Equal(w) {
		for i := range v.List {
			c.compare(v.List[i], w.List[i], at+"/"+strconv.Itoa(i), depth+1, past)
		}
		return
	}
	if len(v.List) == len(w.List) && permuted(v.List, w.List) {
		c.differs(at, "order-of-arrays", past || firstDifference(v.List, w.List) >= pastIndex)
		return
	}
	if len(v.List) != len(w.List) {
		c.differs(at, "same-arguments", past || firstDifference(v.List, w.List) >= pastIndex)
		return
	}
	for i := range v.List {
		c.compare(v.List[i], w.List[i], at+"/"+strconv.Itoa(i), depth+1, past || i >= pastIndex)
	}
}

func firstDifference(a, b []spec.Value) int {
	for i := range min(len(a), len(b)) {
		if !a[i].Equal(b[i]) {
			return i
		}
	}
	return min(len(a), len(b))
}

func permuted(a, b []spec.Value) bool {
	left := slices.Clone(b)
	for _, v := range a {
		i := slices.IndexFunc(left, v.Equal)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

func longPrefix(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= pastText && utf8.RuneCountInString(a[:n]) >= pastText
}

// secretName reports whether the last word of a name is one of the words whose values are masked.
// Words are split at -, _, spaces, dots and from lower to upper case; key counts after api only.
func secretName(name string) bool {
	words := splitName(name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if last == "apikey" {
		return true
	}
	if last == "key" {
		return len(words) > 1 && words[len(words)-2] == "api"
	}
	return slices.Contains(secretWords, last)
}

func splitName(name string) []string {
	var words []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			words = append(words, strings.ToLower(b.String()))
			b.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			flush()
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	flush()
	return words
}

// alike reports whether two texts differ only in what a careless comparison drops: case, invisible
// characters, white space, composition of accents, width, or letters that look the same.
func alike(a, b string) bool { return skeleton(a) == skeleton(b) }

func skeleton(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) || invisible(r) {
			continue
		}
		if to, ok := looksLike[r]; ok {
			b.WriteString(to)
			continue
		}
		if r >= 0xff01 && r <= 0xff5e { // full width forms of ASCII
			r -= 0xfee0
		}
		b.WriteRune(foldLetter(r))
	}
	return b.String()
}

func foldLetter(r rune) rune {
	low := unicode.ToLower(r)
	for f := unicode.SimpleFold(low); f != low; f = unicode.SimpleFold(f) {
		if f < low && unicode.IsLower(f) {
			low = f
		}
	}
	if to, ok := looksLike[low]; ok {
		r, _ := utf8.DecodeRuneInString(to)
		return r
	}
	return low
}

func invisible(r rune) bool {
	return r == 0x2800 || r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0 || r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef
}

// looksLike maps the letters that mail addresses are commonly imitated with, and letters with an
// accent composed into one character (the decomposed spelling loses its accent above).
var looksLike = func() map[rune]string {
	m := map[rune]string{}
	for base, others := range map[string]string{
		"a": "аàáâãäåāăąα", "b": "ьв", "c": "сçćčϲ", "d": "ԁďđ", "e": "еèéêëēėęěε", "g": "ɡğģ", "h": "һ", "i": "іìíîïīįıι",
		"j": "ј", "k": "кķκ", "l": "ӏļľłІ|", "m": "м", "n": "ñńņňո", "o": "оòóôõöøōőοσ0", "p": "рρ", "q": "ԛ", "r": "гŕřг",
		"s": "ѕśşšș", "t": "тţťț", "u": "υùúûüūůűųս", "v": "ѵν", "w": "ԝŵω", "x": "хχ", "y": "уýÿγ", "z": "źżž",
		"ss": "ßẞ", "fi": "ﬁ", "fl": "ﬂ", "ae": "æ", "oe": "œ", "1": "１",
	} {
		for _, r := range others {
			m[r] = base
			m[unicode.ToUpper(r)] = base
		}
	}
	return m
}()

// space counts the bytes of a text outside its tokens.
func space(text string, v spec.Value) int { return len(text) - len(v.Source()) }

// unusual says why refusing arguments is right although they have one meaning, or "": their top is
// no object, a number is no exact double, a noncharacter, more than 128 containers, more than 256 KiB.
func (b *books) unusual(c spec.Call) string {
	text, ok := c.Text()
	if !ok {
		return "there are no arguments"
	}
	if len(text) > 256<<10 {
		return "the arguments are larger than 256 KiB"
	}
	v, err := b.value(text)
	if err != nil {
		return ""
	}
	if v.Kind != spec.Object {
		return "the arguments are no object"
	}
	if v.Depth() > 128 {
		return "the arguments are deeper than 128"
	}
	why := ""
	v.Walk(func(at string, v spec.Value) {
		switch {
		case v.Kind == spec.Number && (!v.ExactDouble() || v.PastSafe()):
			why = fmt.Sprintf("the number at %s is from 2^53 on, or no exact double", at)
		case v.Kind == spec.Text && strings.ContainsFunc(v.Text, noncharacter):
			why = "a noncharacter at " + at
		}
		for _, n := range v.Names {
			if strings.ContainsFunc(n, noncharacter) {
				why = "a noncharacter in a name"
			}
		}
	})
	return why
}

func noncharacter(r rune) bool {
	return r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe
}
