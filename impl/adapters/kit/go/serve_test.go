package kit

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// echo is a gate whose tool runs on every call; the action says how the call ends.
type echo struct{ last World }

func (e *echo) Hello() Hello                                    { return Hello{Name: "echo", Version: "1"} }
func (e *echo) Open(_ string, w World) error                    { e.last = w; return nil }
func (e *echo) Decide(context.Context, Request) (Answer, error) { return Answer{Status: Recorded}, nil }
func (e *echo) Tamper(_ context.Context, r Request) (Tampered, error) {
	return Tampered{Changed: 1}, nil
}

func (e *echo) Turn(ctx context.Context, r Request) (Answer, error) {
	var answers []Answer
	for _, c := range r.Calls {
		out, err := Do(ctx, c.Effect(c.Text()))
		if err != nil {
			return Answer{}, err
		}
		answers = append(answers, Answer{Status: Executed, Result: out})
	}
	return Together(answers), nil
}

// A line of the harness in these tests: what is sent, and what has to come back, in order.
type wire struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Reader
}

func dial(t *testing.T) *wire {
	in, toGate := io.Pipe()
	fromGate, out := io.Pipe()
	go func() { _ = serve(&echo{}, in, out) }()
	t.Cleanup(func() { toGate.Close() })
	return &wire{t, toGate, bufio.NewReader(fromGate)}
}

func (w *wire) send(line string) {
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) gets(part string) map[string]json.RawMessage {
	w.t.Helper()
	line, err := w.out.ReadString('\n')
	if err != nil || !strings.Contains(line, part) {
		w.t.Fatalf("got %q, %v; want a line with %s", line, err, part)
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		w.t.Fatal(err)
	}
	return m
}

func TestArgumentsStayAsTheyAre(t *testing.T) {
	for _, arguments := range []string{`{"n":9007199254740993,"a":1e400}`, `{"a":1,"a":2}`, `{"html":"<&>"}`, `{"text":"\u00e9 é"}`} {
		w := dial(t)
		w.send(`{"jsonrpc":"2.0","id":1,"method":"call","params":{"call":{"action":"x","arguments":` + arguments + `},"now":5}}`)
		w.gets(`"arguments":` + arguments)
	}
}

func TestExceptionsAreToldByTheirEffects(t *testing.T) {
	for reply, status := range map[string]string{
		`"error":{"code":-32010,"message":"no","data":{"now":6}}`:   `"status":"failed"`,
		`"error":{"code":-32011,"message":"lost","data":{"now":6}}`: `"status":"unknown"`,
		`"result":{"result":{"done":true},"now":6}`:                 `"status":"executed"`,
	} {
		w := dial(t)
		w.send(`{"jsonrpc":"2.0","id":1,"method":"call","params":{"call":{"action":"x"},"now":5}}`)
		id := w.gets(`"method":"effect"`)["id"]
		w.send(`{"jsonrpc":"2.0","id":` + string(id) + `,` + reply + `}`)
		w.gets(status)
	}
}

func TestRequestsOverlap(t *testing.T) {
	w := dial(t)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"call","params":{"call":{"action":"x"},"now":5}}`)
	id := w.gets(`"method":"effect"`)["id"]
	w.send(`{"jsonrpc":"2.0","id":2,"method":"decide","params":{"request":"q","decision":"allow","now":6}}`)
	w.gets(`"status":"recorded"`)
	w.send(`{"jsonrpc":"2.0","id":3,"method":"audit","params":{"now":6}}`)
	w.gets(`-32601`)
	w.send(`{"jsonrpc":"2.0","id":` + string(id) + `,"result":{"result":{"done":true},"now":7}}`)
	w.gets(`"id":1`)
	w.send(`{"jsonrpc":"2.0","id":4,"method":"shutdown","params":{}}`)
	w.gets(`"id":4`)
}

func TestModes(t *testing.T) {
	world := Read[World](`{"connectors":[{"id":"mail","enabled":true,"agents":["a1"],"accounts":null,"ceiling":"write","confirm":"writes"},
	 {"id":"off","enabled":false,"ceiling":"admin","confirm":"never"}],
	 "connections":[{"id":"c1","connector":"mail","account":"work"},{"id":"o1","connector":"off","account":"work"}],
	 "actions":[{"id":"send","connector":"mail","scope":"write","curated":true},{"id":"read","connector":"mail","scope":"read","curated":true},
	 {"id":"purge","connector":"mail","scope":"admin","curated":true},{"id":"odd","connector":"mail","scope":"what","curated":true},
	 {"id":"scan","connector":"mail","scope":"read"},{"id":"send","connector":"off","scope":"read","curated":true}]}`)
	for _, c := range []struct {
		why  string
		call Call
		want Mode
	}{
		{"a write is asked about", Call{Connector: "mail", Action: "send", Connection: "c1", Agent: "a1"}, Ask},
		{"a read runs", Call{Connector: "mail", Action: "read", Connection: "c1", Agent: "a1"}, Run},
		{"it is above the ceiling", Call{Connector: "mail", Action: "purge", Connection: "c1", Agent: "a1"}, Absent},
		{"an unknown scope is admin", Call{Connector: "mail", Action: "odd", Connection: "c1", Agent: "a1"}, Absent},
		{"nobody has reviewed it", Call{Connector: "mail", Action: "scan", Connection: "c1", Agent: "a1"}, Absent},
		{"another agent", Call{Connector: "mail", Action: "send", Connection: "c1", Agent: "a2"}, Absent},
		{"no such connection", Call{Connector: "mail", Action: "send", Connection: "o1", Agent: "a1"}, Absent},
		{"its connector is off", Call{Connector: "off", Action: "send", Connection: "o1"}, Absent},
		{"no such action", Call{Connector: "mail", Action: "sing", Connection: "c1", Agent: "a1"}, Absent},
	} {
		if got := world.Mode(c.call); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}
