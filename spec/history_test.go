package spec

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestParseHistory(t *testing.T) {
	for _, c := range []struct {
		text, want string // want "" : printed as written
		reason     string
	}{
		{"call m1 action=mail.send", "", "a verb, an act, a field"},
		{"  call\tm1   action=mail.send  \r", "call m1 action=mail.send", "white space between words is one space"},
		{"tick", "", "a verb alone"},
		{"# words\n\n \t\ntick", "tick", "comments and blank lines are no events"},
		{"~call m1", "", "a line that is the change"},
		{"~ call m1", "~call m1", "the mark stands at the verb"},
		{"call m1 ~args={}", "", "a key that is the change"},
		{"call m1 args={} ~args={\"a\":1}", "", "a marked key lies over an unmarked one"},
		{"p2: call m1 pause=effect", "", "a process, and where it is held"},
		{"~p2: go", "", "a marked line of a process"},
		{"< executed", "", "what was seen"},
		{"<executed m1", "< executed m1", "a seen line begins with a space"},
		{"< p2: show m1 kind=approval marks=[{\"at\":\"/a\",\"kind\":\"cut\"}]", "", "a seen line has any keys"},
		{"call m1 agent=\"a1\"", "call m1 agent=a1", "text that can be a bare word is one"},
		{"call m1 agent=\"\"", "", "the empty text"},
		{"call m1 agent=\"none\"", "", "the word none as a text"},
		{"call m1 with=none", "", "and as a field left out"},
		{"call m1 agent=\"12\"", "", "a text that would read as a number"},
		{"call m1 agent=12a", "", "and one that would not"},
		{"call m1 agent=a\"b", `call m1 agent="a\"b"`, "a quote inside a word"},
		{"call m1 agent=\u00e9", "call m1 agent=\"\u00e9\"", "a bare word is plain ASCII"},
		{"call m1 agent=\"\\u0061\\n\"", `call m1 agent="a\n"`, "one spelling of every text"},
		{"call m1 args={ \"a\" : [ 1 , \"} ]\" ] }", "", "JSON keeps its white space and may hold anything"},
		{"call m1 args=[1] text=\"[\"", "", "a later form lies over an earlier one"},
		{"call m1 args=7", "", "arguments that are no object"},
		{"decide m1 decision=\"false\"", "", "a decision that is a text"},
		{"decide m1 decision=false", "", "and one that is a truth"},
		{"allow m1 then=[[\"m2\",{\"action\":\"mail.send\",\"args\":{\"id\":7}}]]", "", "what the model asks for next"},
		{"allow m1 ~then=[[\"m2\",{}],[\"m3\",{\"action\":\"mail.read\"}]]", "", "which may be the change"},
		{"at +9m59.999s", "", "a time"},
		{"configure connectors=[{\"id\":\"mail\",\"gone\":true}]", "", "an entry taken out"},
		{"open connectors=[{\"id\":\"nowhere\",\"gone\":true}]", "", "what an earlier line may have put in"},
		{"start p2", "", "a process as the subject"},
	} {
		want := c.want
		if want == "" {
			want = c.text
		}
		h, err := ParseHistory(c.text)
		if err != nil || h.String() != want+"\n" {
			t.Errorf("%q: got %q, %v; want %q: %s", c.text, h, err, want, c.reason)
		}
		if err := checkHistory(ParseHistory, c.text); err != nil {
			t.Errorf("%v: %s", err, c.reason)
		}
	}
}

