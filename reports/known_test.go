package reports

import (
	"bytes"
	"strings"
	"testing"
)

const (
	brokenCase = "about: one-use\nverdict: breaks\norigin: found by s\n\ncall m1 action=mail.send\n< pending request=r7 code=confirmation_required\nallow m1\n< recorded\ncall m1\n< executed\ncall m1\n< executed\n"
	otherCase  = "about: one-use\nverdict: breaks\n\ncall m1 action=mail.send\nallow m1\ncall m1\ncall m1 ~agent=a2\n< executed\n"
)

// A fingerprint is of what was done, not of what was answered.
func TestFingerprints(t *testing.T) {
	one := Fingerprint(brokenCase)
	if !isFingerprint(one) {
		t.Errorf("%q is none", one)
	}
	for _, row := range []struct {
		text, other string
		same        bool
		reason      string
	}{
		{brokenCase, strings.ReplaceAll(brokenCase, "r7", "r8"), true, "another id of the same question"},
		{brokenCase, strings.ReplaceAll(brokenCase, "found by s", "found by t"), true, "found elsewhere"},
		{brokenCase, strings.ReplaceAll(brokenCase, "about: one-use", "about: denied-runs-nothing"), false, "another clause"},
		{brokenCase, otherCase, false, "another story"},
		{otherCase, strings.ReplaceAll(otherCase, "~agent", "agent"), false, "the same without its mark has another twin"},
	} {
		if same := Fingerprint(row.text) == Fingerprint(row.other); same != row.same {
			t.Errorf("%s: same is %v", row.reason, same)
		}
	}
}

func TestARunIsHeldAgainstItsBaseline(t *testing.T) {
	one := ClauseStart{ID: "one-use", Chapter: "lifecycle", Level: "MUST"}
	late := ClauseStart{ID: "late-yes", Chapter: "lifecycle", Level: "SHOULD"}
	found := Finding{Clause: "one-use", Story: "s", Why: "it ran twice", Case: brokenCase}.Entry()
	print := Fingerprint(brokenCase)
	known := Known{Clause: "one-use", Fingerprint: print, Reason: "documented", Issue: "5", Expires: "2027-06-30", Line: 3}
	edit := func(by func(*Known)) Known { k := known; by(&k); return k }
	untestable := edit(func(k *Known) { k.Fingerprint = UntestableFingerprint })
	for _, row := range []struct {
		known   []Known
		variant string
		partial bool
		entries []Entry
		exit    int
		says    string
		reason  string
	}{
		{[]Known{known}, "", false, []Entry{found}, 0, "", "what is known does not fail"},
		{nil, "", false, []Entry{found}, 1, `one-use ` + print + `: the finding is new; hint: mend it, or add a line once somebody has looked: {"clause":"one-use","fingerprint":"` + print + `"`, "what is new fails"},
		{[]Known{edit(func(k *Known) { k.Fingerprint = "0123456789ab" })}, "", false, []Entry{found}, 1, "the finding is new", "another case of the same clause is new"},
		{[]Known{known, edit(func(k *Known) { k.Fingerprint, k.Line = "0123456789ab", 4 })}, "", false, []Entry{found}, 1, "baseline.json:4: one-use 0123456789ab was not found again: the entry is stale", "what is gone fails"},
		{[]Known{known, edit(func(k *Known) { k.Fingerprint, k.Unstable = "0123456789ab", true })}, "", false, []Entry{found}, 0, "", "what is seen now and then may be absent"},
		{[]Known{known}, "", true, []Entry{Story{ID: "s", Histories: 1, Exercised: map[string]Exercise{"one-use": {1, 1}}}.Entry()}, 0, "", "where only some stories are played nothing is stale"},
		{[]Known{edit(func(k *Known) { k.Expires = "2025-12-31" })}, "", false, []Entry{found}, 1, "baseline.json:3: one-use " + print + " was known until 2025-12-31: the entry has expired", "what is known for too long fails"},
		{[]Known{edit(func(k *Known) { k.Expires = "2026-01-01" })}, "", false, []Entry{found}, 0, "", "the last day is a day"},
		{[]Known{edit(func(k *Known) { k.Variant = "sealed" })}, "", false, []Entry{found}, 1, "the finding is new", "an entry of another variant knows nothing here, and is not stale"},
		{[]Known{edit(func(k *Known) { k.Variant = "sealed" })}, "sealed", false, []Entry{found}, 0, "", "an entry of this variant does"},
		{[]Known{known}, "sealed", false, []Entry{found}, 1, "the finding is new", "an entry without variant is of the adapter itself"},
		{[]Known{untestable}, "", false, nil, 0, "", "what cannot be exercised can be known too"},
		{nil, "", false, nil, 1, "one-use untestable: the finding is new", "and is new where it is not"},
		{[]Known{known, untestable}, "", false, []Entry{found}, 1, "one-use untestable was not found again", "it can be exercised now"},
		{[]Known{edit(func(k *Known) { k.Clause = "late-yes" })}, "", false, []Entry{found}, 1, "the finding is new", "known of another clause"},
	} {
		s := Start{Target: "t", Started: "2026-01-01T00:00:00Z", Clauses: []ClauseStart{one, late}, Stories: []string{"s"}, Variant: row.variant,
			Baseline: &Baseline{File: "baseline.json", Whole: !row.partial, Known: row.known}}
		r := folded(t, append(append([]Entry{s.Entry()}, row.entries...), end))
		says := strings.Join(r.Baseline.Wrong, "\n")
		if r.Exit != row.exit || !strings.Contains(says, row.says) || (says == "") != (row.exit == 0) {
			t.Errorf("%s: exit %d, %q", row.reason, r.Exit, says)
		}
		for _, name := range []string{"table", "markdown", "junit", "json"} {
			var b bytes.Buffer
			if err := formats[name].Render(&b, r, Look{}); err != nil {
				t.Fatal(err)
			}
			if row.exit == 1 && !strings.Contains(b.String(), "baseline.json") {
				t.Errorf("%s: %s does not say what to change", row.reason, name)
			}
			if name == "junit" {
				sound(t, row.reason, b.Bytes(), r)
			}
		}
	}
}

