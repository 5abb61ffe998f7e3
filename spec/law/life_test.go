package law

import (
	"slices"
	"testing"
)

// What each operation may do to an approval. A line of the table that names no life says that this outcome
// cannot be explained there.
func TestWhatAnOperationDoes(t *testing.T) {
	var (
		open    = Life{}
		allowed = Life{Said: Allows}
		denied  = Life{Said: Denies}
		spent   = Life{Said: Allows, Spent: true}
		woken   = Life{Said: Allows, Woken: true}
		expired = Life{Said: Allows, Expired: true}

		call    = Operation{Does: Presents}
		changed = Operation{Does: Presents, Drift: "another agent", Excuse: "another agent"}
		excused = Operation{Does: Presents, Excuse: "with an unknown word a gate may be stricter"}
		unasked = Operation{Does: Presents, Free: true}
		late    = Operation{Does: Presents, Late: true}
		yes     = Operation{Does: Allows, Counts: true}
		foreign = Operation{Does: Allows}
		running = Operation{Does: Allows, Counts: true, Runs: true}
		no      = Operation{Does: Denies, Counts: true}
		lateNo  = Operation{Does: Denies, Counts: true, Late: true}
		waver   = Operation{Does: Wavers}
		resume  = Operation{Does: Resumes}
		wrong   = Operation{Does: Resumes, Drift: "another wait", Excuse: "another wait"}
	)
	for _, c := range []struct {
		reason  string
		does    Operation
		outcome Outcome
		on      Life
		become  []Life
	}{
		{"a yes runs the act once", call, Ran, allowed, []Life{spent}},
		{"nobody has answered", call, Ran, open, nil},
		{"a no is for ever", call, Ran, denied, nil},
		{"one yes, one call", call, Ran, spent, nil},
		{"it is over", call, Ran, expired, nil},
		{"what a yes is bound to has changed", changed, Ran, allowed, nil},
		{"policy lets it run; a yes that is brought may be spent or not", unasked, Ran, allowed, []Life{allowed, spent}},
		{"policy lets it run without a yes", unasked, Ran, open, []Life{open, open.spent()}},

		{"an honest yes may not be refused", call, Refused, allowed, nil},
		{"an honest yes may not be asked about again", call, Pending, allowed, nil},
		{"it was used before", call, Refused, spent, []Life{spent}},
		{"nobody has answered yet", call, Pending, open, []Life{open}},
		{"it was denied", call, Refused, denied, []Life{denied}},
		{"a drift of its own explains a refusal, and leaves the yes as it was", changed, Refused, allowed, []Life{allowed}},
		{"an excuse of its own explains one too", excused, Refused, allowed, []Life{allowed}},
		{"it came late, and has met the approval expired", late, Refused, allowed, []Life{expired}},
		{"what is spent does not expire", late, Refused, spent, []Life{spent}},

		{"the yes", yes, Recorded, open, []Life{allowed}},
		{"a second yes changes nothing", yes, Recorded, spent, []Life{spent}},
		{"a yes after a no revives nothing", yes, Recorded, denied, []Life{denied}},
		{"somebody else's yes counts for nothing", foreign, Recorded, open, []Life{open}},
		{"the owner's yes to an open question is not refused", yes, Refused, open, nil},
		{"somebody else's is", foreign, Refused, open, []Life{open}},
		{"a second yes may be refused", yes, Refused, allowed, []Life{allowed}},
		{"there is a no already", yes, Refused, denied, []Life{denied}},

		{"the yes that runs the act", running, Ran, open, []Life{spent}},
		{"a second one runs nothing", running, Ran, spent, nil},
		{"after a no neither", running, Ran, denied, nil},
		{"nothing speaks against it", running, Refused, open, nil},
		{"it has run before", running, Refused, spent, []Life{spent}},

		{"a no is answered refused", no, Refused, open, []Life{denied}},
		{"a no after a yes may withdraw it", no, Refused, allowed, []Life{allowed, denied}},
		{"a no after the call changes nothing", no, Refused, spent, []Life{spent}},
		{"a no runs nothing", no, Ran, open, nil},
		{"a late no ends the question either way", lateNo, Refused, open, []Life{open, denied, {Expired: true}}},
		{"what is neither yes nor no may settle the question", waver, Refused, open, []Life{open, denied}},
		{"or leave it", waver, Refused, spent, []Life{spent}},

		{"a wait is woken once", resume, Recorded, allowed, []Life{woken}},
		{"and not again", resume, Recorded, woken, nil},
		{"the question was denied", resume, Recorded, denied, nil},
		{"another wait is named", wrong, Recorded, allowed, nil},
		{"another wait is named, and is not woken", wrong, Refused, allowed, []Life{allowed}},
		{"the right resume is not refused", resume, Refused, allowed, nil},
		{"it was woken before", resume, Refused, woken, []Life{woken}},
		{"nobody has answered, and a gate may wait for that", resume, Refused, open, []Life{open}},

		{"a call cut short may have spent the yes", call, Unknown, allowed, []Life{allowed, spent}},
		{"or found none", call, Unknown, open, []Life{open}},
		{"a yes cut short may stand", yes, Unknown, open, []Life{open, allowed}},
		{"one that runs the act may have spent it too", running, Unknown, open, []Life{open, allowed, spent}},
		{"a no cut short", no, Unknown, open, []Life{open, denied}},
		{"a resume cut short", resume, Unknown, allowed, []Life{allowed, woken}},
	} {
		o := c.does
		o.Outcome = c.outcome
		got := o.Step(c.on)
		for _, l := range got {
			if !slices.Contains(c.become, l) {
				t.Errorf("%s: %s %s on %s may leave it %s", c.reason, o.Does, o.Outcome, c.on, l)
			}
		}
		for _, l := range c.become {
			if !slices.Contains(got, l) {
				t.Errorf("%s: %s %s on %s never leaves it %s", c.reason, o.Does, o.Outcome, c.on, l)
			}
		}
	}
}
