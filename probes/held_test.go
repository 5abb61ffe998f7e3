package probes_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"sameact/impl/reference"
	"sameact/probes"
	"sameact/spec"
)

// between stands between the harness and our own gate and answers some requests itself.
type between struct {
	spec.Target
	hello spec.Hello
	do    func(spec.Request, func(spec.Request) (spec.Reply, error)) (spec.Reply, error)
}

func (b *between) Hello() spec.Hello { return b.hello }

func (b *between) Open() (spec.Place, error) {
	p, err := b.Target.Open()
	return betweenPlace{p, b}, err
}

type betweenPlace struct {
	spec.Place
	b *between
}

func (p betweenPlace) Start(name string, h spec.Host, w spec.World) (spec.Gate, error) {
	g, err := p.Place.Start(name, h, w)
	return betweenGate{g, p.b}, err
}

type betweenGate struct {
	spec.Gate
	b *between
}

func (g betweenGate) Do(r spec.Request) (spec.Reply, error) { return g.b.do(r, g.Gate.Do) }

// resuming is our own gate in the style that runs what the client holds, with something between.
func resuming(t *testing.T, do func(spec.Request, func(spec.Request) (spec.Reply, error)) (spec.Reply, error)) *between {
	t.Helper()
	b := reference.New(reference.Obeying(reference.Resuming))
	t.Cleanup(func() { _ = b.Close() })
	return &between{b, b.Hello(), do}
}

func without(list []string, words ...string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(w string) bool { return slices.Contains(words, w) })
}

func passOn(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
	return on(r)
}

// nothingThere says that there is no place for a changed call.
func nothingThere(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
	if r.Method == spec.MethodTamper {
		none := 0
		return spec.Reply{Answer: spec.Answer{State: r.State}, Changed: &none}, nil
	}
	return on(r)
}

// anyTouch makes a state worthless by touching it, whatever is written.
func anyTouch(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
	reply, err := on(r)
	if r.Method == spec.MethodTamper && err == nil {
		reply.State = json.RawMessage(`{"calls":{}}`)
		reply.Request = "touched"
	}
	return reply, err
}

// saysItWrote hands the state back as it was and says that something was written into it.
func saysItWrote(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
	if r.Method == spec.MethodTamper {
		one := 1
		return spec.Reply{Answer: spec.Answer{State: r.State}, Changed: &one}, nil
	}
	return on(r)
}

// sealed lets nothing go on but from a state that was given out, to the letter.
func sealed() func(spec.Request, func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
	var given sync.Map
	return func(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
		if _, ok := given.Load(string(r.State)); !ok && r.State != nil && r.Method != spec.MethodTamper {
			return spec.Reply{Answer: spec.Answer{Status: spec.Refused, Code: spec.CodeApprovalInvalid}}, nil
		}
		reply, err := on(r)
		if r.Method != spec.MethodTamper || r.State != nil && string(r.State) == string(reply.State) {
			given.Store(string(reply.State), true)
		}
		return reply, err
	}
}

