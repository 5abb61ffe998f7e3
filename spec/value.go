package spec

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file reads JSON exactly: numbers by decimal value, text by code point, names kept once.
// It is the law's own reading and shares nothing with any gate.

// A Kind is the JSON type of a value.
type Kind byte

const (
	Null   Kind = 'z'
	False  Kind = 'f'
	True   Kind = 't'
	Number Kind = 'n'
	Text   Kind = 's'
	Array  Kind = 'a'
	Object Kind = 'o'
)

// A Value is one JSON value. Names and List of an object stand in the order of the document.
type Value struct {
	Kind     Kind
	Text     string   // of a text its code points; of a number its decimal, one spelling a value
	Raw      string   // of a text or number the token as written
	Names    []string // of an object, unescaped
	RawNames []string // of an object, as written
	List     []Value
	sorted   []int // of an object: its members in order of name
}

// An Ambiguity says why a text has no single meaning, and where.
type Ambiguity struct {
	At   int    // byte offset
	Kind string // syntax | duplicate_key | invalid_utf8 | invalid_unicode | number_range
	Why  string
}

func (a *Ambiguity) Error() string { return fmt.Sprintf("byte %d: %s", a.At, a.Why) }

const deepest = 20000 // containers; past it a text is refused rather than read

// ParseValue reads one JSON value and nothing after it. A text with no single meaning is an
// *Ambiguity: not JSON (RFC 8259), a name twice in one object, a lone surrogate (RFC 8785 §3.2.2.2), not UTF-8.
func ParseValue(text string) (Value, error) {
	if !utf8.ValidString(text) {
		for i, r := range text {
			if r == utf8.RuneError {
				if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
					return Value{}, &Ambiguity{i, "invalid_utf8", "not UTF-8"}
				}
			}
		}
	}
	p := parser{s: text}
	p.space()
	v, err := p.value(0)
	if err != nil {
		return Value{}, err
	}
	p.space()
	if p.i < len(p.s) {
		return Value{}, p.bad("syntax", "something stands after the value")
	}
	return v, nil
}

type parser struct {
	s string
	i int
}

func (p *parser) bad(kind, why string) error { return &Ambiguity{p.i, kind, why} }

func (p *parser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *parser) peek() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

