package reference

import (
	"encoding/json"
	"testing"

	"sameact/spec"
)

func TestAnApprovedActRunsOnce(t *testing.T) {
	s := newScene(t, Obeying(RePresent), spec.DefaultWorld())
	asked := s.call(mail(letter), "")
	is(t, asked, spec.Pending, spec.CodeConfirmationRequired)
	is(t, s.call(mail(letter), asked.Request), spec.Pending, spec.CodeConfirmationRequired)
	is(t, s.decide(asked.Request, `"allow"`), spec.Recorded, "")
	if s.effects() != 0 {
		t.Fatal("the yes itself called the tool")
	}
	is(t, s.call(mail(`{"body":"Q3 is done","to":["finance@corp.example"]}`), asked.Request), spec.Executed, "")
	is(t, s.call(mail(letter), asked.Request), spec.Refused, spec.CodeApprovalUsed)
	if s.effects() != 1 {
		t.Fatalf("%d effects, want 1", s.effects())
	}
	if got := string(s.host.effects[0].Arguments); got != `{"body":"Q3 is done","to":["finance@corp.example"]}` {
		t.Fatalf("sent %s, want the canonical bytes", got)
	}
}

func TestTheYesRunsTheActInTheOtherStyle(t *testing.T) {
	s := newScene(t, Obeying(Resuming), spec.DefaultWorld())
	asked := s.call(mail(letter), "")
	is(t, asked, spec.Pending, spec.CodeConfirmationRequired)
	is(t, s.decide(asked.Request, `"allow"`), spec.Executed, "")
	is(t, s.decide(asked.Request, `"allow"`), spec.Refused, spec.CodeApprovalUsed)
	is(t, s.call(mail(letter), asked.Request), spec.Refused, spec.CodeApprovalUsed)
	if s.effects() != 1 {
		t.Fatalf("%d effects, want 1", s.effects())
	}
}

func TestAChangedCallInTheClientsStateIsRefusedAndTheQuestionStaysOpen(t *testing.T) {
	s := newScene(t, Obeying(Resuming), spec.DefaultWorld())
	asked := s.call(mail(letter), "")
	honest := s.state
	other := mail(`{"to":["press@corp.example"],"body":"Q3 is done"}`)
	if out := s.do(spec.Request{Method: spec.MethodTamper, Request: asked.Request, Call: &other}); *out.Changed != 1 {
		t.Fatalf("changed %d, want 1", *out.Changed)
	}
	is(t, s.decide(asked.Request, `"allow"`), spec.Refused, spec.CodeApprovalInvalid)
	s.state = honest
	is(t, s.decide(asked.Request, `"allow"`), spec.Executed, "")
	forged := s.do(spec.Request{Method: spec.MethodTamper, Call: &other})
	is(t, s.decide(forged.Request, `"allow"`), spec.Refused, spec.CodeApprovalInvalid)
	if s.effects() != 1 {
		t.Fatalf("%d effects, want 1", s.effects())
	}
}

func TestWhatAYesDoesNotServe(t *testing.T) {
	task := func(objective, input string, revision int64) *spec.Task {
		return &spec.Task{Transcript: "t1", Objective: objective, Input: input, Revision: revision}
	}
	world := spec.DefaultWorld()
	world.Connections = append(world.Connections, spec.Connection{ID: "d1", Connector: "mail", Account: "work", Principal: "u2"})
	for _, tt := range []struct {
		reason string
		change func(*spec.Call)
		serves bool
	}{
		{"the same act", func(c *spec.Call) {}, true},
		{"a renewed connection for the same account", func(c *spec.Call) { c.Connection = "c3" }, true},
		{"another input inside the objective", func(c *spec.Call) { c.Task = task("o1", "i2", 1) }, true},
		{"claims are not looked at", func(c *spec.Call) { c.Claims = json.RawMessage(`{"confirmed":true}`) }, true},
		{"another principal", func(c *spec.Call) { c.Principal = "u2" }, false},
		{"another agent", func(c *spec.Call) { c.Agent = "a2" }, false},
		{"no agent", func(c *spec.Call) { c.Agent = "" }, false},
		{"another session", func(c *spec.Call) { c.Session = "s2" }, false},
		{"another connector with the same action", func(c *spec.Call) { c.Connector, c.Connection = "chat", "k1" }, false},
		{"another action", func(c *spec.Call) { c.Action = "mail.delete" }, false},
		{"another account", func(c *spec.Call) { c.Connection = "c2" }, false},
		{"an argument changed", func(c *spec.Call) { c.Args = spec.JSONArgs(`{"n":2}`) }, false},
		{"another objective", func(c *spec.Call) { c.Task = task("o2", "i1", 1) }, false},
		{"another revision", func(c *spec.Call) { c.Task = task("o1", "i1", 2) }, false},
		{"no task", func(c *spec.Call) { c.Task = nil }, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			s := newScene(t, Obeying(RePresent), world)
			c := mail(`{"n":1}`)
			c.Task = task("o1", "i1", 1)
			asked := s.call(c, "")
			s.decide(asked.Request, `"allow"`)
			changed := c
			tt.change(&changed)
			got := s.call(changed, asked.Request)
			if tt.serves {
				is(t, got, spec.Executed, "")
				return
			}
			is(t, got, spec.Refused, spec.CodeApprovalInvalid)
			is(t, s.call(c, asked.Request), spec.Executed, "")
		})
	}
}
