package probes

import (
	"sameact/mutations"
	"sameact/spec"
)

// Stories in which something befalls the store. They are few: each is played in a folder.

var storeNeeds = []string{"durable", "store-faults"}

const deletes = `call m1 action=mail.delete args={"id":7}`

var storageStories = []*Story{
	{Slug: "store-fails", Needs: storeNeeds, Processes: true, About: "The store is held by somebody else, cannot be written, is full or is gone when the act is presented or its question is answered; then it is well again.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			fails := `~store ` + choose(pick, "busy", "read-only", "full", "missing")
			if pick(2) == 1 {
				return script(deletes, fails, `allow m1`, `~store well`, `allow m1`, `call m1`), true
			}
			return script(deletes, `allow m1`, fails, `call m1`, `~store well`, `call m1`), true
		}},
	{Slug: "store-fails-elsewhere", Needs: storeNeeds, Processes: true, About: "The store fails while another process starts, which presents the act.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			fails := `~store ` + choose(pick, "busy", "read-only", "full")
			return script(`p1: `+deletes, `p1: allow m1`, fails, `p2: call m1`, `~store well`, `p2: call m1`), true
		}},
	{Slug: "store-fails-meanwhile", Needs: []string{"durable", "store-faults", "sync-points"}, About: "The store fails while a use is held before its yes is used up, or at its effect.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			point := choose(pick, "before-spend", "effect")
			fails := `~store ` + choose(pick, "full", "read-only")
			return script(deletes, `allow m1`, `call m1 pause=`+point, fails, `go`, `~store well`, `call m1`), true
		}},
	{Slug: "store-damaged", Needs: storeNeeds, Processes: true, About: "Between two lives of the process the store is cut short, overwritten, taken away, or written by a newer program.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			damage := `~store ` + choose(pick, "truncated", "overwritten", "missing", "newer")
			return script(deletes, `allow m1`, `~crash`, damage, `call m1`), true
		}},
	{Slug: "backup-put-back", Needs: storeNeeds, Processes: true, About: "A copy of the store is put back, after the act ran or after the store was damaged. Of what was asked before nothing is demanded; what is asked afterwards runs.",
		Write: func(pick mutations.Pick, _ spec.Hello) (spec.History, bool) {
			after := script(`~store put-back`, `call m1`, `call m2 action=mail.send args={"id":2}`, `allow m2`, `call m2`, `call m2`)
			if pick(2) == 1 {
				return append(script(deletes, `allow m1`, `~store kept`, `~crash`, `~store overwritten`), after...), true
			}
			return append(script(deletes, `allow m1`, `~store kept`, `call m1`), after...), true
		}},
}
