package defects

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"sameact/impl/reference"
)

// Chapter binding, the values of the arguments: what of them the fingerprint covers.

// small is a preview that masks what everybody masks and cuts late.
var small = reference.Display{
	Secret: usuallySecret,
	Limits: []reference.Limits{{Text: 300, Items: 60, Members: 1000, Name: 300, Depth: 12}},
}

// usuallySecret reports whether a name's last word is one of those that every preview masks.
func usuallySecret(name string) bool {
	return reference.SecretName(name) && slices.ContainsFunc([]string{"password", "token", "authorization", "secret", "cookie", "credential"}, func(w string) bool {
		return strings.HasSuffix(strings.ToLower(name), w)
	})
}

// previewDepth, previewItems and previewText are what a small preview shows.
const (
	previewDepth = 8
	previewItems = 50
	previewText  = 8 << 10
)

var arguments = chapter(
	Defect{Slug: "arguments-not-bound", About: "Only the action is approved; the arguments are not in the fingerprint.",
		Breaks: []string{"same-arguments", "order-of-arrays", "as-written", "distinct-numbers", "past-the-preview"},
		Reason: "nothing of the value is bound, so every kind of change serves", Style: reference.Resuming,
		Apply: func(b *reference.Build) { b.Hashes = func(string, []byte) []byte { return nil } }},
	Defect{Slug: "null-is-absent", About: "Members that are null are dropped before hashing, whatever their name.", Breaks: []string{"same-arguments", "as-written"},
		Apply: func(b *reference.Build) { b.Hashes = dropping(func(v any) bool { return v == nil }) }},
	Defect{Slug: "empty-is-absent", About: "Members that are empty texts, lists or objects are dropped before hashing, whatever their name.", Breaks: []string{"same-arguments", "as-written"},
		Apply: func(b *reference.Build) { b.Hashes = dropping(isEmpty) }},
	Defect{Slug: "types-are-erased", About: "Numbers and truth values are hashed as texts: \"1\" is 1.", Breaks: []string{"same-arguments"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(asText) }},
	Defect{Slug: "text-is-parsed", About: "A text that holds JSON is hashed as the value in it.", Breaks: []string{"same-arguments"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(parsed) }},
	Defect{Slug: "one-is-a-list-of-one", About: "A value and a list of just that value are one.", Breaks: []string{"same-arguments"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(unwrapped) }},
	Defect{Slug: "fields-run-together", About: "Texts are joined without their ends, so characters can move from one to its neighbour.", Breaks: []string{"same-arguments"},
		Apply: func(b *reference.Build) {
			b.Hashes = func(_ string, canonical []byte) []byte { return joined(canonical) }
		}},
	Defect{Slug: "names-are-not-hashed", About: "Only the values are hashed, not the names that they stand under.", Breaks: []string{"same-arguments", "as-written"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(nameless) }},
	Defect{Slug: "arrays-are-sorted", About: "Lists are sorted before hashing, as if order meant nothing.", Breaks: []string{"order-of-arrays"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(sorted) }},
	Defect{Slug: "numbers-as-singles", About: "Numbers are hashed with the precision of four bytes.", Breaks: []string{"distinct-numbers"},
		Apply: func(b *reference.Build) {
			b.Hashes = hashing(numbers(func(f float64) any { return float64(float32(f)) }))
		}},
	Defect{Slug: "numbers-as-doubles", About: "Numbers past doubles are taken, and hashed as the nearest double.", Breaks: []string{"distinct-numbers"},
		Apply: func(b *reference.Build) {
			b.Reads, b.Hashes = anyNumber, hashing(numbers(func(f float64) any { return f }))
		}},
	Defect{Slug: "first-8-kib-only", About: "Of a long text the first 8 KiB are hashed.", Breaks: []string{"past-the-preview"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(clipped) }},
	Defect{Slug: "masked-value-not-bound", About: "Values that the preview masks are masked before hashing too.", Breaks: []string{"past-the-preview"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(masked) }},
	Defect{Slug: "depth-is-limited", About: "What stands deeper than the preview shows is not hashed.", Breaks: []string{"past-the-preview"},
		Apply: func(b *reference.Build) {
			b.Hashes = func(_ string, canonical []byte) []byte { return spelled(shallow(value(canonical), 0)) }
		}},
	Defect{Slug: "long-lists-are-cut", About: "Of a list the first elements are hashed, and how many there are.", Breaks: []string{"past-the-preview"},
		Apply: func(b *reference.Build) { b.Hashes = hashing(shortened) }},
	Defect{Slug: "preview-as-key", About: "The preview is what is compared.", Breaks: []string{"past-the-preview"}, Style: reference.Resuming,
		Apply: func(b *reference.Build) {
			b.Hashes = func(_ string, canonical []byte) []byte { return small.Preview(canonical).Preview }
		}},
	Defect{Slug: "sends-more-than-was-shown", About: "A footer is put into the message after the yes.", Breaks: []string{"shown-is-run"},
		Apply: func(b *reference.Build) {
			b.Sends = func(canonical []byte) []byte {
				return append(bytes.TrimSuffix(canonical, []byte("}")), comma(canonical)+`"sentBy":"gate"}`...)
			}
		}},
	Defect{Slug: "sends-trimmed", About: "Texts are cleaned of what nobody sees when they are sent.", Breaks: []string{"shown-is-run"},
		Apply: func(b *reference.Build) {
			b.Sends = func(canonical []byte) []byte { return hashing(texts(visible))("", canonical) }
		}},
)

