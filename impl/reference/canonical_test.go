package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
)

func TestCanonicalVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			a := checkSide(t, v, "a", v.A, v.HashA)
			b := checkSide(t, v, "b", v.B, v.HashB)
			refusedA, refusedB := a == nil, b == nil
			var got string
			switch {
			case refusedA && refusedB:
				got = "reject_both"
			case refusedA:
				got = "reject_a"
			case bytes.Equal(a, b):
				got = "same"
			default:
				got = "different"
			}
			if got != v.Verdict || refusedB && !refusedA {
				t.Errorf("verdict %s, want %s: %s", got, v.Verdict, v.Why)
			}
		})
	}
}

// checkSide gives the canonical bytes of one side, or nil where it was rightly refused.
func checkSide(t *testing.T, v vector, side, text, hash string) []byte {
	t.Helper()
	out, bad := Canonical(text)
	if hash == "" {
		if bad == nil || bad.Code != v.Error {
			t.Errorf("%s: got %v, want a refusal with %s: %s", side, bad, v.Error, v.Why)
		}
		return nil
	}
	if bad != nil {
		t.Errorf("%s: refused with %v: %s", side, bad, v.Why)
		return nil
	}
	if sum := sha256.Sum256(out); hex.EncodeToString(sum[:]) != hash {
		t.Errorf("%s: other canonical bytes: %.200s", side, out)
	}
	third, err := jcs.Transform([]byte(text))
	if err != nil || !bytes.Equal(third, out) {
		t.Errorf("%s: the third canonicaliser says %.200s, %v; ours says %.200s", side, third, err, out)
	}
	return out
}

