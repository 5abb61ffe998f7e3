package reference

import (
	"encoding/json"
	"errors"
	"testing"

	"sameact/spec"
)

func TestPolicyRefusals(t *testing.T) {
	read := spec.DefaultCall("mail.read")
	for _, tt := range []struct {
		reason string
		world  string
		call   spec.Call
		cause  string
	}{
		{"a disabled connector comes first", `connectors=[{"id":"mail","enabled":false,"agents":[],"accounts":[],"ceiling":"read"}]`, mail(`{}`), "connector"},
		{"then the agent", `connectors=[{"id":"mail","agents":["a2"],"accounts":[],"ceiling":"read"}]`, mail(`{}`), "agent"},
		{"then the account", `connectors=[{"id":"mail","accounts":["home"],"ceiling":"read"}]`, mail(`{}`), "account"},
		{"then the ceiling", `connectors=[{"id":"mail","ceiling":"read"}]`, mail(`{}`), "ceiling"},
		{"an uncurated read needs admin", ``, spec.DefaultCall("mail.scan"), "uncurated"},
		{"an action that nobody declared", ``, spec.DefaultCall("mail.forward"), "undeclared"},
		{"an empty list allows nobody", `connectors=[{"id":"mail","agents":[]}]`, read, "agent"},
		{"an unknown ceiling lets reads through only", `connectors=[{"id":"mail","ceiling":"wirte"}]`, mail(`{}`), "ceiling"},
		{"an unknown scope is admin", `actions=[{"id":"mail.read","connector":"mail","scope":"look"}]`, read, "ceiling"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			w := spec.DefaultWorld()
			if tt.world != "" {
				var err error
				if w, err = w.With(spec.MustHistory("open " + tt.world)[0]); err != nil {
					t.Fatal(err)
				}
			}
			s := newScene(t, Obeying(RePresent), w)
			got := s.call(tt.call, "")
			is(t, got, spec.Refused, spec.CodePolicyDenied)
			if got.Cause != tt.cause {
				t.Errorf("cause %s, want %s", got.Cause, tt.cause)
			}
			if len(s.host.shows) > 0 || s.effects() > 0 {
				t.Error("it was asked about or run")
			}
		})
	}
}

func TestAPolicyRefusalDoesNotBurn(t *testing.T) {
	s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
	id := s.call(mail(letter), "").Request
	s.decide(id, `"allow"`)
	narrow, _ := spec.DefaultWorld().With(spec.MustHistory(`open connectors=[{"id":"mail","ceiling":"read"}]`)[0])
	wide := spec.DefaultWorld()
	s.do(spec.Request{Method: spec.MethodConfigure, World: &narrow})
	is(t, s.call(mail(letter), id), spec.Refused, spec.CodePolicyDenied)
	s.do(spec.Request{Method: spec.MethodConfigure, World: &wide})
	is(t, s.call(mail(letter), id), spec.Executed, "")
}

func TestParametersAreChecked(t *testing.T) {
	w := spec.DefaultWorld()
	for i := range w.Actions {
		if w.Actions[i].ID == "mail.read" {
			w.Actions[i].Parameters = json.RawMessage(`{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}`)
		}
		if w.Actions[i].ID == "chat.read" {
			w.Actions[i].Parameters = json.RawMessage(`{"$ref":"http://example.invalid/schema"}`)
		}
	}
	s := newScene(t, Obeying(RePresent), w)
	for _, tt := range []struct {
		reason, action, args string
		status               spec.Status
	}{
		{"fits", "mail.read", `{"n":1}`, spec.Executed},
		{"missing", "mail.read", `{}`, spec.Refused},
		{"of another type", "mail.read", `{"n":"1"}`, spec.Refused},
		{"a schema that cannot be read lets nothing through, and loads nothing", "chat.read", `{}`, spec.Refused},
	} {
		c := spec.DefaultCall(tt.action)
		c.Args = spec.JSONArgs(tt.args)
		if got := s.call(c, ""); got.Status != tt.status || got.Status == spec.Refused && got.Code != spec.CodeArgumentsInvalid {
			t.Errorf("%s: %s %s, want %s", tt.reason, got.Status, got.Code, tt.status)
		}
	}
}

