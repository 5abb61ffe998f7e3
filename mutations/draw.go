package mutations

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sameact/spec"
)

// How a story goes.
const (
	formAct     = "act"     // asked, allowed, presented
	formTask    = "task"    // the same inside an objective
	formWait    = "wait"    // and with its wait resumed before the presentation
	formDecide  = "decide"  // the decision is spelled as a value
	formBatch   = "batch"   // two acts asked in one turn, one of them allowed
	formUnasked = "unasked" // the policy lets it pass
)

var forms = []string{formAct, formTask, formWait, formDecide, formBatch, formUnasked}

// arguments that acts are drawn with, each after the first there for what some operator needs.
var shapes = []string{
	`{"to":["finance@corp.example"],"body":"Q3 is done"}`,
	`{"to":["finance@corp.example","audit@corp.example"],"subject":"Invoice 17","amount":1200.5,"urgent":true,"meta":{"id":"INV-017","tags":["q3","paid"]}}`,
	`{"to":[],"cc":null,"body":"","meta":{},"copies":0,"urgent":false}`,
	`{"to":["café@corp.example"],"body":"Grüße aus der Straße 😀","subject":"Résumé"}`,
	`{"amount":0.1,"id":9007199254740992,"rate":1e21,"zero":0,"code":"1","one":1}`,
	`{"to":["finance@corp.example"],"password":"hunter-two","auth":{"access_token":"tok-1","max_tokens":16},"headers":{"Authorization":"Basic b25l"}}`,
	`{"body":"` + strings.Repeat("All quiet. ", 40) + `"}`,
	`{"body":"` + strings.Repeat("Line of a long report. ", 500) + `","to":["finance@corp.example"]}`,
	`{"rule":` + strings.Repeat(`{"any":[`, 6) + `{"field":"sender","is":"finance"}` + strings.Repeat(`]}`, 6) + `}`,
	`{"ids":[` + numbered(60) + `]}`,
	`{"hash":"h1","changedFiles":["a.txt"],"checksDigest":"d1","\ufb33":1,"😀":2,"meta":{"b":1,"a":[{"y":1,"x":2}]}}`,
	`{"rows":[[1,2],[3],[]],"pair":["01","1"],"payload":{"json":"{\"a\":1}","list":["a","b"]}}`,
}

func numbered(n int) string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = strconv.Quote(fmt.Sprintf("doc-%03d", i))
	}
	return strings.Join(ids, ",")
}

// A setting is who asks for what, under which policy: an action, fields of the call and an open line.
type setting struct {
	basis  Basis
	action string
	call   string
	open   string
}

var settings = []setting{
	{Yes, "mail.send", "", ""},
	{Yes, "mail.send", "agent=a1.sub session=s7", ""},
	{Yes, "chat.post", "", ""},
	{Yes, "mail.delete", "connection=c2", ""},
	{Yes, "mail.send", "", "approvalTtlMs=60000"},
	{Yes, "mail.purge", "", `connectors=[{"id":"mail","ceiling":"admin","agents":["a1","a2"],"accounts":["work","home"]}]`},
	{Yes, "mail.read", "", `connectors=[{"id":"mail","ceiling":"read","confirm":"always"}]`},
	{Yes, "mail.send", "", `actions=[{"id":"mail.send","connector":"mail","parameters":{"type":"object","properties":{"importance":{"type":"string","default":"normal"}}}}]`},
	{Yes, "mail.send", "callId=k1", ""},
	{Unasked, "mail.read", "", ""},
	{Unasked, "mail.send", "", `connectors=[{"id":"mail","confirm":"never"}]`},
	{Unasked, "mail.scan", "", `connectors=[{"id":"mail","ceiling":"admin"}]`},
	{Unasked, "chat.read", "connection=k1 agent=a2", ""},
}

// A place to begin at: a setting, read.
type beginning struct {
	call spec.Call
	open []spec.Field
}

