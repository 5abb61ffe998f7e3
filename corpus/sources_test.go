package corpus

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// A source is where a vector or a report went: to a case, or nowhere for a reason.
type source struct {
	Case   string `json:"case"`
	Reason string `json:"reason"`
}

func sources(t *testing.T) map[string]map[string]source {
	t.Helper()
	text, err := os.ReadFile("sources.json")
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var s map[string]map[string]source
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryVectorAndReportIsACaseOrHasAReason(t *testing.T) {
	at := map[string]Entry{}
	for _, e := range all(t) {
		at[e.Path] = e
	}
	s := sources(t)
	for kind, want := range map[string]int{"vectors": 516, "reports": 117} {
		if len(s[kind]) != want {
			t.Errorf("%d %s are listed, there are %d", len(s[kind]), kind, want)
		}
		for id, from := range s[kind] {
			_, is := at[from.Case]
			switch {
			case (from.Case == "") == (from.Reason == ""):
				t.Errorf("%s: want a case or a reason, not both and not neither: %+v", id, from)
			case from.Case != "" && !is:
				t.Errorf("%s: there is no case %s", id, from.Case)
			}
		}
	}
	for id, from := range s["reports"] {
		if from.Case != "" && !strings.HasPrefix(at[from.Case].Case.Origin, "https://") {
			t.Errorf("%s: the origin of %s is not the report's address: %q", id, from.Case, at[from.Case].Case.Origin)
		}
	}
}

func TestThePageForPeopleListsExactlyWhatIsNoCase(t *testing.T) {
	text, err := os.ReadFile("NOT-CASES.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{} // id → the reason above it
	reason := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if id, ok := strings.CutPrefix(line, "- `"); ok {
			id, _, _ = strings.Cut(id, "`")
			if listed[id] != "" {
				t.Errorf("%s stands twice", id)
			}
			listed[id] = reason
		} else if strings.HasSuffix(line, ":") {
			reason = strings.TrimSuffix(line, ":")
		}
	}
	for _, kind := range sources(t) {
		for id, from := range kind {
			if !strings.EqualFold(listed[id], from.Reason) {
				t.Errorf("%s: the page says %q, sources.json says %q", id, listed[id], from.Reason)
			}
			delete(listed, id)
		}
	}
	for id := range listed {
		t.Errorf("%s is on the page and not in sources.json", id)
	}
}
