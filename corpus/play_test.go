package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sameact/impl/reference"
	"sameact/probes"
	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// ours are the forms of our own gate; a story is played on the first that declares what it needs.
func ours() []spec.Target {
	return []spec.Target{
		reference.New(reference.Obeying(reference.RePresent)),
		reference.New(reference.Obeying(reference.Resuming)),
		reference.New(reference.Obeying(reference.Whole)),
	}
}

func meets(h spec.Hello, c spec.Case) bool {
	return !slices.ContainsFunc(c.Needs, func(need string) bool { return !h.Has(need) && !h.BindsField(need) })
}

// A story on the gate that obeys exercises its clause and breaks none; where law and gate disagree
// about a case, one of the three is wrong.
func TestEveryStoryPlaysOnOurOwnGate(t *testing.T) {
	targets := ours()
	for _, e := range all(t) {
		if e.Case.Recorded() {
			continue
		}
		i := slices.IndexFunc(targets, func(t spec.Target) bool { return meets(t.Hello(), e.Case) })
		if i < 0 {
			t.Errorf("%s: no form of our gate declares %v", e.Path, e.Case.Needs)
			continue
		}
		h, err := probes.Play(targets[i], e.Case.Lines)
		if err != nil {
			t.Errorf("%s: %v", e.Path, err)
			continue
		}
		v := law.Judge(h, targets[i].Hello(), order.Check)
		said := ""
		for _, b := range append(v.Broken(), v.Compound...) {
			said += fmt.Sprintf("\n\t%s on %.80q: %s", b.Clause.Slug, h[b.Event], b.Why)
		}
		switch {
		case said != "":
			t.Errorf("%s: on our gate%s\n%.1500s", e.Path, said, h)
		case v.Of(e.Clause).Exercised == 0:
			t.Errorf("%s: its clause had nothing to look at\n%.1500s", e.Path, h)
		}
	}
}

// otherwiseSafe are obeying histories of gates that obey in another way than ours.
var otherwiseSafe = map[string]string{
	"same-arguments/kept-call-runs-instead.case": "it runs the act that it kept, ours refuses the changed one",
}

// An obeying history is no invention: played again, our own gate does and says the same. What the
// question and the audit hold besides is left out.
func TestObeyingCasesAreWhatOurOwnGateDoes(t *testing.T) {
	targets := ours()
	for _, e := range all(t) {
		if e.Case.Verdict != spec.Obeys || otherwiseSafe[e.Path] != "" {
			continue
		}
		target := targets[0]
		if slices.Contains(e.Case.Needs, "resumes") {
			target = targets[1]
		}
		if slices.Contains(e.Case.Needs, "batch-whole") {
			target = targets[2]
		}
		h, err := probes.Play(target, e.Case.Lines.Script())
		if err != nil {
			t.Errorf("%s: %v", e.Path, err)
		} else if d := cmp.Diff(outline(e.Case.Lines), outline(h)); d != "" {
			t.Errorf("%s: recorded (-), played (+)\n%s", e.Path, d)
		}
	}
}

func outline(h spec.History) []string {
	var lines []string
	for _, e := range h {
		if e.Saw(spec.SeenShow) || e.Saw(spec.SeenRecords) {
			e.Fields = nil
		}
		lines = append(lines, e.String())
	}
	return lines
}

// A changed story says something only beside its control: without the change the act runs.
func TestTheTwinOfEveryChangedStoryRuns(t *testing.T) {
	targets := ours()
	for _, e := range all(t) {
		if e.Case.Recorded() || !e.Case.Lines.Marked() {
			continue
		}
		i := slices.IndexFunc(targets, func(t spec.Target) bool { return meets(t.Hello(), e.Case) })
		if i < 0 {
			continue // told by the test above
		}
		h, err := probes.Play(targets[i], e.Case.Lines.Twin())
		if err != nil {
			t.Errorf("%s: %v", e.Path, err)
			continue
		}
		if !slices.ContainsFunc(h, func(e spec.Event) bool { return e.Saw(spec.SeenEffect) }) {
			t.Errorf("%s: without its change nothing runs\n%.1500s", e.Path, h)
		}
	}
}

// What a preview: header expects is checked on the questions that our gate shows of both sides.
func TestPreviewsOfOurOwnGate(t *testing.T) {
	target := ours()[0]
	for _, e := range all(t) {
		if e.Case.Preview == nil || e.Case.Recorded() {
			continue
		}
		a, b := Sides(e.Case)
		var shown [2]Shown
		for i, script := range []spec.History{a, b} {
			h, err := probes.Play(target, script)
			if err != nil {
				t.Fatalf("%s: %v", e.Path, err)
			}
			if shown[i], err = shownIn(h); err != nil {
				t.Errorf("%s: %v\n%.1500s", e.Path, err, h)
			}
		}
		for _, complaint := range CheckPreview(e.Case.Preview, shown[0], shown[1]) {
			t.Errorf("%s: %s", e.Path, complaint)
		}
	}
}

func shownIn(h spec.History) (Shown, error) {
	var s Shown
	for _, e := range h {
		if e.Is(spec.VerbCall) {
			c, err := spec.DefaultCall(e.Str("action")).With(e)
			if err != nil {
				return s, err
			}
			text, _ := c.Text()
			s.Asked = []byte(text)
		}
		if !e.Saw(spec.SeenShow) {
			continue
		}
		for key, part := range map[string]*json.RawMessage{"preview": &s.Preview, "full": &s.Full} {
			if f, ok := e.Get(key); ok {
				*part = json.RawMessage(f.JSON())
			}
		}
		if f, ok := e.Get("marks"); ok {
			return s, json.Unmarshal([]byte(f.JSON()), &s.Marks)
		}
		return s, nil
	}
	return s, errors.New("nothing was shown")
}
