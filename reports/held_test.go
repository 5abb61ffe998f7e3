package reports

import (
	"encoding/json"
	"strings"
	"testing"
)

// A finding says who holds the pending call, in the table and in the JSON, where the gate said it.
func TestAFindingSaysWhoHoldsTheCall(t *testing.T) {
	for _, c := range []struct{ holds, line string }{
		{"client", "state      client-held\n"},
		{"server", "state      server-held\n"},
		{"", ""},
	} {
		f := RunFinding{Holds: c.holds, Case: "about: same-arguments\n\ncall m1 action=mail.send\n"}
		text := f.tell()
		if c.line == "" && strings.Contains(text, "-held") || !strings.Contains(text, c.line) {
			t.Errorf("%q:\n%s", c.holds, text)
		}
		b, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if want := `"holds":"` + c.holds + `"`; strings.Contains(string(b), want) != (c.holds != "") {
			t.Errorf("%q: %s", c.holds, b)
		}
	}
}