// A tamper that changed nothing, or whose control is refused too, is no finding and no pass, whichever way the clause
// goes and whether the tamper is marked or not.
func TestATamperThatShowsNothingIsInconclusive(t *testing.T) {
	for _, c := range []struct {
		reason string
		do     func(spec.Request, func(spec.Request) (spec.Reply, error)) (spec.Reply, error)
		story  string
		clause string
		want   string
	}{
		{"it changes something, and is refused", passOn, "sweep/number-past-doubles", "distinct-numbers", "pass"},
		{"it changes nothing", nothingThere, "sweep/number-past-doubles", "distinct-numbers", "inconclusive"},
		{"its control is refused too", anyTouch, "sweep/number-past-doubles", "distinct-numbers", "inconclusive"},
		{"a change of the arguments that changes nothing", nothingThere, "sweep/leaf-edited", "same-arguments", "inconclusive"},
		{"a control that is refused", anyTouch, "sweep/leaf-edited", "same-arguments", "inconclusive"},
		{"a tamper without a mark is let through", passOn, "sweep/keys-reordered", "order-of-keys", "pass"},
		{"a tamper without a mark that is refused like its control", anyTouch, "sweep/keys-reordered", "order-of-keys", "inconclusive"},
		{"a tamper without a mark that changes nothing", nothingThere, "sweep/keys-reordered", "order-of-keys", "inconclusive"},
		{"it says that it changed something, and nothing is changed", saysItWrote, "sweep/leaf-edited", "same-arguments", "inconclusive"},
		{"another call, where all of the state is sealed", sealed(), "sweep/leaf-edited", "same-arguments", "pass"},
		{"the same call in other words, where all of the state is sealed", sealed(), "sweep/keys-reordered", "order-of-keys", "inconclusive"},
		{"the same act by another connection, where all of the state is sealed", sealed(), "sweep/connection-renewed", "reconnect-keeps", "inconclusive"},
		{"what has no single meaning and cannot be written", nothingThere, "sweep/meaning-doubled", "ambiguous-refused", "inconclusive"},
		{"what has no single meaning, and a control that is refused", anyTouch, "sweep/meaning-doubled", "ambiguous-refused", "inconclusive"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			gate := resuming(t, c.do)
			gate.hello.Features = without(gate.hello.Features, "durable", "store-faults")
			d := &diary{}
			if err := probes.Run(gate, probes.Options{Stories: []string{c.story}, Seed: 1}, d); err != nil {
				t.Fatal(err)
			}
			exercised, inconclusive := 0, false
			for _, s := range d.stories {
				exercised += s.Exercised[c.clause].Count
				inconclusive = inconclusive || slices.Contains(s.Inconclusive, c.clause)
			}
			got := "pass"
			switch {
			case len(d.findings) > 0:
				got = "findings: " + d.findings[0].Why + "\n" + d.findings[0].Case.String()
			case exercised == 0 && inconclusive:
				got = "inconclusive"
			case exercised == 0:
				got = "nothing"
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// An act that was presented and not asked about has no question to tamper with: no forge is made of it.
func TestATamperWithoutAQuestionIsNoForge(t *testing.T) {
	forged := 0
	gate := resuming(t, func(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
		if r.Method == spec.MethodTamper && r.Request == "" {
			forged++
		}
		return on(r)
	})
	for _, c := range []struct {
		script string
		forges int
		reason string
	}{
		{"call m1 action=mail.read\ntamper m1 args={\"id\":2}\nallow m1", 0, "nobody is asked about a read"},
		{"tamper m1 action=mail.send\nallow m1", 1, "an act that nobody has presented is forged"},
	} {
		forged = 0
		h, err := probes.Play(gate, spec.MustHistory(c.script))
		if err != nil {
			t.Fatal(err)
		}
		if forged != c.forges || c.forges == 0 && !strings.Contains(h.String(), "< recorded changed=0") {
			t.Errorf("%s: %d forged\n%s", c.reason, forged, h)
		}
	}
}

// With feature call-id each call that the model makes has an id of its own, and a call that is presented again keeps it.
func TestEachCallHasItsOwnID(t *testing.T) {
	for _, c := range []struct {
		script string
		want   string
		reason string
	}{
		{"call m1 action=mail.send\nallow m1 hold=true\ncall m1", "call-1 call-1", "presented again"},
		{"call m1 action=mail.send\ncall m2 action=mail.delete\ncall m1 with=none", "call-1 call-2 call-3", "asked anew is another call"},
		{"call m1 action=mail.send\ntamper m1 args={\"id\":2}\nallow m1", "call-1 call-1", "a changed call keeps its id"},
		{"call m1 action=mail.send callId=k1\nallow m1\ncall m1 with=none", "k1 call-1", "asked anew"},
		{"call m1 action=mail.send callId=k1\ncall m2 action=mail.delete callId=k1", "k1 k1", "the story is about ids"},
		{"call m1 action=mail.send callId=k1\nallow m1 hold=true\ncall m1 callId=k2", "k1 k2", "so is this one"},
		{`turn calls=[["m1",{"action":"mail.send"}],["m2",{"action":"mail.send"}]]`, "call-1 call-2", "two calls of a turn"},
	} {
		var ids []string
		gate := resuming(t, func(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
			if r.Call != nil {
				ids = append(ids, r.Call.CallID)
			}
			for _, k := range r.Calls {
				ids = append(ids, k.CallID)
			}
			return on(r)
		})
		if _, err := probes.Play(gate, spec.MustHistory(c.script)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
	}
	gate := resuming(t, passOn)
	if _, err := probes.Play(gate, spec.MustHistory(`turn calls=[["m1",{"action":"mail.send","callId":"k1"}],["m2",{"action":"mail.send","callId":"k1"}]]`)); err == nil {
		t.Error("two calls of one turn have one id")
	}
}

// Which state a line brings.
func TestWhichStateIsBrought(t *testing.T) {
	for _, c := range []struct {
		script string
		want   string // by the numbers of the answers that handed the states out
		reason string
	}{
		{"call m1 action=mail.send\nallow m1 hold=true\ncall m1", "0 1 2", "the newest"},
		{"call m1 action=mail.send\nallow m1 hold=true\ncall m1\ncall m1 state=held", "0 1 2 2", "as the held decision left it"},
		{"call m1 action=mail.send\nallow m1 hold=true\ncall m1 state=first", "0 1 1", "as the question was opened"},
		{"call m1 action=mail.send\ncall m2 action=mail.send session=s2\nallow m1 state=m2", "0 0 2", "another conversation's"},
		{"call m1 action=mail.send\nallow m1 hold=true\ncall m1 session=s2", "0 1 2", "in another conversation the held one is brought along"},
		{`turn calls=[["m1",{"action":"mail.send"}],["m2",{"action":"mail.delete"}]]` + "\nallow m1 hold=true\nallow m2 hold=true\ncall m1\ncall m2", "0 1 2 3 4", "what was opened together has one state"},
	} {
		handed := 0
		var brought []string
		gate := resuming(t, func(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
			var s struct{ N int }
			_ = json.Unmarshal(r.State, &s)
			if r.Method != spec.MethodAudit {
				brought = append(brought, string(rune('0'+s.N)))
			}
			reply, err := on(r)
			handed++
			b, _ := json.Marshal(map[string]int{"N": handed})
			reply.State = b
			return reply, err
		})
		if _, err := probes.Play(gate, spec.MustHistory(c.script)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(brought, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
	}
}

// A difference that a gate which runs what the client holds does not declare is told as unbound, with what ran.
func TestWhatAResumingGateDoesNotBindIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, and runs nothing at once that others don't")
	}
	build := reference.Obeying(reference.Resuming)
	build.Allow = build.Allow.Without("asked-in", "asked-by", "owner")
	build.Spend = build.Spend.Without("session", "agent")
	target := reference.New(build)
	defer target.Close()
	hello := target.Hello()
	hello.Binds = without(hello.Binds, "session", "agent", "principal")
	hello.Features = without(hello.Features, "durable", "store-faults")
	var u unbound
	gate := &between{target, hello, passOn}
	if err := probes.Run(gate, probes.Options{Stories: []string{"sweep"}, Seed: 1, Clauses: []string{"same-session", "same-agent", "owner-answers"}}, &u); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"session", "agent", "principal"} {
		if !strings.Contains(u.told[field], "< effect") {
			t.Errorf("%s: told %q", field, u.told[field])
		}
	}
	if len(u.findings) > 0 {
		t.Errorf("%s is judged\n%s", u.findings[0].Clause, u.findings[0].Case)
	}
}

// unbound keeps what a run tells as unbound.
type unbound struct {
	diary
	told map[string]string
}

func (u *unbound) Unbound(x probes.Unbound) {
	if u.told == nil {
		u.told = map[string]string{}
	}
	u.told[x.Field] = x.Case
}

// A story about what comes after the yes is told with the decision held as well, once.
func TestTheThirdWay(t *testing.T) {
	gate := resuming(t, passOn)
	for _, c := range []struct{ script, want, reason string }{
		{"call m1 action=mail.send\nallow m1\ncall m1 ~args={\"id\":2}", "call m1 action=mail.send\nallow m1 hold=true\n~tamper m1 ~args={\"id\":2}\ncall m1\n", "the act is changed in the state"},
		{"call m1 action=mail.send\nallow m1\ncall m1 ~agent=a2", "call m1 action=mail.send\nallow m1 hold=true\ncall m1 ~agent=a2\n", "who presents it stands on the call"},
		{"call m1 action=mail.send\nallow m1\n~call m1 args={\"id\":2}\ncall m1", "call m1 action=mail.send\nallow m1 hold=true\n~tamper m1 args={\"id\":2}\n~call m1\n~tamper m1\ncall m1\n", "and put back"},
		{"call m1 action=mail.send\nallow m1\n~at +10m\ncall m1", "call m1 action=mail.send\nallow m1 hold=true\n~at +10m\ncall m1\n", "time stays where it is"},
		{"call m1 action=mail.send\nallow m1\ncall m1\n~call m1", "call m1 action=mail.send\nallow m1 hold=true\ncall m1\n~call m1\n", "presented twice"},
		{"call m1 action=mail.send\nallow m1\ncall m1", "", "nothing comes after the yes"},
		{"call m1 action=mail.send\nallow m1 hold=true\n~call m1", "call m1 action=mail.send\nallow m1 hold=true\n~call m1\n", "the story says so itself"},
	} {
		got := probes.ToldHeld(spec.MustHistory(c.script), gate.hello)
		if c.want == "" && got != nil || c.want != "" && got.String() != c.want {
			t.Errorf("%s:\n%s", c.reason, got)
		}
	}
}

// Where a gate has no configure, a process that is started anew learns of the new policy, and a held yes is held against it.
func TestPolicyChangesByARestart(t *testing.T) {
	starts := 0
	gate := resuming(t, func(r spec.Request, on func(spec.Request) (spec.Reply, error)) (spec.Reply, error) {
		if r.Method == spec.MethodConfigure {
			starts++
			return spec.Reply{}, spec.ErrUnsupported
		}
		return on(r)
	})
	for _, c := range []struct{ world, want, reason string }{
		{`connectors=[{"id":"mail","enabled":false}]`, "< refused code=policy_denied", "policy forbids it now"},
		{`connectors=[{"id":"chat","enabled":false}]`, "< effect", "another connector is none of its business"},
	} {
		starts = 0
		h, err := probes.Play(gate, spec.MustHistory("call m1 action=mail.send\nallow m1 hold=true\nconfigure "+c.world+"\ncall m1"))
		if err != nil {
			t.Fatal(err)
		}
		if starts != 1 || !strings.Contains(h.String(), c.want) {
			t.Errorf("%s\n%s", c.reason, h)
		}
	}
}