func (p *parser) value(depth int) (Value, error) {
	if depth > deepest {
		return Value{}, p.bad("syntax", "nested too deep to read")
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		at := p.i
		s, err := p.text()
		return Value{Kind: Text, Text: s, Raw: p.s[at:p.i]}, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for word, kind := range map[string]Kind{"null": Null, "true": True, "false": False} {
		if strings.HasPrefix(p.s[p.i:], word) {
			p.i += len(word)
			return Value{Kind: kind}, nil
		}
	}
	return Value{}, p.bad("syntax", "not JSON")
}

func (p *parser) object(depth int) (Value, error) {
	v := Value{Kind: Object}
	p.i++
	p.space()
	if p.peek() == '}' {
		p.i++
		return v, nil
	}
	for {
		p.space()
		at := p.i
		if p.peek() != '"' {
			return v, p.bad("syntax", "a name should stand here")
		}
		name, err := p.text()
		if err != nil {
			return v, err
		}
		v.Names, v.RawNames = append(v.Names, name), append(v.RawNames, p.s[at:p.i])
		p.space()
		if p.peek() != ':' {
			return v, p.bad("syntax", "a colon should stand here")
		}
		p.i++
		p.space()
		e, err := p.value(depth + 1)
		if err != nil {
			return v, err
		}
		v.List = append(v.List, e)
		p.space()
		if p.peek() == ',' {
			p.i++
			continue
		}
		if p.peek() != '}' {
			return v, p.bad("syntax", "a comma or } should stand here")
		}
		p.i++
		v.sorted = make([]int, len(v.Names))
		for i := range v.sorted {
			v.sorted[i] = i
		}
		sort.Slice(v.sorted, func(i, j int) bool { return v.Names[v.sorted[i]] < v.Names[v.sorted[j]] })
		for i := 1; i < len(v.sorted); i++ {
			if v.Names[v.sorted[i]] == v.Names[v.sorted[i-1]] {
				return v, &Ambiguity{at, "duplicate_key", fmt.Sprintf("the name %q stands twice in one object", v.Names[v.sorted[i]])}
			}
		}
		return v, nil
	}
}

func (p *parser) array(depth int) (Value, error) {
	v := Value{Kind: Array}
	p.i++
	p.space()
	if p.peek() == ']' {
		p.i++
		return v, nil
	}
	for {
		p.space()
		e, err := p.value(depth + 1)
		if err != nil {
			return v, err
		}
		v.List = append(v.List, e)
		p.space()
		if p.peek() == ',' {
			p.i++
			continue
		}
		if p.peek() != ']' {
			return v, p.bad("syntax", "a comma or ] should stand here")
		}
		p.i++
		return v, nil
	}
}

func (p *parser) text() (string, error) {
	p.i++
	start := p.i
	for p.i < len(p.s) && p.s[p.i] != '"' && p.s[p.i] != '\\' && p.s[p.i] >= 0x20 {
		p.i++
	}
	if p.peek() == '"' {
		p.i++
		return p.s[start : p.i-1], nil
	}
	var b strings.Builder
	b.WriteString(p.s[start:p.i])
	for {
		switch c := p.peek(); {
		case p.i >= len(p.s):
			return "", p.bad("syntax", "the text has no end")
		case c == '"':
			p.i++
			return b.String(), nil
		case c < 0x20:
			return "", p.bad("syntax", "a raw control character in a text")
		case c != '\\':
			b.WriteByte(c)
			p.i++
		default:
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
		}
	}
}

func (p *parser) escape() (rune, error) {
	at := p.i
	p.i++
	c := p.peek()
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 && c != 0 {
		p.i++
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	u, ok := p.unit()
	if !ok {
		return 0, p.bad("syntax", "no such escape")
	}
	if u < 0xd800 || u > 0xdfff {
		return u, nil
	}
	if u < 0xdc00 && strings.HasPrefix(p.s[p.i:], `\u`) {
		p.i++
		if low, ok := p.unit(); ok && low >= 0xdc00 && low <= 0xdfff {
			return (u-0xd800)<<10 + (low - 0xdc00) + 0x10000, nil
		}
	}
	return 0, &Ambiguity{at, "invalid_unicode", "a lone surrogate"}
}

func (p *parser) unit() (rune, bool) {
	if p.peek() != 'u' || p.i+5 > len(p.s) {
		return 0, false
	}
	u, err := strconv.ParseUint(p.s[p.i+1:p.i+5], 16, 16)
	if err != nil {
		return 0, false
	}
	p.i += 5
	return rune(u), true
}

func (p *parser) number() (Value, error) {
	at := p.i
	digits := func() bool {
		from := p.i
		for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
			p.i++
		}
		return p.i > from
	}
	if p.peek() == '-' {
		p.i++
	}
	zero := p.peek() == '0'
	from := p.i
	if !digits() || zero && p.i > from+1 {
		return Value{}, p.bad("syntax", "no number")
	}
	if p.peek() == '.' {
		p.i++
		if !digits() {
			return Value{}, p.bad("syntax", "no digit after the point")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.i++
		if c := p.peek(); c == '+' || c == '-' {
			p.i++
		}
		if !digits() {
			return Value{}, p.bad("syntax", "no digit in the exponent")
		}
	}
	raw := p.s[at:p.i]
	d, err := decimal(raw)
	if err != nil {
		return Value{}, &Ambiguity{at, "number_range", err.Error()}
	}
	return Value{Kind: Number, Text: d, Raw: raw}, nil
}

// decimal is the one spelling of a number: sign, digits without outer zeros, exponent.
func decimal(s string) (string, error) {
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	exp := int64(0)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.ParseInt(s[i+1:], 10, 64)
		if err != nil || e > math.MaxInt32 || e < math.MinInt32 {
			if strings.Trim(s[:i], "0.") != "" {
				return "", errors.New("an exponent past all use")
			}
			e = 0
		}
		exp, s = e, s[:i]
	}
	whole, frac, _ := strings.Cut(s, ".")
	digits := strings.TrimLeft(whole+frac, "0")
	exp -= int64(len(frac))
	cut := strings.TrimRight(digits, "0")
	exp += int64(len(digits) - len(cut))
	if cut == "" {
		return "0", nil
	}
	return sign + cut + "e" + strconv.FormatInt(exp, 10), nil
}

// ExactDouble reports whether a number means the same to a reader of decimals and to a reader of
// IEEE doubles: its decimal is the shortest spelling of its nearest double (impl/reference/canonical.md §3).
func (v Value) ExactDouble() bool {
	f, err := strconv.ParseFloat(v.Raw, 64)
	if err != nil {
		return false
	}
	d, err := decimal(strconv.FormatFloat(f, 'e', -1, 64))
	return err == nil && d == v.Text
}

// Double is the IEEE double nearest to a number; an infinity where there is none.
func (v Value) Double() float64 {
	f, _ := strconv.ParseFloat(v.Raw, 64)
	return f
}

// PastSafe reports whether a number is 2^53 or more, or -2^53 or less: from there on not every whole
// number is a double (RFC 7493 §2.2).
func (v Value) PastSafe() bool {
	f, err := strconv.ParseFloat(v.Raw, 64)
	return err != nil || math.Abs(f) >= 1<<53
}

// Equal reports whether two values are one: objects without order, numbers by decimal, text by code point.
func (v Value) Equal(w Value) bool {
	if v.Kind != w.Kind || v.Text != w.Text || len(v.List) != len(w.List) || len(v.Names) != len(w.Names) {
		return false
	}
	if v.Kind == Object {
		for i := range v.sorted {
			a, b := v.sorted[i], w.sorted[i]
			if v.Names[a] != w.Names[b] || !v.List[a].Equal(w.List[b]) {
				return false
			}
		}
		return true
	}
	for i := range v.List {
		if !v.List[i].Equal(w.List[i]) {
			return false
		}
	}
	return true
}

// Member finds a member of an object.
func (v Value) Member(name string) (Value, bool) {
	for i, n := range v.Names {
		if n == name {
			return v.List[i], true
		}
	}
	return Value{}, false
}

// Members walks an object's members in order of name: the index of each in Names and List.
func (v Value) Members() []int { return v.sorted }

// Walk visits a value and all below it, with the JSON pointer (RFC 6901) of each.
func (v Value) Walk(visit func(pointer string, v Value)) { v.walk("", visit) }

func (v Value) walk(at string, visit func(string, Value)) {
	visit(at, v)
	for i, e := range v.List {
		if v.Kind == Object {
			e.walk(at+"/"+PointerToken(v.Names[i]), visit)
		} else {
			e.walk(at+"/"+strconv.Itoa(i), visit)
		}
	}
}

// PointerToken spells a name as a token of a JSON pointer (RFC 6901 §3).
func PointerToken(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Depth is how many containers stand in each other at the deepest place; a plain value has 0.
func (v Value) Depth() int {
	d := 0
	for _, e := range v.List {
		d = max(d, e.Depth())
	}
	if v.Kind == Object || v.Kind == Array {
		d++
	}
	return d
}
