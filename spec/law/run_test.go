package law

import (
	"slices"
	"testing"

	"sameact/spec"
)

// Histories of runs, whole turns and gates that keep one question a conversation: what honest gates do, each beside
// the same with the fault that the rule has to leave visible.
func TestRunsAndTurns(t *testing.T) {
	hello := func(features ...string) spec.Hello {
		return spec.Hello{Chapters: Chapters, Binds: []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"}, Features: features}
	}
	run := hello("several", "resumes", "state", "tamper", "then", "grant", "raw-decision", "batch")
	narrow := run
	narrow.Binds = []string{"action", "arguments", "agent"}
	whole := hello("resumes", "state", "tamper", "then", "batch-whole")
	single := hello("resumes", "state", "tamper")
	const (
		asked  = "call m1 action=mail.send args={\"id\":1}\n< pending\n"
		ran    = "< effect action=mail.send args={\"id\":1}\n"
		both   = "turn calls=[[\"m1\",{\"action\":\"mail.send\",\"args\":{\"id\":1}}],[\"m2\",{\"action\":\"mail.delete\",\"args\":{\"id\":7}}]]\n< pending m1\n< pending m2\n"
		delete = "< effect action=mail.delete args={\"id\":7}\n"
	)
	then := func(call string) string { return "allow m1 then=[[\"m2\"," + call + "]]\n" }
	always := func(call string) string { return asked + "always m1 then=[[\"m2\"," + call + "]]\n" + ran }
	for _, c := range []struct {
		reason string
		hello  spec.Hello
		honest string
		broken string // with the fault
		clause string // that the fault breaks
	}{
		{"what comes next is asked about", run,
			asked + then(`{"action":"mail.send","args":{"id":2}}`) + ran + "< executed m1\n< pending m2\nallow m2\n< effect action=mail.send args={\"id\":2}\n< executed",
			asked + then(`{"action":"mail.send","args":{"id":2}}`) + ran + "< effect action=mail.send args={\"id\":2}\n< executed m1\n< executed m2", "answers-do-not-cross"},
		{"also the same act", run,
			asked + then(`{"action":"mail.send","args":{"id":1}}`) + ran + "< executed m1\n< pending m2",
			asked + then(`{"action":"mail.send","args":{"id":1}}`) + ran + ran + "< executed m1\n< executed m2", "no-standing-yes"},
		{"under the same call id too", run,
			"call m1 action=mail.send args={\"id\":1} callId=k1\n< pending\n" + then(`{"action":"mail.send","args":{"id":2},"callId":"k1"}`) + ran + "< executed m1\n< pending m2",
			"call m1 action=mail.send args={\"id\":1} callId=k1\n< pending\n" + then(`{"action":"mail.send","args":{"id":2},"callId":"k1"}`) + ran + "< effect action=mail.send args={\"id\":2}\n< executed m1\n< executed m2", "answers-do-not-cross"},
		{"a run may end with a denial, and what was denied does not run later in it", run,
			asked + "deny m1 then=[[\"m2\",{\"action\":\"mail.send\",\"args\":{\"id\":1}}]]\n< refused m1 code=denied",
			asked + "deny m1 then=[[\"m2\",{\"action\":\"mail.send\",\"args\":{\"id\":1}}]]\n" + ran + "< refused m1 code=denied\n< executed m2", "denied-runs-nothing"},
		{"a run may end with a lost reply, not with what went well", run,
			asked + "allow m1 effect=lost then=[[\"m2\",{\"action\":\"mail.delete\"}]]\n< effect action=mail.send args={\"id\":1} reply=lost\n< unknown m1 code=outcome_unknown",
			asked + then(`{"action":"mail.delete"}`) + ran + "< executed m1", "honest-approval-runs"},
		{"it waits at the first question, and what comes next there is not refused", run,
			asked + "allow m1 then=[[\"m2\",{\"action\":\"mail.delete\"}],[\"m3\",{\"action\":\"mail.delete\"}]]\n" + ran + "< executed m1\n< pending m2",
			asked + "allow m1 then=[[\"m2\",{\"action\":\"mail.delete\"}],[\"m3\",{\"action\":\"mail.delete\"}]]\n" + ran + "< executed m1\n< refused m2", "honest-approval-runs"},
		{"what policy lets run runs in the run", run,
			asked + then(`{"action":"mail.read"}`) + ran + "< effect action=mail.read args={}\n< executed m1\n< executed m2",
			asked + then(`{"action":"mail.read"}`) + ran + "< executed m1\n< refused m2", "confirm-lets-pass"},
		{"an always lets acts of its kind run", run,
			always(`{"action":"mail.send","args":{"id":2}}`) + "< effect action=mail.send args={\"id\":2}\n< executed m1\n< executed m2",
			always(`{"action":"mail.delete","args":{"id":7}}`) + delete + "< executed m1\n< executed m2", "answers-do-not-cross"},
		{"and need not", run,
			always(`{"action":"mail.send","args":{"id":2}}`) + "< executed m1\n< pending m2",
			always(`{"action":"mail.send","args":{"id":2}}`) + "< executed m1\n< refused m2", "honest-approval-runs"},
		{"it is for its agent", run,
			always(`{"action":"mail.send","agent":"a2"}`) + "< executed m1\n< pending m2",
			always(`{"action":"mail.send","agent":"a2"}`) + "< effect action=mail.send args={}\n< executed m1\n< executed m2", "same-agent"},
		{"what a gate does not tell apart it may take for the same", narrow,
			always(`{"action":"mail.send","connection":"c2","principal":"u2"}`) + "< effect action=mail.send args={}\n< executed m1\n< executed m2",
			always(`{"action":"mail.send","agent":"a2"}`) + "< effect action=mail.send args={}\n< executed m1\n< executed m2", "same-agent"},
		{"what it tells apart it has to keep apart", run,
			always(`{"action":"mail.send","connection":"c2"}`) + "< executed m1\n< pending m2",
			always(`{"action":"mail.send","connection":"c2"}`) + "< effect action=mail.send args={}\n< executed m1\n< executed m2", "answers-do-not-cross"},
		{"it ends with its conversation", run,
			always(`{"action":"mail.send"}`) + "< effect action=mail.send args={}\n< executed m1\n< executed m2\nend\ncall m3 action=mail.send\n< pending",
			always(`{"action":"mail.send"}`) + "< effect action=mail.send args={}\n< executed m1\n< executed m2\nend\ncall m3 action=mail.send\n< effect action=mail.send args={}\n< executed", "answers-do-not-cross"},
		{"where it is not offered it is no decision", run,
			"call m1 action=mail.send\n< show m1 kind=approval options=[\"allow\",\"deny\"] expires=+10m\n< pending\nalways m1\n< refused code=decision_invalid",
			"call m1 action=mail.send\n< show m1 kind=approval options=[\"allow\",\"deny\"] expires=+10m\n< pending\nalways m1\n< effect action=mail.send args={}\n< executed", "yes-is-exactly-yes"},
		{"an answer that leaves out a question of its turn may be refused", whole,
			both + "allow m1\n< refused\ndecide decisions=[[\"m1\",\"allow\"],[\"m2\",\"deny\"]]\n" + ran + "< executed m1\n< refused m2 code=denied",
			both + "allow m1\n< refused\ndecide decisions=[[\"m1\",\"allow\"],[\"m2\",\"deny\"]]\n< refused m1\n< refused m2 code=denied", "partial-yes-runs"},
		{"or taken, and then the yes stands", whole,
			both + "allow m1\n" + ran + "< executed",
			both + "allow m1\n" + ran + delete + "< executed m1\n< executed m2", "one-use"},
		{"not where questions may be answered one by one", run,
			both + "allow m1\n" + ran + "< executed",
			both + "allow m1\n< refused", "partial-yes-runs"},
		{"a list that names a question twice may be refused", run,
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m2\",\"allow\"],[\"m2\",\"allow\"]]\n< refused",
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m2\",\"allow\"]]\n< refused", "honest-approval-runs"},
		{"what a list says twice may be told twice", run,
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m1\",\"allow\"],[\"m2\",\"deny\"]]\n" + ran + "< executed m1\n< executed m1\n< refused m2 code=denied",
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m2\",\"allow\"]]\n" + ran + "< executed m1\n< executed m2", "said-is-done"},
		{"an act that was allowed has to be heard of", run,
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m2\",\"allow\"]]\n" + ran + delete + "< executed",
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m2\",\"allow\"]]\n" + ran + "< executed m1", "honest-approval-runs"},
		{"an effect is of what was allowed, where something equal was denied beside it", run,
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m2\",\"deny\"]] then=[[\"m3\",{\"action\":\"mail.send\",\"args\":{\"id\":1}}]]\n" + ran + "< executed m1\n< refused m2 code=denied\n< pending m3",
			both + "decide decisions=[[\"m1\",\"allow\"],[\"m2\",\"deny\"]] then=[[\"m3\",{\"action\":\"mail.delete\",\"args\":{\"id\":7}}]]\n" + ran + delete + "< executed m1\n< executed m2\n< pending m3", "each-act-its-own-yes"},
		{"a gate that keeps one question may refuse a new call while it is open", single,
			asked + "call m2 action=mail.delete\n< refused\nallow m1\n" + ran + "< executed\ncall m2\n< pending",
			asked + "allow m1\n" + ran + "< executed\ncall m2 action=mail.delete\n< refused", "honest-approval-runs"},
		{"or end the older question", single,
			asked + "call m2 action=mail.delete\n< pending\nallow m1\n< refused",
			asked + "allow m1\n< refused", "honest-approval-runs"},
		{"a denied question is not open", single,
			asked + "call m2 action=mail.read\n< refused",
			asked + "deny m1\n< refused code=denied\ncall m2 action=mail.read\n< refused", "confirm-lets-pass"},
		{"nor is one of another conversation", single,
			asked + "call m2 action=mail.delete session=s1\n< refused",
			asked + "call m2 action=mail.delete session=s2\n< refused", "honest-approval-runs"},
		{"who keeps several refuses none", run,
			asked + "call m2 action=mail.delete\n< pending",
			asked + "call m2 action=mail.delete\n< refused", "honest-approval-runs"},
		{"a turn with a call that is not taken may be refused as a whole", run,
			"turn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.forward\"}]]\n< refused m1\n< refused m2",
			"turn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.delete\"}]]\n< refused m1\n< refused m2", "honest-approval-runs"},
		{"not where something of it is asked about", run,
			"turn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.forward\"}]]\n< pending m1\n< refused m2",
			"turn calls=[[\"m1\",{\"action\":\"mail.send\"}],[\"m2\",{\"action\":\"mail.forward\"}],[\"m3\",{\"action\":\"mail.delete\"}]]\n< pending m1\n< refused m2\n< refused m3", "honest-approval-runs"},
	} {
		v := Judge(spec.MustHistory(c.honest), c.hello)
		for _, b := range append(v.Broken(), v.Compound...) {
			t.Errorf("%s: accused of %s: %s", c.reason, b.Clause.Slug, b.Why)
		}
		var slugs []string
		for _, b := range Judge(spec.MustHistory(c.broken), c.hello).Broken() {
			slugs = append(slugs, b.Clause.Slug)
		}
		if !slices.Contains(slugs, c.clause) {
			t.Errorf("%s: the fault beside it does not break %s, but %v", c.reason, c.clause, slugs)
		}
	}
}
