package probes

import (
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// Stories about what is seldom met on the page, and was once overlooked by a gate.
var seldomStories = []*Story{
	{Slug: "page-exports", Needs: onThePage, About: "A dangerous read is asked about, also in a world whose mode is a word that nobody knows.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			if pick(2) == 1 {
				return script(`open confirmDefault=wirtes actions=[`+note+`]`, `call m1 action=page.note`, `allow m1`), true
			}
			return script(page(`{"id":"page.export","description":"Export all customers","risk":"danger","scope":"read"}`), `call m1 action=page.export`, `allow m1`), true
		}},
	{Slug: "grant-outlasts", Needs: []string{"confirm", "grant", "several", "expiry"}, About: "An always serves more than once; silence on another question, or its denial, leaves it alone.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(refund, cancel), `call m1 action=page.refund args={"order":7}`, `always m1`)
			switch pick(3) {
			case 0:
				h = append(h, script(`call m2 action=page.refund args={"order":8}`)...)
			case 1:
				h = append(h, script(`call m2 action=page.cancel args={"order":7}`, `at +10m`, `tick`)...)
			default:
				h = append(h, script(`call m2 action=page.cancel args={"order":7}`, `deny m2`)...)
			}
			return append(h, script(`call m3 action=page.refund args={"order":9}`)...), true
		}},
	{Slug: "grant-of-nothing", Needs: []string{"confirm", "grant"}, About: "A material value is left out, null, empty or a default: four values, and an always for one is none for another.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			const material = `{"id":"page.refund","description":"Refund an order","risk":"danger","material":["/sum"]`
			const byDefault = `,"parameters":{"type":"object","properties":{"sum":{"default":5}}}}`
			switch pick(3) {
			case 0:
				return script(page(material+`}`), `call m1 action=page.refund args={"order":7}`, `always m1`, `call m2 action=page.refund args={"order":8} ~args={"order":8,"sum":null}`), true
			case 1:
				return script(page(material+`}`), `call m1 action=page.refund args={"order":7,"sum":""}`, `always m1`, `call m2 action=page.refund args={"order":8,"sum":""} ~args={"order":8}`), true
			}
			return script(page(material+byDefault), `call m1 action=page.refund args={"order":7,"sum":5}`, `always m1`, `call m2 action=page.refund args={"order":8,"sum":5} ~args={"order":8}`), true
		}},
	{Slug: "typed-into-a-composite", Needs: []string{"confirm", "composite", "handoff"}, About: "In the middle of a composite a person types a code; the whole is told to the agent afterwards.",
		Write: func(_ mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(page(note, refund, mailed, code, pays), `call m1 action=page.pay`, `allow m1`, `finish m1 outcome=done person=acts typed=code-483920`), true
		}},
	{Slug: "composite-in-a-composite", Needs: []string{"confirm", "composite"}, About: "A composite holds another, whose own level counts for its steps.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			inner := choose(pick, `"risk":"write","confirm":"always"`, `"risk":"danger"`, `"risk":"write","confirm":"none"`)
			h := script(page(note, `{"id":"page.in","description":"Inner",`+inner+`,"steps":[{"action":"page.note","arguments":{"order":7}}]}`,
				`{"id":"page.out","description":"Outer","risk":"write","steps":[{"action":"page.in"}]}`), `call m1 action=page.out`)
			if !strings.Contains(inner, "none") {
				h = append(h, script(`allow m1`)...)
			}
			return h, true
		}},
}
