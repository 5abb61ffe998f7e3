package defects

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"sameact/impl/reference"
	"sameact/spec"
)

// Chapter binding, how arguments are written: what should count and does not, what should not and does.

var spelling = chapter(
	Defect{Slug: "folds-case", About: "Texts are lower-cased before hashing.", Breaks: []string{"as-written"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(texts(strings.ToLower)) }},
	Defect{Slug: "folds-case-of-names", About: "Names of members are compared without case.", Breaks: []string{"as-written"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(renamed(strings.ToLower)) }},
	Defect{Slug: "normalises-text", About: "Texts are brought to NFC before hashing.", Breaks: []string{"as-written"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(texts(norm.NFC.String)) }},
	Defect{Slug: "strips-the-invisible", About: "Characters of no width are stripped before hashing.", Breaks: []string{"as-written"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(texts(visible)) }},
	Defect{Slug: "folds-white-space", About: "A run of white space of any kind counts as one space.", Breaks: []string{"as-written"},
		Apply: func(b *reference.Build) {
			b.Hashes = hashing(texts(func(s string) string { return runs.ReplaceAllString(s, " ") }))
		}},
	Defect{Slug: "look-alikes-are-one", About: "Letters of other alphabets are hashed as the Latin ones that they look like.", Breaks: []string{"as-written"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(texts(latin.Replace)) }},
	Defect{Slug: "keys-as-they-come", About: "Members are hashed in the order in which they were written.", Breaks: []string{"order-of-keys"},
		Apply: func(b *reference.Build) { b.Hashes = func(text string, _ []byte) []byte { return inOrder(text) } }},
	Defect{Slug: "keys-in-locale-order", About: "Members are sorted as a dictionary does, by which names that differ in case or accents are equal and stay as they came.", Breaks: []string{"order-of-keys"},
		Apply: func(b *reference.Build) { b.Hashes = func(text string, _ []byte) []byte { return dictionary(text) } }},
	Defect{Slug: "hashes-the-text", About: "The arguments are hashed as they were written.", Breaks: []string{"order-of-keys", "spelling-of-json", "spelling-of-numbers"},
		Apply: func(b *reference.Build) { b.Hashes = func(text string, _ []byte) []byte { return []byte(text) } }},
	Defect{Slug: "escapes-count", About: "A character and its escape are two spellings, and two acts.", Breaks: []string{"spelling-of-json"},
		Apply: func(b *reference.Build) { b.Hashes = func(text string, _ []byte) []byte { return rawTexts(text) } }},
	Defect{Slug: "numbers-as-text", About: "Numbers are hashed by their digits as written: 1 is not 1.0.", Breaks: []string{"spelling-of-numbers"},
		Apply: func(b *reference.Build) {
			b.Hashes = func(text string, _ []byte) []byte { return spelled(value([]byte(text))) }
		}},
	Defect{Slug: "last-duplicate-wins", About: "Of a name that stands twice the last value is taken.", Breaks: []string{"ambiguous-refused"},
		Apply: func(b *reference.Build) { b.Reads = despite(reference.DuplicateKey, lastWins) }},
	Defect{Slug: "surrogates-replaced", About: "Half a surrogate pair is replaced and the rest is taken.", Breaks: []string{"ambiguous-refused"},
		Apply: func(b *reference.Build) { b.Reads = despite(reference.InvalidUnicode, lastWins) }},
	Defect{Slug: "bad-bytes-replaced", About: "Bytes that are not UTF-8 are replaced and the rest is taken.", Breaks: []string{"ambiguous-refused"},
		Apply: func(b *reference.Build) { b.Reads = despite(reference.InvalidUTF8, lastWins) }},
	Defect{Slug: "no-json-is-no-arguments", About: "Text that is no JSON is taken for an empty object.", Breaks: []string{"ambiguous-refused"},
		Apply: func(b *reference.Build) {
			b.Reads = despite(reference.Syntax, func(string) string { return "{}" })
		}},
)

// renamed changes the names of members; where two become one, one is lost.
func renamed(change func(string) string) func(any) any {
	return func(v any) any {
		m, ok := v.(map[string]any)
		if !ok {
			return v
		}
		out := map[string]any{}
		for _, k := range sortedKeys(m) {
			out[change(k)] = m[k]
		}
		return out
	}
}

var runs = regexp.MustCompile(`[\s\x{a0}]+`)

func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || r >= 0xfe00 && r <= 0xfe0f {
			return -1
		}
		return r
	}, s)
}

var latin = strings.NewReplacer("а", "a", "с", "c", "е", "e", "і", "i", "о", "o", "р", "p", "ѕ", "s", "х", "x", "у", "y")

// inOrder spells JSON with one spelling for each token and leaves the members where they are.
func inOrder(text string) []byte {
	v := jsontext.Value(text)
	if v.Format(jsontext.PreserveRawStrings(false), jsontext.CanonicalizeRawFloats(true), jsontext.CanonicalizeRawInts(true)) != nil {
		return []byte(text)
	}
	return v
}

// rawTexts spells JSON canonically but for its texts and names, which stay as they were written.
func rawTexts(text string) []byte {
	marked := strings.ReplaceAll(text, `\`, `\\`)
	canonical, err := reference.Canonical(strings.ReplaceAll(marked, `\\"`, `\\\"`))
	if err != nil {
		return []byte(text)
	}
	return canonical
}

// despite reads a text that is refused for one reason as another text.
func despite(code string, instead func(string) string) func(string) ([]byte, *reference.ArgumentError) {
	return func(text string) ([]byte, *reference.ArgumentError) {
		canonical, err := reference.Canonical(text)
		if err == nil || err.Code != code {
			return canonical, err
		}
		return reference.Canonical(instead(text))
	}
}

// lastWins is how encoding/json reads: the last of equal names, and a replacement for what is no text.
func lastWins(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return string(spelled(v))
}

// dictionary spells JSON as inOrder does, with the members in dictionary order where that tells them apart.
func dictionary(text string) []byte {
	order := collate.New(language.Czech, collate.Loose)
	var spell func(v spec.Value) spec.Value
	spell = func(v spec.Value) spec.Value {
		for i := range v.List {
			v.List[i] = spell(v.List[i])
		}
		at := make([]int, len(v.Names))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { return order.CompareString(v.Names[i], v.Names[j]) })
		out := v
		out.List, out.RawNames = slices.Clone(v.List), slices.Clone(v.RawNames)
		for i, from := range at {
			out.List[i], out.RawNames[i] = v.List[from], v.RawNames[from]
		}
		return out
	}
	v, err := spec.ParseValue(text)
	if err != nil {
		return []byte(text)
	}
	return inOrder(spell(v).Source())
}