func TestParseHistoryRefuses(t *testing.T) {
	for _, c := range []struct {
		text   string
		line   int
		key    string
		says   string
		reason string
	}{
		{"dance m1", 1, "", "no verb", "an unknown verb"},
		{"tick\n\n# x\ndance", 4, "", "no verb", "lines are counted with comments and blank ones"},
		{"~", 1, "", "no verb", "a mark alone"},
		{"<", 1, "", "not a word for what is seen", "a sign alone"},
		{"< call m1", 1, "", "not a word for what is seen", "a verb is not seen"},
		{"p 2: call", 1, "", "no verb", "a process has no space"},
		{"p\u00e9: call", 1, "", "no process", "nor other letters"},
		{"call m1 colour=red", 1, "colour", "no such key", "an unknown key"},
		{"tick now=1", 1, "now", "no such key", "a key of another verb"},
		{"call m1 m2", 1, "", "key=value", "two subjects"},
		{"call \"m1\"", 1, "", "no name", "a subject is no text"},
		{"call m1 agent=", 1, "agent", "a value should stand", "no value"},
		{"call m1 agent= x", 1, "agent", "a value should stand", "a value does not begin with a space"},
		{"call m1 args={\"a\":1", 1, "args", "has no end", "JSON without an end"},
		{"call m1 args={}x", 1, "args", "a space should stand", "something right behind the value"},
		{"call m1 args={,}", 1, "args", "invalid character", "no JSON"},
		{"call m1 agent=\"\\ud800\"", 1, "agent", "surrogate", "a text with no single meaning"},
		{"call m1 agent=\xff", 1, "", "UTF-8", "a line is UTF-8; other bytes travel as base64"},
		{"call m1 bytes=*", 1, "bytes", "base64", "no base64"},
		{"call m1 task={\"transcript\":1}", 1, "task", "cannot be", "a field of another type"},
		{"call m1 task={\"place\":\"x\"}", 1, "task", "unknown field", "a task has no such field"},
		{"call m1 agent==a", 1, "agent", "", ""},
		{"< show m1 ~kind=approval", 1, "kind", "cannot be the change", "what was seen is no change"},
		{"at 9m", 1, "", "no time", "a time begins with +"},
		{"at +-9m", 1, "", "no time", "a time is not negative"},
		{"at +1us", 1, "", "no time", "a time is in whole milliseconds"},
		{"configure connectors=[{\"id\":\"mail\",\"colour\":1}]", 1, "connectors", "colour", "a connector has no such field"},
		{"configure connectors={}", 1, "connectors", "cannot be", "a list should stand"},
		{"open walls=1", 1, "walls", "no such key", "a world has no such part"},
		{"turn calls=[[\"m1\"]]", 1, "calls", "entry 0", "a call of a turn is a pair"},
		{"turn calls=[[\"m1\",{\"colour\":1}]]", 1, "calls", "colour", "with fields of a call"},
		{"decide decisions=[[1,\"allow\"]]", 1, "decisions", "entry 0", "an answer names its act"},
		{"allow m1 then=[[\"m2\"]]", 1, "then", "entry 0", "what comes next is a pair"},
		{"allow m1 then=[[\"m2\",{\"with\":\"m1\"}]]", 1, "then", "with", "and a call, which brings no approval"},
		{"allow m1 then=m2", 1, "then", "no list of calls", "several of them"},
	} {
		h, err := ParseHistory(c.text)
		if c.reason == "" {
			if err != nil || h[0].Str("agent") != "=a" {
				t.Errorf("%q: %v: a value may begin with =", c.text, err)
			}
			continue
		}
		var n *NotationError
		if !errors.As(err, &n) || n.Line != c.line || n.Key != c.key || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: got %v; want line %d, key %q, %q: %s", c.text, err, c.line, c.key, c.says, c.reason)
		}
	}
}