func TestCanonicalRefusals(t *testing.T) {
	nested := func(n int) string { return `{"v":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}" }
	for _, test := range []struct {
		text   string
		code   string
		at     int
		reason string
	}{
		{`{"a":1`, Syntax, 6, "the text ends too early"},
		{`{"a":1}}`, Syntax, 7, "something stands after the object"},
		{`{"a":01}`, Syntax, 6, "a number does not begin with 0"},
		{`{"a":1,"a":1}`, DuplicateKey, 7, "equal values do not excuse a name that stands twice"},
		{`{"a":{"b":1,"\u0062":2}}`, DuplicateKey, 12, "names are compared unescaped, at every depth"},
		{` []`, NotObject, 1, "arguments are an object"},
		{`"text"`, NotObject, 0, "arguments are an object"},
		{"\ufeff{}", ByteOrderMark, 0, "a byte order mark is no white space"},
		{"{\"a\":\"x\xff\"}", InvalidUTF8, 7, "a byte that is not UTF-8"},
		{"{\"a\":1\xed\xa0\x80", InvalidUTF8, 6, "UTF-8 is looked at before the grammar"},
		{`{"a":"x\ud800"}`, InvalidUnicode, 7, "a high surrogate alone"},
		{`{"a":"\udc00\ud800"}`, InvalidUnicode, 6, "surrogates the wrong way round"},
		{`{"\ud800\u0041":1}`, InvalidUnicode, 2, "a surrogate in a name"},
		{`{"a":"\uFFFE"}`, InvalidUnicode, 6, "a noncharacter as an escape"},
		{`{"a":"\ud83f\udfff"}`, InvalidUnicode, 6, "a noncharacter past the first plane, U+1FFFF"},
		{"{\"a\":\"x\ufdd0\"}", InvalidUnicode, 7, "a noncharacter as itself"},
		{"{\"a\":\"\U0010ffff\"}", InvalidUnicode, 6, "the last code point is none"},
		{`{"\\\"":"\\\\","a":1e400}`, NumberRange, 19, "a number is found behind escaped quotes"},
		{`{"a":1e-400}`, NumberRange, 5, "no double is so small; it would become 0"},
		{`{"a":-1e99999999999999999999}`, NumberRange, 5, "an exponent past counting"},
		{`{"a":9007199254740993}`, NumberPrecision, 5, "2^53+1 would become 2^53"},
		{`{"a":[0.5,0.10000000000000001]}`, NumberPrecision, 10, "the double 0.1 has a shorter spelling"},
		{`{"a":1152921504606846976}`, NumberPrecision, 5, "2^60 in full: a double, but printed otherwise"},
		{`{"a":1e400,"a":1}`, NumberRange, 5, "of two faults the first"},
		{`{"a":1,"a":1e400}`, DuplicateKey, 7, "of two faults the first"},
		{`{"a":x,"b":1e400}`, Syntax, 5, "past a fault of grammar nothing else counts"},
		{nested(MaxArgumentDepth), DepthExceeded, 132, "one container too many"},
		{`{"a":"` + strings.Repeat("x", MaxArgumentBytes) + `"}`, TooLarge, MaxArgumentBytes, "too many bytes"},
	} {
		out, bad := Canonical(test.text)
		if bad == nil || bad.Code != test.code || bad.At != test.at || out != nil {
			t.Errorf("%.60q: got %.60q, %v; want byte %d: %s: %s", test.text, out, bad, test.at, test.code, test.reason)
			continue
		}
		if len(bad.Error()) < 20 || strings.Contains(bad.Error(), "9007") {
			t.Errorf("%.60q: %q does not say what is wrong, or says the value", test.text, bad)
		}
	}
}

func TestCanonicalBytes(t *testing.T) {
	for _, test := range []struct{ text, want, reason string }{
		{" {\r\n\t} ", `{}`, "no white space between tokens"},
		{`{"b":1,"a":{"d":1,"c":2}}`, `{"a":{"c":2,"d":1},"b":1}`, "members in order at every depth"},
		{`{"\ufb33":1,"😀":2}`, "{\"😀\":2,\"\ufb33\":1}", "the order is that of UTF-16 units: a pair comes before U+FB33"},
		{`{"a":[3,1,2]}`, `{"a":[3,1,2]}`, "a list keeps its order"},
		{`{"a":"\u0041\/\u00e9\u001f\u007f\u2028"}`, "{\"a\":\"A/é\\u001f\u007f\u2028\"}", "only what must be escaped is"},
		{`{"a":"\b\t\n\f\r\u0000"}`, `{"a":"\b\t\n\f\r\u0000"}`, "five controls have short escapes"},
		{`{"a":[1.0,1e0,10e-1,1e21,100000000000000000000,1e-7]}`, `{"a":[1,1,1,1e+21,100000000000000000000,1e-7]}`, "ECMAScript's spelling of numbers"},
		{`{"a":[-0,-0.0,0e400]}`, `{"a":[0,0,0]}`, "one zero"},
		{`{"a":[9007199254740992,1e23,5e-324]}`, `{"a":[9007199254740992,1e+23,5e-324]}`, "the bound is exactness, not 2^53"},
		{`{"a":"\ufeffx"}`, "{\"a\":\"\ufeffx\"}", "U+FEFF inside a text is a character"},
	} {
		got, bad := Canonical(test.text)
		if bad != nil || string(got) != test.want {
			t.Errorf("%s: got %s, %v; want %s: %s", test.text, got, bad, test.want, test.reason)
		}
	}
}

func TestCanonicalLimitsAreInclusive(t *testing.T) {
	deep := `{"v":` + strings.Repeat("[", MaxArgumentDepth-1) + strings.Repeat("]", MaxArgumentDepth-1) + "}"
	if _, bad := Canonical(deep); bad != nil {
		t.Errorf("depth %d: %v", MaxArgumentDepth, bad)
	}
	large := `{"a":"` + strings.Repeat("x", MaxArgumentBytes-8) + `"}`
	if _, bad := Canonical(large); bad != nil || len(large) != MaxArgumentBytes {
		t.Errorf("%d bytes: %v", len(large), bad)
	}
}
