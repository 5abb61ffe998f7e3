package reference

import (
	"encoding/json"
	"testing"

	"sameact/spec"
)

const handoffClauses = `target-before-person never-simulated reason-shown no-double-ask neighbours-still-ask done-is-checked
	claim-is-a-claim person-done-continues ended-is-not-refused one-end five-minutes no-repeat next-is-not-done checked-once
	guide-grants-nothing typed-stays-out human-step-inside whole-handoff-skips-steps codes-are-exact`

func TestHandoff(t *testing.T) { keeps(t, handoffClauses, handoffRows) }

var handoffRows = []promise{
	{"target-before-person", "a target that is not there, input that does not fit, an action that is not declared", func(s *pageScene) {
		s.is(s.ask("key", `{"row":{"$ref":"row"}}`), spec.Refused, spec.CodeHandoffFailed, spec.CauseTarget)
		s.is(s.ask("sign", `{"n":"x"}`), spec.Refused, spec.CodeArgumentsInvalid, "")
		s.is(s.ask("stamp"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		s.asked(0)
	}},
	{"target-before-person", "inside a composite too, after steps have run", func(s *pageScene) {
		s.change(`actions=[{"id":"export","steps":[{"action":"filter"},{"action":"key","arguments":{"row":{"$ref":"row"}}},{"action":"note"}]}]`)
		got := s.ask("export")
		s.is(got, spec.Failed, spec.CodeHandoffFailed, spec.CauseTarget)
		ledger(s.t, got.Answer, "filter done agent policy-none", "key not-run user handoff", "note not-run agent policy-none")
		s.ran("filter")
		s.asked(0)
	}},
	{"never-simulated", "whatever becomes of it", func(s *pageScene) {
		s.page.holds["key"] = true
		for _, outcome := range []string{"done", "cancel", "next", "back", "ready"} {
			s.finish(s.ask("key"), outcome)
		}
		s.allow(s.ask("key"))
		s.tick(fiveMinutes)
		s.ran()
	}},
	{"never-simulated", "not without a channel either", func(s *pageScene) {
		s.change(`channels={"confirm":true,"handoff":false}`)
		s.is(s.ask("key"), spec.Refused, spec.CodeHandoffFailed, spec.CauseNoChannel)
		s.is(s.ask("export"), spec.Failed, spec.CodeHandoffFailed, spec.CauseNoChannel)
		s.ran("filter")
		s.asked(0)
	}},
	{"reason-shown", "why, how, with what, and nothing to choose", func(s *pageScene) {
		s.ask("code", `{"id":7}`)
		show := s.shown()
		if show.Kind != kindHandoff || show.Reason != "Only you have the code" || show.Action != "code" || show.Options == nil || len(show.Options) > 0 ||
			string(show.Preview) != `{"id":7}` || string(show.Steps) != `[{"text":"Open your phone","highlight":"field"},{"text":"Type the code","highlight":"field"}]` {
			s.t.Errorf("shown %+v", show)
		}
	}},
	{"no-double-ask", "dangerous, and asked about every time: a person does it", func(s *pageScene) {
		s.ask("sign")
		s.asked(1)
		if s.shown().Kind != kindHandoff {
			s.t.Error("an approval was asked for")
		}
	}},
	{"no-double-ask", "also without a way to ask", func(s *pageScene) {
		s.change(`channels={"confirm":false,"handoff":true}`)
		s.is(s.ask("sign"), spec.Pending, "", "")
	}},
	{"neighbours-still-ask", "before it and after it", func(s *pageScene) {
		s.change(`actions=[{"id":"export","steps":[{"action":"key"},{"action":"refund","arguments":{"n":{"$ref":"row"}}}]}]`)
		s.page.holds["key"] = true
		h := s.ask("export")
		s.is(h, spec.Pending, "", "")
		s.page.refs["row"] = `1`
		second := s.finish(h, "done")
		s.is(second, spec.Pending, spec.CodeConfirmationRequired, "")
		s.listedAs("refund agent")
		s.ran()
		s.is(s.allow(second), spec.Executed, "", "")
		s.pending(s.ask("paid"))
	}},
	{"done-is-checked", "done where the expectation is false", func(s *pageScene) {
		h := s.ask("key")
		got := s.finish(h, "done")
		s.is(got, spec.Ended, spec.CodeHandoffFailed, spec.CauseExpectation)
		ledger(s.t, got.Answer, "key failed user expectation")
		s.page.holds["key"] = true
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeApprovalUsed, "")
	}},
	{"done-is-checked", "an expectation that holds ends nothing by itself", func(s *pageScene) {
		h := s.ask("key")
		s.page.holds["key"] = true
		if settled := s.tick(1); len(settled) != 0 || len(s.page.looked) != 0 {
			s.t.Fatalf("settled %+v, looked %v", settled, s.page.looked)
		}
		s.is(s.finish(h, "done"), spec.Executed, "", "")
	}},
	{"done-is-checked", "a target that was replaced, or has gone", func(s *pageScene) {
		s.page.holds["key"] = true
		s.page.refs["row"] = `1`
		h := s.ask("key", `{"row":{"$ref":"row"}}`)
		s.page.refs["row"] = `2`
		s.is(s.finish(h, "done"), spec.Ended, spec.CodeHandoffFailed, spec.CauseTarget)
		h = s.ask("key", `{"row":{"$ref":"row"}}`)
		delete(s.page.refs, "row")
		s.is(s.finish(h, "done"), spec.Ended, spec.CodeHandoffFailed, spec.CauseTarget)
		h = s.ask("key")
		settled := s.change(`actions=[{"id":"key","gone":true}]`)
		same(s.t, settled[0].Answer, spec.Ended, spec.CodeHandoffFailed, spec.CauseTarget)
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeApprovalExpired, "")
	}},
	{"claim-is-a-claim", "without an expectation", func(s *pageScene) {
		got := s.finish(s.ask("sign"), "done")
		s.is(got, spec.Unknown, spec.CodeHandoffClaimed, "")
		ledger(s.t, got.Answer, "sign claimed user claim")
		if len(s.page.looked) != 0 {
			s.t.Errorf("looked %v", s.page.looked)
		}
	}},
	{"claim-is-a-claim", "inside a composite the rest goes on, and the whole is not known", func(s *pageScene) {
		s.change(`actions=[{"id":"export","steps":[{"action":"filter"},{"action":"sign"},{"action":"note","arguments":{}}]}]`)
		got := s.finish(s.ask("export"), "done")
		s.is(got, spec.Unknown, spec.CodeHandoffClaimed, "")
		ledger(s.t, got.Answer, "filter done agent policy-none", "sign claimed user claim", "note done agent policy-none")
		s.ran("filter", "note")
	}},
	{"person-done-continues", "the receipt says who", func(s *pageScene) {
		s.page.holds["key"] = true
		got := s.finish(s.ask("key", `{"id":7}`), "done")
		s.is(got, spec.Executed, "", "")
		ledger(s.t, got.Answer, "key verified user expectation")
		if len(s.page.looked) != 1 || s.page.looked[0] != `key {"id":7}` {
			s.t.Errorf("looked %v", s.page.looked)
		}
	}},
	{"ended-is-not-refused", "cancelled", func(s *pageScene) {
		got := s.finish(s.ask("key"), "cancel")
		s.is(got, spec.Ended, spec.CodeHandoffCancelled, "")
		ledger(s.t, got.Answer, "key failed user handoff")
	}},
	{"ended-is-not-refused", "out of time, by a tick and by a word that comes too late", func(s *pageScene) {
		h := s.ask("key")
		settled := s.tick(fiveMinutes)
		same(s.t, settled[0].Answer, spec.Ended, spec.CodeHandoffTimeout, spec.CauseTimedOut)
		ledger(s.t, settled[0].Answer, "key failed user handoff")
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeHandoffTimeout, spec.CauseTimedOut)
		h = s.ask("key")
		s.now += fiveMinutes
		s.page.holds["key"] = true
		s.is(s.finish(h, "done"), spec.Ended, spec.CodeHandoffTimeout, spec.CauseTimedOut)
	}},
	{"ended-is-not-refused", "cleared", func(s *pageScene) {
		s.ask("key")
		settled := s.clear()
		same(s.t, settled[0].Answer, spec.Ended, spec.CodeHandoffCancelled, spec.CauseCleared)
	}},
	{"one-end", "the first of done, cancel and time", func(s *pageScene) {
		s.page.holds["key"] = true
		h := s.ask("key")
		s.finish(h, "cancel")
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeHandoffCancelled, "")
		s.is(s.finish(h, "cancel"), spec.Refused, spec.CodeHandoffCancelled, "")
		h = s.ask("key")
		s.finish(h, "done")
		s.is(s.finish(h, "cancel"), spec.Refused, spec.CodeApprovalUsed, "")
		if settled := s.tick(fiveMinutes); len(settled) != 0 {
			s.t.Fatalf("settled %+v", settled)
		}
	}},
	{"one-end", "a cancel that comes while done is on its way", func(s *pageScene) {
		s.page.holds["key"] = true
		h := s.ask("export")
		first := true
		s.host.at = func(string) {
			if first {
				first = false
				s.is(s.finish(h, "cancel"), spec.Ended, spec.CodeHandoffCancelled, "")
			}
		}
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeHandoffCancelled, "")
		s.ran("filter")
	}},
	{"one-end", "a session that ends while the expectation is looked at", func(s *pageScene) {
		s.page.holds["key"] = true
		h := s.ask("export")
		s.page.looking = func() { s.end("s1") }
		s.is(s.finish(h, "done"), spec.Ended, spec.CodeHandoffCancelled, spec.CauseCleared)
		s.ran("filter")
	}},
	{"one-end", "only its own principal", func(s *pageScene) {
		h := s.ask("key")
		for _, by := range []string{"u2", "a1", ""} {
			for _, outcome := range []string{"done", "cancel", "next"} {
				s.is(s.do(spec.Request{Method: spec.MethodFinish, Request: h.Request, Outcome: outcome, By: by}), spec.Refused, spec.CodeApprovalInvalid, "")
			}
		}
		s.is(s.finish(h, "finished"), spec.Refused, spec.CodeDecisionInvalid, "")
		s.is(s.finish(h, "cancel"), spec.Ended, spec.CodeHandoffCancelled, "")
	}},
	{"one-end", "a question is not finished, and a handoff not decided", func(s *pageScene) {
		q := s.pending(s.ask("refund"))
		s.is(s.finish(q, "done"), spec.Refused, spec.CodeApprovalInvalid, "")
		h := s.ask("key")
		s.is(s.allow(h), spec.Refused, spec.CodeApprovalInvalid, "")
		s.is(s.deny(h), spec.Refused, spec.CodeApprovalInvalid, "")
		s.ran()
		s.is(s.finish(spec.Reply{Answer: spec.Answer{Request: "page-0"}}, "done"), spec.Refused, spec.CodeApprovalInvalid, "")
	}},
	{"five-minutes", "the default, the world's, the step's", func(s *pageScene) {
		for _, w := range []struct {
			reason, world, action string
			want                  int64
		}{
			{"nothing is said", ``, "key", fiveMinutes},
			{"null says nothing", `handoffTimeoutMs=null`, "key", fiveMinutes},
			{"the world says", `handoffTimeoutMs=7`, "key", 7},
			{"the step says more than the world", `handoffTimeoutMs=7`, "sign", 1000},
			{"a text is no time", `handoffTimeoutMs="7"`, "key", 0},
		} {
			s.change("confirmDefault=danger " + w.world)
			s.ask(w.action)
			if got := *s.shown().ExpiresAt - s.now; got != w.want {
				s.t.Errorf("%s: %d, want %d", w.reason, got, w.want)
			}
		}
	}},
	{"five-minutes", "to the millisecond, and from when it was opened", func(s *pageScene) {
		s.page.holds["key"] = true
		h := s.ask("export")
		if got := *s.shown().ExpiresAt; got != start+40+fiveMinutes {
			s.t.Fatalf("expires at %d", got-start)
		}
		s.now = start + 40 + fiveMinutes - 1
		s.is(s.finish(h, "done"), spec.Executed, "", "")
	}},
	{"no-repeat", "after cancel, time and failure nothing is opened", func(s *pageScene) {
		s.finish(s.ask("key"), "cancel")
		s.finish(s.ask("key"), "done")
		s.ask("key")
		s.tick(fiveMinutes)
		s.asked(3)
	}},
	{"no-repeat", "a call that names its open handoff waits at it", func(s *pageScene) {
		h := s.ask("key")
		again := s.call(pageCall("key", `{}`), h.Request)
		s.is(again, spec.Pending, "", "")
		if again.Request != h.Request {
			s.t.Error("another handoff was opened")
		}
		s.asked(1)
	}},
	{"next-is-not-done", "done stands on the last step alone", func(s *pageScene) {
		s.page.holds["code"] = true
		h := s.ask("code")
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeDecisionInvalid, "")
		for _, outcome := range []string{"back", "next", "back"} {
			s.is(s.finish(h, outcome), spec.Pending, "", "")
		}
		s.is(s.finish(h, "done"), spec.Refused, spec.CodeDecisionInvalid, "")
		for range 3 {
			s.is(s.finish(h, "next"), spec.Pending, "", "")
		}
		s.is(s.finish(h, "done"), spec.Executed, "", "")
		s.ran()
	}},
	{"next-is-not-done", "next is no end, and cancel is possible anywhere", func(s *pageScene) {
		h := s.ask("code")
		s.finish(h, "next")
		s.is(s.finish(h, "cancel"), spec.Ended, spec.CodeHandoffCancelled, "")
		s.is(s.finish(h, "next"), spec.Refused, spec.CodeHandoffCancelled, "")
	}},
	{"checked-once", "at the end, and not on the way", func(s *pageScene) {
		s.page.holds["code"] = true
		h := s.ask("code")
		s.finish(h, "done")
		s.finish(h, "next")
		s.finish(h, "back")
		s.finish(h, "next")
		s.tick(1)
		if len(s.page.looked) != 0 {
			s.t.Fatalf("looked %v", s.page.looked)
		}
		s.finish(h, "done")
		s.finish(h, "done")
		if len(s.page.looked) != 1 {
			s.t.Fatalf("looked %v", s.page.looked)
		}
	}},
	{"guide-grants-nothing", "it is no tool", func(s *pageScene) {
		s.ask("code")
		s.is(s.ask("field"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		s.change(`actions=[{"id":"field","risk":"read"}]`)
		s.is(s.ask("field"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		for _, o := range s.page.observed {
			text, _ := json.Marshal(o)
			if contains(text, "field") {
				s.t.Errorf("observed %s", text)
			}
		}
		s.ran()
	}},
	{"typed-stays-out", "of answers, of what is observed and of the store's records", func(s *pageScene) {
		s.page.holds["key"] = true
		for _, outcome := range []string{"done", "cancel", "next"} {
			got := s.finish(s.ask("key"), outcome)
			s.ask("filter")
			text, _ := json.Marshal([]any{got, s.page.observed, s.host.effects, s.do(spec.Request{Method: spec.MethodAudit})})
			if contains(text, "canary") {
				s.t.Errorf("%s: %s", outcome, text)
			}
		}
	}},
	{"human-step-inside", "before it, at it, after it", func(s *pageScene) {
		s.page.holds["key"] = true
		h := s.ask("export")
		s.ran("filter")
		s.is(s.finish(h, "done"), spec.Executed, "", "")
		s.ran("filter", `note {"n":2}`)
	}},
	{"whole-handoff-skips-steps", "none of the steps inside runs, and nobody is asked about them", func(s *pageScene) {
		s.page.holds["manual"] = true
		h := s.ask("manual")
		s.is(h, spec.Pending, "", "")
		got := s.finish(h, "done")
		s.is(got, spec.Executed, "", "")
		ledger(s.t, got.Answer, "manual verified user expectation")
		s.asked(1)
		s.ran()
	}},
	{"codes-are-exact", "the seed's table", func(s *pageScene) {
		s.change(`channels={"confirm":false,"handoff":false}`)
		s.is(s.ask("refund"), spec.Refused, spec.CodePermissionDenied, spec.CauseNoChannel)
		s.is(s.ask("key"), spec.Refused, spec.CodeHandoffFailed, spec.CauseNoChannel)
		s.change()
		s.is(s.deny(s.ask("refund")), spec.Refused, spec.CodePermissionDenied, spec.CauseRefused)
		s.is(s.finish(s.ask("key"), "cancel"), spec.Ended, spec.CodeHandoffCancelled, "")
		s.is(s.finish(s.ask("key"), "done"), spec.Ended, spec.CodeHandoffFailed, spec.CauseExpectation)
		s.ask("key")
		s.ask("refund")
		settled := s.tick(tenMinutes)
		same(s.t, settled[0].Answer, spec.Ended, spec.CodeHandoffTimeout, spec.CauseTimedOut)
		same(s.t, settled[1].Answer, spec.Refused, spec.CodePermissionDenied, spec.CauseTimedOut)
	}},
}
