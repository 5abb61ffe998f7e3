package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/google/go-cmp/cmp"

	"sameact/spec"
)

// A spoken is a gate served in this process, spoken to line by line.
type spoken struct {
	t    *testing.T
	to   io.WriteCloser
	from *bufio.Reader
	done chan error
}

func speak(t *testing.T, target spec.FolderTarget) *spoken {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s := &spoken{t, inW, bufio.NewReader(outR), make(chan error, 1)}
	go func() {
		s.done <- Serve(t.Context(), target, inR, outW)
		outW.Close()
	}()
	return s
}

func (s *spoken) say(line string) { fmt.Fprintln(s.to, line) }

func (s *spoken) hear() string {
	s.t.Helper()
	line, err := s.from.ReadString('\n')
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

const greet = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":"1","harness":{"name":"h","version":"1"}}}`

func opening(t *testing.T) string {
	t.Helper()
	world, err := json.Marshal(spec.DefaultWorld())
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"open","params":{"world":%s,"stateDir":%q}}`, world, t.TempDir())
}

// What is no request of the protocol is answered by the right error, and the gate goes on.
func TestServeErrors(t *testing.T) {
	s := speak(t, tiny{})
	for _, c := range []struct{ say, want, reason string }{
		{`Hello?`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not a line of JSON"}}`, "not JSON"},
		{`[1]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object"}}`, "no batches"},
		{`{"id":5,"method":"call"}`, `{"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"a message has \"jsonrpc\":\"2.0\""}}`, "the id is known all the same"},
		{`{"jsonrpc":"2.0","id":5,"method":"call","params":[1]}`, `{"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"params are an object"}}`, ""},
		{`{"jsonrpc":"2.0","id":"x","method":"dance"}`, `{"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"no method dance"}}`, "an id may be text"},
		{`{"jsonrpc":"2.0","id":6,"method":"initialize","params":{"protocol":"2"}}`, `{"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"this gate speaks protocol 1, not 2"}}`, "another version"},
		{`{"jsonrpc":"2.0","id":7,"method":"call","params":{}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"open comes first"}}`, ""},
		{opening(t), `{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"initialize comes first"}}`, ""},
	} {
		s.say(c.say)
		if got := s.hear(); got != c.want {
			t.Errorf("%s\n  got  %s\n  want %s: %s", c.say, got, c.want, c.reason)
		}
	}
	s.say(greet)
	if got := s.hear(); !strings.Contains(got, `"gate":{"name":"tiny"`) {
		t.Errorf("greeted with %s", got)
	}
	s.say(opening(t))
	s.hear()
	for _, c := range []struct{ say, want, reason string }{
		{`{"jsonrpc":"2.0","id":8,"method":"call","params":{"now":1}}`, `"code":-32602,"message":"call has a call"`, ""},
		{`{"jsonrpc":"2.0","id":9,"method":"call","params":{"now":"noon","call":{}}}`, `"code":-32602,"message":"\"now\" cannot be a text"`, ""},
		{`{"jsonrpc":"2.0","id":10,"method":"finish","params":{"now":1}}`, `"code":-32601`, "a method of a chapter that the gate has not"},
		{`{"jsonrpc":"2.0","id":11,"method":"tick","params":{"now":1,"later":2},"trace":"t"}`, `"result":{"settled":[]}`, "unknown members are ignored, in params and beside them"},
		{`{"jsonrpc":"2.0","id":12,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":12,"method":"audit","params":{"now":1}}`, `"id":12,"result":{"records":[`, "an answer that nobody waits for is dropped"},
	} {
		s.say(c.say)
		if got := s.hear(); !strings.Contains(got, c.want) {
			t.Errorf("%s\n  got %s\n  want %s: %s", c.say, got, c.want, c.reason)
		}
	}
	s.say(`{"jsonrpc":"2.0","id":13,"method":"shutdown"}`)
	if got := s.hear(); got != `{"jsonrpc":"2.0","id":13,"result":{}}` {
		t.Errorf("shutdown: %s", got)
	}
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

// While a reverse request is open, further requests are served, in the order in which they come.
func TestServeOverlapping(t *testing.T) {
	s := speak(t, sender{})
	s.say(greet)
	s.hear()
	s.say(opening(t))
	s.hear()
	ask := `{"jsonrpc":"2.0","id":%d,"method":"call","params":{"now":1,"call":{"action":"a%d","principal":"u1","session":"s1","arguments":{}}}}`
	s.say(fmt.Sprintf(ask, 21, 21))
	first := s.hear()
	s.say(fmt.Sprintf(ask, 22, 22))
	second := s.hear()
	if !strings.Contains(first, `"action":"a21"`) || !strings.Contains(second, `"action":"a22"`) {
		t.Fatalf("effects in another order: %s %s", first, second)
	}
	id := func(line string) json.RawMessage {
		m, err := decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		return m.ID
	}
	s.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"result":2,"now":1}}`, id(second)))
	if got := s.hear(); got != `{"jsonrpc":"2.0","id":22,"result":{"status":"executed","result":2}}` {
		t.Errorf("the second, answered first: %s", got)
	}
	s.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"result":1,"now":1}}`, id(first)))
	if got := s.hear(); got != `{"jsonrpc":"2.0","id":21,"result":{"status":"executed","result":1}}` {
		t.Errorf("the first: %s", got)
	}
}

