package reference

import (
	"encoding/json"
	"testing"

	"sameact/spec"
)

const confirmClauses = `level-asks level-lets-pass danger-asks quiet-by-default declaration-decides validated-before-asked
	no-channel-no-run silence-is-no clear-settles-all refusal-ends-it one-decision-one-call grant-serves-its-shape grant-keeps-shape
	grant-keeps-material grant-dies no-grant-for-always grant-needs-the-win no-string-approves yes-is-not-the-backend model-marks-the-gate`

func TestConfirm(t *testing.T) { keeps(t, confirmClauses, confirmRows) }

var confirmRows = []promise{
	{"level-asks", "ask asks before it runs, and the yes runs it", func(s *pageScene) {
		q := s.pending(s.ask("view", `{"id":7}`))
		s.ran()
		s.offered(true)
		s.is(s.allow(q), spec.Executed, "", "")
		s.ran(`view {"id":7}`)
	}},
	{"level-asks", "always asks every time", func(s *pageScene) {
		s.allow(s.pending(s.ask("delete")))
		s.pending(s.ask("delete"))
		s.ran("delete")
	}},
	{"level-asks", "the second of two equal questions has its own answer", func(s *pageScene) {
		a, b := s.pending(s.ask("view")), s.pending(s.ask("view"))
		if a.Request == b.Request {
			s.t.Fatal("one address for two calls")
		}
		s.allow(a)
		s.deny(b)
		s.ran("view")
	}},
	{"level-lets-pass", "none runs unasked, danger or not", func(s *pageScene) {
		s.is(s.ask("wipe"), spec.Executed, "", "")
		s.asked(0)
	}},
	{"danger-asks", "what is dangerous asks", func(s *pageScene) { s.pending(s.ask("refund")) }},
	{"danger-asks", "an export too", func(s *pageScene) { s.pending(s.ask("dump")) }},
	{"danger-asks", "the stricter mode asks for writes", func(s *pageScene) {
		s.change(`confirmDefault=writes`)
		s.pending(s.ask("note"))
		s.is(s.ask("filter"), spec.Executed, "", "")
	}},
	{"quiet-by-default", "reads and writes are not asked about", func(s *pageScene) {
		s.is(s.ask("filter"), spec.Executed, "", "")
		s.is(s.ask("note"), spec.Executed, "", "")
		s.asked(0)
	}},
	{"declaration-decides", "words and what they come to", func(s *pageScene) {
		for _, w := range []struct {
			reason, action string
			asks, always   bool
		}{
			{"stricter than the default", `"risk":"read","confirm":"ask"`, true, true},
			{"every time", `"risk":"read","confirm":"always"`, true, false},
			{"a word that nobody knows", `"risk":"read","confirm":"Ask"`, true, false},
			{"an unknown risk", `"risk":"raed"`, true, true},
			{"a missing risk", `"description":""`, true, true},
			{"a missing confirm takes the default", `"risk":"write"`, false, false},
			{"a declared none loosens", `"risk":"danger","confirm":"none"`, false, false},
		} {
			s.change(`actions=[{"id":"new",` + w.action + `}]`)
			before := len(s.host.shows)
			got := s.ask("new")
			if asks := got.Status == spec.Pending; asks != w.asks {
				s.t.Errorf("%s: asks %v", w.reason, asks)
			}
			if w.asks && len(s.host.shows) > before {
				s.offered(w.always)
			}
		}
	}},
	{"declaration-decides", "an unknown mode is the stricter", func(s *pageScene) {
		s.change(`confirmDefault=dnager`)
		s.pending(s.ask("note"))
	}},
	{"declaration-decides", "what nobody declared does not run", func(s *pageScene) {
		s.is(s.ask("forget"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		s.is(s.ask("mail.send"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		s.ran()
		s.asked(0)
	}},
	{"validated-before-asked", "input that does not fit", func(s *pageScene) {
		s.is(s.ask("refund", `{"n":"1"}`), spec.Refused, spec.CodeArgumentsInvalid, "")
		s.asked(0)
	}},
	{"validated-before-asked", "arguments without one meaning", func(s *pageScene) {
		c := pageCall("refund", "")
		c.Args = spec.TextArgs(`{"n":1,"n":2}`)
		s.is(s.call(c, ""), spec.Refused, spec.CodeArgumentsInvalid, "")
		c.Args = spec.Args{}
		s.is(s.call(c, ""), spec.Refused, spec.CodeArgumentsInvalid, "")
		s.asked(0)
	}},
	{"validated-before-asked", "a target that is not there", func(s *pageScene) {
		s.is(s.ask("refund", `{"row":{"$ref":"row"}}`), spec.Refused, spec.CodeArgumentsInvalid, spec.CauseTarget)
		s.asked(0)
	}},
	{"validated-before-asked", "what a reference stands for has to fit, is shown, and is what runs", func(s *pageScene) {
		s.page.refs["row"] = `"x"`
		s.is(s.ask("refund", `{"n":{"$ref":"row"}}`), spec.Refused, spec.CodeArgumentsInvalid, "")
		s.page.refs["row"] = `7`
		q := s.pending(s.ask("refund", `{"n":{"$ref":"row"}}`))
		if got := string(s.shown().Preview); got != `{"n":7}` {
			s.t.Fatalf("shown %s", got)
		}
		s.page.refs["row"] = `8`
		s.allow(q)
		s.ran(`refund {"n":7}`)
	}},
	{"no-channel-no-run", "ask and always are refused, none runs", func(s *pageScene) {
		s.change(`channels={"confirm":false,"handoff":true}`)
		s.is(s.ask("refund"), spec.Refused, spec.CodePermissionDenied, spec.CauseNoChannel)
		s.is(s.ask("delete"), spec.Refused, spec.CodePermissionDenied, spec.CauseNoChannel)
		s.is(s.ask("filter"), spec.Executed, "", "")
		s.ran("filter")
		s.asked(0)
	}},
	{"silence-is-no", "ten minutes by default, told by a tick", func(s *pageScene) {
		q := s.pending(s.ask("refund"))
		if n := len(s.tick(tenMinutes - 1)); n != 0 {
			s.t.Fatalf("%d settled before their time", n)
		}
		settled := s.tick(1)
		if len(settled) != 1 || settled[0].Request != q.Request {
			s.t.Fatalf("settled %+v", settled)
		}
		same(s.t, settled[0].Answer, spec.Refused, spec.CodePermissionDenied, spec.CauseTimedOut)
		s.is(s.allow(q), spec.Refused, spec.CodePermissionDenied, spec.CauseTimedOut)
		s.ran()
	}},
	{"silence-is-no", "a yes at the instant is too late, without any tick", func(s *pageScene) {
		s.change(`promptTimeoutMs=5`)
		q := s.pending(s.ask("refund"))
		s.now += 5
		s.is(s.allow(q), spec.Refused, spec.CodePermissionDenied, spec.CauseTimedOut)
		s.now -= 5
		s.is(s.allow(q), spec.Refused, spec.CodePermissionDenied, spec.CauseTimedOut)
		s.ran()
	}},
	{"silence-is-no", "one moment before, it runs", func(s *pageScene) {
		q := s.pending(s.ask("refund"))
		s.now += tenMinutes - 1
		s.is(s.allow(q), spec.Executed, "", "")
	}},
	{"clear-settles-all", "each open question once, of this session alone", func(s *pageScene) {
		a, b := s.pending(s.ask("refund")), s.pending(s.ask("delete"))
		other := pageCall("delete", `{}`)
		other.Session = "s2"
		c := s.pending(s.call(other, ""))
		settled := s.clear()
		if len(settled) != 2 || settled[0].Request != a.Request || settled[1].Request != b.Request {
			s.t.Fatalf("settled %+v", settled)
		}
		same(s.t, settled[0].Answer, spec.Refused, spec.CodePermissionDenied, spec.CauseCleared)
		if n := len(s.clear()); n != 0 {
			s.t.Fatalf("%d settled twice", n)
		}
		s.is(s.allow(a), spec.Refused, spec.CodePermissionDenied, spec.CauseCleared)
		s.is(s.allow(c), spec.Executed, "", "")
		s.ran("delete")
	}},
	{"refusal-ends-it", "the same effect by another action asks, until the session ends", func(s *pageScene) {
		s.is(s.ask("drop"), spec.Executed, "", "")
		s.is(s.deny(s.ask("delete")), spec.Refused, spec.CodePermissionDenied, spec.CauseRefused)
		q := s.pending(s.ask("drop"))
		s.is(s.allow(q), spec.Executed, "", "")
		s.pending(s.ask("drop"))
		s.is(s.ask("filter"), spec.Executed, "", "")
		s.end("s1")
		s.is(s.ask("drop"), spec.Executed, "", "")
	}},
	{"refusal-ends-it", "silence and a clear are denials", func(s *pageScene) {
		s.ask("delete")
		s.clear()
		s.pending(s.ask("drop"))
		s.end("s1")
		s.ask("delete")
		s.tick(tenMinutes)
		s.pending(s.ask("drop"))
	}},
	{"refusal-ends-it", "of nobody else, and in no other session", func(s *pageScene) {
		s.deny(s.ask("delete"))
		for _, other := range []func(*spec.Call){func(c *spec.Call) { c.Principal = "u2" }, func(c *spec.Call) { c.Session = "s2" }} {
			c := pageCall("drop", `{}`)
			other(&c)
			s.is(s.call(c, ""), spec.Executed, "", "")
		}
	}},
	{"refusal-ends-it", "what is undeclared does not run then either", func(s *pageScene) {
		s.deny(s.ask("dump"))
		s.change(`actions=[{"id":"dump","gone":true}]`)
		s.is(s.ask("dump"), spec.Refused, spec.CodePolicyDenied, spec.CauseUndeclared)
		s.ran()
	}},
	{"one-decision-one-call", "another target, another time, another session", func(s *pageScene) {
		q := s.pending(s.ask("view", `{"id":1}`))
		s.is(s.allow(q), spec.Executed, "", "")
		s.is(s.allow(q), spec.Refused, spec.CodeApprovalUsed, "")
		s.pending(s.ask("view", `{"id":1}`))
		s.pending(s.ask("view", `{"id":2}`))
		s.ran(`view {"id":1}`)
	}},
	{"one-decision-one-call", "a question does not outlive its session", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		if settled := s.end("s1"); len(settled) != 1 {
			s.t.Fatalf("settled %+v", settled)
		}
		s.is(s.allow(q), spec.Refused, spec.CodePermissionDenied, spec.CauseCleared)
		s.ran()
	}},
	{"one-decision-one-call", "given elsewhere, or by somebody else, it is no yes", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		for _, r := range []spec.Request{{By: "u2"}, {By: "a1"}, {By: "u1", Session: "s2"}, {By: "u1", Agent: "a2"}} {
			r.Method, r.Request, r.Decision = spec.MethodDecide, q.Request, json.RawMessage(`"allow"`)
			s.is(s.do(r), spec.Refused, spec.CodeApprovalInvalid, "")
		}
		for _, no := range []string{`"Allow"`, `true`, `1`, `null`, `{}`, `"false"`, ``} {
			s.is(s.decide(q.Request, no), spec.Refused, spec.CodeDecisionInvalid, "")
		}
		s.ran()
		s.is(s.allow(q), spec.Executed, "", "")
	}},
	{"one-decision-one-call", "an edited declaration expires the question", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		settled := s.change(`actions=[{"id":"view","confirm":"always"}]`)
		if len(settled) != 1 || settled[0].Request != q.Request {
			s.t.Fatalf("settled %+v", settled)
		}
		same(s.t, settled[0].Answer, spec.Refused, spec.CodeApprovalExpired, "")
		s.change()
		s.is(s.allow(q), spec.Refused, spec.CodeApprovalExpired, "")
		s.ran()
	}},
	{"one-decision-one-call", "a description is no declaration", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		s.change(`actions=[{"id":"view","description":"Look"},{"id":"note","risk":"danger"}]`)
		s.is(s.allow(q), spec.Executed, "", "")
	}},
	{"grant-serves-its-shape", "other records of the same action", func(s *pageScene) {
		s.is(s.always(s.ask("view", `{"id":1}`)), spec.Executed, "", "")
		s.is(s.ask("view", `{"id":2}`), spec.Executed, "", "")
		s.asked(1)
	}},
	{"grant-serves-its-shape", "a clear and silence end none", func(s *pageScene) {
		a, _, c := s.ask("view"), s.ask("view"), s.ask("view")
		s.always(a)
		s.tick(tenMinutes)
		s.is(s.allow(c), spec.Refused, spec.CodePermissionDenied, spec.CauseTimedOut)
		s.is(s.ask("view"), spec.Executed, "", "")
		s.ask("delete")
		s.clear()
		s.is(s.ask("view"), spec.Executed, "", "")
	}},
	{"grant-serves-its-shape", "as a step that was not shown, when it is reached", func(s *pageScene) {
		s.change(`actions=[{"id":"delete","confirm":"ask"}]`)
		s.always(s.ask("delete", `{"id":1}`))
		got := s.allow(s.askLate())
		s.is(got, spec.Executed, "", "")
		ledger(s.t, got.Answer, "view done agent answered", "filter done agent answered", "delete done agent grant", "note done agent answered")
		s.asked(2)
	}},
	{"grant-keeps-shape", "not another action, agent, principal or session", func(s *pageScene) {
		s.always(s.ask("view"))
		s.pending(s.ask("dump"))
		for _, other := range []func(*spec.Call){
			func(c *spec.Call) { c.Session = "s2" }, func(c *spec.Call) { c.Principal = "u2" },
			func(c *spec.Call) { c.Agent = "a2" }, func(c *spec.Call) { c.Agent = "" },
		} {
			c := pageCall("view", `{}`)
			other(&c)
			s.pending(s.call(c, ""))
		}
		s.ran("view")
	}},
	{"grant-keeps-shape", "not in another process", func(s *pageScene) {
		s.always(s.ask("view"))
		second := joinPage(s.t, s.place, shopWorld(s.t))
		second.pending(second.ask("view"))
		s.is(s.ask("view"), spec.Executed, "", "")
	}},
	{"grant-keeps-material", "no other value of what matters", func(s *pageScene) {
		s.always(s.ask("refund", `{"to":"a"}`))
		s.is(s.ask("refund", `{"to":"a","n":9}`), spec.Executed, "", "")
		for _, args := range []string{`{"to":"b"}`, `{"to":null}`, `{"to":""}`, `{}`, `{"to":["a"]}`} {
			s.pending(s.ask("refund", args))
		}
	}},
	{"grant-keeps-material", "absent, null and empty are three values", func(s *pageScene) {
		s.always(s.ask("refund", `{}`))
		s.is(s.ask("refund", `{"n":1}`), spec.Executed, "", "")
		s.pending(s.ask("refund", `{"to":null}`))
		s.pending(s.ask("refund", `{"to":""}`))
	}},
	{"grant-dies", "with its session", func(s *pageScene) {
		s.always(s.ask("view"))
		s.end("s2")
		s.is(s.ask("view"), spec.Executed, "", "")
		s.end("s1")
		s.pending(s.ask("view"))
	}},
	{"grant-dies", "with its declaration, also when that comes back", func(s *pageScene) {
		s.always(s.ask("view"))
		s.change(`actions=[{"id":"view","description":"Look"}]`)
		s.is(s.ask("view"), spec.Executed, "", "")
		s.change(`actions=[{"id":"view","risk":"danger"}]`)
		s.change()
		s.pending(s.ask("view"))
	}},
	{"grant-dies", "with a denial of its shape, and of no other", func(s *pageScene) {
		a, b := s.ask("refund", `{"to":"a"}`), s.ask("refund", `{"to":"a"}`)
		s.always(a)
		s.always(s.ask("refund", `{"to":"b"}`))
		s.deny(s.ask("refund", `{"to":"c"}`))
		s.is(s.ask("refund", `{"to":"a"}`), spec.Executed, "", "")
		s.deny(b)
		s.pending(s.ask("refund", `{"to":"a"}`))
		s.is(s.ask("refund", `{"to":"b"}`), spec.Executed, "", "")
	}},
	{"no-grant-for-always", "it is not offered", func(s *pageScene) {
		q := s.pending(s.ask("delete"))
		s.offered(false)
		s.is(s.always(q), spec.Refused, spec.CodeDecisionInvalid, "")
		s.ran()
		s.is(s.allow(q), spec.Executed, "", "")
		s.pending(s.ask("delete"))
	}},
	{"grant-needs-the-win", "an always after a no leaves nothing", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		s.deny(q)
		s.is(s.always(q), spec.Refused, spec.CodePermissionDenied, spec.CauseRefused)
		s.pending(s.ask("view"))
		s.ran()
	}},
	{"grant-needs-the-win", "a no that comes while always is on its way", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		first := true
		s.host.at = func(string) {
			if first {
				first = false
				s.deny(q)
			}
		}
		s.is(s.always(q), spec.Refused, spec.CodePermissionDenied, spec.CauseRefused)
		s.pending(s.ask("view"))
		s.ran()
	}},
	{"grant-needs-the-win", "a session that ends while always is on its way", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		first := true
		s.host.at = func(string) {
			if first {
				first = false
				s.end("s1")
			}
		}
		s.is(s.always(q), spec.Refused, spec.CodePermissionDenied, spec.CauseCleared)
		s.pending(s.ask("view"))
		s.ran()
	}},
	{"no-string-approves", "no address, old, open or invented, lets a call run", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		again := s.pending(s.call(pageCall("view", `{}`), q.Request))
		if again.Request != q.Request {
			s.t.Fatal("a question was stacked on an open one")
		}
		s.asked(1)
		s.pending(s.call(pageCall("view", `{"id":2}`), q.Request))
		s.allow(q)
		s.pending(s.call(pageCall("view", `{}`), q.Request))
		for _, made := range []string{"", "page-1", "allow"} {
			s.pending(s.call(pageCall("view", `{}`), made))
		}
		c := pageCall("view", `{}`)
		c.Claims = json.RawMessage(`{"confirmed":true}`)
		s.pending(s.call(c, ""))
		s.ran("view")
	}},
	{"no-string-approves", "no address is in what the agent sees", func(s *pageScene) {
		q := s.pending(s.ask("view"))
		got := s.allow(q)
		seen, _ := json.Marshal([]any{got.Result, got.Message, got.Steps, s.page.observed})
		if contains(seen, q.Request) || contains(seen, pagePrefix) {
			s.t.Fatalf("the agent sees %s", seen)
		}
	}},
	{"yes-is-not-the-backend", "a refusal of the backend is a failure", func(s *pageScene) {
		s.page.replies["refund"] = &spec.CallError{Code: spec.EffectRefused, Now: start + 40}
		s.is(s.allow(s.ask("refund")), spec.Failed, spec.CodeException, "")
		s.page.replies["refund"] = &spec.CallError{Code: spec.EffectLost, Now: start + 40}
		s.is(s.allow(s.ask("refund")), spec.Unknown, spec.CodeOutcomeUnknown, "")
		s.ask("refund")
		if s.shown().Earlier != outcomeUnknown {
			s.t.Error("the next question does not say that nobody knows how the last call ended")
		}
	}},
	{"model-marks-the-gate", "each tool, on every call, also on one that is refused", func(s *pageScene) {
		s.ask("filter")
		s.ask("forget")
		if len(s.page.observed) != 2 {
			s.t.Fatalf("%d observations", len(s.page.observed))
		}
		want := map[string]spec.ObservedTool{
			"filter": {}, "note": {}, "wipe": {}, "drop": {}, "calm": {}, "refund": {Asks: true}, "delete": {Asks: true}, "view": {Asks: true},
			"code": {Handoff: true}, "sign": {Handoff: true}, "manual": {Handoff: true}, "all": {Asks: true}, "late": {Asks: true}, "export": {},
		}
		found := 0
		for _, tool := range s.page.observed[0].Tools {
			if w, ok := want[tool.ID]; ok {
				found++
				if tool.Asks != w.Asks || tool.Handoff != w.Handoff {
					s.t.Errorf("%+v", tool)
				}
			}
		}
		if found != len(want) {
			s.t.Errorf("%d of %d tools", found, len(want))
		}
	}},
	{"model-marks-the-gate", "what was denied will be asked about", func(s *pageScene) {
		s.deny(s.ask("delete"))
		s.ask("filter")
		for _, tool := range s.page.observed[1].Tools {
			if tool.ID == "drop" && !tool.Asks {
				s.t.Error("drop is not marked")
			}
		}
	}},
}
