package law

import (
	"slices"
	"strings"
	"testing"

	"sameact/spec"
)

// What may be held against a gate whose store fails, and what may not. Each history begins with m1 asked about; a line
// by itself is answered as the table says.
func TestFailingStores(t *testing.T) {
	hello := spec.Hello{Chapters: Chapters, Binds: []string{"action", "arguments", "principal", "agent", "session", "connector", "account", "task", "declaration", "policy"},
		Features: []string{"several", "expiry", "codes", "audit", "durable", "store-faults", "sync-points"}}
	resumes := hello
	resumes.Features = append(slices.Clone(hello.Features), "resumes", "state", "tamper")
	const (
		asked  = "call m1 action=mail.send\n< pending\n"
		yes    = "allow m1\n< recorded\n"
		failed = "< refused code=storage_failed\n"
		runs   = "call m1\n< effect action=mail.send args={}\n< executed\n"
		shut   = "call m1\n" + failed
	)
	for _, c := range []struct {
		reason string
		hello  spec.Hello
		lines  string
		broken string // clauses, in the order of the law
	}{
		{"a use while the store is held", hello, asked + yes + "store busy\n" + runs, "store-fails-closed"},
		{"a use while nothing can be written", hello, asked + yes + "store read-only\n" + runs, "store-fails-closed"},
		{"a refusal then is right, and afterwards it runs", hello, asked + yes + "store full\n" + shut + "store well\n" + runs, ""},
		{"and has to", hello, asked + yes + "store full\n" + shut + "store well\n" + shut, "honest-approval-runs"},
		{"an answer that was refused then is none", hello, asked + "store full\nallow m1\n" + failed + "store well\ncall m1\n< pending\n" + yes + runs, ""},
		{"or may be one", hello, asked + "store full\nallow m1\n" + failed + "store well\n" + runs, ""},
		{"a yes said again has to count", hello, asked + "store full\nallow m1\n" + failed + "store well\n" + yes + shut, "honest-approval-runs"},
		{"a denial that was refused then may not be taken", hello, asked + "store full\ndeny m1\n" + failed + "store well\n" + yes + runs, ""},
		{"one that was taken is one", hello, asked + "store full\ndeny m1\n< refused code=denied\nstore well\nallow m1\n< refused\n" + runs, "denied-runs-nothing"},
		{"a refusal leaves no mismatch that excuses the next", resumes, asked + "store busy\nallow m1\n" + failed + "store well\nallow m1\n" + failed, "honest-approval-runs"},
		{"the yes itself runs it", resumes, asked + "store busy\nallow m1\n< effect action=mail.send args={}\n< executed\n", "store-fails-closed"},
		{"a clear that fails clears nothing", hello, asked + "store busy\nclear\n" + failed + "store well\n" + yes + runs, ""},
		{"a tick that fails expires nothing for certain", hello, asked + yes + "at +10m\nstore busy\ntick\n" + failed + "store well\np2: at +1m\np2: call m1\n< p2: effect action=mail.send args={}\n< p2: executed\n", ""},
		{"what needs no yes is left alone", hello, "store full\ncall m1 action=mail.read\n< effect action=mail.read args={}\n< executed\naudit\n< records list=[]\n", ""},
		{"and may be refused", hello, "store full\ncall m1 action=mail.read\n" + failed, ""},
		{"a question that cannot be written down is refused", hello, "store full\ncall m1 action=mail.send\n" + failed + "store well\n" + asked, ""},
		{"policy need not be named then", hello, "open connectors=[{\"id\":\"mail\",\"enabled\":false}]\nstore full\ncall m1 action=mail.send\n" + failed, ""},
		{"the fault comes while the use is held, its yes unspent", hello, asked + yes + "call m1 pause=before-spend\n< sync point=before-spend\nstore full\ngo\n< effect action=mail.send args={}\n< executed line=3\n", "store-fails-closed"},
		{"it goes before the use goes on", hello, asked + yes + "call m1 pause=before-spend\n< sync point=before-spend\nstore full\nstore well\ngo\n< effect action=mail.send args={}\n< executed line=3\n", ""},
		{"it comes after the spending: either is right", hello, asked + yes + "call m1 pause=after-spend\n< sync point=after-spend\nstore full\ngo\n< effect action=mail.send args={}\n< executed line=3\n", ""},
		{"and the yes is gone or is not", hello, asked + yes + "call m1 pause=after-spend\n< sync point=after-spend\nstore full\ngo\n< refused code=storage_failed line=3\nstore well\n" + shut, ""},
		{"and who met it spent is not accused either", hello, asked + yes + "p1: call m1 pause=after-spend\n< p1: sync point=after-spend\np2: call m1\n< p2: refused code=approval_used line=4\nstore full\np1: go\n< p1: refused code=storage_failed line=3\n", ""},
		{"damage while nothing runs", hello, asked + yes + "crash\nstore truncated\n" + runs, "store-fails-closed"},
		{"nobody has to notice otherwise", hello, asked + yes + "crash\nstore overwritten\ncall m1\n< pending\n", ""},
		{"the folder is gone", hello, asked + yes + "store missing\n" + runs, "store-fails-closed"},
		{"when it is back nothing is lost", hello, asked + yes + "crash\nstore missing\n" + shut + "store well\n" + runs, ""},
		{"a store made anew asks anew", hello, asked + yes + "crash\nstore overwritten\n" + shut + "call m2 action=mail.send args={\"id\":2}\n< pending\nallow m2\n< recorded\ncall m2\n< effect action=mail.send args={\"id\":2}\n< executed\n", ""},
		{"what ran before the damage is not held against it", hello, asked + yes + runs + "crash\nstore newer\n" + shut, ""},
		{"well does not undo damage", hello, asked + yes + "crash\nstore newer\nstore well\n" + runs, "store-fails-closed"},
		{"a copy knows nothing newer: it may run again", hello, asked + yes + "store kept\n" + runs + "store put-back\n" + runs, ""},
		{"or not", hello, asked + yes + "store kept\nstore put-back\n" + shut, ""},
		{"a denial may be forgotten with it", hello, asked + "store kept\ndeny m1\n< refused code=denied\nstore put-back\n" + yes + runs, ""},
		{"what is another act stays one", hello, asked + yes + "store kept\nstore put-back\ncall m1 args={\"n\":1}\n< effect action=mail.send args={\"n\":1}\n< executed\n", "same-arguments"},
		{"what is said and used afterwards counts", hello, asked + "store kept\nstore put-back\n" + yes + runs + runs, "one-use"},
		{"what is asked afterwards has to run", hello, "store kept\nstore put-back\n" + asked + yes + shut, "honest-approval-runs"},
		{"an audit may lack what was in it", hello, asked + "audit\n< records list=[{\"seq\":1,\"at\":0,\"kind\":\"decision\",\"action\":\"mail.send\",\"decision\":\"confirmation_required\",\"executed\":false}]\nstore kept\ncrash\nstore put-back\naudit\n< records list=[]\n", ""},
	} {
		h := spec.MustHistory(c.lines)
		v := Judge(h, c.hello)
		var broken []string
		for _, b := range append(v.Broken(), v.Compound...) {
			broken = append(broken, b.Clause.Slug)
		}
		if got := strings.Join(broken, " "); got != c.broken {
			t.Errorf("%s: breaks %q, want %q\n%s", c.reason, got, c.broken, h)
		}
	}
}