// The end of the input, in the midst of an effect, ends the gate.
func TestServeEnds(t *testing.T) {
	s := speak(t, sender{})
	s.say(greet)
	s.hear()
	s.say(opening(t))
	s.hear()
	s.say(`{"jsonrpc":"2.0","id":3,"method":"call","params":{"now":1,"call":{"action":"a","principal":"u1","session":"s1","arguments":{}}}}`)
	s.hear()
	go io.Copy(io.Discard, s.from)
	s.to.Close()
	if err := <-s.done; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, _ := io.Pipe()
	if err := Serve(ctx, tiny{}, r, io.Discard); err != context.Canceled {
		t.Errorf("a context that is done: %v", err)
	}
}

// An independent client of JSON-RPC drives our server, reverse requests included.
func TestServeAsAnotherClientSeesIt(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(t.Context(), tiny{}, inR, outW) }()
	var asked []string
	c := jrpc2.NewClient(channel.Line(outR, inW), &jrpc2.ClientOptions{
		OnCallback: func(_ context.Context, r *jrpc2.Request) (any, error) {
			asked = append(asked, r.Method())
			if r.Method() == "effect" {
				return nil, jrpc2.Errorf(spec.EffectRefused, "no").WithData(map[string]int{"now": 7})
			}
			return map[string]any{}, nil
		},
	})
	ctx := t.Context()
	must := func(method string, params any) (r map[string]any) {
		t.Helper()
		if err := c.CallResult(ctx, method, params, &r); err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		return r
	}
	must("initialize", map[string]any{"protocol": "1"})
	must("open", map[string]any{"world": spec.DefaultWorld(), "stateDir": t.TempDir()})
	act := map[string]any{"action": "mail.send", "arguments": map[string]any{}, "principal": "u1", "session": "s1"}
	r := must("call", map[string]any{"now": 1, "call": act})
	r = must("call", map[string]any{"now": 1, "call": act, "approval": r["request"]})
	if r["status"] != "failed" || r["message"] != "-32010 at 7" {
		t.Errorf("got %v", r)
	}
	if diff := cmp.Diff([]string{"show", "sync", "effect"}, asked); diff != "" {
		t.Errorf("asked (-want +got): %s", diff)
	}
	if err := c.CallResult(ctx, "dance", nil, nil); jrpc2.ErrorCode(err) != jrpc2.MethodNotFound {
		t.Errorf("an unknown method: %v", err)
	}
	must("shutdown", nil)
	if err := <-served; err != nil {
		t.Error(err)
	}
	outW.Close()
	c.Close()
}

// The program "other" is a gate on another implementation of JSON-RPC.
func other(s *stdio) {
	effect := func(ctx context.Context, r *jrpc2.Request) (any, error) {
		var p struct{ Call spec.Call }
		if err := r.UnmarshalParams(&p); err != nil {
			return nil, err
		}
		sent, err := jrpc2.ServerFromContext(ctx).Callback(ctx, "effect", spec.Effect{Action: p.Call.Action, Arguments: p.Call.Arguments})
		if err != nil {
			return spec.Answer{Status: spec.Failed, Message: err.Error()}, nil
		}
		var did spec.EffectResult
		return spec.Answer{Status: spec.Executed, Result: did.Result}, sent.UnmarshalResult(&did)
	}
	plain := func(result string) jrpc2.Handler {
		return func(context.Context, *jrpc2.Request) (any, error) { return json.RawMessage(result), nil }
	}
	server := jrpc2.NewServer(methods{"initialize": plain(hello), "open": plain("{}"), "call": effect, "shutdown": plain("{}")}, &jrpc2.ServerOptions{AllowPush: true})
	if err := server.Start(channel.Line(s.in, stdout{})).Wait(); err != nil {
		panic(err)
	}
}

type methods map[string]jrpc2.Handler

func (m methods) Assign(_ context.Context, method string) jrpc2.Handler { return m[method] }

// An independent server of JSON-RPC is driven by our client.
func TestClientOfAnotherServer(t *testing.T) {
	host := &recorder{}
	g, _ := begun(t, playing(t, "other", patient), host)
	if r := mustDo(t, g, call("mail.send")); r.Status != spec.Executed {
		t.Errorf("got %+v", r)
	}
	if _, err := g.Do(spec.Request{Method: spec.MethodAudit}); err == nil || !strings.Contains(err.Error(), "no such method") {
		t.Errorf("a method it has not: %v", err)
	}
	if diff := cmp.Diff([]string{"effect mail.send {}"}, host.list()); diff != "" {
		t.Errorf("the host saw (-want +got): %s", diff)
	}
}
