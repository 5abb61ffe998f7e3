package remote

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"sameact/spec"
)

// These benchmarks exchange the same four messages with a program: a call of mail-like size, an effect, its
// answer, and the call's answer. BenchmarkBytes only moves them, BenchmarkEcho reads and writes each as the
// JSON it is, BenchmarkRemoteCall is the client as the harness uses it (its ratio to BenchmarkEcho is the
// one that has a target, 1.5), and BenchmarkServe also has a Go gate on the other side.

// mail is an act of the size that mails have.
func mail() spec.Request {
	c := spec.DefaultCall("mail.send")
	body, _ := json.Marshal(string(bytes.Repeat([]byte("The numbers of the third quarter are done. "), 20)))
	c.Args = spec.JSONArgs(`{"to":["finance@corp.example"],"cc":["press@corp.example"],"subject":"Q3","body":` + string(body) + `}`)
	return spec.Request{Method: spec.MethodCall, Call: &c, Now: clock}
}

func effectOf(c *spec.Call) []byte {
	raw, err := marshal(spec.Effect{Connector: c.Connector, Action: c.Action, Account: "work", Arguments: c.Arguments, Session: c.Session, Request: "r1"})
	if err != nil {
		panic(err)
	}
	return message{ID: []byte("9"), Method: "effect", Params: raw}.appendTo(nil)
}

// idOf finds the id of a message that begins with it, or with its version and it.
func idOf(line []byte) []byte {
	_, rest, _ := bytes.Cut(line, []byte(`"id":`))
	return bytes.Clone(rest[:bytes.IndexByte(rest, ',')])
}

// echo answers a call by an effect and, when that is answered, by executed, without reading JSON.
func echo(s *stdio) {
	effect := effectOf(mail().Call)
	for {
		line, err := s.in.ReadSlice('\n')
		if err != nil {
			os.Exit(0)
		}
		id := idOf(line)
		result := []byte(`{}`)
		switch {
		case bytes.Contains(line, []byte(`"method":"initialize"`)):
			result = []byte(hello)
		case bytes.Contains(line, []byte(`"method":"call"`)):
			os.Stdout.Write(effect)
			if _, err := s.in.ReadSlice('\n'); err != nil {
				os.Exit(0)
			}
			result = []byte(`{"status":"executed","result":{"sent":true}}`)
		}
		os.Stdout.Write(message{ID: id, Result: result}.appendTo(nil))
	}
}

func BenchmarkBytes(b *testing.B) {
	ask, did := theirs()
	exchange(b, func(p *process, in *bufio.Reader) error {
		for _, line := range [][]byte{ask, did} {
			if _, err := p.in.Write(line); err != nil {
				return err
			}
			if _, err := in.ReadSlice('\n'); err != nil {
				return err
			}
		}
		return nil
	})
}

func BenchmarkEcho(b *testing.B) { exchange(b, asJSON(mail())) }

// asJSON exchanges a call and its effect with nothing but encoding/json.
func asJSON(r spec.Request) func(*process, *bufio.Reader) error {
	return func(p *process, in *bufio.Reader) error {
		to, from := json.NewEncoder(p.in), json.NewDecoder(in)
		to.SetEscapeHTML(false)
		var effect struct {
			ID     json.RawMessage
			Params spec.Effect
		}
		var answer struct {
			ID     int
			Result spec.Answer
		}
		if err := to.Encode(map[string]any{"jsonrpc": "2.0", "id": 4, "method": "call", "params": r}); err != nil {
			return err
		}
		if err := from.Decode(&effect); err != nil {
			return err
		}
		if err := to.Encode(map[string]any{"jsonrpc": "2.0", "id": effect.ID, "result": spec.EffectResult{Result: json.RawMessage(`{"sent":true}`), Now: clock}}); err != nil {
			return err
		}
		return from.Decode(&answer)
	}
}

// theirs are the two messages of the harness.
func theirs() (ask, did []byte) {
	raw, err := marshal(mail())
	if err != nil {
		panic(err)
	}
	return message{ID: []byte("4"), Method: "call", Params: raw}.appendTo(nil),
		message{ID: []byte("9"), Result: []byte(`{"result":{"sent":true},"now":1767225600040}`)}.appendTo(nil)
}

// partner starts the program at the other end.
func partner(b *testing.B) (*process, *bufio.Reader) {
	p, err := start([]string{os.Args[0]}, Options{Env: []string{plays + "=echo"}}.filled())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.close(patient.StopLimit) })
	return p, bufio.NewReaderSize(p.out, 64<<10)
}

func exchange(b *testing.B, once func(*process, *bufio.Reader) error) {
	p, in := partner(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := once(p, in); err != nil {
			b.Fatal(err)
		}
	}
}

// idle is a host that does nothing.
type idle struct{ recorder }

func (*idle) Effect(spec.Effect) (spec.EffectResult, error) {
	return spec.EffectResult{Result: json.RawMessage(`{"sent":true}`), Now: clock + 40}, nil
}

func (*idle) Show(spec.Show) error { return nil }

func BenchmarkRemoteCall(b *testing.B) {
	g, _ := begun(b, playing(b, "echo", patient), &idle{})
	r := mail()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Do(r); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRatioRemote exchanges the same messages with the same program by turns, as our client and as
// an echo pair that knows nothing but encoding/json: how many times as long the client takes.
func BenchmarkRatioRemote(b *testing.B) {
	g, _ := begun(b, playing(b, "echo", patient), &idle{})
	p, in := partner(b)
	r := mail()
	echo := asJSON(r)
	var called, echoed, ratio []float64
	for b.Loop() {
		began := time.Now()
		if _, err := g.Do(r); err != nil {
			b.Fatal(err)
		}
		between := time.Now()
		if err := echo(p, in); err != nil {
			b.Fatal(err)
		}
		one, other := float64(between.Sub(began)), float64(time.Since(between))
		called, echoed, ratio = append(called, one), append(echoed, other), append(ratio, one/other)
	}
	b.ReportMetric(median(called), "ns/call")
	b.ReportMetric(median(echoed), "ns/echo")
	b.ReportMetric(median(ratio), "call/echo")
}

// median is what half of the turns stayed below.
func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

func BenchmarkServe(b *testing.B) {
	g, _ := begun(b, playing(b, "sender", patient), &idle{})
	r := mail()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Do(r); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPlace is what a history costs apart from its calls: a folder, open, and giving back.
func BenchmarkPlace(b *testing.B) {
	target := playing(b, "echo", patient)
	for b.Loop() {
		place, err := target.Open()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := place.Start("p1", &idle{}, spec.DefaultWorld()); err != nil {
			b.Fatal(err)
		}
		place.Close()
	}
}