// beginnings are the settings of each basis.
var beginnings = func() map[Basis][]beginning {
	out := map[Basis][]beginning{}
	for _, t := range settings {
		call, err := spec.DefaultCall(t.action).With(spec.MustHistory("call m1 " + t.call)[0])
		if err != nil {
			panic(err)
		}
		out[t.basis] = append(out[t.basis], beginning{call, spec.MustHistory("open " + t.open)[0].Fields})
	}
	return out
}()

// NewScene draws an act: how the story goes, its arguments, who asks under which policy. Where every
// choice is 0 it is mail.send {"to":["finance@corp.example"],"body":"Q3 is done"}, by the default
// caller in the default world, asked and allowed.
func NewScene(pick Pick) *Scene {
	s := &Scene{form: choose(pick, forms), basis: Yes}
	if s.form == formUnasked {
		s.basis = Unasked
	}
	args := ""
	if i := pick(len(shapes) + 1); i < len(shapes) {
		args = shapes[i]
	} else {
		args = drawObject(pick, 3)
	}
	from := choose(pick, beginnings[s.basis])
	s.asked, s.open = from.call, slices.Clone(from.open)
	s.asked.Args = spec.JSONArgs(args)
	s.decision = spec.Event{Verb: spec.VerbAllow, Subject: "m1"}
	s.shape(pick)
	s.plain, s.now = s.asked, s.asked
	return s
}

// shape gives the scene what its form needs.
func (s *Scene) shape(pick Pick) {
	switch s.form {
	case formTask:
		s.asked.Task = choose(pick, []*spec.Task{
			{Transcript: "t1", Objective: "o1", Revision: 1},
			{Transcript: "t1", Input: "i1", Revision: 1},
			{Transcript: "t1", Objective: "o1", Input: "i1", Revision: 3},
		})
	case formWait:
		s.asked.Task = &spec.Task{Transcript: "t1", Objective: "o1", Revision: 1}
		s.resume = &spec.Event{Verb: spec.VerbResume, Subject: "m1"}
	case formDecide:
		s.decision = spec.MustHistory("decide m1 decision=allow")[0]
	case formBatch:
		mate := spec.DefaultCall("chat.post")
		mate.Principal, mate.Agent, mate.Session = s.asked.Principal, s.asked.Agent, s.asked.Session
		mate.Args = spec.JSONArgs(`{"text":"Q3 is done"}`)
		if pick(2) == 1 {
			mate = s.asked
			mate.Args = spec.JSONArgs(`{"to":["press@corp.example"],"body":"Q3 is done"}`)
			mate.CallID = "" // no two calls of a turn have one id
		}
		s.mate = &mate
		if pick(2) == 1 {
			s.decision = spec.MustHistory(`decide decisions=[["m1","allow"],["m2","deny"]]`)[0]
		}
	}
}

var (
	drawnNames  = []string{"to", "body", "cc", "amount", "meta", "labels", "name", "id"}
	drawnLeaves = []string{`"a"`, `1`, `true`, `null`, `""`, `"ops@corp.example"`, `"Straße"`, `"caf\u00e9"`, `0.1`, `9007199254740992`, `"A"`, `-0.5`, `"two  words"`, `false`, `[]`, `{}`}
)

func drawObject(pick Pick, depth int) string {
	var b strings.Builder
	b.WriteByte('{')
	n, from := 1+pick(4), pick(len(drawnNames))
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(drawnNames[(from+i)%len(drawnNames)]) + ":" + drawValue(pick, depth-1))
	}
	return b.String() + "}"
}

func drawValue(pick Pick, depth int) string {
	kind := 0
	if depth > 0 {
		kind = pick(4)
	}
	switch kind {
	case 2:
		return drawObject(pick, depth)
	case 3:
		list := make([]string, 1+pick(3))
		for i := range list {
			list[i] = drawValue(pick, depth-1)
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	return choose(pick, drawnLeaves)
}
