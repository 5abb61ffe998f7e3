package probes_test

import (
	"slices"
	"strings"
	"testing"

	"sameact/mutations"
	"sameact/probes"
	"sameact/spec"
)

// textbook are the faults that everybody makes once. Each is found by the sweep alone, and its smallest
// story has at most as many lines as said.
var textbook = []struct {
	defect, clause string
	stories        []string // besides the sweep of the clause's own mutations
	lines          int
	reason         string
}{
	{"arguments-not-bound", "same-arguments", nil, 3, "ask, yes, other arguments"},
	{"action-not-bound", "same-action", nil, 3, "ask, yes, other action"},
	{"agent-not-bound", "same-agent", nil, 3, "ask, yes, other agent"},
	{"absent-agent-skips-the-check", "same-agent", nil, 3, "ask, yes, no agent"},
	{"session-not-bound", "same-session", nil, 3, "ask, yes, other conversation"},
	{"principal-not-bound", "same-principal", nil, 3, "ask, yes, other user"},
	{"account-not-bound", "same-account", nil, 4, "the same connection may stand for another account"},
	{"task-not-bound", "same-task", nil, 3, "ask, yes, other objective"},
	{"absent-objective-binds-nothing", "no-task-is-a-task", nil, 3, "ask without one, yes, present with one"},
	{"keys-as-they-come", "order-of-keys", nil, 3, "ask, yes, members in another order"},
	{"first-8-kib-only", "past-the-preview", nil, 3, "ask, yes, another end of a long text"},
	{"mismatch-burns", "mismatch-does-not-burn", []string{"sweep"}, 4, "ask, yes, a wrong attempt, the right one"},
	{"approved-once-for-all", "no-standing-yes", nil, 4, "ask, yes, run, and run again without it"},
	{"used-serves-again", "one-use", nil, 4, "ask, yes, run twice"},
	{"spend-after-effect", "spend-before-effect", []string{"in-flight"}, 4, "ask, yes, run and hold the call, present again"},
	{"failure-gives-back", "failed-stays-spent", []string{"outcomes"}, 4, "ask, yes, refused by the tool, again"},
	{"pending-runs", "pending-runs-nothing", nil, 2, "ask, present"},
	{"denied-runs", "denied-runs-nothing", nil, 3, "ask, no, present"},
	{"no-can-become-yes", "denied-runs-nothing", nil, 4, "ask, no, yes, present"},
	{"expiry-off-by-one", "expired-runs-nothing", nil, 4, "ask, yes, ten minutes, present"},
	{"expires-a-moment-early", "until-expiry", nil, 4, "ask, yes, a millisecond less, present"},
	{"late-yes-counts", "late-yes", nil, 4, "ask, ten minutes, yes, present"},
	{"policy-is-not-read-again", "policy-at-use", nil, 4, "ask, yes, narrow the policy, present"},
	{"anyone-may-answer", "owner-answers", nil, 3, "ask, another's yes, present"},
	{"nothing-approves", "yes-is-exactly-yes", nil, 3, "ask, an answer of nothing, present"},
	{"confirmed-is-believed", "flag-is-not-permission", nil, 2, "a call that says it is confirmed"},
	{"told-executed-when-allowed", "said-is-done", []string{"confirm-table"}, 2, "ask, yes"},
	{"success-told-on-a-lost-reply", "lost-reply-is-unknown", []string{"unasked-outcomes", "outcomes"}, 3, "a call whose reply is lost"},
}

// unanswered are faults whose smallest change is the answer itself: nobody has said yes in the twin.
var unanswered = map[string]bool{"pending-runs": true, "denied-runs": true, "anyone-may-answer": true, "nothing-approves": true, "confirmed-is-believed": true}

func TestSmallestCounterexamples(t *testing.T) {
	if testing.Short() {
		t.Skip("each is searched for and shrunk, one after the other; left out with -short")
	}
	for _, c := range textbook {
		t.Run(c.defect+"/"+c.clause, func(t *testing.T) {
			t.Parallel()
			f := findingOf(t, c.defect, c.clause, c.stories)
			if n := len(f.Case.Lines.Script()); n > c.lines || c.lines > 4 {
				t.Errorf("%d lines, want %d (%s):\n%s", n, c.lines, c.reason, f.Case.Lines)
			}
			played(t, f)
			if f.Case.Lines.Marked() && !unanswered[c.defect] && !slices.ContainsFunc(f.Twin, func(e spec.Event) bool { return e.Saw(spec.SeenEffect) }) {
				t.Errorf("nothing ran in the twin:\n%s", f.Twin)
			}
		})
	}
}

// findingOf is what the sweep finds about one clause, where it plays the mutations that the clause owns
// and the stories named.
func findingOf(t *testing.T, slug, clause string, stories []string) probes.Finding {
	t.Helper()
	for _, m := range mutations.All {
		if m.Owner == clause {
			stories = append(slices.Clip(stories), probes.SweepSlug+"/"+m.Slug)
		}
	}
	d := run(t, defect(t, slug).Target(), probes.Options{SweepOnly: true, Jobs: 1, Clauses: []string{clause}, Stories: stories, Target: "defect:" + slug})
	if len(d.findings) != 1 || d.findings[0].Clause != clause {
		t.Fatalf("%d findings, want one about %s\n%s", len(d.findings), clause, d)
	}
	return d.findings[0]
}

// played insists that a finding and its twin are histories of a gate, not scripts, that the twin is the
// case without its change, and that the finding says everything that a reader needs.
func played(t *testing.T, f probes.Finding) {
	t.Helper()
	script := f.Case.Lines.Script()
	switch {
	case f.Case.Verdict != spec.Breaks || f.Case.About != f.Clause || len(script) == len(f.Case.Lines):
		t.Errorf("the case is not recorded:\n%s", f.Case)
	case script.Marked() != (len(f.Twin) > 0):
		t.Errorf("marked and twin do not go together:\n%s\ntwin:\n%s", f.Case.Lines, f.Twin)
	case script.Marked() && f.Twin.Script().String() != script.Twin().String():
		t.Errorf("the twin of\n%sis not\n%s", script, f.Twin)
	case script.Marked() && !slices.ContainsFunc(f.Twin, func(e spec.Event) bool { return e.Seen }):
		t.Errorf("the twin was not played:\n%s", f.Twin)
	}
	if f.Event < 0 || f.Event >= len(f.Case.Lines) || f.Why == "" || f.Happened == "" || !strings.Contains(f.Rerun, "--clause "+f.Clause) {
		t.Errorf("the finding does not say where, why, what and how to see it again: %+v", f)
	}
	if back, err := spec.ParseCase(f.Case.Name, f.Case.String()); err != nil || back.String() != f.Case.String() {
		t.Errorf("the case cannot be read back: %v\n%s", err, f.Case)
	}
}
