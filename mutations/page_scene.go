package mutations

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sameact/spec"
)

// A scene on the page path is a call m1 without a connector. What is presented is what is asked about, and
// it goes on at the answer:
//
//	open actions=[…]         what the page declares
//	…                        lines before the ask
//	call m1 action=page.…    the ask
//	…                        lines before the decision
//	allow m1                 the decision, where somebody is asked
//	…                        lines before the person is done
//	finish m1 outcome=done   where a person does it, or a step of it
//	…                        lines afterwards
//
// Under a grant the decision is an always about m0, and stands with the lines before it ahead of the ask of m1.

// How a story on the page goes.
const (
	formPage   = "page"   // one step of the agent's
	formSteps  = "steps"  // several of them
	formPerson = "person" // one that a person does
	formInside = "inside" // several, of which a person does one
)

var pageForms = []string{formPage, formSteps, formPerson, formInside}

// What mutations on the page stand on.
var (
	aStep        = []string{formPage}
	severalSteps = []string{formSteps}
	agentSteps   = []string{formPage, formSteps}
	asked        = []string{formPage, formSteps, formInside}
	aPerson      = []string{formPerson}
	personInside = []string{formInside}
	withPerson   = []string{formPerson, formInside}
)

// onPage is what a scene has on the page path only.
type onPage struct {
	needs  []string
	fields []spec.Field        // of the ask, besides those of the call
	given  [slots]spec.History // lines that belong to the setting
	finish *spec.Event         // nil where no person does anything
}

func (p *onPage) clone() *onPage {
	c := *p
	if p.finish != nil {
		f := *p.finish
		f.Fields = slices.Clone(f.Fields)
		c.finish = &f
	}
	return &c
}

// What the pages of these scenes declare.
const (
	pageRefund = `{"id":"page.refund","description":"Refund an order","risk":"danger","parameters":{"type":"object","required":["order"]},"material":["/sum"]}`
	pageDelete = `{"id":"page.delete","description":"Delete an order","risk":"danger","confirm":"always"}`
	pageCancel = `{"id":"page.cancel","description":"Cancel an order","risk":"danger","material":["/sum"]}`
	pageNote   = `{"id":"page.note","description":"Edit the note","risk":"write"}`
	pageMail   = `{"id":"page.mail","description":"Tell the customer","risk":"write"}`
	pageView   = `{"id":"page.view","description":"Open an order","risk":"read"}`
	pageCode   = `{"id":"page.code","description":"Type the one-time code","risk":"write","handoff":{"reason":"The bank sent you a code","expects":true}}`
	pageSign   = `{"id":"page.sign","description":"Sign with the security key","risk":"danger","handoff":{"reason":"Only you hold the key","expects":true}}`
	pageRing   = `{"id":"page.ring","description":"Call the customer","risk":"write","parameters":{"type":"object","required":["customer"]},"handoff":{"reason":"He wants to hear a person","expects":false}}`
	pageUpload = `{"id":"page.upload","description":"Choose the file","risk":"write","handoff":{"reason":"The file is on your disk","expects":true,"steps":[{"text":"Choose the file"},{"text":"Check its name"}]}}`

	stepNote   = `{"action":"page.note","arguments":{"order":7}}`
	stepRefund = `{"action":"page.refund","arguments":{"order":7}}`
	stepMail   = `{"action":"page.mail","arguments":{"order":7}}`
	stepRow    = `{"action":"page.refund","arguments":{"order":{"$ref":"row"}}}`
	stepCode   = `{"action":"page.code"}`
)

// A pageSetting is what is called on the page, what was declared, and how the story goes on.
type pageSetting struct {
	form     string
	basis    Basis
	open     string // beside the actions
	actions  []string
	call     string
	earlier  string // lines before the decision
	decision string
	guided   string // lines before the finish
	finish   string
	needs    []string
}

func madeOf(id, rest string, steps ...string) string {
	return `{"id":"page.` + id + `",` + rest + `,"steps":[` + strings.Join(steps, ",") + `]}`
}

const (
	sevenOrder = ` args={"order":7,"sum":5}`
	isDone     = `finish m1 outcome=done person=acts`
)

