package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// The composites of the page in these stories: three steps of the agent's, one that is only known after the
// first, one with a person's step in the middle, and one that begins with it.
const (
	mailed = `{"id":"page.mail","description":"Tell the customer","risk":"write"}`
	code   = `{"id":"page.code","description":"Type the one-time code","risk":"write","handoff":{"reason":"The bank sent you a code","expects":true}}`
	closes = `{"id":"page.close","description":"Close the case","risk":"write","steps":[{"action":"page.note","arguments":{"order":7}},{"action":"page.refund","arguments":{"order":7}},{"action":"page.mail","arguments":{"order":7}}]}`
	settle = `{"id":"page.settle","description":"Settle an order","risk":"danger","steps":[{"action":"page.note","arguments":{"order":7}},{"action":"page.refund","arguments":{"order":{"$ref":"row"}}},{"action":"page.mail","arguments":{"order":7}}]}`
	pays   = `{"id":"page.pay","description":"Pay an invoice","risk":"danger","steps":[{"action":"page.note","arguments":{"order":7}},{"action":"page.code"},{"action":"page.refund","arguments":{"order":7}},{"action":"page.mail","arguments":{"order":7}}]}`
	books  = `{"id":"page.book","description":"Book a trip","risk":"write","confirm":"none","steps":[{"action":"page.note","arguments":{"order":7}},{"action":"page.code"},{"action":"page.refund","arguments":{"order":{"$ref":"row"}}}]}`
)

// inSteps is what a story about composites needs.
var inSteps = []string{"confirm", "composite"}

// withPerson is what one with a person's step in it needs.
var withPerson = []string{"confirm", "composite", "handoff"}

// Stories about operations of several steps.
var compositeStories = []*Story{
	{Slug: "steps", Needs: inSteps, About: "A composite is asked about once, at the level of its strictest step, and its steps run in order.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(note, refund, mailed, closes))
			if own := choose(pick, "", "none", "ask", "always"); own != "" {
				h = append(h, script(`open actions=[{"id":"page.close","confirm":"`+own+`"}]`)...)
			}
			return append(h, script(`call m1 action=page.close`, choose(pick, `allow m1`, `always m1`))...), true
		}},
	{Slug: "quiet-steps", Needs: inSteps, About: "A composite of harmless steps runs unasked.",
		Write: func(mutations.Pick, spec.Hello) (spec.History, bool) {
			return script(page(note, mailed, `{"id":"page.tidy","description":"Tidy up","risk":"write","steps":[{"action":"page.note"},{"action":"page.mail"}]}`), `call m1 action=page.tidy`), true
		}},
	{Slug: "steps-that-fail", Needs: inSteps, About: "The backend refuses the first step or loses its reply, and nothing after it runs; the yes is then used again.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(page(note, refund, mailed, closes), `call m1 action=page.close`, `allow m1 effect=`+choose(pick, "refused", "lost", "ok"), `~allow m1`), true
		}},
	{Slug: "steps-denied", Needs: inSteps, About: "A composite is denied, cleared or left unanswered, and a yes follows.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(page(note, refund, mailed, closes), `call m1 action=page.close`, choose(pick, `~deny m1`, `~clear`, `~allow m1 by=u2`), `allow m1`), true
		}},
	{Slug: "step-that-turns-up", Needs: inSteps, About: "A step cannot be resolved when the composite is asked about, and is asked about when it is reached: allowed, denied, or never there.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(note, refund, mailed, settle), `call m1 action=page.settle`)
			switch pick(4) {
			case 0:
				return append(h, script(`allow m1 page={"refs":{"row":7}}`, `allow m1`)...), true
			case 1:
				return append(h, script(`allow m1 page={"refs":{"row":7}}`, `~deny m1`, `allow m1`)...), true
			case 2:
				return append(h, script(`allow m1`)...), true
			}
			return append(h, script(`allow m1 page={"refs":{"row":7}}`, `allow m1 ~page={"refs":{"row":8}}`)...), true
		}},
	{Slug: "step-declared-anew", Needs: []string{"confirm", "composite", "handoff", "policy"}, About: "While a person does a step, the composite gets another one, or something beside it is edited.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			more := `~configure actions=[{"id":"page.pay","steps":[{"action":"page.note","arguments":{"order":7}},{"action":"page.code"},{"action":"page.cancel","arguments":{"order":7}},{"action":"page.refund","arguments":{"order":7}}]}]`
			edit := choose(pick, more, `configure actions=[{"id":"page.cancel","confirm":"always"}]`, `~configure actions=[{"id":"page.refund","confirm":"always"}]`)
			return script(page(note, refund, cancel, mailed, code, pays), `call m1 action=page.pay`, `allow m1`, edit, `finish m1 outcome=done person=acts`), true
		}},
	{Slug: "person-in-the-middle", Needs: withPerson, About: "The second of three steps is a person's: done, not done, cancelled, too late, said twice, or by somebody else.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			h := script(page(note, refund, mailed, code, pays), `call m1 action=page.pay`, `allow m1`)
			done := `finish m1 outcome=done person=acts`
			switch pick(8) {
			case 0:
				return append(h, script(done)...), true
			case 1:
				return append(h, script(done, `~finish m1 outcome=done`)...), true
			case 2:
				return append(h, script(`~finish m1 outcome=done`, `finish m1 outcome=done person=acts`)...), true
			case 3:
				return append(h, script(`~finish m1 outcome=cancel`, done)...), true
			case 4:
				if !hello.Has("expiry") {
					return nil, false
				}
				return append(h, script(`~at +6m`, `~tick`, done)...), true
			case 5:
				return append(h, script(done+` ~by=u2`)...), true
			case 6:
				return append(h, script(`~allow m1`, done)...), true
			}
			return append(h, script(done+` effect=`+choose(pick, "refused", "lost"))...), true
		}},
	{Slug: "step-beside-a-person", Needs: withPerson, About: "A person's step is done, and the agent's next one, which nobody was shown, is asked about.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(note, refund, code, books), `call m1 action=page.book`, `finish m1 outcome=done person=acts page={"refs":{"row":7}}`)
			return append(h, script(choose(pick, `allow m1`, `~deny m1`))...), true
		}},
	{Slug: "only-claimed-inside", Needs: withPerson, About: "Nobody can check the person's step, the rest goes on, and the whole is unknown.",
		Write: func(mutations.Pick, spec.Hello) (spec.History, bool) {
			rings := `{"id":"page.ring","description":"Call the customer","risk":"write","handoff":{"reason":"He wants to hear a person","expects":false}}`
			return script(page(note, refund, rings, `{"id":"page.care","description":"Take care","risk":"write","steps":[{"action":"page.ring"},{"action":"page.note"}]}`),
				`call m1 action=page.care`, `finish m1 outcome=done`), true
		}},
}
