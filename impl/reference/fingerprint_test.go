package reference

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"sameact/spec"
)

var update = flag.Bool("update", false, "write the goldens again")

// TestFraming reproduces hashes that another program made of the same preimages (canonical.md §6), whose
// scope is one plain text.
func TestFraming(t *testing.T) {
	args, bad := Canonical(` { "subject" : "Hi", "to":["ops@corp.example"], "n":1.0 } `)
	if bad != nil {
		t.Fatal(bad)
	}
	mail := Binding{Principal: "u1", Connector: "gmail", Account: "acct-1", Action: "mail.send", Contract: "sha256:9f2c", HasContract: true, Args: args}
	bare, moved := mail, mail
	bare.Contract, bare.HasContract = "", false
	moved.Account, moved.Action = "acct", "-1mail.send"
	for _, test := range []struct {
		binding     Binding
		scope       string
		present     bool
		want, about string
	}{
		{mail, "obj-7/rev-3", true, "b92519de5df4ca19644c026aad756899d35da16ea077529d7a93153c726b29ee", "the example"},
		{mail, "", false, "3e81a107ceb35bc2dba23600891cf1ea00b923fbc6252002998dd5e51755c2bf", "no scope"},
		{mail, "", true, "e8e78561231630aeb167d74a99b7b81c845dfa567f84d3a2bb081139e1b15fb6", "an empty scope is not none"},
		{bare, "obj-7/rev-3", true, "7a47f66e93881b965cf8a6d488249876a83569ba8fbcf3a7700bac7d131776eb", "no contract"},
		{moved, "obj-7/rev-3", true, "ade26d5223a0d25c013b64f6cdcab3eb4ca4a3d37076480cd87c476ccbd9bde2", "text that moved from one field to the next"},
	} {
		scope := append([]byte{','}, appendText(nil, test.scope, test.present)...)
		got := new(Fingerprinter).digest(test.binding.appendHead(nil), test.binding.Args, scope)
		if got != "v1:"+test.want {
			t.Errorf("%s: got %s, want %s", test.about, got, test.want)
		}
	}
}

// goldenBindings differ from the first in one thing each. Their fingerprints are kept, because stored
// approvals hold them.
var goldenBindings = []struct {
	name    string
	binding func(b Binding) Binding
}{
	{"mail", func(b Binding) Binding { return b }},
	{"other-principal", func(b Binding) Binding { b.Principal = "u2"; return b }},
	{"other-connector", func(b Binding) Binding { b.Connector = "chat"; return b }},
	{"other-account", func(b Binding) Binding { b.Account = "home"; return b }},
	{"other-action", func(b Binding) Binding { b.Action = "mail.delete"; return b }},
	{"other-arguments", func(b Binding) Binding { b.Args = []byte(`{"to":"board@corp.example"}`); return b }},
	{"no-connector", func(b Binding) Binding { b.Connector, b.Account = "", ""; return b }},
	{"with-contract", func(b Binding) Binding { b.Contract, b.HasContract = "sha256:9f2c", true; return b }},
	{"empty-contract", func(b Binding) Binding { b.HasContract = true; return b }},
	{"objective", func(b Binding) Binding { b.Task = &spec.Task{Transcript: "t1", Objective: "o1", Revision: 3}; return b }},
	{"input", func(b Binding) Binding { b.Task = &spec.Task{Transcript: "t1", Input: "o1", Revision: 3}; return b }},
	{"objective-and-input", func(b Binding) Binding {
		b.Task = &spec.Task{Transcript: "t1", Objective: "o1", Input: "i1", Revision: 3}
		return b
	}},
	{"next-revision", func(b Binding) Binding { b.Task = &spec.Task{Transcript: "t1", Objective: "o1", Revision: 4}; return b }},
	{"other-transcript", func(b Binding) Binding { b.Task = &spec.Task{Transcript: "t2", Objective: "o1", Revision: 3}; return b }},
	{"empty-task", func(b Binding) Binding { b.Task = &spec.Task{}; return b }},
	{"split-elsewhere", func(b Binding) Binding { b.Task = &spec.Task{Transcript: "t1o", Objective: "1", Revision: 3}; return b }},
}

