package spec

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

var valueCases = []struct {
	text   string
	kind   Kind
	told   string // of a text or number its one spelling
	reason string
}{
	{"null", Null, "", "a word"},
	{" true\n", True, "", "white space around the value"},
	{"\tfalse\r", False, "", "all four kinds of white space"},
	{`""`, Text, "", "the empty text"},
	{`"a\"\\\/\b\f\n\r\t"`, Text, "a\"\\/\b\f\n\r\t", "all short escapes"},
	{`"\u0041\u00e9\u20ac"`, Text, "Aé€", "escapes of one unit"},
	{`"\ud83d\ude00😀"`, Text, "😀😀", "a surrogate pair is the character itself"},
	{`"\uD83D\uDE00\uffff"`, Text, "😀\uffff", "hexadecimal of either case; a noncharacter is a text"},
	{`"é€"`, Text, "é€", "characters as they are"},
	{"\"\u007f\u2028\"", Text, "\u007f\u2028", "only controls below a space must be escaped"},
	{"0", Number, "0", "zero"},
	{"-0", Number, "0", "zero has no sign"},
	{"-0.00e-7", Number, "0", "zero has no exponent"},
	{"0e99999999999999999999", Number, "0", "whatever the exponent"},
	{"1", Number, "1e0", "one"},
	{"1.0", Number, "1e0", "zeros behind the point"},
	{"1e0", Number, "1e0", "an exponent"},
	{"0.1E+1", Number, "1e0", "an exponent that moves the point"},
	{"100", Number, "1e2", "zeros at the end"},
	{"-12.50", Number, "-125e-1", "a sign"},
	{"9007199254740993", Number, "9007199254740993e0", "no double rounds it"},
	{"1e400", Number, "1e400", "past all doubles"},
	{"1e-400", Number, "1e-400", "below all doubles"},
	{"[]", Array, "", "no items"},
	{"[1,[2],{}]", Array, "", "items of every kind"},
	{"{}", Object, "", "no members"},
	{`{"b":1,"a":{"":null},"é":[]}`, Object, "", "members in any order, an empty name"},
	{`{"to":1,"To":2,"to ":3}`, Object, "", "names differ by code point"},
}

func TestParseValue(t *testing.T) {
	for _, c := range valueCases {
		v, err := ParseValue(c.text)
		if err != nil || v.Kind != c.kind || v.Text != c.told {
			t.Errorf("%s: got kind %c, %q, %v; want %c, %q: %s", c.text, v.Kind, v.Text, err, c.kind, c.told, c.reason)
		}
		if err := checkValue(ParseValue, c.text); err != nil {
			t.Errorf("%v: %s", err, c.reason)
		}
	}
}

