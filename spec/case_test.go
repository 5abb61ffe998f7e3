package spec

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseCase(t *testing.T) {
	for _, c := range []struct {
		text   string
		want   Case
		reason string
	}{
		{"about: one-use\n\ncall m1\nallow m1\n", Case{About: "one-use", Lines: MustHistory("call m1\nallow m1")}, "a story"},
		{"about: one-use\nverdict: breaks\n\ncall m1\n< executed\n", Case{About: "one-use", Verdict: Breaks, Lines: MustHistory("call m1\n< executed")}, "a recorded history"},
		{"# words\nabout:one-use\r\n\norigin: a list: of words\nneeds: batch ,state\ntick\n",
			Case{About: "one-use", Origin: "a list: of words", Needs: []string{"batch", "state"}, Lines: MustHistory("tick")}, "headers in any order, with comments between"},
		{"about: cut-is-marked\npreview: {\"must_flag\": [\"cut\"]}\ncall m1 args={\"a\":1}\n",
			Case{About: "cut-is-marked", Preview: []byte(`{"must_flag": ["cut"]}`), Lines: MustHistory(`call m1 args={"a":1}`)}, "expectations are kept as written"},
		{"about: one-use\np2: call m1\n", Case{About: "one-use", Lines: MustHistory("p2: call m1")}, "a line of a process is no header"},
		{"about: one-use\n~p2: go\n", Case{About: "one-use", Lines: MustHistory("~p2: go")}, "nor is a marked one"},
		{"about: one-use\ntick\nabout: call m1\n", Case{About: "one-use", Lines: MustHistory("tick\nabout: call m1")}, "past the first line there are no headers"},
		{"about: one-use\norigin:\nneeds:\ntick\n", Case{About: "one-use", Lines: MustHistory("tick")}, "an empty header says nothing"},
	} {
		got, err := ParseCase("x", c.text)
		c.want.Name = "x"
		if err != nil || !sameCase(got, c.want) {
			t.Errorf("%q: got %#v, %v; want %#v: %s", c.text, got, err, c.want, c.reason)
		}
		if err := checkCase(ParseCase, c.text); err != nil {
			t.Errorf("%v: %s", err, c.reason)
		}
	}
}

func sameCase(a, b Case) bool {
	lines := slices.EqualFunc(a.Lines, b.Lines, Event.Equal)
	a.Lines, b.Lines = nil, nil
	return lines && reflect.DeepEqual(a, b)
}

func TestParseCaseRefuses(t *testing.T) {
	for _, c := range []struct {
		text   string
		line   int
		key    string
		says   string
		reason string
	}{
		{"", 1, "about", "names the clause", "nothing"},
		{"call m1\n", 1, "about", "names the clause", "no clause"},
		{"about: one-use\n", 2, "", "no lines", "no lines"},
		{"about: one-use\nabout: one-use\ntick\n", 2, "about", "twice", "a header twice"},
		{"about: one-use\n# x\nsize: 3\ntick\n", 3, "size", "no such header", "an unknown header"},
		{"about: one-use\nverdict: maybe\ntick\n", 2, "verdict", "no verdict", "an unknown verdict"},
		{"about: one-use\npreview: {\ntick\n", 2, "preview", "not JSON", "expectations that are no JSON"},
		{"about: one-use\nneeds: batch,,state\ntick\n", 2, "needs", "empty", "a need without a name"},
		{"about: one-use\nverdict: obeys\ntick\n", 3, "verdict", "only a case with seen lines", "a verdict on a script"},
		{"about: one-use\ntick\n< recorded\n", 2, "verdict", "needs verdict", "a history without a verdict"},
		{"about: one-use\n\ntick\ndance\n", 4, "", "no verb", "lines are counted from the file's beginning"},
		{"about: one-use\n\ntick x=1\n", 3, "x", "no such key", "with the key"},
	} {
		_, err := ParseCase("x", c.text)
		var n *NotationError
		if !errors.As(err, &n) || n.Line != c.line || n.Key != c.key || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: got %v; want line %d, key %q, %q: %s", c.text, err, c.line, c.key, c.says, c.reason)
		}
	}
}
