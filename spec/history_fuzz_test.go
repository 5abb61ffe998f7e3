package spec

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// FuzzHistory reads any text as lines of the notation: what is read is printed so that reading it again
// gives the same events, and what is not read is told with its line.
func FuzzHistory(f *testing.F) {
	for _, seed := range historySeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := checkHistory(ParseHistory, string(data)); err != nil {
			t.Error(err)
		}
	})
}

var historySeeds = []string{
	"call m1 action=mail.send args={\"to\":[\"finance@corp.example\"],\"body\":\"Q3 is done\"}\nallow m1\ncall m1 ~args={\"to\":[]}\n",
	"~tamper m1 ~args={\"a\": 1}\nat +9m59.999s\ntick\n< p2: effect action=mail.send args={}\n",
	"call m1 text=\"{\\\"a\\\":1, \\\"a\\\":2}\" with=none\ndecide m1 decision=\"false\"\n",
	"call m1 bytes=/w== agent=\"\" task={\"transcript\":\"t1\",\"objective\":\"o1\",\"revision\":1}\n~p2: call m1 pause=before-spend\np2: go\n",
	"configure connectors=[{\"id\":\"mail\",\"ceiling\":\"read\"}]\nturn calls=[[\"m1\",{\"action\":\"mail.send\"}]]\n",
	"call m1 action=mail.send\nallow m1 then=[[\"m2\",{\"action\":\"mail.read\"}]]\n< executed m1\n",
	"# words\n\n< pending code=confirmation_required\n< records list=[{\"seq\":1}]\n",
	"call m1 agent=\u00e9 session=\"\\u2028\" callId=a\"b claims=none\n",
	"resume m1 version=+1 transcript=t9 with=\"a b\" by=u2\nresume m1 version=\"12\" with=12\n",
}

func checkHistory(parse func(string) (History, error), text string) error {
	h, err := parse(text)
	if err != nil {
		var n *NotationError
		if !errors.As(err, &n) || n.Line < 1 || n.Line > strings.Count(text, "\n")+1 || n.Err == nil {
			return fmt.Errorf("%q: the error %v does not say where and why", text, err)
		}
		return nil
	}
	printed := h.String()
	again, err := parse(printed)
	if err != nil || !slices.EqualFunc(again, h, Event.Equal) {
		return fmt.Errorf("%q: printed %q, which is read as %q, %v", text, printed, again, err)
	}
	if n := strings.Count(printed, "\n"); n != len(h) {
		return fmt.Errorf("%q: %d events on %d lines", text, len(h), n)
	}
	if twin := h.Twin(); twin.Marked() || !slices.EqualFunc(twin, twin.Twin(), Event.Equal) {
		return fmt.Errorf("%q: the twin %q has a change in it", text, twin)
	}
	return nil
}

// TestFuzzHistoryFindsFaults puts the check itself to the test: each fault is found by a seed.
func TestFuzzHistoryFindsFaults(t *testing.T) {
	each := func(change func(*Event)) func(string) (History, error) {
		return func(text string) (History, error) {
			h, err := ParseHistory(text)
			for i := range h {
				change(&h[i])
			}
			return h, err
		}
	}
	for _, fault := range []struct {
		name  string
		parse func(string) (History, error)
	}{
		{"unquoting", each(func(e *Event) {
			for i := range e.Fields {
				e.Fields[i].Value = e.Fields[i].Text()
			}
		})},
		{"growing", each(func(e *Event) { e.Subject += "x" })},
		{"process-twice", each(func(e *Event) {
			if e.Process != "" {
				e.Process += ": p3"
			}
		})},
		{"two-lines", each(func(e *Event) { e.Verb += "\ntick\n" })},
		{"errors-without-a-line", func(text string) (History, error) {
			return nil, errors.New("no")
		}},
	} {
		found := slices.ContainsFunc(historySeeds, func(seed string) bool { return checkHistory(fault.parse, seed) != nil })
		if !found {
			t.Errorf("%s is not found", fault.name)
		}
	}
}
