package reports

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func someProof() *Proof {
	return &Proof{
		Schema: ProofSchema,
		Defects: []ProofDefect{
			{ID: "agent-not-bound", Breaks: []string{"same-agent"}, Broke: []string{"same-agent"}, Killed: true, By: []ProofBy{{"same-agent", "changed"}}, Histories: 62},
			{ID: "spend-after-effect", Breaks: []string{"spend-before-effect"}, Broke: []string{"spend-before-effect", "one-use"}, Killed: true, By: []ProofBy{{"spend-before-effect", "presented-twice"}, {"one-use", "presented-twice"}}, Histories: 8},
			{ID: "preview-as-key", Breaks: []string{"past-the-preview"}, Broke: []string{}, By: []ProofBy{}, Histories: 400},
		},
		Nulls: []ProofNull{{ID: "reject-all", Passed: []string{}}, {ID: "echo", Passed: []string{"one-use"}}},
		Reference: ProofReference{Findings: []ProofFinding{{Clause: "until-expiry", RunFinding: RunFinding{Story: "waiting", Why: "refused before its time", Event: 1,
			Case: "about: until-expiry\n\ncall m1 action=mail.send\nallow m1\n", Rerun: "probe run reference --clause until-expiry"}}}},
		Clauses:   []ProofClause{{ID: "same-agent", Defects: []string{"agent-not-bound"}, Exercised: 40}, {ID: "past-the-preview", Defects: []string{}, Exercised: 12}},
		Survivors: []string{"preview-as-key"}, Unproven: []string{"past-the-preview"}, DurationMs: 2100, Exit: ExitFindings,
		Problems: []string{"preview-as-key survives"},
	}
}

func TestProofGoldens(t *testing.T) {
	var table, js bytes.Buffer
	if err := WriteProofTable(&table, someProof(), Look{}); err != nil {
		t.Fatal(err)
	}
	if err := WriteProofJSON(&js, someProof()); err != nil {
		t.Fatal(err)
	}
	golden(t, "proof.table.golden", table.Bytes())
	golden(t, "proof.json.golden", js.Bytes())
}

func TestProofJSONHasThePinnedFields(t *testing.T) {
	var b bytes.Buffer
	_ = WriteProofJSON(&b, someProof())
	var got any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		at     []any
		fields string
	}{
		{nil, "clauses defects durationMs exit nulls reference schema survivors unproven"},
		{[]any{"defects", 0}, "breaks broke by histories id killed"},
		{[]any{"defects", 0, "by", 0}, "clause story"},
		{[]any{"nulls", 0}, "id passed"},
		{[]any{"reference"}, "findings"},
		{[]any{"clauses", 0}, "defects exercised id"},
	} {
		if f := strings.Join(fieldsAt(got, row.at...), " "); f != row.fields {
			t.Errorf("%v: %s, want %s", row.at, f, row.fields)
		}
	}
}
