package law

import (
	"slices"
	"testing"

	"sameact/spec"
)

// waiting is an act of an objective that waits for its answer.
const waiting = "call m1 action=mail.send task={\"transcript\":\"t1\",\"objective\":\"o1\",\"revision\":1}\n< pending transcript=t1 version=1\n"

// asking is an act that waits for its answer.
const asking = "call m1 action=mail.send\n< pending\n"

// Histories of honest gates that were once taken for broken ones, each beside the same with the fault
// that the rule has to leave visible.
func TestHonestGatesAreNotAccused(t *testing.T) {
	full := spec.Hello{Chapters: Chapters, Binds: []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"},
		Features: []string{"several", "text", "expiry", "claims"}}
	resuming := full
	resuming.Features = []string{"several", "text", "expiry", "resumes", "state", "tamper"}
	one := resuming
	one.Features = []string{"text", "resumes", "state", "tamper"}
	single := full
	single.Features = []string{"text"}
	nobody := full
	nobody.Chapters = []string{"binding", "lifecycle"}
	oneHolding := one
	oneHolding.Features = append(slices.Clone(one.Features), "hold")
	named := resuming
	named.Features = append(slices.Clone(resuming.Features), "call-id")
	holding := full
	holding.Features = append(slices.Clone(resuming.Features), "hold")
	noClaims := full
	noClaims.Features = []string{"several", "text", "expiry"}
	for _, c := range []struct {
		reason string
		hello  spec.Hello
		honest string
		broken string // with the fault
		clause string // that the fault breaks
	}{
		{"without claims they stand among the arguments, and are approved with them", noClaims,
			"call m1 action=mail.send claims={\"confirmed\":true}\n< pending\nallow m1\n< recorded\ncall m1\n< effect action=mail.send args={\"confirmed\":true}\n< executed",
			"call m1 action=mail.send claims={\"confirmed\":true}\n< pending\nallow m1\n< recorded\ncall m1\n< effect action=mail.send args={\"confirmed\":false}\n< executed", "shown-is-run"},
		{"an invented id may be asked about anew, and the act keeps the question that it has", full,
			"call m1 action=mail.send\n< pending\nallow m1\n< recorded\ncall m1 with=nope\n< pending\ncall m1\n< effect action=mail.send args={}\n< executed",
			"call m1 action=mail.send\n< pending\nallow m1\n< recorded\ncall m1 with=nope\n< effect action=mail.send args={}\n< executed", "id-is-not-enough"},
		{"numbers from 2^53 on may be refused", full,
			"call m1 action=mail.send args={\"id\":9007199254740992}\n< refused code=arguments_invalid",
			"call m1 action=mail.send args={\"id\":9007199254740991}\n< refused code=arguments_invalid", "honest-approval-runs"},
		{"the description that the person read may be bound", full,
			"call m1 action=mail.send\n< pending\nallow m1\n< recorded\nconfigure actions=[{\"id\":\"mail.send\",\"connector\":\"mail\",\"description\":\"Send\"}]\ncall m1\n< refused",
			"call m1 action=mail.send\n< pending\nallow m1\n< recorded\nconfigure actions=[{\"id\":\"mail.read\",\"connector\":\"mail\",\"description\":\"Read\"}]\ncall m1\n< refused", "unrelated-change"},
		{"a no that comes too late may count for nothing, and leave the wait open", full,
			waiting + "at +10m\ndeny m1\n< refused code=approval_expired\nresume m1\n< recorded",
			waiting + "deny m1\n< refused code=denied\nresume m1\n< recorded", "same-wait"},
		{"so may a no after the act ran", full,
			waiting + "allow m1\n< recorded\ncall m1\n< effect action=mail.send args={}\n< executed\ndeny m1\n< refused code=approval_used\nresume m1\n< recorded",
			waiting + "deny m1\n< refused code=denied\ncall m1\n< refused code=denied\nresume m1\n< recorded", "same-wait"},
		{"a yes for a changed call may count for nothing, so that its own call waits on", resuming,
			waiting + "tamper m1 args={\"id\":2}\n< recorded changed=1\nallow m1\n< refused code=approval_invalid\nresume m1\n< recorded\ncall m1 with=m1\n< pending",
			waiting + "tamper m1 args={\"id\":2}\n< recorded changed=1\nallow m1\n< effect action=mail.send args={\"id\":2}\n< executed", "same-arguments"},
		{"a call that policy lets run unasked needs no yes, wherever the caller put it", resuming,
			"open connectors=[{\"id\":\"mail\",\"confirm\":\"writes\"}]\ncall m1 action=mail.send\n< pending\nconfigure connectors=[{\"id\":\"mail\",\"confirm\":\"never\"}]\n~tamper m1 ~args={\"id\":2}\n< recorded changed=1\nallow m1\n< effect action=mail.send args={\"id\":2}\n< executed",
			"open connectors=[{\"id\":\"mail\",\"confirm\":\"writes\"}]\ncall m1 action=mail.send\n< pending\n~tamper m1 ~args={\"id\":2}\n< recorded changed=1\nallow m1\n< effect action=mail.send args={\"id\":2}\n< executed", "same-arguments"},
		{"a number from 2^53 on may reach the tool as a double", resuming,
			"call m1 action=mail.send args={\"id\":1152921504606846977}\n< pending\nallow m1\n< effect action=mail.send args={\"id\":1152921504606847000}\n< executed",
			"call m1 action=mail.send args={\"id\":1152921504606846977}\n< pending\nallow m1\n< effect action=mail.send args={\"id\":1152921504606847488}\n< executed", "shown-is-run"},
		{"and two of them are two acts all the same", resuming,
			"call m1 action=mail.send args={\"id\":1152921504606846977}\n< pending\nallow m1\n< effect action=mail.send args={\"id\":1152921504606847000}\n< executed",
			"call m1 action=mail.send args={\"id\":1152921504606846977}\n< pending\n~tamper m1 ~args={\"id\":1152921504606846978}\n< recorded changed=1\nallow m1\n< effect action=mail.send args={\"id\":1152921504606847000}\n< executed", "distinct-numbers"},
		{"a gate of one question a session may ask anew about what is presented unanswered, and drop the older question", one,
			"call m1 action=mail.send\n< show m1 kind=approval action=mail.send preview={}\n< pending\ncall m1\n< show m1 kind=approval action=mail.send preview={}\n< pending\nallow m1\n< refused",
			"call m1 action=mail.send\n< show m1 kind=approval action=mail.send preview={}\n< pending\ncall m1\n< pending\nallow m1\n< refused", "honest-approval-runs"},
		{"a tamper that changed nothing may have been noticed all the same", resuming,
			asking + "tamper m1 args={\"id\":2}\n< recorded changed=0\nallow m1\n< refused code=approval_invalid",
			asking + "tamper m1 args={}\n< recorded changed=1\nallow m1\n< refused code=approval_invalid", "honest-approval-runs"},
		{"what a tamper would have changed and did not is not what ran", resuming,
			asking + "tamper m1 args={\"id\":2}\n< recorded changed=0\nallow m1\n< effect action=mail.send args={}\n< executed",
			asking + "tamper m1 args={\"id\":2}\n< recorded changed=1\nallow m1\n< effect action=mail.send args={\"id\":2}\n< executed", "same-arguments"},
		{"where the state names another connector, the gate may run what it kept", resuming,
			asking + "tamper m1 connector=chat connection=k1\n< recorded changed=1\nallow m1\n< effect action=mail.send args={} connector=mail account=work\n< executed",
			asking + "tamper m1 connector=chat connection=k1\n< recorded changed=1\nallow m1\n< effect action=mail.send args={} connector=chat\n< executed", "same-connector"},
		{"a yes after a held one may be recorded", holding,
			asking + "allow m1 hold=true\n< recorded\nallow m1\n< recorded\ncall m1\n< effect action=mail.send args={}\n< executed",
			asking + "allow m1 hold=true\n< effect action=mail.send args={}\n< executed", "allow-calls-nothing"},
		{"or run the act, once", holding,
			asking + "allow m1 hold=true\n< recorded\nallow m1\n< effect action=mail.send args={}\n< executed\ncall m1\n< refused",
			asking + "allow m1 hold=true\n< recorded\nallow m1\n< effect action=mail.send args={}\n< executed\ncall m1\n< effect action=mail.send args={}\n< executed", "one-use"},
		{"a held yes that was refused for a changed state may stand for nothing", holding,
			asking + "tamper m1 args={\"id\":2}\n< recorded changed=1\nallow m1 hold=true\n< refused\ntamper m1\n< recorded changed=1\ncall m1\n< pending",
			asking + "allow m1 hold=true\n< recorded\ntamper m1 args={\"id\":2}\n< recorded changed=1\ncall m1\n< refused\ntamper m1\n< recorded changed=1\ncall m1\n< refused", "mismatch-does-not-burn"},
		{"a state of before the tamper holds the act itself", holding,
			asking + "allow m1 hold=true\n< recorded\ntamper m1 args={\"id\":2}\n< recorded changed=1\ncall m1 state=held\n< effect action=mail.send args={}\n< executed",
			asking + "allow m1 hold=true\n< recorded\ntamper m1 args={\"id\":2}\n< recorded changed=1\ncall m1 state=held\n< refused", "honest-approval-runs"},
		{"the state of another conversation may be refused, or passed over", holding,
			asking + "call m2 action=mail.delete args={\"id\":7} session=s2\n< pending\nallow m1 state=m2\n< effect action=mail.send args={}\n< executed",
			asking + "call m2 action=mail.delete args={\"id\":7} session=s2\n< pending\nallow m1 state=m2\n< effect action=mail.delete args={\"id\":7} session=s2\n< executed", "same-session"},
		{"a gate that seals the whole of a state takes none into which another call was written, until it is taken back", resuming,
			asking + "tamper m1 args={\"id\":2}\n< recorded changed=1\ncall m2 action=mail.delete\n< refused",
			asking + "tamper m1 args={\"id\":2}\n< recorded changed=1\ntamper m1\n< recorded changed=1\ncall m2 action=mail.delete\n< refused", "honest-approval-runs"},
		{"nor one into which the same call was written in other words", resuming,
			asking + "tamper m1 connection=c3\n< recorded changed=1\nallow m1\n< refused",
			asking + "tamper m1 connection=c3\n< recorded changed=1\ntamper m1\n< recorded changed=1\nallow m1\n< refused", "honest-approval-runs"},
		{"a gate of one question a session may end the open one, and keeps a yes that was given", single,
			asking + "call m2 action=mail.delete\n< pending\nallow m1\n< refused",
			asking + "allow m1\n< recorded\ncall m2 action=mail.delete\n< pending\ncall m1\n< refused", "honest-approval-runs"},
		{"nor one with a question that nobody was asked", resuming,
			asking + "tamper m2 action=mail.delete\n< recorded changed=1\nallow m1\n< refused",
			asking + "tamper m2 action=mail.delete\n< recorded changed=0\nallow m1\n< refused", "honest-approval-runs"},
		{"nor one with an answer under an address that is no question's, where that was put on record", holding,
			asking + "allow m1 with=nope hold=true\n< recorded\nallow m1\n< refused",
			asking + "allow m1 with=nope hold=true\n< refused\nallow m1\n< refused", "honest-approval-runs"},
		{"what ran on an invented address is not owed again", resuming,
			asking + "allow m1 with=nope\n< refused\nallow m1\n< effect action=mail.send args={}\n< executed\nallow m1\n< refused",
			asking + "allow m1 with=nope\n< effect action=mail.send args={}\n< executed\nallow m1\n< refused", "id-is-not-enough"},
		{"a gate that does not know who answers may count anybody's no", nobody,
			asking + "allow m1\n< recorded\ndeny m1 by=u2\n< refused code=denied\ncall m1\n< refused",
			asking + "allow m1\n< recorded\ncall m1\n< refused", "honest-approval-runs"},
		{"one that does may not", full,
			asking + "allow m1\n< recorded\ndeny m1 by=u2\n< refused\ncall m1\n< effect action=mail.send args={}\n< executed",
			asking + "allow m1\n< recorded\ndeny m1 by=u2\n< refused code=denied\ncall m1\n< refused", "honest-approval-runs"},
		{"but runs no other act on it", resuming,
			asking + "tamper m2 action=mail.delete\n< recorded changed=1\nallow m1\n< effect action=mail.send args={}\n< executed",
			asking + "tamper m2 action=mail.delete\n< recorded changed=1\nallow m1\n< effect action=mail.delete args={}\n< executed", "shown-is-run"},
		{"a gate of one question a session may end it with whatever is called next", one,
			asking + "call m3 action=mail.read\n< effect action=mail.read args={}\n< executed\nallow m1\n< refused",
			asking + "call m3 action=mail.read session=s2\n< effect action=mail.read args={} session=s2\n< executed\nallow m1\n< refused", "honest-approval-runs"},
		{"and takes nothing new while a held yes waits for its presentation", oneHolding,
			asking + "allow m1 hold=true\n< recorded\ncall m2 action=mail.delete\n< refused",
			asking + "allow m1 hold=true\n< recorded\ncall m1\n< effect action=mail.send args={}\n< executed\ncall m2 action=mail.delete\n< refused", "honest-approval-runs"},
		{"no model gives the id of a call to another", named,
			"call m1 action=mail.send callId=k1\n< pending\ncall m2 action=mail.delete callId=k1\n< refused",
			"call m1 action=mail.send callId=k1\n< pending\ncall m2 action=mail.delete callId=k2\n< refused", "honest-approval-runs"},
	} {
		v := Judge(spec.MustHistory(c.honest), c.hello)
		if b := v.Broken(); len(b) > 0 {
			t.Errorf("%s: accused of %s: %s", c.reason, b[0].Clause.Slug, b[0].Why)
		}
		if len(v.Compound) > 0 {
			t.Errorf("%s: accused of one of several: %s", c.reason, v.Compound[0].Why)
		}
		if !slices.ContainsFunc(Judge(spec.MustHistory(c.broken), c.hello).Broken(), func(b Breach) bool { return b.Clause.Slug == c.clause }) {
			t.Errorf("%s: the fault beside it does not break %s", c.reason, c.clause)
		}
	}
}