func TestDecisions(t *testing.T) {
	for _, tt := range []struct {
		reason, decision string
		by               string
		status           spec.Status
		code             string
	}{
		{"the word", `"allow"`, "u1", spec.Recorded, ""},
		{"the word, escaped", `"\u0061llow"`, "u1", spec.Recorded, ""},
		{"no", `"deny"`, "u1", spec.Refused, spec.CodeDenied},
		{"somebody else", `"allow"`, "u2", spec.Refused, spec.CodeApprovalInvalid},
		{"the agent", `"allow"`, "a1", spec.Refused, spec.CodeApprovalInvalid},
		{"somebody else's no", `"deny"`, "u2", spec.Refused, spec.CodeApprovalInvalid},
		{"always was not offered", `"always"`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"another case", `"Allow"`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"white space", `" allow"`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"a text", `"false"`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"true", `true`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"a number", `1`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"null", `null`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"an object", `{}`, "u1", spec.Refused, spec.CodeDecisionInvalid},
		{"nothing", ``, "u1", spec.Refused, spec.CodeDecisionInvalid},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
			id := s.call(mail(letter), "").Request
			is(t, s.do(spec.Request{Method: spec.MethodDecide, Request: id, Decision: json.RawMessage(tt.decision), By: tt.by}), tt.status, tt.code)
			if tt.code != "" && tt.code != spec.CodeDenied {
				is(t, s.decide(id, `"allow"`), spec.Recorded, "")
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	for _, tt := range []struct {
		reason  string
		reply   error
		status  spec.Status
		code    string
		outcome string
	}{
		{"the tool answered", nil, spec.Executed, "", outcomeSuccess},
		{"the tool refused", &spec.CallError{Code: spec.EffectRefused, Now: start + 40}, spec.Failed, spec.CodeException, outcomeError},
		{"the reply was lost", &spec.CallError{Code: spec.EffectLost, Now: start + 40}, spec.Unknown, spec.CodeOutcomeUnknown, outcomeUnknown},
		{"a code that nobody knows", &spec.CallError{Code: -1, Now: start + 40}, spec.Unknown, spec.CodeOutcomeUnknown, outcomeUnknown},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
			s.host.reply = tt.reply
			id := s.call(mail(letter), "").Request
			s.decide(id, `"allow"`)
			is(t, s.call(mail(letter), id), tt.status, tt.code)
			is(t, s.call(mail(letter), id), spec.Refused, spec.CodeApprovalUsed)
			records := s.do(spec.Request{Method: spec.MethodAudit}).Records
			var decisions, results []string
			for _, r := range records {
				if r.Kind == "execution" {
					results = append(results, r.Outcome)
					if !r.Executed || r.Decision != "" || r.Duration == nil || *r.Duration != 40 {
						t.Errorf("record %+v", r)
					}
				} else {
					decisions = append(decisions, r.Decision)
					if r.Executed || r.Outcome != "" {
						t.Errorf("record %+v", r)
					}
				}
			}
			if len(results) != 1 || results[0] != tt.outcome {
				t.Errorf("results %v, want one %s", results, tt.outcome)
			}
			if len(decisions) != 3 || decisions[0] != "confirmation_required" || decisions[1] != "allowed" || decisions[2] != "denied" {
				t.Errorf("decisions %v", decisions)
			}
			s.call(mail(letter), "")
			if got := s.host.shows[1].Earlier == "unknown"; got != (tt.outcome == outcomeUnknown) {
				t.Errorf("the next question says earlier unknown: %v", got)
			}
		})
	}
}

