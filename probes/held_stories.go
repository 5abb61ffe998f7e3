package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// Stories about what a client holds: states that are brought twice, late, from elsewhere or under another address, and
// ids of calls. Those with hold=true say themselves when the act is presented; many others are told so as well
// (held_style.go).

const (
	finance = `call m1 action=mail.send args={"to":["finance@corp.example"]}`
	heldYes = `allow m1 hold=true`
)

var heldStories = []*Story{
	{Slug: "state-forked", Needs: []string{"resumes", "state"}, About: "The state with which a question was opened is gone on with twice: one after the other, in a second process, while the effect of the first is on the way, or after a no.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			h := script(finance)
			switch pick(6) {
			case 0:
				return append(h, script(`allow m1`, `~allow m1 state=first`)...), true
			case 1:
				return append(h, script(`allow m1 pause=effect`, `~allow m1 state=first`, `go`)...), true
			case 2:
				return append(h, script(`allow m1`, `~p2: allow m1 state=first`)...), hello.Has("durable")
			case 3:
				return append(h, script(`~deny m1`, `allow m1 state=first`)...), true
			case 4:
				return append(h, script(`~deny m1`, `p2: allow m1 state=first`)...), hello.Has("durable")
			}
			return append(h, script(`allow m1 pause=effect`, `~p2: allow m1 state=first`, `go`)...), hello.Has("durable")
		}},
	{Slug: "held-state-forked", Needs: []string{"hold", "state"}, About: "The state that a held yes left is gone on with twice: one after the other, elsewhere, while the effect of the first is on the way, or after its process was killed on it.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			h := script(finance, heldYes)
			switch pick(6) {
			case 0:
				return append(h, script(`call m1`, `~call m1 state=held`)...), true
			case 1:
				return append(h, script(`call m1 pause=effect`, `~call m1 state=held`, `go`)...), true
			case 2:
				return append(h, script(`call m1 effect=`+choose(pick, "refused", "lost"), `~call m1 state=held`)...), true
			case 3:
				return append(h, script(`call m1`, `~p2: call m1 state=held`)...), hello.Has("durable")
			case 4:
				return append(h, script(`call m1 pause=effect`, `~p2: call m1 state=held`, `go`)...), hello.Has("durable")
			}
			return append(h, script(`call m1 pause=effect`, `~crash`, choose(pick, `~call m1 state=held`, `~p2: call m1 state=held`))...), hello.Has("durable")
		}},
	{Slug: "held-together", Needs: []string{"hold", "several"}, About: "Two yeses of one conversation are held, and the acts are presented in either order, the first of them once more.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			first, second := "m1", "m2"
			if pick(2) == 1 {
				first, second = second, first
			}
			return script(finance, `call m2 action=mail.delete args={"id":7}`, heldYes, `allow m2 hold=true`, `call `+first, `call `+second, `~call `+first), true
		}},
	{Slug: "held-then-answered", Needs: []string{"hold"}, About: "After a held yes another answer comes: a yes that runs the act, a no, or the same again; then the act is presented.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			if pick(2) == 1 {
				return script(finance, `~deny m1 hold=true`, heldYes, `call m1`), true
			}
			return script(finance, heldYes, `~`+choose(pick, `allow m1`, `deny m1`, heldYes, `deny m1 hold=true`), `call m1`, `~call m1`), true
		}},
	{Slug: "edited-around-the-yes", Needs: []string{"hold", "tamper"}, About: "The call in the client's hands is exchanged before the held yes, after it, or before it and back afterwards.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			other := choose(pick, `args={"to":["press@corp.example"]}`, `args={"to":["finance@corp.example"],"cc":["press@corp.example"]}`, `action=mail.delete`)
			switch pick(4) {
			case 0:
				return script(finance, heldYes, `~tamper m1 `+other, `call m1`), true
			case 1:
				return script(finance, `~tamper m1 `+other, heldYes, `call m1`), true
			case 2:
				return script(finance, heldYes, `~tamper m1 `+other, `~call m1`, `~tamper m1`, `call m1`), true
			}
			return script(finance, heldYes, `~tamper m1 `+other, `~call m1`, `call m1 state=held`), true
		}},
	{Slug: "state-spliced", Needs: []string{"resumes", "state"}, About: "An answer, or a presentation after a held yes, is brought with the state of a question in another conversation; then with its own.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			h := script(finance, choose(pick,
				`call m2 action=mail.delete args={"id":7} session=s2`,
				`call m2 action=mail.send args={"to":["press@corp.example"]} session=s2`))
			switch pick(3) {
			case 0:
				return append(h, script(`~allow m1 state=m2`, `allow m1`)...), true
			case 1:
				return append(h, script(heldYes, `~call m1 state=m2`, `call m1`)...), hello.Has("hold")
			}
			return append(h, script(`allow m2 hold=true`, `~call m1 state=m2`, `call m2`)...), hello.Has("hold")
		}},
	{Slug: "store-rolled-back", Needs: []string{"durable"}, About: "The folder of the gate is put back as it was before the act ran, while the client holds what came afterwards: another act is presented, and a new one is asked about and runs.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(deletes, `allow m1`, `~store kept`, `call m1`, `~store put-back`, `~call m1 `+choose(pick, `args={"id":8}`, `action=mail.send args={"id":7}`),
				`call m2 action=mail.send args={"id":2}`, `allow m2`, `call m2`), true
		}},
	{Slug: "forged-and-held", Needs: []string{"hold", "forge"}, About: "A question that nobody was asked is written into the client's state, alone or beside a real one, and its yes is held.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			forged := `~tamper m2 ` + choose(pick, `action=mail.send args={"to":["press@corp.example"]}`, `action=mail.delete args={"id":7}`)
			return script(finance, heldYes, forged, choose(pick, `~allow m2 hold=true`, `~allow m2`), `~call m2`, `call m1`), true
		}},
	{Slug: "answered-under-no-id", About: "A yes is sent to an address that is no question's, and then to its own.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(finance, `~allow m1 with=`+choose(pick, `approval-404`, `""`, `"../m1"`, `"*"`, `undefined`, `"null"`, `"0"`), `allow m1`, `call m1`), true
		}},
	{Slug: "answered-twice-in-one", Needs: []string{"batch"}, About: "One answer names the same question twice, with the same word or with both.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			twice := choose(pick, `[["m1","allow"],["m1","allow"]]`, `[["m1","allow"],["m2","deny"],["m1","allow"]]`, `[["m1","deny"],["m1","allow"]]`)
			return script(`turn calls=[["m1",{"action":"mail.delete","args":{"id":1}}],["m2",{"action":"mail.delete","args":{"id":2}}]]`,
				`decide decisions=[["m1","allow"]] ~decisions=`+twice, `call m1`), true
		}},
	{Slug: "call-id-in-the-next-turn", Needs: []string{"call-id"}, About: "The model gives the call id of an act that was allowed, or that has run, to another act.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			other := `~call m2 callId=k1 ` + choose(pick, `action=mail.send args={"to":["press@corp.example"]}`, `action=mail.delete args={"id":7}`,
				`action=mail.send args={"to":["press@corp.example"]} session=s2`, `action=mail.send args={"to":["press@corp.example"]} agent=a2`)
			asked := script(finance + ` callId=k1`)
			switch pick(3) {
			case 0:
				return append(asked, script(`allow m1`, `call m1`, other, `~call m2`)...), true
			case 1:
				if !hello.Has("several") {
					return nil, false
				}
				return append(asked, script(`allow m1`, other, `~call m2`, `call m1`)...), true
			}
			return append(asked, script(other, `allow m1`, `call m1`, `~call m2`)...), hello.Has("several")
		}},
}
