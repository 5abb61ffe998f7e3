package probes_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"sameact/impl/reference"
	"sameact/probes"
	"sameact/spec"
	"sameact/spec/law"
)

// BenchmarkRatioForcedRounds plays and judges forced rounds against the reference and against a gate that keeps its
// approvals in a map, by turns in one run: how many rounds a second of the second the first comes to.
func BenchmarkRatioForcedRounds(b *testing.B) {
	rounds := forcedRounds(b)
	stored := reference.New(reference.Obeying(reference.RePresent))
	defer stored.Close()
	var kept, mapped, ratio []float64
	for i := 0; b.Loop(); i++ {
		script := rounds[i%len(rounds)]
		began := time.Now()
		judged(b, stored, script)
		between := time.Now()
		judged(b, inMemory{}, script)
		one, other := float64(between.Sub(began)), float64(time.Since(between))
		kept, mapped, ratio = append(kept, one), append(mapped, other), append(ratio, other/one)
	}
	b.ReportMetric(median(kept), "ns/stored")
	b.ReportMetric(median(mapped), "ns/in-memory")
	b.ReportMetric(median(ratio), "stored/in-memory")
}

// forcedRounds are two presentations of one approval, in every order of the points at which they can be held.
func forcedRounds(b *testing.B) (out []spec.History) {
	b.Helper()
	raced, _ := probes.FindStory("raced")
	hello := inMemory{}.Hello()
	for first := range 2 {
		for second := range 2 {
			for third := range 2 {
				choices := []int{0, first, second, third}
				script, ok := raced.Write(func(n int) int {
					if len(choices) == 0 {
						return 0
					}
					c := choices[0] % n
					choices = choices[1:]
					return c
				}, hello)
				if !ok {
					b.Fatal("the race cannot be told")
				}
				out = append(out, script)
			}
		}
	}
	return out
}

func judged(b *testing.B, target spec.Target, script spec.History) {
	b.Helper()
	h, err := probes.Play(target, script)
	if err != nil {
		b.Fatal(err)
	}
	if broken := law.Judge(h, target.Hello()).Broken(); len(broken) > 0 {
		b.Fatalf("%s: %s\n%s", broken[0].Clause.Slug, broken[0].Why, h)
	}
}

// inMemory is the least gate that a race can be played on: one action, approvals in a map, the reference's points.
type inMemory struct{}

func (inMemory) Hello() spec.Hello {
	return spec.Hello{Protocol: "1", Gate: spec.Named{Name: "in-memory", Version: "1"}, Chapters: []string{"lifecycle", "durability"},
		Binds: []string{"action", "arguments"}, Features: []string{"durable", "several", "sync-points"}, SyncPoints: []string{"before-spend", "after-spend", "before-settle"}}
}

func (inMemory) Open() (spec.Place, error) { return &mapPlace{states: map[string]string{}}, nil }
func (inMemory) Close() error              { return nil }

type mapPlace struct {
	mu     sync.Mutex
	states map[string]string
}

func (p *mapPlace) Start(_ string, host spec.Host, _ spec.World) (spec.Gate, error) {
	return mapGate{p, host}, nil
}
func (*mapPlace) Close() error { return nil }

type mapGate struct {
	*mapPlace
	host spec.Host
}

func (g mapGate) Do(r spec.Request) (spec.Reply, error) {
	switch {
	case r.Method == spec.MethodDecide:
		return g.decide(r)
	case r.Method != spec.MethodCall:
		return spec.Reply{}, spec.ErrUnsupported
	case r.Approval != nil:
		return g.use(r)
	}
	g.mu.Lock()
	id := "q" + strconv.Itoa(len(g.states)+1)
	g.states[id] = "pending"
	g.mu.Unlock()
	err := g.host.Show(spec.Show{Request: id, Kind: "approval", Action: r.Call.Action, Preview: r.Call.Arguments, Options: []string{"allow", "deny"}})
	return answer(spec.Answer{Status: spec.Pending, Request: id}, err)
}

func (g mapGate) decide(r spec.Request) (spec.Reply, error) {
	if err := g.host.Sync("before-settle"); err != nil {
		return spec.Reply{}, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	var word string
	if json.Unmarshal(r.Decision, &word) != nil || g.states[r.Request] != "pending" {
		return answer(spec.Answer{Status: spec.Refused}, nil)
	}
	g.states[r.Request] = word
	return answer(spec.Answer{Status: spec.Recorded}, nil)
}

func (g mapGate) use(r spec.Request) (spec.Reply, error) {
	if err := g.host.Sync("before-spend"); err != nil {
		return spec.Reply{}, err
	}
	g.mu.Lock()
	good := g.states[*r.Approval] == "allow"
	if good {
		g.states[*r.Approval] = "spent"
	}
	g.mu.Unlock()
	if !good {
		return answer(spec.Answer{Status: spec.Refused}, nil)
	}
	if err := g.host.Sync("after-spend"); err != nil {
		return spec.Reply{}, err
	}
	text, _ := r.Call.Text()
	_, err := g.host.Effect(spec.Effect{Connector: r.Call.Connector, Action: r.Call.Action, Arguments: json.RawMessage(text)})
	if errors.As(err, new(*spec.CallError)) {
		return answer(spec.Answer{Status: spec.Unknown}, nil)
	}
	return answer(spec.Answer{Status: spec.Executed}, err)
}

func answer(a spec.Answer, err error) (spec.Reply, error) { return spec.Reply{Answer: a}, err }

func (mapGate) Close() error { return nil }