func TestATurnIsAskedAndRunCallByCall(t *testing.T) {
	for _, style := range []Style{RePresent, Resuming} {
		s := newScene(t, Obeying(style), spec.DefaultWorld())
		out := s.do(spec.Request{Method: spec.MethodTurn, Calls: []spec.Call{mail(letter), spec.DefaultCall("mail.read"), mail(`{"n":2}`), mail(`{"n":3}`)}})
		is(t, out, spec.Pending, spec.CodeConfirmationRequired)
		if len(out.Requests) != 4 || out.Requests[0] == nil || out.Requests[1] != nil || out.Answers[1].Status != spec.Executed {
			t.Fatalf("%s: %+v", style, out.Answer)
		}
		allow, deny := json.RawMessage(`"allow"`), json.RawMessage(`"deny"`)
		decided := s.do(spec.Request{Method: spec.MethodDecide, By: "u1", Decisions: []spec.Decision{{Request: *out.Requests[0], Decision: allow}, {Request: *out.Requests[2], Decision: deny}}})
		want, effects := spec.Recorded, 1
		if style == Resuming {
			want, effects = spec.Executed, 2
		}
		if decided.Status != want || decided.Answers[0].Status != want || decided.Answers[1].Code != spec.CodeDenied || s.effects() != effects {
			t.Fatalf("%s: %+v with %d effects", style, decided.Answer, s.effects())
		}
	}
}

func TestMethodsOfOtherChaptersAreUnsupported(t *testing.T) {
	for _, tt := range []struct {
		style  Style
		method string
		reason string
	}{
		{RePresent, spec.MethodTamper, "the caller holds nothing"},
		{Resuming, "hold", "nobody knows it"},
	} {
		s := newScene(t, Obeying(tt.style), spec.DefaultWorld())
		if _, err := s.gate.Do(spec.Request{Method: tt.method}); !errors.Is(err, spec.ErrUnsupported) {
			t.Errorf("%s %s: %v; %s", tt.style, tt.method, err, tt.reason)
		}
	}
}

func TestWaits(t *testing.T) {
	ask := func(s *scene, objective, input string, revision int64) *spec.Wait {
		c := mail(letter)
		c.Task = &spec.Task{Transcript: "t1", Objective: objective, Input: input, Revision: revision}
		return s.call(c, "").Wait
	}
	resume := func(s *scene, w *spec.Wait, change func(*spec.Request)) spec.Reply {
		r := spec.Request{Method: spec.MethodResume, Wait: w.ID, Transcript: w.Transcript, Version: &w.Version, By: "u1", Agent: "a1"}
		change(&r)
		return s.do(r)
	}
	same := func(*spec.Request) {}
	one := int64(1)
	for _, tt := range []struct {
		reason string
		before func(*scene)
		change func(*spec.Request)
		wakes  bool
	}{
		{"the right one", func(*scene) {}, same, true},
		{"a wait of the same objective lives beside it", func(s *scene) { ask(s, "o1", "", 1) }, same, true},
		{"another objective has begun", func(s *scene) { ask(s, "o2", "", 1) }, same, false},
		{"another revision has begun", func(s *scene) { ask(s, "o1", "", 2) }, same, false},
		{"another version", func(*scene) {}, func(r *spec.Request) { v := *r.Version + one; r.Version = &v }, false},
		{"no version", func(*scene) {}, func(r *spec.Request) { r.Version = nil }, false},
		{"another transcript", func(*scene) {}, func(r *spec.Request) { r.Transcript = "t2" }, false},
		{"an unknown wait", func(*scene) {}, func(r *spec.Request) { r.Wait = "w" }, false},
		{"another user", func(*scene) {}, func(r *spec.Request) { r.By = "u2" }, false},
		{"no agent", func(*scene) {}, func(r *spec.Request) { r.Agent = "" }, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
			w := ask(s, "o1", "", 1)
			tt.before(s)
			got := resume(s, w, tt.change)
			if !tt.wakes {
				is(t, got, spec.Refused, spec.CodeWaitChanged)
				return
			}
			is(t, got, spec.Recorded, "")
			is(t, resume(s, w, tt.change), spec.Refused, spec.CodeWaitChanged)
			if next := ask(s, "o1", "", 1); next.Version <= w.Version {
				t.Errorf("version %d follows %d", next.Version, w.Version)
			}
		})
	}
}
