package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// What only a person can do in these stories.
const (
	sign   = `{"id":"page.sign","description":"Sign with the security key","risk":"danger","handoff":{"reason":"Only you hold the key","expects":true}}`
	ring   = `{"id":"page.ring","description":"Call the customer","risk":"write","handoff":{"reason":"He wants to hear a person","expects":false}}`
	upload = `{"id":"page.upload","description":"Choose the file","risk":"write","handoff":{"reason":"The file is on your disk","expects":true,"steps":[{"text":"Choose the file","highlight":"page.field"},{"text":"Check its name"}]}}`
)

var byPerson = []string{"handoff"}

// Stories about the part that only a person can do.
var handoffStories = []*Story{
	{Slug: "person-signs", Needs: byPerson, About: "A person is asked to sign and does it, says so without having done it, or says so too early.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(sign), `call m1 action=page.sign args={"order":7}`)
			switch pick(4) {
			case 0:
				return append(h, script(`finish m1 outcome=done person=acts`)...), true
			case 1:
				return append(h, script(`~finish m1 outcome=done`, `finish m1 outcome=done person=acts`)...), true
			case 2:
				return append(h, script(`finish m1 outcome=done person=acts`, `~finish m1 outcome=done`)...), true
			}
			return append(h, script(`~call m1`, `finish m1 outcome=done person=acts`)...), true
		}},
	{Slug: "person-cancels", Needs: byPerson, About: "A person cancels, having done it or not, and says done afterwards.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(page(sign), `call m1 action=page.sign`, choose(pick, `~finish m1 outcome=cancel`, `~finish m1 outcome=cancel person=acts`), `finish m1 outcome=done person=acts`), true
		}},
	{Slug: "person-is-late", Needs: []string{"handoff", "expiry"}, About: "A person is done at, after or just before the deadline, which is the usual one, the world's or the step's.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h, last, over := script(page(sign)), "+4m59.999s", "+5m"
			switch pick(3) {
			case 1:
				h, last, over = append(h, script(`open handoffTimeoutMs=120000`)...), "+1m59.999s", "+2m"
			case 2:
				h = append(h, script(`open handoffTimeoutMs=120000 actions=[{"id":"page.sign","handoff":{"reason":"Only you hold the key","timeoutMs":30000,"expects":true}}]`)...)
				last, over = "+29.999s", "+30s"
			}
			h = append(h, script(`call m1 action=page.sign`)...)
			switch pick(4) {
			case 0:
				return append(h, script(`at `+last, `tick`, `finish m1 outcome=done person=acts`)...), true
			case 1:
				return append(h, script(`~at `+over, `~tick`, `finish m1 outcome=done person=acts`)...), true
			case 2:
				return append(h, script(`~at `+over, `finish m1 outcome=done person=acts`)...), true
			}
			return append(h, script(`~at +24h`, `~tick`, `~tick`, `finish m1 outcome=done person=acts`)...), true
		}},
	{Slug: "only-claimed", Needs: byPerson, About: "Nobody can check what a person says.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(page(ring), `call m1 action=page.ring`, choose(pick, `finish m1 outcome=done`, `finish m1 outcome=done person=acts`)), true
		}},
	{Slug: "handoff-target", Needs: byPerson, About: "The target or the input is missing before a person is asked, or another when the person is done.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			needs := `{"id":"page.sign","description":"Sign with the security key","risk":"danger","parameters":{"type":"object","required":["doc"]},"handoff":{"reason":"Only you hold the key","expects":true}}`
			done := `finish m1 outcome=done person=acts`
			call := `call m1 action=page.sign args={"doc":{"$ref":"doc"}} page={"refs":{"doc":1}}`
			switch pick(3) {
			case 0:
				return script(page(needs), call+` ~page={"refs":{"doc":null}}`, done), true
			case 1:
				return script(page(needs), `call m1 action=page.sign args={"doc":1} ~args={}`, done), true
			}
			return script(page(needs), call, done+` ~page={"refs":{"doc":`+choose(pick, "2", "null")+`}}`), true
		}},
	{Slug: "no-person", Needs: byPerson, About: "No way to a person is configured.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			action := choose(pick, "page.sign", "page.ring")
			return script(page(sign, ring), `~open channels={"handoff":false}`, `call m1 action=`+action, `finish m1 outcome=done person=acts`), true
		}},
	{Slug: "guided", Needs: []string{"handoff", "guide"}, About: "A person is led through instructions, forth and back, and done counts on the last one only.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(page(upload), `open guides=["page.field"]`, `call m1 action=page.upload`)
			done := `finish m1 outcome=done person=acts`
			switch pick(5) {
			case 0:
				return append(h, script(`finish m1 outcome=next`, done)...), true
			case 1:
				return append(h, script(`~finish m1 outcome=done person=acts`, `finish m1 outcome=next`, done)...), true
			case 2:
				return append(h, script(`finish m1 outcome=next`, `~finish m1 outcome=back`, `~finish m1 outcome=next`, done)...), true
			case 3:
				return append(h, script(`finish m1 outcome=next`, `~finish m1 outcome=next page={"holds":{"page.upload":true}}`, `~tick`, done)...), true
			}
			return append(h, script(`finish m1 outcome=next`, done, `~call m2 action=page.field`)...), true
		}},
	{Slug: "guide-called", Needs: []string{"handoff", "guide"}, About: "The agent calls what is only displayed.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			if pick(2) == 1 {
				return script(page(note, upload), `~open guides=["page.note"]`, `call m1 action=page.note args={"text":"x"}`), true
			}
			return script(page(note, upload), `open guides=["page.field"]`, `call m1 action=page.note ~action=page.field args={"text":"x"}`), true
		}},
	{Slug: "typed", Needs: byPerson, About: "A person types a one-time code, and the agent goes on looking at the page.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			done := `finish m1 outcome=done person=acts typed=code-483920`
			if pick(2) == 1 {
				return script(page(note, code), `call m1 action=page.code`, `finish m1 outcome=cancel typed=code-483920`, `call m2 action=page.note`), true
			}
			return script(page(note, code), `call m1 action=page.code`, done, `call m2 action=page.note`), true
		}},
	{Slug: "whole-handoff", Needs: byPerson, About: "A composite is a person's as a whole, and none of its steps is the agent's.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			whole := `{"id":"page.move","description":"Move house","risk":"write","handoff":{"reason":"Only you can pack","expects":true},"steps":[{"action":"page.note"},{"action":"page.mail"}]}`
			return script(page(note, mailed, whole), `call m1 action=page.move`, choose(pick, `finish m1 outcome=done person=acts`, `~finish m1 outcome=cancel`), `finish m1 outcome=done person=acts`), true
		}},
	{Slug: "handoff-cleared", Needs: byPerson, About: "The conversation is cleared or ended while a person is at it, or another one is; then the person is done.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			h, done := script(page(sign), `call m1 action=page.sign`), script(`finish m1 outcome=done person=acts`)
			how := choose(pick, `~clear`, `clear session=s2`, `~end`)
			if len(mutations.Missing(hello, withPerson)) == 0 && pick(2) == 1 {
				h = script(page(note, refund, mailed, code, pays), `call m1 action=page.pay`, `allow m1`)
			}
			return append(append(h, script(how)...), done...), true
		}},
	{Slug: "somebody-else-finishes", Needs: byPerson, About: "Another user or the agent says that it is done, or a yes is given to a handoff.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			if pick(2) == 1 {
				return script(page(sign), `call m1 action=page.sign`, `~allow m1`, `finish m1 outcome=done person=acts`), true
			}
			return script(page(sign), `call m1 action=page.sign`, `finish m1 outcome=done person=acts `+choose(pick, `~by=u2`, `~by=a1`)), true
		}},
}
