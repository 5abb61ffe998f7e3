package reference

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sameact/spec"
)

// browser is a host that is a page: it resolves references, looks at expectations, and remembers what the
// agent is told. Tools answer as they are told, by action.
type browser struct {
	outside
	refs     map[string]string
	holds    map[string]bool
	replies  map[string]error
	during   func(spec.Effect)
	looking  func()
	looked   []string
	observed []spec.Observation
}

func (b *browser) Effect(e spec.Effect) (spec.EffectResult, error) {
	r, _ := b.outside.Effect(e)
	if b.during != nil {
		b.during(e)
	}
	return r, b.replies[e.Action]
}

func (b *browser) Expect(action string, args json.RawMessage) (bool, error) {
	b.looked = append(b.looked, action+" "+string(args))
	if b.looking != nil {
		b.looking()
	}
	return b.holds[action], nil
}

func (b *browser) Resolve(ref string) (json.RawMessage, error) {
	if v, ok := b.refs[ref]; ok {
		return json.RawMessage(v), nil
	}
	return nil, errors.New("not on the page")
}

func (b *browser) Observe(o spec.Observation) error {
	b.observed = append(b.observed, o)
	return nil
}

// shop declares what the tests of the page path call. code, key and sign are a person's; export ends in a
// step that is, and later in one whose target is not there yet.
const shop = `[
	{"id":"filter","description":"Change the filter","risk":"read"},
	{"id":"note","description":"Edit a note","risk":"write","parameters":{"type":"object","properties":{"n":{"type":"integer"}}}},
	{"id":"refund","description":"Refund an order","risk":"danger","material":["/to"],"parameters":{"type":"object","properties":{"n":{"type":"integer"}}}},
	{"id":"dump","description":"Export all customers","risk":"danger"},
	{"id":"delete","description":"Delete orders","risk":"danger","confirm":"always"},
	{"id":"view","description":"Open a view","risk":"read","confirm":"ask"},
	{"id":"wipe","description":"Clear the draft","risk":"danger","confirm":"none"},
	{"id":"drop","description":"Drop a row","risk":"write","effect":"delete"},
	{"id":"code","description":"Enter the code","risk":"read","handoff":{"reason":"Only you have the code","expects":true,"steps":[{"text":"Open your phone","highlight":"field"},{"text":"Type the code","highlight":"field"}]}},
	{"id":"sign","description":"Sign with your key","risk":"danger","confirm":"always","handoff":{"reason":"Your key","expects":false,"timeoutMs":1000},"parameters":{"type":"object","properties":{"n":{"type":"integer"}}}},
	{"id":"key","description":"Press the key","risk":"read","handoff":{"reason":"Your key","expects":true}},
	{"id":"all","description":"Refund, then tidy","risk":"write","steps":[{"action":"filter"},{"action":"refund","arguments":{"n":1}},{"action":"note"}]},
	{"id":"calm","description":"Only harmless steps","risk":"read","steps":[{"action":"filter"},{"action":"note"}]},
	{"id":"loose","description":"Says that it needs no yes","risk":"read","confirm":"none","steps":[{"action":"filter"},{"action":"delete"}]},
	{"id":"export","description":"Export an invoice","risk":"read","steps":[{"action":"filter"},{"action":"key"},{"action":"note","arguments":{"n":2}}]},
	{"id":"late","description":"Ends in what is not there yet","risk":"read","steps":[{"action":"view"},{"action":"filter"},{"action":"delete","arguments":{"id":{"$ref":"row"}}},{"action":"note"}]},
	{"id":"paid","description":"Ask, hand over, ask no more","risk":"read","steps":[{"action":"refund","arguments":{"n":1}},{"action":"key"},{"action":"refund","arguments":{"n":2}}]},
	{"id":"nested","description":"A composite in a composite","risk":"read","steps":[{"action":"filter"},{"action":"all"}]},
	{"id":"loop","description":"Holds itself","risk":"read","steps":[{"action":"loop"}]},
	{"id":"manual","description":"All by hand","risk":"danger","handoff":{"reason":"All yours","expects":true},"steps":[{"action":"refund"},{"action":"note"}]}
]`

func shopWorld(t testing.TB, changes ...string) spec.World {
	t.Helper()
	w := spec.DefaultWorld()
	for _, line := range append([]string{"actions=" + shop + ` guides=["field"]`}, changes...) {
		var err error
		if w, err = w.With(spec.MustHistory("open " + compact(line))[0]); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return w
}

func compact(text string) string {
	return strings.NewReplacer("\n", "", "\t", "").Replace(text)
}

// pageScene is one process with its page. Several share a place.
type pageScene struct {
	*scene
	page  *browser
	place spec.Place
}

func newPage(t testing.TB, target spec.Target, w spec.World) *pageScene {
	t.Helper()
	place, err := target.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { place.Close() })
	return joinPage(t, place, w)
}

func joinPage(t testing.TB, place spec.Place, w spec.World) *pageScene {
	t.Helper()
	host := &browser{refs: map[string]string{}, holds: map[string]bool{}, replies: map[string]error{}}
	g, err := place.Start("p", host, w)
	if err != nil {
		t.Fatal(err)
	}
	return &pageScene{&scene{t: t, gate: g, host: &host.outside, now: start}, host, place}
}

func pageCall(action, args string) spec.Call {
	return spec.Call{Action: action, Args: spec.JSONArgs(args), Principal: "u1", Agent: "a1", Session: "s1"}
}

// ask calls an action; args may be left out.
func (s *pageScene) ask(action string, args ...string) spec.Reply {
	s.t.Helper()
	return s.call(pageCall(action, strings.Join(append(args, "{}")[:1], "")), "")
}