// pageSettings are there each for what some operator needs, the simplest of a form and a basis first.
var pageSettings = []pageSetting{
	{form: formPage, basis: Yes, actions: []string{pageRefund, pageCancel}, call: `page.refund` + sevenOrder, decision: `allow m1`},
	{form: formPage, basis: Yes, actions: []string{pageDelete, pageCancel}, call: `page.delete` + sevenOrder, decision: `allow m1`},
	{form: formPage, basis: Yes, open: `confirmDefault=writes`, actions: []string{pageNote, pageCancel}, call: `page.note` + sevenOrder, decision: `allow m1`},
	{form: formPage, basis: Yes, open: `promptTimeoutMs=60000`, actions: []string{pageRefund, pageCancel}, call: `page.refund` + sevenOrder, decision: `allow m1`},
	{form: formPage, basis: Yes, actions: []string{pageDelete, pageCancel}, call: `page.delete args={"order":{"$ref":"row"}} page={"refs":{"row":7}}`, decision: `allow m1`},
	{form: formPage, basis: Unasked, actions: []string{pageNote, pageCancel}, call: `page.note` + sevenOrder},
	{form: formPage, basis: Unasked, actions: []string{`{"id":"page.refund","description":"Refund an order","risk":"danger","confirm":"none"}`, pageCancel}, call: `page.refund` + sevenOrder},
	{form: formPage, basis: Unasked, actions: []string{pageView, pageCancel}, call: `page.view` + sevenOrder},
	{form: formPage, basis: Grant, actions: []string{pageRefund, pageCancel}, call: `page.refund` + sevenOrder,
		earlier: `call m0 action=page.refund args={"order":6,"sum":5}`, decision: `always m0`},
	{form: formPage, basis: Grant, actions: []string{pageRefund, pageCancel}, call: `page.refund` + sevenOrder, needs: []string{"several"},
		earlier: "call m0 action=page.refund args={\"order\":6,\"sum\":5}\ncall m9 action=page.refund args={\"order\":9,\"sum\":5}", decision: `always m0`},
	{form: formSteps, basis: Yes, actions: []string{pageNote, pageRefund, pageMail, madeOf("close", `"description":"Close the case","risk":"write"`, stepNote, stepRefund, stepMail)},
		call: `page.close` + sevenOrder, decision: `allow m1`},
	{form: formSteps, basis: Yes, actions: []string{pageNote, pageRefund, pageMail, madeOf("settle", `"description":"Settle an order","risk":"danger"`, stepNote, stepRow, stepMail)},
		call: `page.settle` + sevenOrder + ` page={"refs":{"row":7}}`, decision: `allow m1 page={"refs":{"row":7}}`},
	{form: formSteps, basis: Unasked, actions: []string{pageNote, pageMail, pageRefund, madeOf("tidy", `"description":"Tidy up","risk":"write"`, stepNote, stepMail)}, call: `page.tidy` + sevenOrder},
	{form: formSteps, basis: Grant, actions: []string{pageNote, pageRefund, pageMail, madeOf("close", `"description":"Close the case","risk":"write"`, stepNote, stepRefund, stepMail)},
		call: `page.close` + sevenOrder, earlier: `call m0 action=page.close args={"order":6,"sum":5}`, decision: `always m0`},
	{form: formPerson, basis: Unasked, actions: []string{pageSign}, call: `page.sign args={"doc":{"$ref":"doc"}} page={"refs":{"doc":1}}`, finish: isDone},
	{form: formPerson, basis: Unasked, open: `handoffTimeoutMs=120000`, actions: []string{pageRing}, call: `page.ring args={"customer":7}`, finish: `finish m1 outcome=done`},
	{form: formPerson, basis: Unasked, actions: []string{pageUpload}, call: `page.upload`, guided: `finish m1 outcome=next`, finish: isDone, needs: []string{"guide"}},
	{form: formPerson, basis: Unasked, actions: []string{pageNote, pageMail, madeOf("move", `"description":"Move house","risk":"write","handoff":{"reason":"Only you can pack","expects":true}`, stepNote, stepMail)},
		call: `page.move`, finish: isDone, needs: []string{"composite"}},
	{form: formInside, basis: Yes, actions: []string{pageNote, pageCode, pageRefund, pageMail, madeOf("pay", `"description":"Pay an invoice","risk":"danger"`, stepNote, stepCode, stepRefund, stepMail)},
		call: `page.pay` + sevenOrder, decision: `allow m1`, finish: isDone},
	{form: formInside, basis: Unasked, actions: []string{pageNote, pageCode, pageMail, madeOf("care", `"description":"Take care of an order","risk":"write"`, stepNote, stepCode, stepMail)},
		call: `page.care` + sevenOrder, finish: isDone},
}

// pageCallers are who calls.
var pageCallers = []string{"", " agent=a1.sub session=s7"}

