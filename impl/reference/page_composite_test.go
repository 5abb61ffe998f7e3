package reference

import (
	"slices"
	"strings"
	"testing"

	"sameact/spec"
)

const compositeClauses = `highest-step-asks asked-once steps-shown-in-order later-stricter-asks-again continuation-adds-nothing
	continuation-runs stopped-is-stopped ledger-tells-who`

func TestComposite(t *testing.T) { keeps(t, compositeClauses, compositeRows) }

var compositeRows = []promise{
	{"highest-step-asks", "a dangerous step asks for the whole", func(s *pageScene) {
		s.pending(s.ask("all"))
		s.offered(true)
		s.ran()
	}},
	{"highest-step-asks", "a step that is asked about every time offers no always, whatever the composite says", func(s *pageScene) {
		s.pending(s.ask("loose"))
		s.offered(false)
	}},
	{"highest-step-asks", "its own level counts too", func(s *pageScene) {
		s.change(`actions=[{"id":"calm","confirm":"always"}]`)
		s.pending(s.ask("calm"))
		s.offered(false)
	}},
	{"highest-step-asks", "harmless steps ask nobody", func(s *pageScene) {
		s.is(s.ask("calm"), spec.Executed, "", "")
		s.ran("filter", "note")
		s.asked(0)
	}},
	{"highest-step-asks", "a person's step does not count, one that cannot be resolved not yet", func(s *pageScene) {
		s.is(s.ask("export"), spec.Pending, "", "")
		s.ran("filter")
		s.pending(s.ask("late"))
		s.offered(true)
	}},
	{"highest-step-asks", "a composite in a composite counts with its steps and its own level", func(s *pageScene) {
		s.pending(s.ask("nested"))
		s.listedAs("filter agent", "filter agent", "refund agent", "note agent")
		s.change(`actions=[{"id":"calm","confirm":"always"},{"id":"outer","risk":"read","steps":[{"action":"calm"}]}]`)
		s.pending(s.ask("outer"))
		s.offered(false)
	}},
	{"highest-step-asks", "a step that was denied by whatever name", func(s *pageScene) {
		s.change(`actions=[{"id":"soft","risk":"read","steps":[{"action":"drop"}]}]`)
		s.deny(s.ask("delete"))
		s.pending(s.ask("soft"))
		s.ran()
	}},
	{"highest-step-asks", "a step that is not declared, or does not fit, or has no end, is refused before anybody is asked", func(s *pageScene) {
		s.change(`actions=[{"id":"bad","risk":"read","steps":[{"action":"filter"},{"action":"forget"}]},
				{"id":"unfit","risk":"read","steps":[{"action":"filter"},{"action":"refund","arguments":{"n":"x"}}]}]`)
		s.is(s.ask("bad"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		s.is(s.ask("unfit"), spec.Refused, spec.CodeArgumentsInvalid, "")
		s.is(s.ask("loop"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		s.asked(0)
		s.ran()
	}},
	{"asked-once", "one yes for all steps within it", func(s *pageScene) {
		s.is(s.allow(s.ask("all")), spec.Executed, "", "")
		s.asked(1)
		s.ran("filter", `refund {"n":1}`, "note")
	}},
	{"asked-once", "at the highest level too", func(s *pageScene) {
		s.is(s.allow(s.ask("loose")), spec.Executed, "", "")
		s.asked(1)
		s.ran("filter", "delete")
	}},
	{"asked-once", "a grant of the whole asks no more, and none of its steps alone is granted", func(s *pageScene) {
		s.always(s.ask("all"))
		s.is(s.ask("all"), spec.Executed, "", "")
		s.asked(1)
		s.pending(s.ask("refund", `{"n":1}`))
		s.change(`actions=[{"id":"note","risk":"danger"}]`)
		s.pending(s.ask("all"))
	}},
	{"steps-shown-in-order", "what runs is what was listed", func(s *pageScene) {
		q := s.pending(s.ask("all"))
		s.listedAs("filter agent", "refund agent", "note agent")
		if !contains(s.shown().Steps, `"arguments":{"n":1}`) || !contains(s.shown().Steps, `"risk":"danger"`) || !contains(s.shown().Steps, `"marks":[]`) {
			s.t.Errorf("steps %s", s.shown().Steps)
		}
		s.allow(q)
		s.ran("filter", `refund {"n":1}`, "note")
	}},
	{"steps-shown-in-order", "a person's step stands among them", func(s *pageScene) {
		s.pending(s.ask("paid"))
		s.listedAs("refund agent", "key user", "refund agent")
	}},
	{"steps-shown-in-order", "secrets are masked in steps as well", func(s *pageScene) {
		s.change(`actions=[{"id":"login","risk":"danger","steps":[{"action":"filter","arguments":{"password":"hunter2"}}]}]`)
		s.pending(s.ask("login"))
		if contains(s.shown().Steps, "hunter2") || !contains(s.shown().Steps, `"masked"`) {
			s.t.Errorf("steps %s", s.shown().Steps)
		}
	}},
	{"later-stricter-asks-again", "a step whose target comes later asks when it is reached", func(s *pageScene) {
		q := s.pending(s.ask("late"))
		s.listedAs("view agent", "filter agent", "note agent")
		s.page.refs["row"] = `3`
		second := s.pending(s.allow(q))
		if second.Request == q.Request {
			s.t.Fatal("the first question was asked again")
		}
		s.ran("view", "filter")
		s.listedAs("delete agent", "note agent")
		s.offered(false)
		s.is(s.allow(q), spec.Refused, spec.CodeApprovalUsed, "")
		s.is(s.allow(second), spec.Executed, "", "")
		s.ran("view", "filter", `delete {"id":3}`, "note")
		s.asked(2)
	}},
	{"later-stricter-asks-again", "what was not shown asks, though it is no stricter", func(s *pageScene) {
		s.change(`actions=[{"id":"delete","confirm":"ask"}]`)
		q := s.pending(s.ask("late"))
		s.page.refs["row"] = `3`
		s.pending(s.allow(q))
		s.ran("view", "filter")
	}},
	{"later-stricter-asks-again", "made stricter while a person has the page", func(s *pageScene) {
		h := s.pending(s.ask("export"))
		s.page.holds["key"] = true
		s.change(`actions=[{"id":"note","confirm":"ask"}]`)
		second := s.finish(h, "done")
		s.is(second, spec.Pending, spec.CodeConfirmationRequired, "")
		s.ran("filter")
		s.is(s.allow(second), spec.Executed, "", "")
		s.ran("filter", `note {"n":2}`)
	}},
	{"later-stricter-asks-again", "the mode made stricter, the composite itself, the declaration of a step that was shown", func(s *pageScene) {
		s.page.holds["key"] = true
		for _, edit := range []string{`confirmDefault=writes`, `actions=[{"id":"export","confirm":"always"}]`} {
			s.change()
			h := s.ask("export")
			s.change(edit)
			s.is(s.finish(h, "done"), spec.Pending, spec.CodeConfirmationRequired, "")
		}
		s.change()
		h := s.allow(s.ask("paid"))
		s.change(`actions=[{"id":"refund","effect":"delete"}]`)
		s.is(s.finish(h, "done"), spec.Pending, spec.CodeConfirmationRequired, "")
	}},
	{"later-stricter-asks-again", "a person's step that has become the agent's, however harmless", func(s *pageScene) {
		s.change(`actions=[{"id":"two","risk":"read","steps":[{"action":"key"},{"action":"code"}]}]`)
		h := s.ask("two")
		s.page.holds["key"] = true
		s.change(`actions=[{"id":"two","risk":"read","steps":[{"action":"key"},{"action":"code"}]},{"id":"code","handoff":null}]`)
		s.is(s.finish(h, "done"), spec.Pending, spec.CodeConfirmationRequired, "")
		s.ran()
	}},
	{"later-stricter-asks-again", "without a channel it is not asked and does not run", func(s *pageScene) {
		q := s.ask("late")
		s.page.refs["row"] = `3`
		s.change(`channels={"confirm":false,"handoff":true}`)
		s.is(s.allow(q), spec.Failed, spec.CodePermissionDenied, spec.CauseNoChannel)
		s.ran("view", "filter")
	}},
	{"continuation-adds-nothing", "a step that is added meanwhile does not run", func(s *pageScene) {
		h := s.ask("export")
		s.page.holds["key"] = true
		s.change(`actions=[{"id":"export","steps":[{"action":"filter"},{"action":"key"},{"action":"wipe"},{"action":"note","arguments":{"n":2}}]}]`)
		s.finish(h, "done")
		s.ran("filter", `note {"n":2}`)
	}},
	{"continuation-adds-nothing", "what was shown is what runs, though the page has moved on", func(s *pageScene) {
		s.change(`actions=[{"id":"pair","risk":"read","steps":[{"action":"refund","arguments":{"n":{"$ref":"row"}}},{"action":"refund","arguments":{"n":{"$ref":"row"}}}]}]`)
		s.page.refs["row"] = `1`
		q := s.ask("pair")
		s.page.refs["row"] = `2`
		s.is(s.allow(q), spec.Executed, "", "")
		s.ran(`refund {"n":1}`, `refund {"n":1}`)
	}},
	{"continuation-adds-nothing", "no step runs twice, whoever answers again", func(s *pageScene) {
		s.page.holds["key"] = true
		q := s.askLate()
		second := s.allow(q)
		s.allow(second)
		for range 2 {
			s.is(s.allow(q), spec.Refused, spec.CodeApprovalUsed, "")
			s.is(s.allow(second), spec.Refused, spec.CodeApprovalUsed, "")
		}
		h := s.ask("export")
		s.finish(h, "done")
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeApprovalUsed, "")
		s.ran("view", "filter", `delete {"id":3}`, "note", "filter", `note {"n":2}`)
	}},
	{"continuation-adds-nothing", "an ended session goes on with nothing, also in the middle of a step", func(s *pageScene) {
		s.page.during = func(e spec.Effect) {
			if e.Action == "filter" {
				s.end("s1")
			}
		}
		got := s.allow(s.ask("all"))
		s.is(got, spec.Failed, spec.CodePermissionDenied, spec.CauseCleared)
		ledger(s.t, got.Answer, "filter done agent answered", "refund not-run agent answered", "note not-run agent answered")
		s.ran("filter")
	}},
	{"continuation-runs", "in another process, after the first is gone", func(s *pageScene) {
		s.page.holds["key"] = true
		q := s.askLate()
		s.gate.Close()
		second := joinPage(s.t, s.place, shopWorld(s.t))
		second.page.refs["row"] = `3`
		again := second.pending(second.allow(q))
		second.gate.Close()
		third := joinPage(s.t, s.place, shopWorld(s.t))
		got := third.allow(again)
		third.is(got, spec.Executed, "", "")
		second.ran("view", "filter")
		third.ran(`delete {"id":3}`, "note")
		ledger(s.t, got.Answer, "view done agent answered", "filter done agent answered", "delete done agent answered", "note done agent answered")
	}},
	{"continuation-runs", "what needs no yes runs on after a person's step", func(s *pageScene) {
		s.page.holds["key"] = true
		s.is(s.finish(s.ask("export"), "done"), spec.Executed, "", "")
		s.ran("filter", `note {"n":2}`)
		s.asked(1)
	}},
	{"continuation-runs", "within the yes that was given before it", func(s *pageScene) {
		s.page.holds["key"] = true
		h := s.allow(s.ask("paid"))
		s.is(h, spec.Pending, "", "")
		s.is(s.finish(h, "done"), spec.Executed, "", "")
		s.ran(`refund {"n":1}`, `refund {"n":2}`)
		s.asked(2)
		for _, e := range s.host.effects {
			if e.Request != s.host.shows[0].Request {
				s.t.Errorf("%s ran on %q, and not on what was allowed", e.Action, e.Request)
			}
		}
	}},
	{"stopped-is-stopped", "after a failed step, an unknown one, a target that never comes", func(s *pageScene) {
		s.page.replies["refund"] = &spec.CallError{Code: spec.EffectRefused, Now: start + 40}
		got := s.allow(s.ask("all"))
		s.is(got, spec.Failed, spec.CodeException, "")
		ledger(s.t, got.Answer, "filter done agent answered", "refund failed agent answered", "note not-run agent answered")
		s.page.replies["refund"] = &spec.CallError{Code: spec.EffectLost, Now: start + 40}
		got = s.allow(s.ask("all"))
		s.is(got, spec.Unknown, spec.CodeOutcomeUnknown, "")
		ledger(s.t, got.Answer, "filter done agent answered", "refund unknown agent answered", "note not-run agent answered")
		got = s.allow(s.ask("late"))
		s.is(got, spec.Failed, spec.CodeArgumentsInvalid, spec.CauseTarget)
		ledger(s.t, got.Answer, "view done agent answered", "filter done agent answered", "delete not-run agent answered", "note not-run agent answered")
		s.ran("filter", `refund {"n":1}`, "filter", `refund {"n":1}`, "view", "filter")
	}},
	{"stopped-is-stopped", "after a no, the first or a later one", func(s *pageScene) {
		got := s.deny(s.ask("all"))
		s.is(got, spec.Refused, spec.CodePermissionDenied, spec.CauseRefused)
		ledger(s.t, got.Answer, "filter not-run agent answered", "refund not-run agent answered", "note not-run agent answered")
		second := s.allow(s.askLate())
		got = s.deny(second)
		s.is(got, spec.Failed, spec.CodePermissionDenied, spec.CauseRefused)
		ledger(s.t, got.Answer, "view done agent answered", "filter done agent answered", "delete not-run agent answered", "note not-run agent answered")
		s.is(s.allow(second), spec.Refused, spec.CodePermissionDenied, spec.CauseRefused)
		s.ran("view", "filter")
	}},
	{"stopped-is-stopped", "after silence and a clear in the middle", func(s *pageScene) {
		s.allow(s.askLate())
		settled := s.clear()
		same(s.t, settled[0].Answer, spec.Failed, spec.CodePermissionDenied, spec.CauseCleared)
		s.end("s1")
		s.allow(s.askLate())
		settled = s.tick(tenMinutes + 40)
		same(s.t, settled[0].Answer, spec.Failed, spec.CodePermissionDenied, spec.CauseTimedOut)
	}},
	{"stopped-is-stopped", "after a person's step that came to nothing", func(s *pageScene) {
		for _, outcome := range []string{"cancel", "done"} {
			h := s.ask("export")
			s.is(s.finish(h, outcome), spec.Ended, map[string]string{"cancel": spec.CodeHandoffCancelled, "done": spec.CodeHandoffFailed}[outcome],
				map[string]string{"done": spec.CauseExpectation}[outcome])
		}
		s.ask("export")
		s.tick(fiveMinutes)
		s.ran("filter", "filter", "filter")
	}},
	{"ledger-tells-who", "answered, by policy, by grant; a person's step by what it rests on", func(s *pageScene) {
		ledger(s.t, s.ask("calm").Answer, "filter done agent policy-none", "note done agent policy-none")
		got := s.always(s.ask("all"))
		ledger(s.t, got.Answer, "filter done agent answered", "refund done agent answered", "note done agent answered")
		ledger(s.t, s.ask("all").Answer, "filter done agent grant", "refund done agent grant", "note done agent grant")
		h := s.ask("export")
		ledger(s.t, h.Answer, "filter done agent policy-none", "key waiting user handoff", "note not-run agent policy-none")
		s.page.holds["key"] = true
		ledger(s.t, s.finish(h, "done").Answer, "filter done agent policy-none", "key verified user expectation", "note done agent policy-none")
	}},
	{"ledger-tells-who", "a question in the middle waits at its step", func(s *pageScene) {
		got := s.allow(s.askLate())
		ledger(s.t, got.Answer, "view done agent answered", "filter done agent answered", "delete waiting agent answered", "note not-run agent answered")
	}},
	{"ledger-tells-who", "a plain act has none", func(s *pageScene) {
		if got := s.ask("filter"); got.Steps != nil {
			s.t.Errorf("%+v", got.Steps)
		}
	}},
	{"ledger-tells-who", "a call without a page has no targets", func(s *pageScene) {
		target := New(Obeying(RePresent))
		defer target.Close()
		place, err := target.Open()
		if err != nil {
			s.t.Fatal(err)
		}
		defer place.Close()
		host := &outside{}
		g, err := place.Start("p", host, shopWorld(s.t))
		if err != nil {
			s.t.Fatal(err)
		}
		bare := &scene{t: s.t, gate: g, host: host, now: start}
		is(s.t, bare.call(pageCall("filter", `{}`), ""), spec.Executed, "")
		is(s.t, bare.call(pageCall("filter", `{"id":{"$ref":"row"}}`), ""), spec.Refused, spec.CodeArgumentsInvalid)
		h := bare.call(pageCall("key", `{}`), "")
		got := bare.do(spec.Request{Method: spec.MethodFinish, Request: h.Request, Outcome: "done", By: "u1"})
		same(s.t, got.Answer, spec.Ended, spec.CodeHandoffFailed, spec.CauseExpectation)
	}},
}

// TestEveryStepIsBegunOnce crashes a process on a step and looks that nobody runs it again.
func TestEveryStepIsBegunOnce(t *testing.T) {
	dir := t.TempDir()
	target := New(Obeying(RePresent))
	defer target.Close()
	open := func() *pageScene {
		place, err := target.OpenIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { place.Close() })
		return joinPage(t, place, shopWorld(t))
	}
	s := open()
	q := s.ask("all")
	s.page.during = func(e spec.Effect) {
		if e.Action == "refund" {
			s.gate.Close()
		}
	}
	_, err := s.gate.Do(spec.Request{Method: spec.MethodDecide, Request: q.Request, Decision: []byte(`"allow"`), By: "u1", Now: start})
	if err == nil {
		t.Fatal("a process that was closed went on")
	}
	s.ran("filter", `refund {"n":1}`)
	second := open()
	second.is(second.allow(q), spec.Refused, spec.CodeApprovalUsed, "")
	second.tick(tenMinutes)
	second.ran()
	var unknown []string
	for _, r := range second.do(spec.Request{Method: spec.MethodAudit}).Records {
		if r.Outcome == outcomeUnknown {
			unknown = append(unknown, r.Action)
		}
	}
	if !slices.Equal(unknown, []string{"refund"}) {
		t.Errorf("unknown in the audit: %s", strings.Join(unknown, " "))
	}
}
