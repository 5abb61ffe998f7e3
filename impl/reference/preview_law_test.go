package reference

import (
	"encoding/json"
	"fmt"
	"testing"

	"sameact/spec"
	"sameact/spec/law"
)

// TestPreviewKeepsTheLaw has the law judge a question with the preview of every vector's arguments.
func TestPreviewKeepsTheLaw(t *testing.T) {
	exercised := map[string]int{}
	for _, v := range vectors(t) {
		for _, text := range []string{v.A, v.B} {
			args, bad := Canonical(text)
			if bad != nil {
				continue
			}
			reading := law.Judge(asked(t, args), spec.Hello{Chapters: []string{"preview"}, Features: []string{"question"}})
			for i, r := range reading.Readings {
				c := law.Law[i]
				if c.Chapter != "preview" {
					continue
				}
				exercised[c.Slug] += r.Exercised
				for _, breach := range r.Breaches {
					t.Errorf("%s: %s: %s\nargs %.300s", v.ID, c.Slug, breach.Why, args)
				}
			}
		}
	}
	for _, slug := range []string{"secrets-masked", "cut-is-marked", "preview-tells-no-lies", "full-view", "nothing-invisible"} {
		if exercised[slug] == 0 {
			t.Errorf("%s was not exercised", slug)
		}
	}
}

// asked is a history in which arguments were asked about and shown.
func asked(t *testing.T, args []byte) spec.History {
	t.Helper()
	p := Honest([]byte("key")).Preview(args)
	marks, err := json.Marshal(p.Marks)
	if err != nil {
		t.Fatal(err)
	}
	h, err := spec.ParseHistory(fmt.Sprintf("call m1 action=mail.send args=%s\n"+
		"< show m1 kind=approval action=mail.send description=\"Send an email\" scope=write risk=write account=work preview=%s marks=%s full=%s expires=+10m\n"+
		"< pending code=confirmation_required\n", args, p.Preview, marks, p.Full))
	if err != nil {
		t.Fatal(err)
	}
	return h
}