// askLate asks about a composite whose third step has no target yet, and then lets it come.
func (s *pageScene) askLate() spec.Reply {
	s.t.Helper()
	delete(s.page.refs, "row")
	q := s.pending(s.ask("late"))
	s.page.refs["row"] = `3`
	return q
}

func (s *pageScene) allow(r spec.Reply) spec.Reply {
	s.t.Helper()
	return s.decide(r.Request, `"allow"`)
}
func (s *pageScene) deny(r spec.Reply) spec.Reply { s.t.Helper(); return s.decide(r.Request, `"deny"`) }
func (s *pageScene) always(r spec.Reply) spec.Reply {
	s.t.Helper()
	return s.decide(r.Request, `"always"`)
}

func (s *pageScene) finish(r spec.Reply, outcome string) spec.Reply {
	s.t.Helper()
	return s.do(spec.Request{Method: spec.MethodFinish, Request: r.Request, Outcome: outcome, By: "u1", Typed: "canary"})
}

func (s *pageScene) end(session string) []spec.Settled {
	s.t.Helper()
	return s.do(spec.Request{Method: spec.MethodEnd, Session: session}).Settled
}

func (s *pageScene) clear() []spec.Settled {
	s.t.Helper()
	return s.do(spec.Request{Method: spec.MethodClear, Session: "s1"}).Settled
}

func (s *pageScene) tick(after int64) []spec.Settled {
	s.t.Helper()
	s.now += after
	return s.do(spec.Request{Method: spec.MethodTick}).Settled
}

func (s *pageScene) change(changes ...string) []spec.Settled {
	s.t.Helper()
	w := shopWorld(s.t, changes...)
	return s.do(spec.Request{Method: spec.MethodConfigure, World: &w}).Settled
}

// ran holds the effects against what they should be, each its action and arguments.
func (s *pageScene) ran(want ...string) {
	s.t.Helper()
	var got []string
	for _, e := range s.host.effects {
		got = append(got, strings.TrimSuffix(e.Action+" "+string(e.Arguments), " {}"))
	}
	if !slices.Equal(got, want) {
		s.t.Fatalf("ran %q, want %q", got, want)
	}
}

// asked counts what was shown.
func (s *pageScene) asked(n int) {
	s.t.Helper()
	if len(s.host.shows) != n {
		s.t.Fatalf("%d times a person was asked, want %d", len(s.host.shows), n)
	}
}

func (s *pageScene) shown() spec.Show {
	s.t.Helper()
	if len(s.host.shows) == 0 {
		s.t.Fatal("nothing was shown")
	}
	return s.host.shows[len(s.host.shows)-1]
}

func (s *pageScene) offered(always bool) {
	s.t.Helper()
	if slices.Contains(s.shown().Options, "always") != always {
		s.t.Fatalf("options %v, want always %v", s.shown().Options, always)
	}
}

// listedAs holds the steps of the last question against their actions.
func (s *pageScene) listedAs(want ...string) {
	s.t.Helper()
	var steps []struct{ Action, By string }
	if err := json.Unmarshal(s.shown().Steps, &steps); err != nil {
		s.t.Fatalf("steps %s: %v", s.shown().Steps, err)
	}
	var got []string
	for _, x := range steps {
		got = append(got, x.Action+" "+x.By)
	}
	if !slices.Equal(got, want) {
		s.t.Fatalf("listed %q, want %q", got, want)
	}
}

// same holds an answer against its status, code and cause.
func same(t testing.TB, got spec.Answer, status spec.Status, code, cause string) {
	t.Helper()
	if got.Status != status || got.Code != code || got.Cause != cause {
		t.Fatalf("got %s %q %q (%s), want %s %q %q", got.Status, got.Code, got.Cause, got.Message, status, code, cause)
	}
}

func (s *pageScene) is(got spec.Reply, status spec.Status, code, cause string) spec.Reply {
	s.t.Helper()
	same(s.t, got.Answer, status, code, cause)
	return got
}

func (s *pageScene) pending(got spec.Reply) spec.Reply {
	s.t.Helper()
	code := spec.CodeConfirmationRequired
	if len(s.host.shows) > 0 && s.shown().Kind == kindHandoff {
		code = ""
	}
	return s.is(got, spec.Pending, code, "")
}

// ledger holds the steps of an answer against lines of step, state, by and basis.
func ledger(t testing.TB, got spec.Answer, want ...string) {
	t.Helper()
	var lines []string
	for i, l := range got.Steps {
		if l.Index != i {
			t.Errorf("index %d at %d", l.Index, i)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s %s", l.Step, l.State, l.By, l.Basis))
	}
	if !slices.Equal(lines, want) {
		t.Fatalf("ledger\n %s\nwant\n %s", strings.Join(lines, "\n "), strings.Join(want, "\n "))
	}
}

// A promise is one row of a chapter's table: the clause that it is about, why the row is there, and what
// happens.
type promise struct {
	clause, reason string
	play           func(s *pageScene)
}

// keeps plays a chapter's table in both styles, and looks that no clause of the chapter was left out.
func keeps(t *testing.T, chapter string, rows []promise) {
	missing := strings.Fields(chapter)
	for _, style := range []Style{RePresent, Resuming} {
		target := New(Obeying(style))
		defer target.Close()
		for _, row := range rows {
			missing = slices.DeleteFunc(missing, func(c string) bool { return c == row.clause })
			t.Run(row.clause+"/"+row.reason+"/"+string(style), func(t *testing.T) { row.play(newPage(t, target, shopWorld(t))) })
		}
	}
	if len(missing) > 0 {
		t.Errorf("no row is about %v", missing)
	}
}

func contains(text []byte, part string) bool { return strings.Contains(string(text), part) }
