package probes_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"sameact/corpus"
	"sameact/impl/reference"
	"sameact/mutations"
	"sameact/probes"
	"sameact/probes/order"
	"sameact/spec"
	"sameact/spec/law"
)

// mixes are what playing is measured on: the shortest approved act, and every case of the corpus.
func mixes(b *testing.B) map[string][]spec.History {
	b.Helper()
	all, err := corpus.All()
	if err != nil {
		b.Fatal(err)
	}
	var cases []spec.History
	for _, e := range all {
		if !slices.Contains(e.Case.Needs, "resumes") {
			cases = append(cases, e.Case.Lines.Script())
		}
	}
	approved := spec.MustHistory("call m1 action=mail.send args={\"to\":[\"finance@corp.example\"],\"body\":\"Q3 is done\"}\nallow m1\ncall m1")
	return map[string][]spec.History{"approved": {approved}, "corpus": cases}
}

// BenchmarkRatioPlay plays a story and sends the same requests straight to a gate, by turns in one run:
// how many times as long the stage takes, with the gate's own time in both.
func BenchmarkRatioPlay(b *testing.B) {
	for name, scripts := range mixes(b) {
		b.Run(name, func(b *testing.B) {
			target := reference.New(reference.Obeying(reference.RePresent))
			defer target.Close()
			var tapes []*tape
			for _, s := range scripts {
				if r := recordOf(b, target, s); r != nil {
					tapes = append(tapes, r)
				}
			}
			if len(tapes)*10 < len(scripts)*9 {
				b.Fatalf("only %d of %d stories are one gate's requests one after the other", len(tapes), len(scripts))
			}
			var told, sent, ratio []float64
			for i := 0; b.Loop(); i++ {
				r := tapes[i%len(tapes)]
				began := time.Now()
				if _, err := probes.Play(target, r.script); err != nil {
					b.Fatal(err)
				}
				between := time.Now()
				r.send(b, target)
				one, other := float64(between.Sub(began)), float64(time.Since(between))
				told, sent, ratio = append(told, one), append(sent, other), append(ratio, one/other)
			}
			b.ReportMetric(median(told), "ns/played")
			b.ReportMetric(median(sent), "ns/sent")
			b.ReportMetric(median(ratio), "played/sent")
		})
	}
}

