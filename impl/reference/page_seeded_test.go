package reference

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"sameact/spec"
)

// A mistake is a build with one seam of the page path replaced, and the clause whose rows have to see it.
type mistake struct {
	about, clause string
	make          func(b *Build)
}

var mistakes = []mistake{
	{"nobody is asked about what asks once", "level-asks", func(b *Build) {
		b.Page.Highest = func(own Level, s []Step) Level { return highest(own, s) &^ Ask }
	}},
	{"everything is asked about", "level-lets-pass", func(b *Build) {
		b.Page.Level = func(w *spec.World, a spec.Action) Level { return max(Ask, level(w, a)) }
	}},
	{"a dangerous read is a read", "danger-asks", func(b *Build) {
		b.Page.Level = func(w *spec.World, a spec.Action) Level {
			if a.ID == "dump" {
				return None
			}
			return level(w, a)
		}
	}},
	{"the stricter mode is always on", "quiet-by-default", func(b *Build) {
		b.Page.Level = func(w *spec.World, a spec.Action) Level {
			strict := *w
			strict.ConfirmDefault = "writes"
			return level(&strict, a)
		}
	}},
	{"a word that nobody knows takes the default", "declaration-decides", func(b *Build) {
		b.Page.Level = func(w *spec.World, a spec.Action) Level {
			if !slices.Contains([]string{"none", "ask", "always"}, a.Confirm) {
				a.Confirm = ""
			}
			return level(w, a)
		}
	}},
	{"what is not declared runs", "declaration-decides", func(b *Build) { b.Page.Before = b.Page.Before.Without("declared") }},
	{"input is not looked at", "validated-before-asked", func(b *Build) { b.Page.Before = b.Page.Before.Without("input") }},
	{"a target that is not there is asked about", "validated-before-asked", func(b *Build) { b.Page.Before = b.Page.Before.Without("target") }},
	{"no channel is a yes", "no-channel-no-run", func(b *Build) { b.Page.Mute = func(Level) bool { return true } }},
	{"a late yes counts", "silence-is-no", func(b *Build) {
		b.Page.Allow, b.Page.Overdue = b.Page.Allow.Without("unexpired"), b.Page.Overdue.With("overdue", `0`)
	}},
	{"a clear leaves somebody waiting", "clear-settles-all", func(b *Build) { b.Page.Clears = b.Page.Clears.With("open", `0`) }},
	{"a cleared question can still be answered", "clear-settles-all", func(b *Build) {
		b.Page.Allow, b.Page.Continue = b.Page.Allow.With("open", `state IN ('pending', 'cleared')`), b.Page.Continue.Without("waiting")
	}},
	{"a denial is forgotten", "refusal-ends-it", func(b *Build) { b.Page.Recalls = func(string) bool { return false } }},
	{"silence is no denial", "refusal-ends-it", func(b *Build) { b.Page.Recalls = func(cause string) bool { return cause == spec.CauseRefused } }},
	{"a denial outlives its session", "refusal-ends-it", func(b *Build) { b.Page.Refused = b.Page.Refused.Without("session") }},
	{"a denied effect runs by another name", "refusal-ends-it", func(b *Build) {
		b.Page.Raises = func(l Level, _ bool) Level { return l }
	}},
	{"one yes is a grant", "one-decision-one-call", func(b *Build) {
		b.Page.Decides = func(raw json.RawMessage) string {
			if word := pageDecision(raw); word != "allow" {
				return word
			}
			return "always"
		}
	}},
	{"anybody answers", "one-decision-one-call", func(b *Build) { b.Page.Allow = b.Page.Allow.Without("owner") }},
	{"an edited declaration is still asked about", "one-decision-one-call", func(b *Build) {
		b.Page.Digest = func(_ *spec.World, a spec.Action) string { return a.ID }
	}},
	{"a grant is of one record", "grant-serves-its-shape", func(b *Build) {
		b.Page.Material = func(v []MaterialValue) string { return fmt.Sprintf("%s", v) }
	}},
	{"a grant is of every action", "grant-keeps-shape", func(b *Build) { b.Page.Serves = b.Page.Serves.Without("action", "declaration") }},
	{"a grant outlives its process", "grant-keeps-shape", func(b *Build) { b.Page.Serves = b.Page.Serves.Without("runtime") }},
	{"a grant is of every value", "grant-keeps-material", func(b *Build) { b.Page.Serves = b.Page.Serves.Without("material") }},
	{"a grant outlives its session", "grant-dies", func(b *Build) { delete(b.Page.Dies, SessionEnded) }},
	{"a grant outlives a denial", "grant-dies", func(b *Build) { delete(b.Page.Dies, ShapeDenied) }},
	{"a grant comes back with its declaration", "grant-dies", func(b *Build) { delete(b.Page.Dies, DeclarationEdited) }},
	{"always is offered for everything", "no-grant-for-always", func(b *Build) {
		b.Page.Offers, b.Page.Honours = func(Level) bool { return true }, func(Level) bool { return true }
	}},
	{"an always that lost leaves a grant", "grant-needs-the-win", func(b *Build) { b.Page.Given = b.Page.Given.Without("won") }},
	{"an address lets a call run", "no-string-approves", func(b *Build) {
		b.Page.Trusts = func(p Plea) bool { return p.Approval != nil }
		b.Page.Stacked = ""
	}},
	{"the address is told to the agent", "no-string-approves", func(b *Build) {
		b.Tells = func(a spec.Answer) spec.Answer { a.Message += pagePrefix; return a }
	}},
	{"a question is stacked on an open one", "no-string-approves", func(b *Build) { b.Page.Stacked = "" }},
	{"what was allowed is called done", "yes-is-not-the-backend", func(b *Build) {
		b.Tells = func(a spec.Answer) spec.Answer {
			if a.Status == spec.Failed {
				a.Status, a.Code = spec.Executed, ""
			}
			return a
		}
	}},
	{"the gate is not marked", "model-marks-the-gate", func(b *Build) {
		b.Page.Observes = func(_ *spec.World, o spec.Observation, _ string) spec.Observation {
			for i := range o.Tools {
				o.Tools[i].Asks = false
			}
			return o
		}
	}},

	{"a composite is asked about at its own level", "highest-step-asks", func(b *Build) {
		b.Page.Highest = func(own Level, _ []Step) Level { return own }
	}},
	{"a composite's none loosens its steps", "highest-step-asks", func(b *Build) {
		b.Page.Highest = func(own Level, s []Step) Level { return min(own, highest(own, s)) }
	}},
	{"each step is asked about", "asked-once", func(b *Build) {
		b.Page.Covers = func(s Step, scope Scope) bool { return s.Whole && covers(s, scope) }
	}},
	{"the steps are listed backwards", "steps-shown-in-order", func(b *Build) {
		b.Page.Lists = func(s []Step) []Step { slices.Reverse(s); return s }
	}},
	{"a yes is for everything that comes", "later-stricter-asks-again", func(b *Build) {
		b.Page.Covers = func(s Step, scope Scope) bool { return true }
	}},
	{"a yes is for what was not shown", "later-stricter-asks-again", func(b *Build) {
		b.Page.Covers = func(s Step, scope Scope) bool { return scope.Basis != "" && s.Level <= scope.Level }
	}},
	{"a continuation reads the declaration again", "continuation-adds-nothing", func(b *Build) {
		b.Page.Continues = func(_ *spec.World, a spec.Action, kept []Step, next int) ([]Step, int) {
			if next == 0 || len(a.Steps) == len(kept) {
				return kept, next
			}
			return slices.Insert(kept, next+1, Step{Action: a.Steps[next+1].Action, Written: json.RawMessage(`{}`), State: spec.LedgerNotRun}), next
		}
	}},
	{"a continuation begins at the beginning", "continuation-adds-nothing", func(b *Build) {
		b.Page.Continues = func(_ *spec.World, _ spec.Action, kept []Step, next int) ([]Step, int) {
			if len(kept) == 4 {
				next = 0
			}
			return kept, next
		}
	}},
	{"an ended session goes on", "continuation-adds-nothing", func(b *Build) { b.Page.Begin = b.Page.Begin.Without("running") }},
	{"nothing goes on after a wait", "continuation-runs", func(b *Build) {
		b.Page.Continues = func(_ *spec.World, _ spec.Action, kept []Step, next int) ([]Step, int) {
			return kept[:min(len(kept), next+1)], next
		}
	}},
	{"the steps after a failed one run", "stopped-is-stopped", func(b *Build) { b.Page.Stops = func(string, Step) bool { return false } }},
	{"the steps after a denied one run", "stopped-is-stopped", func(b *Build) {
		b.Page.Stops = func(how string, s Step) bool { return how != denied && stops(how, s) }
	}},
	{"the ledger says that the agent did it", "ledger-tells-who", func(b *Build) {
		b.Page.Ledger = func(l []spec.LedgerStep) []spec.LedgerStep {
			for i := range l {
				l[i].By = byAgent
			}
			return l
		}
	}},

	{"a person is asked for what is not there", "target-before-person", func(b *Build) { b.Page.Before = b.Page.Before.Without("target") }},
	{"the handler runs in place of a person", "never-simulated", func(b *Build) {
		b.Page.Human = func(*spec.World, spec.Action) bool { return false }
	}},
	{"the handler runs where no person can be reached", "never-simulated", func(b *Build) {
		b.Page.Human = func(w *spec.World, a spec.Action) bool { return a.Handoff != nil && w.Channels.Handoff }
	}},
	{"no reason is given", "reason-shown", func(b *Build) {
		b.Show = func(s spec.Show, _ []byte) spec.Show { s.Reason = ""; return s }
	}},
	{"a person's step is asked about as well", "no-double-ask", func(b *Build) {
		b.Page.Highest = func(own Level, s []Step) Level { return max(own, highest(own, s)) }
	}},
	{"a handoff is a yes for what comes next", "neighbours-still-ask", func(b *Build) {
		b.Page.Covers = func(s Step, scope Scope) bool { return scope.Handed || covers(s, scope) }
	}},
	{"done is believed", "done-is-checked", func(b *Build) {
		b.Page.Verifies = func(bool, bool) string { return spec.LedgerVerified }
	}},
	{"an expectation that holds ends it", "done-is-checked", func(b *Build) {
		b.Page.Checks = func(outcome string) int { return map[string]int{"done": 1, spec.MethodTick: 1}[outcome] }
	}},
	{"another target will do", "done-is-checked", func(b *Build) {
		b.Page.Same = func(json.RawMessage, json.RawMessage) bool { return true }
	}},
	{"a claim is called verified", "claim-is-a-claim", func(b *Build) {
		b.Page.Verifies = func(expects, holds bool) string { return verified(true, holds || !expects) }
	}},
	{"the agent takes the credit", "person-done-continues", func(b *Build) {
		b.Page.Ledger = func(l []spec.LedgerStep) []spec.LedgerStep { return nil }
	}},
	{"an ended handoff is called refused", "ended-is-not-refused", func(b *Build) {
		b.Tells = func(a spec.Answer) spec.Answer {
			if a.Status == spec.Ended {
				a.Status = spec.Refused
			}
			return a
		}
	}},
	{"done after cancel counts", "one-end", func(b *Build) {
		b.Page.Done = b.Page.Done.With("open", `state IN ('pending', 'cancelled')`)
		b.Page.Continue = b.Page.Continue.Without("waiting")
	}},
	{"anybody finishes", "one-end", func(b *Build) {
		b.Page.Done, b.Page.Cancel = b.Page.Done.Without("owner"), b.Page.Cancel.Without("owner")
	}},
	{"ten minutes for a person", "five-minutes", func(b *Build) {
		b.Page.Patience = func(step, world json.RawMessage) int64 { return 2 * patience(step, world) }
	}},
	{"the step's own time is not read", "five-minutes", func(b *Build) {
		b.Page.Patience = func(_, world json.RawMessage) int64 { return patience(nil, world) }
	}},
	{"a handoff is opened again", "no-repeat", func(b *Build) { b.Page.Again = func(string) bool { return true } }},
	{"done stands on every step", "next-is-not-done", func(b *Build) { b.Page.Done = b.Page.Done.Without("last") }},
	{"next is done", "next-is-not-done", func(b *Build) {
		b.Page.Completes = func(outcome string, _, _ int) bool { return outcome == "next" }
		b.Page.Done = b.Page.Done.Without("last")
	}},
	{"each step of the explanation is checked", "checked-once", func(b *Build) {
		b.Page.Checks = func(string) int { return 1 }
	}},
	{"a guide that is declared is a tool", "guide-grants-nothing", func(b *Build) {
		b.Page.Callable = func(*spec.World, string) bool { return true }
	}},
	{"what was typed is told", "typed-stays-out", func(b *Build) {
		b.Page.Tells = func(a spec.Answer, _, typed string) spec.Answer { a.Message += typed; return a }
	}},
	{"a person's step inside is the agent's", "human-step-inside", func(b *Build) {
		b.Page.Human = func(*spec.World, spec.Action) bool { return false }
	}},
	{"the steps of a whole handoff run", "whole-handoff-skips-steps", func(b *Build) {
		b.Page.Steps = func(a spec.Action) []spec.ActionStep { return a.Steps }
	}},
	{"one code for everything", "codes-are-exact", func(b *Build) {
		b.Tells = func(a spec.Answer) spec.Answer {
			if a.Code == spec.CodeHandoffTimeout {
				a.Code = spec.CodeHandoffFailed
			}
			return a
		}
	}},
}

