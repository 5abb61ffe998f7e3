// An adapter for tool handlers on mcp-go that ask a person by a multi round-trip request. The handler asks, and goes on
// with what its state carries, in the form of the example of mcp-go; with -sealed it also seals the request state.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	tools "github.com/mark3labs/mcp-go/server"
	"sameact/adapters/kit"
	"sameact/adapters/kit/rounds"
)

type server struct {
	seals *rounds.Sealer
	world kit.World
}

func (s *server) Open(dir string, w kit.World) {
	if s.world = w; s.seals != nil {
		s.seals = &rounds.Sealer{Used: dir, Lifetime: w.Lifetime()}
	}
}

// state is what the client holds while the person is asked: sealed, or as in the documentation's example.
func (s *server) state(ctx context.Context, a kit.Action, c kit.Call, arguments kit.Raw) (string, *int64) {
	if s.seals == nil {
		return "arguments=" + string(arguments), nil
	}
	return s.seals.Fresh(kit.Now(ctx), a.Name(), c.Principal, arguments)
}

// open takes the state that comes back; one that is not sealed says nothing.
func (s *server) open(ctx context.Context, state string, a kit.Action, c kit.Call, arguments kit.Raw) error {
	if s.seals == nil {
		return nil
	}
	return s.seals.Open(state, kit.Now(ctx), a.Name(), c.Principal, arguments)
}

// handle is the tool's handler, and the gate: it asks first, and acts when the call comes again with an accept. What it
// then does is what the state carries, where that is not sealed.
func (s *server) handle(ctx context.Context, a kit.Action, c kit.Call, asks bool, p mcp.CallToolParams) (*mcp.CallToolResult, error) {
	arguments, answer := p.RawArguments, tools.ElicitationResponse(p.InputResponses, rounds.Key)
	if asks && answer == nil {
		state, expires := s.state(ctx, a, c, arguments)
		q := rounds.Question{Action: a.ID, Description: a.Description, Preview: arguments, ExpiresAt: expires}
		return tools.NewInputRequestBuilder(state).Elicit(rounds.Key, mcp.ElicitationParams{Mode: mcp.ElicitationModeForm, Message: q.Message(), RequestedSchema: rounds.Schema}).ToolResult(), nil
	}
	if asks {
		if err := s.open(ctx, p.RequestState, a, c, arguments); err != nil {
			return nil, err
		}
		content, _ := answer.Content.(map[string]any)
		if yes, _ := content[rounds.Key].(bool); answer.Action != mcp.ElicitationResponseActionAccept || !yes {
			return nil, kit.ErrDenied
		}
		if s.seals == nil {
			arguments = kit.Raw(strings.TrimPrefix(p.RequestState, "arguments="))
		}
	}
	out, err := kit.Do(ctx, kit.Effect{Connector: a.Connector, Action: a.ID, Arguments: arguments, Session: c.Session})
	return mcp.NewToolResultText(string(out)), err
}

// Send gives the call to a server of its own, that of its principal: no more is needed than what is in the call.
func (s *server) Send(ctx context.Context, c kit.Call, h rounds.Held) (out rounds.Result, err error) {
	a, _ := s.world.Action(c.Connector, c.Action)
	srv := tools.NewMCPServer("tools", "1", tools.WithToolCapabilities(true), tools.WithElicitation())
	if mode := s.world.Mode(c); mode != kit.Absent {
		srv.AddTool(mcp.NewToolWithRawSchema(a.Name(), a.Description, a.Schema()), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			result, err := s.handle(ctx, a, c, mode == kit.Ask, r.Params)
			if err != nil {
				result = mcp.NewToolResultError(err.Error())
			}
			return result, nil
		})
	}
	params := map[string]any{"name": a.Name(), "arguments": kit.Raw(c.Text()), "inputResponses": h.Responses(), "requestState": h.State, "_meta": kit.Raw(meta)}
	line, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
	switch m := srv.HandleMessage(ctx, line).(type) {
	case mcp.JSONRPCResponse:
		r := m.Result.(*mcp.CallToolResult)
		if r.NeedsInput() {
			return rounds.Result{State: r.RequestState, Question: r.InputRequests[rounds.Key].Elicitation.Message}, nil
		}
		return rounds.Result{Text: r.Content[0].(mcp.TextContent).Text, Error: r.IsError}, nil
	default:
		return out, fmt.Errorf("%v", m) // there is no such tool
	}
}

const meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"client","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`

// Forge is a state for a call that was never asked about: the one that carries it, or of the form of a sealed one.
func (s *server) Forge(c kit.Call) (string, bool) {
	if s.seals != nil {
		return rounds.NoState, false
	}
	return "arguments=" + c.Text(), true
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-sealed" {
		kit.Serve(rounds.NewClient("mcp-go", kit.Version("github.com/mark3labs/mcp-go"), &server{seals: &rounds.Sealer{}}, "expiry"))
	}
	kit.Serve(rounds.NewClient("mcp-go", kit.Version("github.com/mark3labs/mcp-go"), &server{}, "tamper"))
}
