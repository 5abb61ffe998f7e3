package probes

import (
	"strings"

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
	{Slug: "always-in-the-run", Needs: []string{"resumes", "then", "grant"}, About: "Always is said where the question offers it, and more is asked for: in the run of its kind, of another action or account; later by another agent, or in another conversation.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			next := choose(pick, ``, `"mail.send","connection":"c2"`, `"mail.delete"`, `agent=a2`, `session=s2`)
			if strings.Contains(next, "=") { // a run is its agent's, in its conversation
				return script(first, `always m1`, `~call m2 action=mail.send args={"id":2} `+next), true
			}
			if next == "" {
				return script(first, `always m1 then=[["m2",{"action":"mail.send","args":{"id":2}}]]`, `call m3 action=mail.send args={"id":3}`), true
			}
			return script(first, `always m1 ~then=[["m2",{"action":`+next+`,"args":{"id":2}}]]`), true
		}},
	{Slug: "always-until-a-no", Needs: []string{"resumes", "grant"}, About: "Always is said, such an act for another account is denied, and one of the kind is asked for again.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(first, `always m1`, `call m2 action=mail.send connection=c2`, choose(pick, `deny m2`, `allow m2`), `~call m3 action=mail.send args={"id":3}`), true
		}},
	{Slug: "lists-of-answers", Needs: []string{"batch or batch-whole"}, About: "A list of answers leaves out a question of its turn, names one twice, or names what is none; then the right list is given.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(twoOfATurn, `call m9 action=mail.purge`)
			wrong := choose(pick, `["m1","allow"]`, `["m2","deny"]`, `["m1","allow"],["m1","deny"],["m2","deny"]`, `["m2","deny"],["m2","allow"],["m1","allow"]`, `["m1","allow"],["m2","deny"],["m9","allow"]`)
			return append(h, script(`~decide decisions=[`+wrong+`]`, `decide decisions=[["m1","allow"],["m2","deny"]]`, `call m1`)...), true
		}},
	{Slug: "turn-with-a-stranger", Needs: []string{"batch or batch-whole"}, About: "One call of a turn is forbidden, undeclared or without a single meaning, beside one that is asked about.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			stranger := choose(pick, `{"action":"mail.purge"}`, `{"action":"mail.forward"}`, `{"action":"mail.send","connector":"fax"}`)
			one, two := `["m1",{"action":"mail.send","args":{"id":1}}]`, `["m2",`+stranger+`]`
			both := choose(pick, one+`,`+two, two+`,`+one)
			return script(`turn calls=[`+one+`] ~calls=[`+both+`]`, `decide decisions=[["m1","allow"]]`, `call m1`), true
		}},
	{Slug: "next-of-a-turn", Needs: append([]string{"batch or batch-whole"}, inRun...), About: "A turn is answered, and the run asks for one of its acts again, or for another.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			second := choose(pick, "allow", "deny")
			next := choose(pick, `{"action":"mail.send","args":{"id":3}}`, `{"action":"mail.delete","args":{"id":7}}`)
			h := script(twoOfATurn, `decide decisions=[["m1","allow"],["m2","`+second+`"]] ~then=[["m3",`+next+`]]`)
			if pick(2) == 1 {
				h = append(h, script(`~allow m3`)...)
			}
			return h, true
		}},
}

// twoOfATurn is a turn of two acts that are asked about.
const twoOfATurn = `turn calls=[["m1",{"action":"mail.send","args":{"id":1}}],["m2",{"action":"mail.delete","args":{"id":7}}]]`