// NewPageScene draws a call on the page: what is called in which world, and who calls. Where every choice
// is 0 it is page.refund {"order":7,"sum":5}, by the default caller, asked and allowed.
func NewPageScene(pick Pick) *Scene {
	t := choose(pick, pageSettings)
	caller := choose(pick, pageCallers)
	s := &Scene{form: t.form, basis: t.basis, page: &onPage{needs: t.declares()}}
	s.open = spec.MustHistory("open " + t.open + " actions=[" + strings.Join(t.actions, ",") + "]")[0].Fields
	ask := spec.MustHistory("call m1 action=" + t.call + caller)[0]
	c, err := spec.DefaultCall(ask.Str("action")).With(ask)
	if err != nil {
		panic(err)
	}
	s.asked, s.plain, s.now = c, c, c
	for _, f := range ask.Fields {
		if !slices.Contains(spec.CallFields, f.Key) {
			s.page.fields = append(s.page.fields, f)
		}
	}
	if t.earlier != "" {
		s.page.given[beforeDecision] = spec.MustHistory(strings.ReplaceAll(t.earlier, "\n", caller+"\n") + caller)
	}
	if t.decision != "" {
		s.decision = spec.MustHistory(t.decision)[0]
	}
	if t.guided != "" {
		s.page.given[beforePresentation] = spec.MustHistory(t.guided)
	}
	if t.finish != "" {
		s.page.finish = &spec.MustHistory(t.finish)[0]
	}
	return s
}

// SceneFor draws a scene on the path that a mutation is about.
func SceneFor(m *Mutation, pick Pick) *Scene {
	if m.On != nil {
		return NewPageScene(pick)
	}
	return NewScene(pick)
}

// declares lists what a gate must declare for a setting to mean anything.
func (t pageSetting) declares() []string {
	needs := slices.Clone(t.needs)
	if t.form == formSteps || t.form == formInside {
		needs = append(needs, "composite")
	}
	if t.form == formPerson || t.form == formInside {
		needs = append(needs, "handoff")
	}
	if t.form != formPerson {
		needs = append(needs, "confirm")
	}
	if t.basis == Grant {
		needs = append(needs, "grant")
	}
	return needs
}

// untilDone tells a scene on the page up to what the person does.
func (s *Scene) untilDone() spec.History {
	asked := append(s.in(beforeAsk), s.ask())
	answered := s.in(beforeDecision)
	if s.basis != Unasked {
		answered = append(answered, s.decision)
	}
	if s.basis == Grant {
		asked, answered = answered, asked
	}
	h := slices.Concat(asked, answered, s.in(beforePresentation))
	if s.page.finish != nil {
		h = append(h, *s.page.finish)
	}
	return h
}

// in tells what stands in a slot: the lines of the setting, then those that were added.
func (s *Scene) in(at slot) spec.History { return slices.Concat(s.page.given[at], s.lines[at]) }

// lay puts a marked key over the ask.
func (s *Scene) lay(key, value string) bool {
	if slices.ContainsFunc(s.over, func(f spec.Field) bool { return f.Key == key }) {
		return false
	}
	s.over = append(s.over, spec.Field{Key: key, Value: value, Changed: true})
	return true
}

// finishes puts a marked key over what the person says.
func (s *Scene) finishes(key, value string) bool {
	s.page.finish.Fields = append(s.page.finish.Fields, spec.Field{Key: key, Value: value, Changed: true})
	return true
}

// refers reports whether the ask is set in a page with something by a name.
func (s *Scene) refers(ref string) bool {
	return slices.ContainsFunc(s.page.fields, func(f spec.Field) bool { return f.Key == "page" && strings.Contains(f.Value, `"`+ref+`"`) })
}

// replace has other arguments presented: the first of some texts that stands in them is another one.
func (s *Scene) replace(pick Pick, was string, is ...string) bool {
	return s.present(pick, func(c *spec.Call, pick Pick) bool {
		text, _ := c.Text()
		to := choose(pick, is)
		c.Args = spec.JSONArgs(strings.Replace(text, was, to, 1))
		return strings.Contains(text, was)
	})
}

// declared spells an edit of an action of the page.
func declared(id, fields string) string {
	return fmt.Sprintf(`configure actions=[{"id":%q,%s}]`, id, fields)
}

// stepsEdited spells the steps of the act's action, edited.
func (s *Scene) stepsEdited(edit func([]spec.ActionStep) []spec.ActionStep) string {
	a, _ := s.declared()
	steps, _ := json.Marshal(edit(slices.Clone(a.Steps)))
	return s.action(`"steps":` + string(steps))
}

// prompt is how long a question on the page stays open, and patience how long a person's step does.
func (s *Scene) prompt() time.Duration { return lasts(s.world().PromptTimeout, 10*time.Minute) }

func (s *Scene) patience() time.Duration { return lasts(s.world().HandoffTimeout, 5*time.Minute) }

func lasts(said json.RawMessage, usual time.Duration) time.Duration {
	if ms, err := time.ParseDuration(string(said) + "ms"); err == nil {
		return ms
	}
	return usual
}
