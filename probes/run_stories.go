package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// Stories about a run: the answer to one act brings what the model asks for next.

// inRun is what a story about a run needs.
var inRun = []string{"resumes", "then"}

// first is the act that is asked about and answered in a run.
const first = `call m1 action=mail.send args={"id":1}`

var runStories = []*Story{
	{Slug: "next-in-the-run", Needs: inRun, About: "After the yes the run asks for another act: with other arguments, with the same ones, another action, or under the same call id.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			id := ""
			if hello.Has("call-id") && pick(2) == 1 {
				id = `,"callId":"k1"`
			}
			next := choose(pick, `"mail.send","args":{"id":2}`, `"mail.send","args":{"id":1}`, `"mail.delete","args":{"id":1}`, `"chat.post","args":{"text":"Sent"}`)
			h := script(first, `allow m1 ~then=[["m2",{"action":`+next+id+`}]]`)
			if id != "" {
				h[0] = script(first + ` callId=k1`)[0]
			}
			return h, true
		}},
	{Slug: "next-is-answered", Needs: inRun, About: "What the run asks for next is asked about, and runs once when it is allowed, or not when it is denied.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			next := choose(pick, `{"action":"mail.send","args":{"id":2}}`, `{"action":"mail.send","args":{"id":1}}`, `{"action":"mail.delete","args":{"id":1}}`)
			h := script(first, `allow m1 then=[["m2",`+next+`]]`)
			switch pick(4) {
			case 0:
				return append(h, script(`allow m2`)...), true
			case 1:
				return append(h, script(`allow m2`, `~allow m2`)...), true
			case 2:
				return append(h, script(`deny m2`, `~allow m2`)...), true
			}
			return append(h, script(`allow m2 then=[["m3",{"action":"mail.send","args":{"id":3}}]]`, `allow m3`, `~allow m1`)...), true
		}},
	{Slug: "next-after-a-no", Needs: inRun, About: "After a no the run asks for the same act again, or for another.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			next := choose(pick, `{"action":"mail.send","args":{"id":1}}`, `{"action":"mail.send","args":{"id":2}}`)
			return script(`call m0 action=mail.send`, `allow m0`, first, `~deny m1 ~then=[["m2",`+next+`]]`), true
		}},
	{Slug: "next-unasked", Needs: inRun, About: "What the run asks for next is something that policy lets run, forbids, or does not know; then it asks for more.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			more := choose(pick, ``, `,["m3",{"action":"mail.send","args":{"id":3}}]`)
			if pick(2) == 1 {
				return script(first, `allow m1 ~then=[["m2",{"action":"`+choose(pick, "mail.purge", "mail.forward")+`"}]`+more+`]`), true
			}
			h := script(first, `allow m1 then=[["m2",{"action":"mail.read","args":{"id":7}}]`+more+`]`)
			if more != "" {
				h = append(h, script(`allow m3`)...)
			}
			return h, true
		}},
	{Slug: "next-of-a-failed-act", Needs: inRun, About: "The backend refuses the allowed act, or loses its reply, and the run asks for the same once more.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(first, `allow m1 effect=`+choose(pick, "refused", "lost")+` ~then=[["m2",{"action":"mail.send","args":{"id":1}}]]`), true
		}},
}
