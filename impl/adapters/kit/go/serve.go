// Package kit is the layer between an agent framework in Go and the adapter protocol, version 1
// (spec/protocol/protocol.md): messages on standard input and output, requests that overlap, and effects that are
// known by the request that they belong to. It checks nothing: what refuses is the framework.
package kit

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// A Gate is the system under test. An error of Call, Decide and Turn is an exception of the system beneath the
// adapter, and is answered as one; every other error, and one of Open, is a fault of the adapter.
type Gate interface {
	Hello() Hello
	// Open begins a history in a folder: anew where it is empty, going on with it otherwise.
	Open(dir string, w World) error
	Decide(context.Context, Request) (Answer, error)
}

// A Caller takes calls one by one. A gate that is none takes a call as a turn of one.
type Caller interface {
	Call(context.Context, Request) (Answer, error)
}

// A Turner takes what one turn of the model asks for together.
type Turner interface {
	Turn(context.Context, Request) (Answer, error)
}

// A Tamperer writes into what the caller of the system holds.
type Tamperer interface {
	Tamper(context.Context, Request) (Tampered, error)
}

// A Ticker is told the time. Nothing is settled by it.
type Ticker interface{ Tick(now int64) }

// Errors of an effect.
var (
	ErrRefused = errors.New("the tool refused")
	ErrLost    = errors.New("the reply was lost")
)

// ErrDenied is how a tool says that a person denied it.
var ErrDenied = errors.New("denied by a person")

// failed begins what Act returns of a tool that did not do what it should.
const failed = "error: "

// Act makes the external call of a tool whose errors are texts, as a model reads them.
func Act(ctx context.Context, e Effect) string {
	out, err := Do(ctx, e)
	if err != nil {
		return Failure(err)
	}
	return string(out)
}

// Failure is the text of an error.
func Failure(err error) string { return failed + err.Error() }

// Ran is the answer for a tool that returned what Act or Failure said.
func Ran(text string) Answer {
	text, bad := strings.CutPrefix(text, failed)
	return Outcome(text, bad)
}

// Outcome is the answer for a tool that ended with this text, which says what its result is, or its error.
func Outcome(text string, failed bool) Answer {
	switch {
	case !failed:
		return Answer{Status: Executed, Result: value(Raw(text))}
	case strings.Contains(text, ErrLost.Error()):
		return Answer{Status: Unknown, Code: "outcome_unknown"}
	case strings.Contains(text, ErrRefused.Error()):
		return Answer{Status: Failed}
	case strings.Contains(text, ErrDenied.Error()):
		return Answer{Status: Refused, Code: "denied"}
	}
	return Answer{Status: Refused, Message: text}
}

const refusedCode = -32010

type server struct {
	gate Gate
	peer *Peer
}

// A turn is one request that is being served.
type turn struct {
	server        *server
	now           atomic.Int64
	refused, lost atomic.Bool
}

type turnKey struct{}