func TestTheSummarySaysHowMuchIsKnown(t *testing.T) {
	s := Start{Target: "t", Started: "2026-01-01T00:00:00Z", Clauses: []ClauseStart{{ID: "one-use", Chapter: "lifecycle", Level: "MUST"}}, Stories: []string{"s"},
		Baseline: &Baseline{File: "b", Known: []Known{{Clause: "one-use", Fingerprint: Fingerprint(brokenCase), Reason: "documented", Issue: "5", Expires: "2027-06-30"}}}}
	r := folded(t, []Entry{s.Entry(), Finding{Clause: "one-use", Story: "s", Case: brokenCase}.Entry(), end})
	if text := r.Summary(); !strings.HasPrefix(text, "t: as known · 0 pass · 1 fail · 1 known") || !strings.HasSuffix(text, "exit 0") {
		t.Error(text)
	}
	s.Baseline.Known = append(s.Baseline.Known, Known{Clause: "late-yes", Fingerprint: Fingerprint(brokenCase), Reason: "documented", Issue: "5", Expires: "2027-06-30"})
	narrowed := folded(t, []Entry{s.Entry(), Finding{Clause: "one-use", Story: "s", Case: brokenCase}.Entry(), end})
	if text := narrowed.Summary(); !strings.Contains(text, "1 known (1 more not looked for)") {
		t.Error(text)
	}
	var b bytes.Buffer
	_ = tableFormat{}.Render(&b, r, Look{})
	if !strings.Contains(b.String(), "known: documented (issue 5, until 2027-06-30)") {
		t.Error(b.String())
	}
}

// What is drafted is a baseline, once somebody has said who looks after the new lines; and a run held against it is as known.
func TestADraftIsABaselineOnceItWasReviewed(t *testing.T) {
	run := folded(t, recorded(t, "run.jsonl"))
	text := drafted(t, run)
	if _, err := ReadBaseline("b", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "b:3: ") {
		t.Errorf("a draft that nobody has read is taken: %v", err)
	}
	text = strings.ReplaceAll(text, `"issue":""`, `"issue":"5"`)
	entries := recorded(t, "run.jsonl")
	b, err := ReadBaseline("b", strings.NewReader(withoutStrangers(text)))
	if err != nil {
		t.Fatal(err)
	}
	b.Whole = true
	entries[0].Start.Baseline = b
	held := folded(t, entries)
	if len(held.Baseline.Wrong) != 1 || held.Baseline.Known != 1 {
		t.Errorf("%d known; %q", held.Baseline.Known, held.Baseline.Wrong)
	}
	if again := drafted(t, held); strings.Count(again, `"issue":"5"`) != 1 || strings.Count(again, `"issue":""`) != 1 {
		t.Errorf("what was reviewed stays, what is new is drafted:\n%s", again)
	}
}

// withoutStrangers leaves out the clauses of the recorded run that the law does not have.
func withoutStrangers(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, `"late-yes"`) {
			out = append(out, strings.TrimSuffix(strings.TrimRight(line, "\n"), ","))
		}
	}
	return strings.Join(out, "\n")
}

func drafted(t *testing.T, r *Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := (baselineFormat{}).Render(&b, r, Look{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWhatIsNoBaseline(t *testing.T) {
	const good = `{"clause":"one-use","fingerprint":"0123456789ab","reason":"documented","issue":"5","expires":"2027-06-30"}`
	edit := func(old, by string) string {
		return "{\n \"known\": [\n  " + strings.Replace(good, old, by, 1) + "\n ]\n}"
	}
	if b, err := ReadBaseline("b", strings.NewReader(edit("", ""))); err != nil || len(b.Known) != 1 || b.Known[0].Line != 3 {
		t.Fatalf("%v, %v", b, err)
	}
	for _, row := range []struct{ text, says, reason string }{
		{"[]", "b:1: no baseline", "a list"},
		{`{"knwon": []}`, `"knwon" is no member`, "a slip"},
		{edit(`"issue"`, `"isue"`), `b:3: no entry: "isue" is no member of it`, "a slip in an entry"},
		{edit("one-use", "one-usage"), "b:3: clause:", "no clause"},
		{edit("0123456789ab", "0123"), "b:3: fingerprint:", "half a fingerprint"},
		{edit("documented", ""), "b:3: reason: missing", "no reason"},
		{edit(`"issue":"5",`, ""), "b:3: issue: missing", "nobody looks after it"},
		{edit("2027-06-30", "soon"), "b:3: expires:", "no day"},
		{edit(good, good+",\n"+good), "b:4: one-use 0123456789ab stands in line 3 already", "one entry twice"},
		{edit(`{`, ""), "b:3: no baseline", "no JSON"},
	} {
		if _, err := ReadBaseline("b", strings.NewReader(row.text)); err == nil || !strings.HasPrefix(err.Error(), row.says) && !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}