func TestFingerprintGoldens(t *testing.T) {
	const file = "testdata/fingerprints.json"
	base := Binding{Principal: "u1", Connector: "mail", Account: "work", Action: "mail.send", Args: []byte(`{"to":"finance@corp.example"}`)}
	got, names := map[string]string{}, map[string]string{}
	for _, g := range goldenBindings {
		sum := g.binding(base).Fingerprint()
		if other, taken := names[sum]; taken {
			t.Errorf("%s and %s have one fingerprint", g.name, other)
		}
		got[g.name], names[sum] = sum, g.name
	}
	spelled, _ := json.MarshalIndent(got, "", "  ")
	if *update {
		if err := os.WriteFile(file, append(spelled, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(spelled)+"\n" {
		t.Errorf("fingerprints changed, so that stored approvals would match nothing; hint: a new domain, then -update\n%s", spelled)
	}
}

// TestEnvelopeVectors reads the vectors of whole records as bindings. A record that is no binding (a
// field of another type, or one that there is not) is refused and matches nothing.
func TestEnvelopeVectors(t *testing.T) {
	compared := 0
	for _, v := range vectors(t) {
		if v.Group != "envelope" {
			continue
		}
		a, okA := asBinding(v.A)
		b, okB := asBinding(v.B)
		if !okA || !okB {
			if !okA && !okB && v.ID != "env-domain" { // there the domain is a field, which no binding has
				t.Errorf("%s: neither side is a binding: %s", v.ID, v.Why)
			}
			continue
		}
		compared++
		if a.Fingerprint() == b.Fingerprint() {
			t.Errorf("%s: one fingerprint: %s", v.ID, v.Why)
		}
	}
	if compared < 20 {
		t.Errorf("only %d records were compared", compared)
	}
}

func asBinding(text string) (Binding, bool) {
	record := struct {
		Principal, Account, Action, Contract *string
		Args                                 json.RawMessage
		Scope                                json.RawMessage
	}{}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&record) != nil {
		return Binding{}, false
	}
	args, bad := Canonical(string(record.Args))
	if bad != nil {
		return Binding{}, false
	}
	b := Binding{Connector: "mail", Args: args}
	for _, f := range []struct {
		from *string
		to   *string
	}{{record.Principal, &b.Principal}, {record.Account, &b.Account}, {record.Action, &b.Action}, {record.Contract, &b.Contract}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	b.HasContract = record.Contract != nil
	b.Task = asTask(record.Scope)
	return b, true
}

// asTask reads a scope as the task that comes nearest: a text as a transcript, what else there is as
// an objective with its revision.
func asTask(scope json.RawMessage) *spec.Task {
	var text string
	var object struct {
		Objective *string
		Rev       *int64
	}
	switch {
	case len(scope) == 0 || string(scope) == "null":
		return nil
	case json.Unmarshal(scope, &text) == nil:
		return &spec.Task{Transcript: text}
	case json.Unmarshal(scope, &object) == nil && object.Objective != nil && object.Rev != nil:
		return &spec.Task{Transcript: "t1", Objective: *object.Objective, Revision: *object.Rev}
	}
	return &spec.Task{Transcript: "t1", Objective: string(scope)}
}

func TestFingerprinterAgrees(t *testing.T) {
	var f Fingerprinter
	for _, v := range vectors(t) {
		act := Binding{Principal: "u1", Connector: "mail", Account: "work", Action: "mail.send", Task: &spec.Task{Transcript: v.ID}}
		args, sum, bad := f.Sum(v.A, act)
		want, wantBad := Canonical(v.A)
		if (bad == nil) != (wantBad == nil) || bad != nil && *bad != *wantBad || string(args) != string(want) {
			t.Errorf("%s: the two ways differ: %v and %v", v.ID, bad, wantBad)
			continue
		}
		if act.Args = want; bad == nil && sum != act.Fingerprint() {
			t.Errorf("%s: %s and %s", v.ID, sum, act.Fingerprint())
		}
	}
}

func TestMissing(t *testing.T) {
	for _, test := range []struct {
		binding Binding
		want    string
	}{
		{Binding{Principal: "u1", Connector: "mail", Account: "work", Action: "mail.send"}, ""},
		{Binding{Connector: "mail", Account: "work", Action: "mail.send"}, "principal"},
		{Binding{Principal: "u1", Account: "work", Action: "mail.send"}, "connector"},
		{Binding{Principal: "u1", Connector: "mail", Action: "mail.send"}, "account"},
		{Binding{Principal: "u1", Connector: "mail", Account: "work"}, "action"},
	} {
		if got := test.binding.Missing(); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.binding, got, test.want)
		}
	}
}
