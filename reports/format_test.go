package reports

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files again")

func recorded(t *testing.T, name string) []Entry {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	entries, err := ReadLog(f)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func folded(t *testing.T, entries []Entry) *Run {
	t.Helper()
	r, err := Fold(entries)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; hint: go test ./reports -update writes goldens", err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (- golden, + now); hint: go test ./reports -update, then read the diff\n%s", name, d)
	}
}

// One recorded run in every format: a format that is added has its golden here or fails.
func TestEveryFormatMatchesItsGolden(t *testing.T) {
	run := folded(t, recorded(t, "run.jsonl"))
	if len(Formats()) < 4 {
		t.Fatalf("formats %v", Formats())
	}
	for _, name := range Formats() {
		r, err := Format(name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := r.Render(&b, run, Look{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "run."+name+".golden", b.Bytes())
	}
}

func TestUnknownFormatNamesTheOthers(t *testing.T) {
	_, err := Format("yaml")
	if err == nil || !strings.Contains(err.Error(), "json, junit, markdown, table") {
		t.Errorf("got %v", err)
	}
}

// Programs' formats keep every byte, people's escape what would move their cursor.
func TestWhatAGateSaysCannotMoveTheCursor(t *testing.T) {
	run := folded(t, recorded(t, "run.jsonl"))
	for _, name := range []string{"table", "markdown", "junit"} {
		var b bytes.Buffer
		_ = formats[name].Render(&b, run, Look{})
		if i := strings.IndexFunc(b.String(), hidden); i >= 0 {
			t.Errorf("%s: a hidden character at byte %d: %q", name, i, b.String()[max(0, i-20):i+4])
		}
		if !strings.Contains(b.String(), `\u001b[31m`) && !strings.Contains(b.String(), `\\u001b\[31m`) {
			t.Errorf("%s: the escape sequence is not spelled", name)
		}
	}
}

func TestColourOnlyWhereAskedFor(t *testing.T) {
	run := folded(t, recorded(t, "run.jsonl"))
	var with, without bytes.Buffer
	_ = tableFormat{}.Render(&with, run, Look{Colour: true})
	_ = tableFormat{}.Render(&without, run, Look{})
	if !strings.Contains(with.String(), "\x1b[31mfail\x1b[0m") || strings.Contains(without.String(), "\x1b") {
		t.Error("colour where none was asked for, or none where it was")
	}
}

// The JSON report has exactly the fields that people's builds rely on.
func TestJSONHasThePinnedFields(t *testing.T) {
	var b bytes.Buffer
	_ = jsonFormat{}.Render(&b, folded(t, recorded(t, "run.jsonl")), Look{})
	var got any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		at     []any
		fields string
	}{
		{nil, "calls clauses durationMs exit histories schema seed started stories target totals"},
		{[]any{"target"}, "binds name spec unbound version"},
		{[]any{"target", "unbound", 0}, "case field"},
		{[]any{"totals"}, "error fail inconclusive pass skip untestable"},
		{[]any{"clauses", 0}, "chapter exercised findings id level status"},
		{[]any{"clauses", 2}, "chapter exercised findings id level reason status"},
		{[]any{"clauses", 0, "findings", 0}, "case event first rerun story twin why"},
		{[]any{"stories", 0}, "durationMs histories id status"},
	} {
		if f := strings.Join(fieldsAt(got, row.at...), " "); f != row.fields {
			t.Errorf("%v: %s, want %s", row.at, f, row.fields)
		}
	}
}

func TestJUnitIsSound(t *testing.T) {
	entries := recorded(t, "run.jsonl")
	for _, row := range []struct {
		entries []Entry
		reason  string
	}{
		{entries, "a whole run"},
		{entries[:4], "a log that breaks off is an error, not green"},
	} {
		run := folded(t, row.entries)
		var b bytes.Buffer
		if err := (junitFormat{}).Render(&b, run, Look{}); err != nil {
			t.Fatal(err)
		}
		sound(t, row.reason, b.Bytes(), run)
	}
}

func sound(t *testing.T, reason string, text []byte, run *Run) {
	t.Helper()
	var all junitSuites
	d := xml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&all); err != nil {
		t.Fatalf("%s: %v", reason, err)
	}
	if _, err := d.Token(); err != io.EOF {
		if tok, _ := d.Token(); tok != nil {
			t.Errorf("%s: something stands after the root", reason)
		}
	}
	seen := map[string]bool{}
	var total [4]int
	for _, s := range all.Suites {
		var n [4]int
		for _, c := range s.Cases {
			n[0]++
			outcomes := 0
			for i, x := range []*junitText{c.Failure, c.Error, c.Skipped} {
				if x != nil {
					n[i+1]++
					outcomes++
				}
			}
			if outcomes > 1 || c.Name == "" || c.Class == "" || seen[c.Class+" "+c.Name] {
				t.Errorf("%s: case %q of %q: %d outcomes, or seen before", reason, c.Name, c.Class, outcomes)
			}
			seen[c.Class+" "+c.Name] = true
		}
		if n != [4]int{s.Tests, s.Failures, s.Errors, s.Skipped} {
			t.Errorf("%s: suite %s counts %v, says %d %d %d %d", reason, s.Name, n, s.Tests, s.Failures, s.Errors, s.Skipped)
		}
		for i := range n {
			total[i] += n[i]
		}
	}
	if total != [4]int{all.Tests, all.Failures, all.Errors, all.Skipped} {
		t.Errorf("%s: counted %v, the root says %d %d %d %d", reason, total, all.Tests, all.Failures, all.Errors, all.Skipped)
	}
	for _, c := range run.Clauses {
		if !seen["sameact."+c.Chapter+" "+c.ID] {
			t.Errorf("%s: no test of %s", reason, c.ID)
		}
	}
	if green := all.Failures+all.Errors == 0; green != (run.Exit == ExitConforms) {
		t.Errorf("%s: green is %v, exit is %d", reason, green, run.Exit)
	}
}

func fieldsAt(v any, path ...any) []string {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			v = v.(map[string]any)[p]
		case int:
			v = v.([]any)[p]
		}
	}
	return sortedKeys(v.(map[string]any))
}