// hashing covers a changed copy of the arguments: change sees every value, the inner ones first.
func hashing(change func(any) any) func(string, []byte) []byte {
	return func(_ string, canonical []byte) []byte { return spelled(walk(value(canonical), change)) }
}

func value(text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return string(text)
	}
	return v
}

func spelled(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func walk(v any, change func(any) any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = walk(v[i], change)
		}
	case map[string]any:
		for k := range v {
			v[k] = walk(v[k], change)
		}
	}
	return change(v)
}

// dropping leaves out members that satisfy a condition.
func dropping(out func(any) bool) func(string, []byte) []byte {
	return hashing(func(v any) any {
		if m, ok := v.(map[string]any); ok {
			for k, e := range m {
				if out(e) {
					delete(m, k)
				}
			}
		}
		return v
	})
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

func asText(v any) any {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	}
	return v
}

func parsed(v any) any {
	s, ok := v.(string)
	if !ok || s == "" || strings.IndexByte(`{["`, s[0]) < 0 || !json.Valid([]byte(s)) {
		return v
	}
	return value([]byte(s))
}

func unwrapped(v any) any {
	if l, ok := v.([]any); ok && len(l) == 1 {
		return l[0]
	}
	return v
}

// joined drops the quotes and commas between texts that follow each other.
func joined(canonical []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(canonical, []byte(`","`), nil), []byte(`":"`), []byte(`":`))
}

// nameless puts an object's values into a list, in the order of their names.
func nameless(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	var out []any
	for _, k := range sortedKeys(m) {
		out = append(out, m[k])
	}
	return map[string]any{"values": out}
}

func sortedKeys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func sorted(v any) any {
	if l, ok := v.([]any); ok && len(l) <= previewItems {
		slices.SortStableFunc(l, func(a, b any) int { return cmp.Compare(string(spelled(a)), string(spelled(b))) })
	}
	return v
}

func numbers(change func(float64) any) func(any) any {
	return func(v any) any {
		n, ok := v.(json.Number)
		if !ok {
			return v
		}
		f, _ := n.Float64()
		if out, ok := change(f).(float64); ok && !math.IsInf(out, 0) {
			return out
		}
		return fmt.Sprint(change(f))
	}
}

// anyNumber reads what Canonical reads, and numbers that are no doubles as they were written.
func anyNumber(text string) ([]byte, *reference.ArgumentError) {
	canonical, err := reference.Canonical(text)
	if err == nil || err.Code != reference.NumberPrecision && err.Code != reference.NumberRange {
		return canonical, err
	}
	return spelled(value([]byte(text))), nil
}

func texts(change func(string) string) func(any) any {
	return func(v any) any {
		if s, ok := v.(string); ok {
			return change(s)
		}
		return v
	}
}

func clipped(v any) any {
	return texts(func(s string) string { return s[:min(len(s), previewText)] })(v)
}

func masked(v any) any {
	if m, ok := v.(map[string]any); ok {
		for k := range m {
			if usuallySecret(k) {
				m[k] = "masked"
			}
		}
	}
	return v
}

func shallow(v any, depth int) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = shallow(v[i], depth+1)
		}
		if depth > previewDepth {
			return "list"
		}
	case map[string]any:
		for k := range v {
			v[k] = shallow(v[k], depth+1)
		}
		if depth > previewDepth {
			return "object"
		}
	}
	return v
}

func shortened(v any) any {
	if l, ok := v.([]any); ok && len(l) > previewItems {
		return append(slices.Clone(l[:previewItems]), len(l))
	}
	return v
}

func comma(canonical []byte) string {
	if len(canonical) > 2 {
		return ","
	}
	return ""
}
