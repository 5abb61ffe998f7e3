package reports

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// How deep the exhaustive story went stands in the end of the log, above the table and in the JSON report; where it was
// not played, nothing does.
func TestHowDeepItWentIsTold(t *testing.T) {
	entries := recorded(t, "run.jsonl")
	without := folded(t, entries)
	end := *entries[len(entries)-1].End
	end.Exhausted = []Exhausted{{1, 1}, {2, 11}, {3, 107}}
	with := folded(t, append(entries[:len(entries)-1:len(entries)-1], end.Entry()))
	const line = "exhaustive: depth 3, 107 sequences; depth 2, 11 sequences; depth 1, 1 sequences\n"
	for _, name := range []string{"table", "markdown", "json"} {
		r, err := Format(name)
		if err != nil {
			t.Fatal(err)
		}
		var told, silent bytes.Buffer
		if err := r.Render(&told, with, Look{}); err != nil {
			t.Fatal(err)
		}
		if err := r.Render(&silent, without, Look{}); err != nil {
			t.Fatal(err)
		}
		if name != "json" && !strings.Contains(told.String(), line) {
			t.Errorf("%s does not say %q:\n%s", name, line, told.String())
		}
		if strings.Contains(silent.String(), "exhaust") {
			t.Errorf("%s tells of what was not played", name)
		}
		if name != "json" {
			continue
		}
		var got struct{ Exhausted []Exhausted }
		if err := json.Unmarshal(told.Bytes(), &got); err != nil || len(got.Exhausted) != 3 || got.Exhausted[2] != (Exhausted{3, 107}) {
			t.Errorf("json: %v, %v", got, err)
		}
	}
}
