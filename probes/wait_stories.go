package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

const ofTask = `task={"transcript":"t1","objective":"o1","revision":1}`

// Stories about waits: an act of an objective waits, is allowed, is woken and presented.
var waitStories = []*Story{
	{Slug: "woken", Needs: []string{"task", "resume"}, About: "An act of an objective is allowed, its wait is resumed, and it runs; perhaps a second one follows.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(`call m1 action=mail.send `+ofTask, `allow m1`, `resume m1`, `call m1`)
			if pick(2) == 1 {
				h = append(h, script(`call m2 action=mail.delete args={"id":7} `+ofTask, `allow m2`, `resume m2`, `call m2`)...)
			}
			return h, true
		}},
	{Slug: "woken-by-the-wrong-one", Needs: []string{"task", "resume"}, About: "A resume names another version, transcript, wait, user or agent.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			wrong := choose(pick, `~version=+1`, `~version=-1`, `~transcript=t2`, `~wait=w-none`, `~by=u2`, `~by=a1`, `~agent=a2`, `~agent=""`)
			return script(`call m1 action=mail.send `+ofTask, `allow m1`, `resume m1 `+wrong, `call m1`), true
		}},
	{Slug: "two-objectives", Needs: []string{"task", "resume", "several"}, About: "The objective moves on; the old wait is closed, and the old yes does not wake the new one.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			other := choose(pick, `{"transcript":"t1","objective":"o2","revision":1}`, `{"transcript":"t1","objective":"o1","revision":2}`, `{"transcript":"t2","objective":"o1","revision":1}`, `{"transcript":"t1","input":"i1","revision":1}`)
			h := script(`call m1 action=mail.send `+ofTask, `allow m1`)
			if pick(2) == 1 {
				return append(h, script(`call m2 action=mail.send args={"id":2} task=`+other, `allow m2`, `resume m2 ~with=m1`, `call m2`)...), true
			}
			return append(h, script(`~call m2 action=mail.send args={"id":2} task=`+other, `resume m1`, `call m1`)...), true
		}},
}