// TestEveryMistakeIsSeen holds the rows against mistakes: each has to be seen by a row of its clause.
func TestEveryMistakeIsSeen(t *testing.T) {
	rows := slices.Concat(confirmRows, compositeRows, handoffRows)
	unseen := map[string]bool{}
	for _, r := range rows {
		unseen[r.clause] = true
	}
	for _, m := range mistakes {
		delete(unseen, m.clause)
		t.Run(m.clause+"/"+m.about, func(t *testing.T) {
			b := Obeying(RePresent)
			m.make(&b)
			target := New(b)
			defer target.Close()
			for _, r := range rows {
				if r.clause == m.clause && fails(t, target, r) {
					return
				}
			}
			t.Error("no row sees it")
		})
	}
	for clause := range unseen {
		t.Errorf("no mistake is about %s", clause)
	}
}

// fails plays a row and reports whether it failed.
func fails(t *testing.T, target spec.Target, r promise) bool {
	w := &witness{TB: t}
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		defer func() {
			if recover() != nil {
				w.failed = true // a row that finds nothing where it expects something
			}
		}()
		r.play(newPage(w, target, shopWorld(w)))
	}()
	<-finished
	return w.failed
}

// A witness notes that a test failed, and does not let it fail.
type witness struct {
	testing.TB
	failed bool
}

func (w *witness) Errorf(string, ...any) { w.failed = true }
func (w *witness) Error(...any)          { w.failed = true }
func (w *witness) Fatalf(string, ...any) { w.failed = true; runtime.Goexit() }
func (w *witness) Fatal(...any)          { w.failed = true; runtime.Goexit() }