// median is what half of the turns stayed below: a turn that the machine interrupted does not count more
// than another.
func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// BenchmarkPlay is a played story alone, for a profile.
func BenchmarkPlay(b *testing.B) {
	for name, scripts := range mixes(b) {
		b.Run(name, func(b *testing.B) {
			target := reference.New(reference.Obeying(reference.RePresent))
			defer target.Close()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := probes.Play(target, scripts[i%len(scripts)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkJudge is the whole law on one history.
func BenchmarkJudge(b *testing.B) {
	for name, scripts := range mixes(b) {
		b.Run(name, func(b *testing.B) {
			target := reference.New(reference.Obeying(reference.RePresent))
			defer target.Close()
			hello := target.Hello()
			var histories []spec.History
			for _, s := range scripts {
				h, err := probes.Play(target, s)
				if err != nil {
					b.Fatal(err)
				}
				histories = append(histories, h)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				law.Judge(histories[i%len(histories)], hello, order.Check)
			}
		})
	}
}

// BenchmarkWrite is drawing one story: the act, what moves, what changes.
func BenchmarkWrite(b *testing.B) {
	target := reference.New(reference.Obeying(reference.RePresent))
	hello := target.Hello()
	defer target.Close()
	for _, slug := range []string{"continued", "drifted", "drifted-and-continued"} {
		s, ok := probes.FindStory(slug)
		if !ok {
			b.Fatalf("no story %s", slug)
		}
		b.Run(slug, func(b *testing.B) {
			b.ReportAllocs()
			pick := dice(1)
			for i := 0; b.Loop(); i++ {
				first := i
				s.Write(mutations.Pick(func(n int) int {
					if first >= 0 {
						turn := first % max(1, n)
						first = -1
						return turn
					}
					return pick(n)
				}), hello)
			}
		})
	}
}

// A tape is the requests of one played story, with the places where a reply's addresses go.
type tape struct {
	script  spec.History
	world   spec.World
	results []effect
	lines   []taped
}

type effect struct {
	spec.EffectResult
	err error
}

// A taped is one request. Wait and state are the numbers of the replies that they came with.
type taped struct {
	spec.Request
	approval, request address
	wait, state       int
	decisions         []address
}

// An address is a question: the reply that it came with, literally meant where that is -1, and for a turn
// which of the reply's, else -1.
type address struct{ reply, of int }

func (a address) put(into *string, replies []spec.Reply) {
	switch {
	case a.reply >= 0 && a.of >= 0:
		*into = *replies[a.reply].Requests[a.of]
	case a.reply >= 0:
		*into = replies[a.reply].Request
	}
}

// recordOf plays a story once and keeps what went to the gate. It is nil for a story that is not just
// one gate's requests, one after the other.
func recordOf(b *testing.B, target spec.Target, script spec.History) *tape {
	b.Helper()
	r := &tape{script: script}
	watch := &watcher{Target: target, tape: r}
	h, err := probes.Play(watch, script)
	if err != nil {
		b.Fatal(err)
	}
	faulted := slices.ContainsFunc(h, func(e spec.Event) bool { return e.Saw(spec.SeenFault) })
	if watch.gates != 1 || watch.nested || watch.failed || faulted {
		return nil
	}
	return r
}

// watcher is a target that keeps what is sent to its gates.
type watcher struct {
	spec.Target
	tape   *tape
	gates  int
	busy   bool
	nested bool
	failed bool
}

func (w *watcher) Open() (spec.Place, error) {
	p, err := w.Target.Open()
	return watchedPlace{p, w}, err
}

type watchedPlace struct {
	spec.Place
	*watcher
}

func (p watchedPlace) Start(process string, host spec.Host, world spec.World) (spec.Gate, error) {
	p.gates++
	p.tape.world = world
	g, err := p.Place.Start(process, watchedHost{host, p.watcher}, world)
	return &watchedGate{Gate: g, watcher: p.watcher}, err
}

func (p watchedPlace) Close() error { return p.Place.Close() }

type watchedHost struct {
	spec.Host
	*watcher
}

func (h watchedHost) Effect(e spec.Effect) (spec.EffectResult, error) {
	r, err := h.Host.Effect(e)
	h.tape.results = append(h.tape.results, effect{r, err})
	return r, err
}

type watchedGate struct {
	spec.Gate
	*watcher
	replies []spec.Reply
}

func (g *watchedGate) Close() error { return g.Gate.Close() }

func (g *watchedGate) Do(r spec.Request) (spec.Reply, error) {
	g.nested = g.nested || g.busy
	g.busy = true
	defer func() { g.busy = false }()
	t := taped{Request: r, approval: address{-1, -1}, request: g.address(r.Request), wait: -1, state: -1}
	if r.Approval != nil {
		t.approval = g.address(*r.Approval)
	}
	for i, old := range g.replies {
		if r.Wait != "" && old.Wait != nil && old.Wait.ID == r.Wait {
			t.wait = i
		}
		if len(r.State) > 0 && string(old.State) == string(r.State) {
			t.state = i
		}
	}
	for _, d := range r.Decisions {
		t.decisions = append(t.decisions, g.address(d.Request))
	}
	g.tape.lines = append(g.tape.lines, t)
	reply, err := g.Gate.Do(r)
	g.failed = g.failed || err != nil
	g.replies = append(g.replies, reply)
	return reply, err
}

// address finds the reply that an address came with; of is -1 where it was the only one.
func (g *watchedGate) address(id string) address {
	for i, old := range g.replies {
		if id != "" && old.Request == id {
			return address{i, -1}
		}
		for k, one := range old.Requests {
			if one != nil && *one == id && id != "" {
				return address{i, k}
			}
		}
	}
	return address{-1, -1}
}

// send opens a place and sends the tape's requests, with a host that does nothing.
func (r *tape) send(b *testing.B, target spec.Target) {
	place, err := target.Open()
	if err != nil {
		b.Fatal(err)
	}
	host := &idle{results: r.results}
	g, err := place.Start("", host, r.world)
	if err != nil {
		b.Fatal(err)
	}
	replies := make([]spec.Reply, len(r.lines))
	for i := range r.lines {
		q := r.lines[i].filled(replies)
		if replies[i], err = g.Do(q); err != nil {
			b.Fatal(err)
		}
	}
	if host.at != len(r.results) {
		b.Fatalf("%d calls arrived, %d when it was played:\n%s", host.at, len(r.results), r.script)
	}
	_ = g.Close()
	_ = place.Close()
}

func (t *taped) filled(replies []spec.Reply) spec.Request {
	q := t.Request
	if t.approval.reply >= 0 {
		q.Approval = new(string)
		t.approval.put(q.Approval, replies)
	}
	t.request.put(&q.Request, replies)
	if t.wait >= 0 && replies[t.wait].Wait != nil {
		q.Wait = replies[t.wait].Wait.ID
	}
	if t.state >= 0 {
		q.State = replies[t.state].State
	}
	if len(t.decisions) > 0 {
		q.Decisions = slices.Clone(q.Decisions)
		for i, a := range t.decisions {
			a.put(&q.Decisions[i].Request, replies)
		}
	}
	return q
}

// idle is a host that does nothing: it answers each effect as it was answered before.
type idle struct {
	results []effect
	at      int
}

func (h *idle) Effect(spec.Effect) (spec.EffectResult, error) {
	if h.at >= len(h.results) {
		h.at++
		return spec.EffectResult{}, nil
	}
	r := h.results[h.at]
	h.at++
	return r.EffectResult, r.err
}

func (*idle) Show(spec.Show) error                         { return nil }
func (*idle) Sync(string) error                            { return nil }
func (*idle) Expect(string, json.RawMessage) (bool, error) { return false, nil }
func (*idle) Resolve(string) (json.RawMessage, error)      { return nil, nil }
func (*idle) Observe(spec.Observation) error               { return nil }