// Serve answers the harness until it says shutdown, or until the input ends, and then ends the program. What the
// framework prints goes to standard error.
func Serve(g Gate) {
	out := os.Stdout
	os.Stdout = os.Stderr
	if err := serve(g, os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

var errShutdown = errors.New("shutdown")

func serve(g Gate, in io.Reader, out io.Writer) error {
	s := &server{g, NewPeer(out)}
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := s.take(line); err == errShutdown {
				return nil
			} else if err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
	}
}

// take hands one line to whoever waits for it, or begins to serve it.
func (s *server) take(line []byte) error {
	var m Message
	if err := json.Unmarshal(line, &m); err != nil {
		return fmt.Errorf("standard input: %w; hint: one JSON-RPC message a line", err)
	}
	switch {
	case s.peer.Answered(m):
	case m.Method == "shutdown":
		s.reply(m.ID, struct{}{}, nil)
		return errShutdown
	default:
		go s.serve(m)
	}
	return nil
}

func (s *server) serve(m Message) {
	var r Request
	if err := json.Unmarshal(m.Params, &r); err != nil && len(m.Params) > 0 {
		s.reply(m.ID, nil, err)
		return
	}
	t := &turn{server: s}
	t.now.Store(r.Now)
	result, err := s.do(context.WithValue(context.Background(), turnKey{}, t), t, m.Method, r)
	s.reply(m.ID, result, err)
}

var errNoMethod = errors.New("no such method")

func (s *server) do(ctx context.Context, t *turn, method string, r Request) (any, error) {
	switch method {
	case "initialize":
		return s.hello(), nil
	case "open":
		return struct{}{}, s.gate.Open(r.StateDir, r.World)
	case "call":
		if g, ok := s.gate.(Caller); ok {
			return t.answer(g.Call(ctx, r))
		}
		if g, ok := s.gate.(Turner); ok {
			r.Calls = []Call{r.Call}
			return t.answer(First(g.Turn(ctx, r)))
		}
	case "decide":
		return t.answer(s.gate.Decide(ctx, r))
	case "turn":
		if g, ok := s.gate.(Turner); ok {
			return t.answer(g.Turn(ctx, r))
		}
	case "tamper":
		if g, ok := s.gate.(Tamperer); ok {
			return g.Tamper(ctx, r)
		}
	case "tick":
		if g, ok := s.gate.(Ticker); ok {
			g.Tick(r.Now)
			return struct{}{}, nil
		}
	}
	return nil, errNoMethod
}

// answer says what an exception means for the act, by the effects that this request had.
func (t *turn) answer(a Answer, err error) (any, error) {
	if err == nil {
		return a, nil
	}
	a = Answer{Status: Refused, Code: "exception", Message: err.Error()}
	switch {
	case t.lost.Load():
		a.Status = Unknown
	case t.refused.Load():
		a.Status = Failed
	}
	return a, nil
}

func (s *server) hello() any {
	h := s.gate.Hello()
	return struct {
		Protocol string            `json:"protocol"`
		Gate     map[string]string `json:"gate"`
		Chapters []string          `json:"chapters"`
		Binds    []string          `json:"binds"`
		Features []string          `json:"features"`
		Holds    string            `json:"holds,omitempty"`
		Yes      []any             `json:"yes,omitempty"`
	}{"1", map[string]string{"name": h.Name, "version": h.Version}, h.Chapters, h.Binds, h.Features, h.Holds, h.Yes}
}

func (s *server) reply(id Raw, result any, err error) {
	switch {
	case err == nil:
		s.peer.Send(map[string]any{"id": id, "result": result})
	case err == errNoMethod:
		s.peer.Send(map[string]any{"id": id, "error": map[string]any{"code": -32601, "message": err.Error()}})
	default:
		s.peer.Send(map[string]any{"id": id, "error": map[string]any{"code": -32000, "message": err.Error()}})
	}
}

func of(ctx context.Context) *turn {
	t, ok := ctx.Value(turnKey{}).(*turn)
	if !ok {
		panic("kit: the context belongs to no request; hint: hand the context of the request to the tool")
	}
	return t
}

// Now is the harness's clock, in milliseconds, as this request last heard of it.
func Now(ctx context.Context) int64 { return of(ctx).now.Load() }

// Asked puts a question to a person, as the system words it, and is the answer to the call. A preview that is no JSON
// is shown as a text.
func Asked(ctx context.Context, show Show) Answer {
	show.Kind, show.Preview, show.Options = "approval", value(show.Preview), []string{"allow", "deny"}
	of(ctx).server.peer.Ask("show", show)
	return Answer{Status: Pending, Code: "confirmation_required", Request: show.Request}
}

// JSON is a text as it is where it is JSON, and as a JSON text otherwise.
func JSON(text string) Raw {
	if json.Valid([]byte(text)) {
		return Raw(text)
	}
	b, _ := json.Marshal(text)
	return b
}

func value(raw Raw) Raw {
	if len(raw) == 0 {
		return nil
	}
	return JSON(string(raw))
}

// Do makes the external call of a tool, once, and waits for its result. Its error is ErrRefused where nothing
// happened and ErrLost where nobody knows. Arguments that are no JSON arrive as a text.
func Do(ctx context.Context, e Effect) (Raw, error) {
	t := of(ctx)
	e.Arguments = value(e.Arguments)
	m := t.server.peer.Ask("effect", e)
	if m.Error != nil {
		t.now.Store(m.Error.Data.Now)
		if m.Error.Code == refusedCode {
			t.refused.Store(true)
			return nil, ErrRefused
		}
		t.lost.Store(true)
		return nil, ErrLost
	}
	var ok struct {
		Result Raw   `json:"result"`
		Now    int64 `json:"now"`
	}
	if err := json.Unmarshal(m.Result, &ok); err != nil {
		t.lost.Store(true)
		return nil, ErrLost
	}
	t.now.Store(ok.Now)
	return ok.Result, nil
}
