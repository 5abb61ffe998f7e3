package reports

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func begin(clauses ...ClauseStart) Entry {
	return Start{Target: "t", Clauses: clauses, Stories: []string{"s"}}.Entry()
}

func played(exercised map[string]Exercise, inconclusive ...string) Entry {
	return Story{ID: "s", Histories: 10, Calls: 30, Exercised: exercised, Inconclusive: inconclusive}.Entry()
}

var (
	must   = ClauseStart{ID: "m", Chapter: "binding", Level: "MUST"}
	should = ClauseStart{ID: "m", Chapter: "binding", Level: "SHOULD"}
	broke  = Finding{Clause: "m", Story: "s", Why: "ran", Case: "call m1 action=a\n"}.Entry()
	end    = End{Histories: 300, Calls: 900, Stories: 100}.Entry()
)

func TestStatusesAndExitCodes(t *testing.T) {
	strict := Start{Target: "t", Strict: true, Clauses: []ClauseStart{should}, Stories: []string{"s"}}.Entry()
	other := ClauseStart{ID: "n", Chapter: "policy", Level: "MUST"}
	partial := Start{Target: "t", Partial: true, Clauses: []ClauseStart{must, other}, Stories: []string{"s"}}.Entry()
	skipped := must
	skipped.Skip = "the gate does not bind principal"
	some := map[string]Exercise{"m": {3, 2}}
	for _, row := range []struct {
		entries []Entry
		status  Status
		exit    int
		reason  string
	}{
		{[]Entry{begin(must), played(some), end}, Pass, 0, "exercised and nothing broken"},
		{[]Entry{begin(must), played(nil), end}, Untestable, 1, "declared and never exercised is no pass"},
		{[]Entry{begin(should), played(nil), end}, Untestable, 0, "a SHOULD that cannot be exercised is no failure"},
		{[]Entry{strict, played(nil), end}, Untestable, 1, "under strict a SHOULD counts"},
		{[]Entry{begin(must), played(some), broke, end}, Fail, 1, "a finding is a failure however often it held"},
		{[]Entry{begin(should), played(some), broke, end}, Fail, 0, "a broken SHOULD is a warning"},
		{[]Entry{strict, played(some), broke, end}, Fail, 1, "under strict a broken SHOULD counts"},
		{[]Entry{begin(skipped), played(nil), end}, Skip, 3, "what was not declared is not judged, and where nothing is there is no verdict"},
		{[]Entry{begin(skipped), played(some), end}, Skip, 3, "also when it was played all the same"},
		{[]Entry{begin(skipped), played(some), broke, end}, Fail, 1, "required, so a finding counts"},
		{[]Entry{begin(must), played(nil, "m"), end}, Inconclusive, 0, "only stories that changed nothing"},
		{[]Entry{begin(must), played(some, "m"), end}, Pass, 0, "one that changed something is enough"},
		{[]Entry{partial, played(map[string]Exercise{"n": {1, 1}}), end}, Skip, 0, "a chosen story need not exercise every clause"},
		{[]Entry{partial, played(nil), end}, Untestable, 1, "but where the chosen stories exercise nothing, nothing conforms"},
		{[]Entry{begin(must), played(some)}, Error, 3, "a log without its end is never a pass"},
		{[]Entry{begin(must), played(some), broke}, Fail, 3, "what was found stands, and there is no verdict"},
		{[]Entry{begin(must), Fault{Kind: "crashed"}.Entry(), End{}.Entry()}, Error, 3, "a fault at the handshake"},
		{[]Entry{begin(must), played(some), Fault{Story: "s", Kind: "closed"}.Entry(), End{Stories: 100, Voided: 10}.Entry()}, Pass, 0, "faults in a tenth stand beside a verdict"},
		{[]Entry{begin(must), played(some), Fault{Story: "s", Kind: "closed"}.Entry(), End{Stories: 100, Voided: 11}.Entry()}, Pass, 3, "faults in more than a tenth are no verdict"},
		{[]Entry{begin(must), Fault{Story: "s", Kind: "closed"}.Entry(), End{Voided: 2}.Entry()}, Untestable, 3, "nothing but faults"},
		{[]Entry{begin(must), played(some), Finding{Clause: "other", Story: "s"}.Entry(), end}, Pass, 3, "a finding is never lost, also about a clause that the start does not name"},
	} {
		r := folded(t, row.entries)
		if c := r.Clauses[0]; c.Status != row.status || r.Exit != row.exit {
			t.Errorf("%s: %s, exit %d; want %s, exit %d", row.reason, c.Status, r.Exit, row.status, row.exit)
		}
		if *r.Totals.of(row.status) == 0 {
			t.Errorf("%s: totals %+v", row.reason, r.Totals)
		}
		if (r.Exit == ExitBroken) != (len(r.Broken) > 0) {
			t.Errorf("%s: exit %d is explained by %q", row.reason, r.Exit, r.Broken)
		}
	}
}

// Whatever is cut off a log, its verdict is none.
func TestEveryPrefixOfALogIsIncomplete(t *testing.T) {
	entries := recorded(t, "run.jsonl")
	for n := 1; n < len(entries); n++ {
		r := folded(t, entries[:n])
		if r.Exit != ExitBroken || r.Totals.Pass > 0 {
			t.Errorf("the first %d entries: exit %d, %d pass", n, r.Exit, r.Totals.Pass)
		}
	}
	if _, err := Fold(nil); err == nil {
		t.Error("nothing folds to a run")
	}
}

func TestWhatTheWriterWroteIsRead(t *testing.T) {
	var b bytes.Buffer
	log := NewLog(&b)
	for _, e := range recorded(t, "run.jsonl") {
		log.Add(e)
	}
	log.Add(broke) // after the end
	entries, err := log.Entries()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadLog(bytes.NewReader(b.Bytes()))
	if err != nil || len(again) != len(entries) || len(again) != len(recorded(t, "run.jsonl")) {
		t.Fatalf("%d written, %d read: %v", len(entries), len(again), err)
	}
	half, err := ReadLog(bytes.NewReader(b.Bytes()[:b.Len()-5]))
	if err != nil || folded(t, half).Exit != ExitBroken {
		t.Errorf("a log whose last line breaks off: %v, exit %d", err, folded(t, half).Exit)
	}
}

func TestWhatIsNoLog(t *testing.T) {
	for _, row := range []struct{ text, says, reason string }{
		{"about: one-use\n", "line 1", "not JSON"},
		{`{"type":"story","story":{"id":"s"}}` + "\n", "begins with its only start", "no start"},
		{`{"type":"start","start":{"schema":"sameact.log/9"}}` + "\n", "sameact.log/1", "another schema"},
		{`{"type":"start","start":{"schema":"sameact.log/1"}}` + "\n" + `{"type":"finding"}` + "\n", "line 2", "a type without its entry"},
		{`{"type":"start","start":{"schema":"sameact.log/1"}}` + "\n" + `{"type":"magic"}` + "\n", "line 2", "an unknown type"},
	} {
		if _, err := ReadLog(strings.NewReader(row.text)); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}
