package mutations

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sameact/spec"
)

// shrunk does every edit that keeps a property, until none is left.
func shrunk(texts []string, keeps func([]string) bool) []string {
	for again := true; again; {
		again = false
		for _, edit := range Simplifications(texts) {
			next := make([]string, len(texts))
			size, was := 0, 0
			for i, t := range texts {
				next[i] = edit(t)
				size, was = size+len(next[i]), was+len(t)
			}
			if size < was && keeps(next) {
				texts, again = next, true
				break
			}
		}
	}
	return texts
}

func TestSimplificationsReachTheSmallest(t *testing.T) {
	long := strings.Repeat("All quiet. ", 40)
	for _, tt := range []struct {
		reason  string
		texts   []string
		keeps   func([]string) bool
		largest int // bytes of the largest text that is left
	}{
		{"two values that differ", []string{shapes[1], strings.Replace(shapes[1], "1200.5", "1300", 1)},
			func(s []string) bool { return s[0] != s[1] && objects(s) }, len(`{"amount":1200.5}`)},
		{"a difference behind 256 characters", []string{`{"body":"` + long + `"}`, `{"body":"` + long + `!"}`},
			func(s []string) bool { return apart(s) >= shownText }, len(`{"body":""}`) + shownText + 5},
		{"a difference in the depth", []string{shapes[8], strings.Replace(shapes[8], `"finance"`, `"press"`, 1)},
			func(s []string) bool { return s[0] != s[1] && strings.Contains(s[0], `[{"any"`) }, 120},
		{"white space only", []string{"{ \"a\" : 1 }"}, objects, len(`{}`)},
	} {
		left := shrunk(tt.texts, tt.keeps)
		for _, s := range left {
			if len(s) > tt.largest {
				t.Errorf("%s: %d bytes are left, want at most %d: %s", tt.reason, len(s), tt.largest, s)
			}
		}
		if !tt.keeps(left) {
			t.Errorf("%s: lost in %q", tt.reason, left)
		}
	}
}

func objects(texts []string) bool {
	for _, s := range texts {
		if v, err := spec.ParseValue(s); err != nil || v.Kind != spec.Object {
			return false
		}
	}
	return true
}

// apart is how many characters two bodies have in common at their beginning, 0 where there is none.
func apart(texts []string) int {
	a, errA := spec.ParseValue(texts[0])
	b, errB := spec.ParseValue(texts[1])
	if errA != nil || errB != nil {
		return 0
	}
	v, _ := a.Member("body")
	w, _ := b.Member("body")
	n := 0
	for n < len(v.Text) && n < len(w.Text) && v.Text[n] == w.Text[n] {
		n++
	}
	if n == len(v.Text) && n == len(w.Text) {
		return 0
	}
	return n
}

func TestSimplificationsKeepWhatIsEqualEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := NewScene(drawn(t))
		text, _ := s.Asked().Text()
		for _, edit := range Simplifications([]string{text, `{"to":[]}`}) {
			is := edit(text)
			if _, err := spec.ParseValue(is); err != nil {
				t.Fatalf("%s became %s: %v", text, is, err)
			}
			if len(is) > len(text) || edit(text) != is {
				t.Fatalf("%s became %s", text, is)
			}
			if broken := "{\"a\":"; edit(broken) != broken {
				t.Fatalf("a text that is no JSON was edited to %s", edit(broken))
			}
		}
	})
}
