package reference

import (
	"encoding/json"
	"testing"

	"sameact/spec"
)

// list answers questions together.
func (s *scene) list(pairs ...string) spec.Reply {
	s.t.Helper()
	r := spec.Request{Method: spec.MethodDecide, By: "u1", Decisions: []spec.Decision{}}
	for i := 0; i < len(pairs); i += 2 {
		r.Decisions = append(r.Decisions, spec.Decision{Request: pairs[i], Decision: json.RawMessage(pairs[i+1])})
	}
	return s.do(r)
}

func (s *scene) turn(calls ...spec.Call) spec.Reply {
	s.t.Helper()
	return s.do(spec.Request{Method: spec.MethodTurn, Calls: calls})
}

func TestATurnIsAnsweredTogether(t *testing.T) {
	const yes, no = `"allow"`, `"deny"`
	for _, c := range []struct {
		answer func(s *scene, one, two string) spec.Reply
		status spec.Status
		ran    int
		reason string
	}{
		{func(s *scene, one, two string) spec.Reply { return s.list(one, yes, two, no) }, spec.Executed, 1, "one yes and one no"},
		{func(s *scene, one, two string) spec.Reply { return s.list(two, yes, one, yes) }, spec.Executed, 2, "two yeses, in another order"},
		{func(s *scene, one, two string) spec.Reply { return s.list(one, no, two, no) }, spec.Refused, 0, "two noes"},
		{func(s *scene, one, _ string) spec.Reply { return s.list(one, yes) }, spec.Refused, 0, "one is left out"},
		{func(s *scene, one, _ string) spec.Reply { return s.decide(one, yes) }, spec.Refused, 0, "one alone is left out too"},
		{func(s *scene, one, two string) spec.Reply { return s.list(one, yes, one, no, two, no) }, spec.Refused, 0, "one is named twice"},
		{func(s *scene, one, two string) spec.Reply { return s.list(one, yes, two, no, "nobody", yes) }, spec.Refused, 0, "one is no question"},
	} {
		s := newScene(t, Obeying(Whole), spec.DefaultWorld())
		asked := s.turn(mail(`{"id":1}`), mail(`{"id":2}`))
		one, two := *asked.Requests[0], *asked.Requests[1]
		if got := c.answer(s, one, two); got.Status != c.status || s.effects() != c.ran {
			t.Errorf("%s: %s, and %d ran", c.reason, got.Status, s.effects())
		}
		if c.status == spec.Refused && c.reason != "two noes" {
			if got := s.list(one, yes, two, yes); got.Status != spec.Executed || s.effects() != 2 {
				t.Errorf("%s: then the whole list is %s, and %d ran", c.reason, got.Status, s.effects())
			}
		}
	}
}

func TestOneTurnAtATime(t *testing.T) {
	s := newScene(t, Obeying(Whole), spec.DefaultWorld())
	first := s.call(mail(letter), "")
	is(t, s.call(mail(`{"id":2}`), ""), spec.Refused, codeQuestionOpen)
	other := mail(letter)
	other.Session = "s2"
	is(t, s.call(other, ""), spec.Pending, spec.CodeConfirmationRequired)
	is(t, s.decide(first.Request, `"deny"`), spec.Refused, spec.CodeDenied)
	is(t, s.call(mail(`{"id":2}`), ""), spec.Pending, spec.CodeConfirmationRequired)
	s.now += tenMinutes
	is(t, s.call(mail(`{"id":3}`), ""), spec.Pending, spec.CodeConfirmationRequired)
}

func TestATurnWithAStrangerIsRefused(t *testing.T) {
	s := newScene(t, Obeying(Whole), spec.DefaultWorld())
	got := s.turn(mail(letter), spec.DefaultCall("mail.purge"))
	if len(got.Answers) != 2 || got.Answers[0].Code != codeTurnRefused || got.Answers[1].Cause != spec.CauseCeiling || len(s.host.shows) > 0 {
		t.Errorf("%+v, %d shown", got.Answers, len(s.host.shows))
	}
}

func TestWhatComesNextInTheRun(t *testing.T) {
	read := spec.DefaultCall("mail.read")
	for _, c := range []struct {
		decision string
		effect   error
		next     []spec.Call
		ends     []spec.Status
		reason   string
	}{
		{`"allow"`, nil, []spec.Call{mail(`{"id":2}`), read}, []spec.Status{spec.Executed, spec.Pending}, "a question holds the run"},
		{`"allow"`, nil, []spec.Call{read, mail(letter)}, []spec.Status{spec.Executed, spec.Executed, spec.Pending}, "what policy lets run does not, and the same act is asked about"},
		{`"allow"`, nil, []spec.Call{spec.DefaultCall("mail.purge"), read}, []spec.Status{spec.Executed, spec.Refused, spec.Executed}, "nor does what it forbids"},
		{`"deny"`, nil, []spec.Call{mail(letter)}, []spec.Status{spec.Refused, spec.Pending}, "a no is told, and the run goes on"},
		{`"allow"`, &spec.CallError{Code: spec.EffectLost, Now: start}, []spec.Call{mail(letter)}, []spec.Status{spec.Unknown, spec.Pending}, "so is a lost reply"},
		{`1`, nil, []spec.Call{read}, []spec.Status{spec.Refused}, "what decides nothing lets nothing go on"},
		{`"always"`, nil, []spec.Call{mail(`{"id":2}`), spec.DefaultCall("mail.delete")}, []spec.Status{spec.Executed, spec.Executed, spec.Pending}, "an always is for acts of its kind"},
	} {
		s := newScene(t, Obeying(Whole), spec.DefaultWorld())
		asked := s.call(mail(letter), "")
		s.host.reply = c.effect
		got := s.do(spec.Request{Method: spec.MethodDecide, Request: asked.Request, Decision: json.RawMessage(c.decision), By: "u1", Then: c.next})
		var ends []spec.Status
		for _, a := range got.Answers {
			ends = append(ends, a.Status)
		}
		if len(ends) != len(c.ends) || got.Status != spec.Overall(got.Answers) {
			t.Errorf("%s: %v", c.reason, ends)
			continue
		}
		for i := range ends {
			if ends[i] != c.ends[i] {
				t.Errorf("%s: %v, want %v", c.reason, ends, c.ends)
			}
		}
	}
}