func TestTwin(t *testing.T) {
	for _, c := range []struct{ text, twin, script, reason string }{
		{"call m1\nallow m1\ncall m1 ~args={}\n", "call m1\nallow m1\ncall m1\n", "call m1\nallow m1\ncall m1 ~args={}\n", "a marked key is dropped"},
		{"call m1\n~tamper m1 ~args={}\nallow m1\n", "call m1\nallow m1\n", "call m1\n~tamper m1 ~args={}\nallow m1\n", "a marked line is dropped"},
		{"call m1 args=[1] ~args=[2]\n< executed\n", "call m1 args=[1]\n", "call m1 args=[1] ~args=[2]\n", "an unmarked key comes to light; what was seen is no part of a script"},
		{"call m1\ndecide ~decisions=[[\"m1\",\"allow\"]]\n", "call m1\n", "call m1\ndecide ~decisions=[[\"m1\",\"allow\"]]\n", "a list of answers that is all change is dropped with its line"},
	} {
		h := MustHistory(c.text)
		if got := h.Twin().String(); got != c.twin {
			t.Errorf("%q: twin %q, want %q: %s", c.text, got, c.twin, c.reason)
		}
		if got := h.Script().String(); got != c.script {
			t.Errorf("%q: script %q, want %q: %s", c.text, got, c.script, c.reason)
		}
		if !h.Marked() || h.Twin().Marked() || h.String() != c.text {
			t.Errorf("%q: a twin is unmarked and leaves its story as it was: %s", c.text, c.reason)
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	h := MustHistory("call m1 agent=a1\n")
	c := h.Clone()
	c[0].Fields[0].Value = "a2"
	if h[0].Str("agent") != "a1" || c[0].Equal(h[0]) || !h.Clone()[0].Equal(h[0]) {
		t.Errorf("%v and %v", h, c)
	}
}

func TestGet(t *testing.T) {
	e := MustHistory("call m1 agent=a1 ~agent=\"b c\" callId=7\n")[0]
	if e.Str("agent") != "b c" || e.Str("callId") != "7" || e.Str("session") != "" {
		t.Errorf("the marked key lies over the other: %q %q %q", e.Str("agent"), e.Str("callId"), e.Str("session"))
	}
	if !e.Is(VerbCall) || e.Saw(VerbCall) || e.Is(VerbAllow) {
		t.Error("a script line is told from a seen one")
	}
}

func TestTurnCalls(t *testing.T) {
	e := MustHistory(`turn calls=[["m1",{"action":"mail.send","args":{"a":1.0}}],["m2",{"action":"none"}]]`)[0]
	calls, err := e.TurnCalls()
	if err != nil || len(calls) != 2 {
		t.Fatal(calls, err)
	}
	if got := calls[0].Line.String(); got != `call m1 action=mail.send args={"a":1.0}` || calls[0].Act != "m1" {
		t.Errorf("the first call is %q", got)
	}
	if got := calls[1].Line.String(); got != `call m2 action="none"` {
		t.Errorf("the second call is %q", got)
	}
	if _, err := (Event{Verb: VerbTurn}).TurnCalls(); err == nil {
		t.Error("a turn without calls is read")
	}
}

func TestDecisions(t *testing.T) {
	e := MustHistory(`decide decisions=[["m1","allow"],["m2",{"yes":true}]]`)[0]
	list, err := e.Decisions()
	if err != nil || len(list) != 2 || list[0] != (ActDecision{"m1", `"allow"`}) || list[1] != (ActDecision{"m2", `{"yes":true}`}) {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := (Event{Verb: VerbDecide}).Decisions(); err == nil {
		t.Error("no decisions are read")
	}
}

func TestSpellJSON(t *testing.T) {
	for _, c := range []struct{ raw, want, reason string }{
		{"", "none", "nothing"},
		{`{"a": 1}`, `{"a": 1}`, "as written where it is one line"},
		{"{\n \"a\": 1\n}", `{"a":1}`, "on one line"},
		{" {\"a\":1} ", `{"a":1}`, "white space around a value is none of it"},
		{`"mail.send"`, "mail.send", "a text is a bare word"},
		{`"a b"`, `"a b"`, "where it can be"},
		{`"none"`, `"none"`, "and does not read as something else"},
		{"12", "12", "a number"},
		{"not\njson", `"not\njson"`, "what is no JSON is a text"},
	} {
		if got := SpellJSON([]byte(c.raw)); got != c.want {
			t.Errorf("%q: got %s, want %s: %s", c.raw, got, c.want, c.reason)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		text string
	}{
		{0, "+0s"}, {10 * time.Minute, "+10m"}, {10*time.Minute - time.Millisecond, "+9m59.999s"},
		{time.Hour, "+1h"}, {time.Hour + time.Second, "+1h0m1s"}, {90 * time.Minute, "+1h30m"}, {time.Millisecond, "+1ms"},
	} {
		if got := SpellTime(c.d); got != c.text {
			t.Errorf("%v is spelled %s, want %s", c.d, got, c.text)
		}
		if d, err := ParseTime(c.text); err != nil || d != c.d {
			t.Errorf("%s is read as %v, %v", c.text, d, err)
		}
	}
	if got := SpellTime(-time.Second); got != "-1s" {
		t.Errorf("a time before the beginning is %s", got)
	}
}
