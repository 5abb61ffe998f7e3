package remote

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

// A program that may not write into files refuses, says why, and goes on when it may again.
func TestAProgramThatMayNotWrite(t *testing.T) {
	host := &recorder{}
	g, _ := begun(t, playing(t, "reference", patient), host)
	ask := call("mail.send")
	ask.Call.Args = spec.JSONArgs(`{}`)
	r := mustDo(t, g, ask)
	ask.Approval = &r.Request
	mustDo(t, g, yes(r.Request))
	if err := g.(spec.Fillable).Fill(true); err != nil {
		t.Fatal(err)
	}
	if r := mustDo(t, g, ask); r.Status != spec.Refused || r.Code != spec.CodeStorageFailed || !strings.Contains(r.Message, "no room") || !strings.Contains(r.Message, "hint:") {
		t.Errorf("while it may not write: %+v", r)
	}
	if err := g.(spec.Fillable).Fill(false); err != nil {
		t.Fatal(err)
	}
	if r := mustDo(t, g, ask); r.Status != spec.Executed {
		t.Errorf("when it may again: %+v", r)
	}
	if diff := cmp.Diff([]string{"effect mail.send {}"}, effects(host)); diff != "" {
		t.Errorf("(-want +got): %s", diff)
	}
}
