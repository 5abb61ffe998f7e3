package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// Stories about several questions, batches, and the life of one approval.
var answerStories = []*Story{
	{Slug: "in-flight", Needs: []string{}, About: "The approved act is presented again while its own effect is in flight, or before it is spent.",
		Write: func(pick mutations.Pick, hello spec.Hello) (spec.History, bool) {
			if hello.Has("resumes") {
				return script(`call m1 action=mail.send`, `allow m1 pause=effect`, `~allow m1`, `go`), true
			}
			if hello.Has("sync-points") && pick(2) == 1 {
				return script(`call m1 action=mail.send`, `allow m1`, `call m1 ~pause=before-spend`, `~call m1`, `~go`), true
			}
			return script(`call m1 action=mail.send`, `allow m1`, `call m1 pause=effect`, `~call m1`, `go`), true
		}},
	{Slug: "two-questions", Needs: []string{"several"}, About: "Two questions are open; each is answered under its own name, in either order.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(`call m1 action=mail.send args={"to":["finance@corp.example"]}`, `call m2 action=mail.delete args={"id":7}`)
			switch pick(4) {
			case 0:
				return append(h, script(`allow m1`, `call m1`, `allow m2`, `call m2`)...), true
			case 1:
				return append(h, script(`allow m2`, `call m2`, `allow m1`, `call m1`)...), true
			case 2:
				return append(h, script(`deny m1`, `allow m2`, `call m2`)...), true
			}
			return append(h, script(`allow m2`, `call m2`, `~call m1`)...), true
		}},
	{Slug: "batch", Needs: []string{"batch or batch-whole"}, About: "Acts that one turn asks for together are answered together, some allowed and some not.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			h := script(`turn calls=[["m1",{"action":"mail.send","args":{"to":["finance@corp.example"]}}],["m2",{"action":"mail.delete","args":{"id":7}}]]`)
			first, second := "m1", "m2"
			if pick(2) == 1 {
				first, second = second, first
			}
			switch pick(4) {
			case 0:
				h = append(h, script(`decide decisions=[["`+first+`","allow"],["`+second+`","deny"]]`, `call `+first, `~call `+second)...)
			case 1:
				h = append(h, script(`decide decisions=[["`+first+`","allow"],["`+second+`","allow"]]`, `call `+first, `call `+second)...)
			case 2:
				h = append(h, script(`decide decisions=[["`+first+`","allow"]]`, `call `+first, `~call `+second)...)
			case 3:
				h = append(h, script(`decide decisions=[["`+first+`","allow"]]`, `call `+first, `decide decisions=[["`+second+`","allow"]]`, `call `+second)...)
			}
			return h, true
		}},
	{Slug: "batch-of-one-kind", Needs: []string{"batch or batch-whole"}, About: "Two calls of one action stand in one turn, and one of them is allowed.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			allowed, other := "m1", "m2"
			if pick(2) == 1 {
				allowed, other = other, allowed
			}
			return script(`turn calls=[["m1",{"action":"mail.delete","args":{"id":1}}],["m2",{"action":"mail.delete","args":{"id":2}}]]`,
				`decide decisions=[["`+allowed+`","allow"],["`+other+`","deny"]]`, `call `+allowed, `~call `+other), true
		}},
	{Slug: "lifetimes", Needs: []string{"expiry"}, About: "The world sets how long a yes lives: the act is presented just before, at and after that instant.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			ttl, last, over := "", "+9m59.999s", "+10m"
			switch pick(4) {
			case 1:
				ttl, last, over = "60000", "+59.999s", "+1m"
			case 2:
				ttl, last, over = "null", "+9m59.999s", "+10m"
			case 3:
				ttl, last, over = "86400000", "+23h59m59.999s", "+24h"
			}
			var h spec.History
			if ttl != "" {
				h = script(`open approvalTtlMs=` + ttl)
			}
			h = append(h, script(`call m1 action=mail.send`)...)
			switch pick(5) {
			case 4:
				return append(h, script(`at `+last, `allow m1`, `~at `+over, `call m1`)...), true
			case 0:
				return append(h, script(`allow m1`, `at `+last, `call m1`)...), true
			case 1:
				return append(h, script(`allow m1`, `~at `+over, `call m1`)...), true
			case 2:
				return append(h, script(`at `+last, `allow m1`, `call m1`)...), true
			}
			return append(h, script(`~at `+over, `allow m1`, `call m1`)...), true
		}},
	{Slug: "lifetime-edited", Needs: []string{"expiry"}, About: "The world gives yeses another lifetime after this one was given: it lives as long as was shown.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			if pick(2) == 1 {
				return script(`call m1 action=mail.send`, `allow m1`, `configure approvalTtlMs=1000`, `at +1m`, `call m1`), true
			}
			return script(`call m1 action=mail.send`, `allow m1`, `configure approvalTtlMs=86400000`, `~at +10m`, `call m1`), true
		}},
	{Slug: "asked-by-nobody-in-particular", About: "No agent is named when the act is asked about, and another conversation, user or agent presents it.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			changed := choose(pick, `~session=s2`, `~principal=u2`, `~agent=a1`, `~connection=c2`)
			return script(`call m1 action=mail.send agent=""`, `allow m1`, `call m1 `+changed), true
		}},
	{Slug: "presented-after-it-ran", About: "The act has run, and is presented with its spent approval as a call.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(`call m1 action=mail.send`, `allow m1`, `call m1`, `~call m1 with=m1`), true
		}},
	{Slug: "unusable-lifetimes", Needs: []string{"expiry"}, About: "The world's lifetime is no usable number, so a yes is over at once.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			ttl := choose(pick, `"600000"`, `true`, `0.5`, `{}`, `"10m"`, `-1`, `0`)
			return script(`~open approvalTtlMs=`+ttl, `call m1 action=mail.send`, `allow m1`, `call m1`), true
		}},
	{Slug: "unasked-with-an-approval", About: "Policy no longer asks, and the act is presented with the yes that it once needed.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			return script(`call m1 action=mail.send`, `allow m1`, `configure connectors=[{"id":"mail","confirm":"never"}]`, `call m1`), true
		}},
}
