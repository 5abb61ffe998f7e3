package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// Stories about what becomes of the external call, and what is said and kept of it.
var outcomeStories = []*Story{
	{Slug: "outcomes", About: "The tool answers, refuses, or its reply is lost; afterwards the approval is presented again.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			how := choose(pick, "ok", "refused", "lost")
			h := script(`call m1 action=mail.send args={"to":["finance@corp.example"]}`, `allow m1`, `call m1 effect=`+how)
			if pick(2) == 1 {
				h = append(h, script(`~call m1`)...)
			}
			return h, true
		}},
	{Slug: "unasked-outcomes", About: "An act that nobody is asked about meets a tool that answers, refuses, or loses its reply.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(`call m1 action=mail.read effect=` + choose(pick, "ok", "refused", "lost")), true
		}},
	{Slug: "asked-again-after-unknown", Needs: []string{"question"}, About: "The reply was lost, and the same act is asked about again.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(`call m1 action=mail.send args={"to":["finance@corp.example"]}`, `allow m1`, `call m1 effect=lost`)
			if pick(2) == 1 {
				return append(h, script(`call m2 action=mail.send args={"to":["finance@corp.example"]}`, `allow m2`, `call m2`)...), true
			}
			return append(h, script(`call m1 with=none`)...), true
		}},
	{Slug: "audited", Needs: []string{"audit"}, About: "Calls wait, are forbidden, run, fail and get lost, and then the audit is read.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(`call m1 action=mail.send args={"to":["finance@corp.example"]}`)
			how := pick(6)
			switch how {
			case 1, 2, 3, 5:
				h = append(h, script(`allow m1`, `call m1 effect=`+[]string{"", "ok", "refused", "lost", "", "ok"}[how])...)
			case 4:
				h = append(h, script(`deny m1`)...)
			}
			if how == 0 || how == 4 {
				h = append(h, script(`call m2 action=mail.read`)...)
			}
			if how == 5 {
				h = append(h, script(`call m2 action=mail.purge`, `call m3 action=mail.read`)...)
			}
			return append(h, script(`audit`)...), true
		}},
}