var ambiguityCases = []struct {
	text   string
	kind   string
	at     int
	reason string
}{
	{"", "syntax", 0, "nothing"},
	{" ", "syntax", 1, "only white space"},
	{"nul", "syntax", 0, "half a word"},
	{"nullx", "syntax", 4, "more than a word"},
	{"True", "syntax", 0, "a word of another language"},
	{"1 2", "syntax", 2, "two values"},
	{"{}\x00", "syntax", 2, "a byte behind the value"},
	{"\u00a01", "syntax", 0, "a space that JSON does not know"},
	{"\ufeff{}", "syntax", 0, "a byte order mark"},
	{"01", "syntax", 2, "a leading zero"},
	{"-", "syntax", 1, "a sign alone"},
	{"+1", "syntax", 0, "a plus sign"},
	{".5", "syntax", 0, "no digit before the point"},
	{"1.", "syntax", 2, "no digit after the point"},
	{"1e", "syntax", 2, "no digit in the exponent"},
	{"1e+", "syntax", 3, "no digit behind the exponent's sign"},
	{"0x10", "syntax", 1, "no hexadecimal"},
	{"NaN", "syntax", 0, "no number"},
	{`"a`, "syntax", 2, "a text without an end"},
	{`"a\`, "syntax", 3, "half an escape"},
	{`"\x41"`, "syntax", 2, "no such escape"},
	{`"\u12"`, "syntax", 2, "an escape too short"},
	{`"\u+041"`, "syntax", 2, "a sign is no digit"},
	{"\"a\nb\"", "syntax", 2, "a raw control character"},
	{"[1,]", "syntax", 3, "a comma too many"},
	{"[1 2]", "syntax", 3, "a comma too few"},
	{"[1", "syntax", 2, "a list without an end"},
	{"[1}", "syntax", 2, "another bracket"},
	{`{"a":1,}`, "syntax", 7, "a comma too many"},
	{`{"a" 1}`, "syntax", 5, "no colon"},
	{`{a:1}`, "syntax", 1, "a name without quotes"},
	{`{"a":}`, "syntax", 5, "no value"},
	{`{"a":1`, "syntax", 6, "an object without an end"},
	{`{"a":1,"a":1}`, "duplicate_key", 7, "a name twice, also with one value"},
	{`[{"a":1,"b":2,"\u0061":3}]`, "duplicate_key", 14, "names are compared unescaped"},
	{`"\ud800"`, "invalid_unicode", 1, "a high surrogate alone"},
	{`"\ude00\ud83d"`, "invalid_unicode", 1, "the wrong way round"},
	{`"x\ud83dx"`, "invalid_unicode", 2, "a high surrogate before a letter"},
	{`{"\ud800":1}`, "invalid_unicode", 2, "in a name"},
	{"\"a\xff\"", "invalid_utf8", 2, "a byte of no character"},
	{"\"\xed\xa0\x80\"", "invalid_utf8", 1, "a surrogate in UTF-8"},
	{"x\xc0\x80", "invalid_utf8", 1, "bytes are looked at before grammar"},
	{"1e99999999999", "number_range", 0, "an exponent past all use"},
	{"[-1e-99999999999]", "number_range", 1, "or below it"},
}

func TestParseValueRefuses(t *testing.T) {
	for _, c := range ambiguityCases {
		v, err := ParseValue(c.text)
		var a *Ambiguity
		if !errors.As(err, &a) || a.Kind != c.kind || a.At != c.at {
			t.Errorf("%q: got %s, %v; want byte %d: %s: %s", c.text, v.Source(), err, c.at, c.kind, c.reason)
		}
		if err := checkValue(ParseValue, c.text); err != nil {
			t.Errorf("%v: %s", err, c.reason)
		}
	}
}

func TestParseValueDepth(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	if v, err := ParseValue(nest(deepest)); err != nil || v.Depth() != deepest {
		t.Errorf("%d containers: %v", deepest, err)
	}
	if _, err := ParseValue(nest(deepest + 2)); err == nil {
		t.Errorf("more than %d containers are read", deepest)
	}
	if _, err := ParseValue(strings.Repeat(`{"a":[`, 1<<20)); err == nil {
		t.Error("a text without an end is read")
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		equal  bool
		reason string
	}{
		{`{"a":1,"b":[2]}`, ` { "b" : [ 2 ], "\u0061" : 1.0 } `, true, "order, white space, escapes and spelling are no difference"},
		{`[1e2,100,-0]`, `[100,1E+2,0]`, true, "numbers by decimal"},
		{`9007199254740993`, `9007199254740992`, false, "past the doubles too"},
		{`0.1`, `0.10000000000000001`, false, "no double rounds"},
		{`"1"`, `1`, false, "a text is no number"},
		{`null`, `false`, false, "nothing is not false"},
		{`[]`, `{}`, false, "two kinds of empty"},
		{`""`, `null`, false, "empty is not nothing"},
		{`{"a":null}`, `{}`, false, "a member that is null is there"},
		{`[1,2]`, `[2,1]`, false, "a list has an order"},
		{`[[1],2]`, `[1,[2]]`, false, "nesting is meaning"},
		{`[1]`, `[1,1]`, false, "so is length"},
		{`{"a":1}`, `{"A":1}`, false, "names by code point"},
		{`{"a":1,"b":2}`, `{"a":2,"b":1}`, false, "values swapped"},
		{"\"\u00e9\"", "\"e\u0301\"", false, "no text is normalised"},
		{`"a"`, `"a "`, false, "no text is trimmed"},
		{`"{\"a\":1}"`, `{"a":1}`, false, "JSON in a text is a text"},
	} {
		a, errA := ParseValue(c.a)
		b, errB := ParseValue(c.b)
		if errA != nil || errB != nil || a.Equal(b) != c.equal || b.Equal(a) != c.equal {
			t.Errorf("%s and %s: want equal %v (%v, %v): %s", c.a, c.b, c.equal, errA, errB, c.reason)
		}
	}
}

func TestExactDouble(t *testing.T) {
	for _, c := range []struct {
		text   string
		exact  bool
		reason string
	}{
		{"0", true, "zero"},
		{"-0.0", true, "zero with a sign"},
		{"0.1", true, "the shortest spelling of its double"},
		{"0.10000000000000001", false, "a longer one"},
		{"9007199254740992", true, "2^53"},
		{"9007199254740993", false, "2^53 and one"},
		{"1e23", true, "a double has this spelling"},
		{"1152921504606846976", false, "2^60 is a double, but its shortest spelling is another decimal"},
		{"1e400", false, "past all doubles"},
		{"1e-400", false, "would be zero"},
		{"5e-324", true, "the smallest double"},
		{"4.9e-324", false, "nearest to it, and another decimal"},
	} {
		v, err := ParseValue(c.text)
		if err != nil || v.ExactDouble() != c.exact {
			t.Errorf("%s: want exact %v, %v: %s", c.text, c.exact, err, c.reason)
		}
	}
}

func TestWalk(t *testing.T) {
	v, err := ParseValue(`{"a/b":[1,{"~":2}],"":{}}`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	v.Walk(func(at string, v Value) { got = append(got, at+" "+string(rune(v.Kind))) })
	want := []string{" o", "/a~1b a", "/a~1b/0 n", "/a~1b/1 o", "/a~1b/1/~0 n", "/ o"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if v.Depth() != 3 {
		t.Errorf("depth %d, want 3", v.Depth())
	}
	if names := v.Members(); len(names) != 2 || v.Names[names[0]] != "" {
		t.Errorf("members are not in order of name: %v", names)
	}
	if _, ok := v.Member("b"); ok {
		t.Error("a member that is not there is found")
	}
}
