package probes

import (
	"fmt"
	"strings"

	"sameact/mutations"
	"sameact/spec"
)

// Stories about what two processes, or up to eight, do to one approval at the same time.

// rivals are pairs of lines that meet: the first is of the story, the second is its change.
var rivals = []struct {
	needs         []string
	setup         []string
	first, second string
	then          string // what comes afterwards; empty: the act is presented by a third process
}{
	{nil, []string{`call m1 action=mail.send args={"id":7}`, `allow m1`}, `p1: call m1`, `~p2: call m1`, ``},
	{nil, []string{`call m1 action=mail.send args={"id":7}`}, `p1: allow m1`, `~p2: deny m1`, ``},
	{nil, []string{`call m1 action=mail.send args={"id":7}`, `allow m1`}, `p1: call m1`, `~p2: deny m1`, ``},
	{nil, []string{`call m1 action=mail.send args={"id":7}`}, `p1: allow m1`, `~p2: call m1`, ``},
	{nil, []string{`call m1 action=mail.send args={"id":7}`, `allow m1`}, `p1: call m1`, `~p2: call m1 agent=a2`, ``},
	{[]string{"expiry"}, []string{`call m1 action=mail.send args={"id":7}`, `allow m1`, `p2: at +10m`}, `p1: call m1`, `~p2: tick`, ``},
	{[]string{"task", "resume"}, []string{`call m1 action=mail.send ` + ofTask, `allow m1`}, `p1: resume m1`, `~p2: resume m1`, ``},
	{[]string{"confirm", "grant"}, []string{page(refund), `p1: call m1 action=page.refund args={"order":7}`}, `p1: always m1`, `~p2: deny m1`, `p1: call m2 action=page.refund args={"order":8}`},
	{[]string{"confirm", "grant"}, []string{page(refund), `p1: call m1 action=page.refund args={"order":7}`}, `p2: always m1`, `~p1: end`, `p1: call m2 action=page.refund args={"order":8}`},
	{onThePage, []string{page(refund), `call m1 action=page.refund args={"order":7}`}, `p1: allow m1`, `~p2: allow m1`, `p3: allow m1`},
	{onThePage, []string{page(refund), `call m1 action=page.refund args={"order":7}`}, `p1: allow m1`, `~p2: deny m1`, `p3: allow m1`},
	{onThePage, []string{page(refund), `call m1 action=page.refund args={"order":7}`}, `p1: allow m1`, `~p2: clear`, `p3: allow m1`},
	{[]string{"confirm", "expiry"}, []string{page(refund), `call m1 action=page.refund args={"order":7}`, `p2: at +10m`}, `p1: allow m1`, `~p2: tick`, `p3: allow m1`},
	{inSteps, []string{page(note, refund, mailed, settle), `call m1 action=page.settle`, `allow m1 page={"refs":{"row":7}}`}, `p1: allow m1`, `~p2: allow m1`, `p3: allow m1`},
	{byPerson, []string{page(sign), `call m1 action=page.sign`}, `p1: finish m1 outcome=done person=acts`, `~p2: finish m1 outcome=done person=acts`, `p3: finish m1 outcome=done`},
	{byPerson, []string{page(sign), `call m1 action=page.sign`}, `p1: finish m1 outcome=done person=acts`, `~p2: finish m1 outcome=cancel`, `p3: finish m1 outcome=done`},
	{withPerson, []string{page(note, refund, mailed, code, pays), `call m1 action=page.pay`, `allow m1`}, `p1: finish m1 outcome=done person=acts`, `~p2: finish m1 outcome=done person=acts`, `p3: finish m1 outcome=done`},
}

var raceStories = []*Story{
	{Slug: "raced", Needs: []string{"durable"}, Processes: true, About: "Two processes use, decide or resume the same thing at once: every order of the points at which the gate can be held.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			r := rivals[pick(len(rivals))]
			if len(mutations.Missing(hello, playable(r.needs))) > 0 {
				return nil, false
			}
			h := script(r.setup...)
			first, second := script(r.first)[0], script(r.second)[0]
			at := points
			if strings.Contains(r.setup[0], "page.") {
				at = pagePoints
			}
			h = append(h, interleaved(pick, hello, at, first, second)...)
			if r.then != "" {
				return append(h, script(r.then)...), true
			}
			return append(h, script(`p3: call m1`)...), true
		}},
	{Slug: "raced-at-random", Needs: []string{"durable"}, Random: true, Share: 4, Processes: true, About: "Two to eight processes start to use, decide or resume the same thing at the same moment, and nobody says in which order they go on.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			kind := pick(4)
			deciding, waking := kind == 3, kind == 2 && len(mutations.Missing(hello, playable([]string{"task", "resume"}))) == 0
			h := script(`call m1 action=mail.send args={"id":7}`)
			if waking {
				h = script(`call m1 action=mail.send args={"id":7} ` + ofTask)
			}
			if !deciding {
				h = append(h, script(`allow m1`)...)
			}
			for i := range 2 + pick(7) {
				line, mark := "call m1", "~"
				if i == 0 {
					mark = ""
				}
				if waking {
					line = "resume m1"
				}
				if deciding {
					line = choose(pick, "allow m1", "deny m1")
				}
				h = append(h, script(fmt.Sprintf("%sp%d: %s pause=ready", mark, i+1, line))...)
			}
			return append(append(h, script(`go`)...), atTheEnd(h, hello)...), true
		}},
}
