package reference

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/unicode/norm"

	"sameact/spec"
)

// What the two fuzz targets check is itself put to the test: every fault here, seeded into the layer
// that a target judges, has to be found by its check over the seeds and their simple mutations.

func TestFuzzFingerprintFindsFaults(t *testing.T) {
	around := func(change func(string) string) canonicaliser {
		return func(text string) ([]byte, *ArgumentError) { return Canonical(change(text)) }
	}
	jsontextOnly := func(options ...jsontext.Options) canonicaliser {
		return func(text string) ([]byte, *ArgumentError) {
			v := jsontext.Value(text)
			if err := v.Canonicalize(options...); err != nil || v.Kind() != '{' {
				return nil, &ArgumentError{Code: Syntax}
			}
			return v, nil
		}
	}
	for _, fault := range []struct {
		name      string
		canonical canonicaliser
		reason    string
	}{
		{"case-folding", around(strings.ToLower), "To and to become one name"},
		{"normalising", around(norm.NFC.String), "two spellings of é become one text"},
		{"trimming", around(func(s string) string { return strings.ReplaceAll(s, ` "`, `"`) }), "a space at the end of a text is lost"},
		{"squeezing", around(func(s string) string { return strings.ReplaceAll(s, " ", "") }), "white space inside a text is lost"},
		{"repairing", around(func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }), "bytes that are not UTF-8 become one sign"},
		{"rounding", jsontextOnly(), "numbers past 2^53 become their neighbours"},
		{"last-name-wins", jsontextOnly(jsontext.AllowDuplicateNames(true)), "a name twice is read in two ways"},
		{"unordered", jsontextOnly(jsontext.ReorderRawObjects(false)), "the order of names makes a difference"},
		{"token-text", jsontextOnly(jsontext.CanonicalizeRawFloats(false)), "1.0 and 1 become two numbers"},
		{"empty-for-bad", func(text string) ([]byte, *ArgumentError) {
			if out, bad := Canonical(text); bad == nil {
				return out, nil
			}
			return []byte(`{}`), nil
		}, "whatever is refused falls back to no arguments"},
		{"strict-ascii", func(text string) ([]byte, *ArgumentError) {
			if !isASCII(text) {
				return nil, &ArgumentError{Code: InvalidUnicode}
			}
			return Canonical(text)
		}, "honest text is refused"},
	} {
		found := hunt(fingerprintSeeds(t), func(data []byte) bool { return checkFingerprints(fault.canonical, data) != nil })
		if found == nil {
			t.Errorf("%s is not found: %s", fault.name, fault.reason)
		}
	}
	if found := hunt(fingerprintSeeds(t), func(data []byte) bool { return checkFingerprints(Canonical, data) != nil }); found != nil {
		t.Errorf("%q: %v", found, checkFingerprints(Canonical, found))
	}
}

func TestFuzzPreviewFindsFaults(t *testing.T) {
	honest := Honest([]byte("key"))
	varied := func(change func(d *Display)) func([]byte) Previewed {
		d := honest
		change(&d)
		return d.Preview
	}
	without := func(kind string) func([]byte) Previewed {
		return func(args []byte) Previewed {
			p := honest.Preview(args)
			var kept []spec.Mark
			for _, m := range p.Marks {
				if m.Kind != kind {
					kept = append(kept, m)
				}
			}
			p.Marks = kept
			return p
		}
	}
	for _, fault := range []struct {
		name    string
		preview func(args []byte) Previewed
		reason  string
	}{
		{"unmasking", varied(func(d *Display) { d.Secret = nil }), "secrets are shown"},
		{"one-word", varied(func(d *Display) { d.Secret = func(name string) bool { return name == "password" } }), "only one of the seven words is known"},
		{"as-written", varied(func(d *Display) {
			d.Secret = func(name string) bool { return strings.ToLower(name) == name && SecretName(name) }
		}), "Authorization is another name than authorization"},
		{"over-masking", varied(func(d *Display) {
			d.Secret = func(name string) bool { return strings.Contains(name, "token") || SecretName(name) }
		}), "max_tokens is hidden"},
		{"raw", varied(func(d *Display) { d.Escape = nil }), "what cannot be seen is not escaped"},
		{"dropping", varied(func(d *Display) {
			d.Escape = func(s string) string {
				return strings.Map(func(r rune) rune {
					if unicode.IsControl(r) {
						return -1
					}
					return r
				}, s)
			}
		}), "what cannot be seen is left out"},
		{"unbounded", varied(func(d *Display) { d.Limits = nil }), "a preview as large as the arguments"},
		{"silent-cut", without(Cut), "what was cut has no mark"},
		{"silent-mask", without(Masked), "what was masked has no mark"},
		{"silent-escape", without(Escaped), "what was escaped has no mark"},
		{"mark-of-another-place", func(args []byte) Previewed {
			p := honest.Preview(args)
			for i := range p.Marks {
				p.Marks[i].At += "/0"
			}
			return p
		}, "a mark where nothing is"},
		{"full-view-unmasked", func(args []byte) Previewed { p := honest.Preview(args); p.Full = args; return p }, "the full view shows secrets"},
		{"full-view-cut", func(args []byte) Previewed { p := honest.Preview(args); p.Full = p.Preview; return p }, "the full view is cut"},
	} {
		found := hunt(previewSeeds(t), func(data []byte) bool {
			args := argumentsOf(data)
			return checkPreview(args, fault.preview(args)) != nil
		})
		if found == nil {
			t.Errorf("%s is not found: %s", fault.name, fault.reason)
		}
	}
	if found := hunt(previewSeeds(t), func(data []byte) bool {
		args := argumentsOf(data)
		return checkPreview(args, honest.Preview(args)) != nil
	}); found != nil {
		args := argumentsOf(found)
		t.Errorf("%q: %v", found, checkPreview(args, honest.Preview(args)))
	}
}

// hunt gives the first input at which a check fails, of the seeds and of what one step makes of them.
func hunt(seeds [][]byte, fails func(data []byte) bool) []byte {
	for _, seed := range seeds {
		if fails(seed) {
			return seed
		}
	}
	for i, seed := range seeds {
		for _, next := range mutations(seed, i) {
			if fails(next) {
				return next
			}
		}
	}
	return nil
}

// mutations are what one step makes of an input: case turned, a byte taken out, doubled or replaced,
// the whole cut or compared with itself.
func mutations(seed []byte, n int) [][]byte {
	if len(seed) == 0 {
		return nil
	}
	at := n * 31 % len(seed)
	splice := func(mid string, skip int) []byte {
		return []byte(string(seed[:at]) + mid + string(seed[min(len(seed), at+skip):]))
	}
	out := [][]byte{
		bytes.ToUpper(seed), bytes.ToLower(seed), seed[:at], splice("", 1), splice(string(seed[at]), 0), splice(strconv.Itoa(n), 1),
		splice(" ", 0), splice("\\u0041", 1), splice("é", 1),
	}
	return append(out, []byte(string(seed)+string([]byte{between})+string(bytes.ToLower(seed))))
}
