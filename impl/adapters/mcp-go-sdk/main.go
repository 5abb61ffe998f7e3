// An adapter for tool handlers on the MCP SDK for Go that ask a person by a multi round-trip request. The handler asks
// in the form that the SDK's documentation shows; with -sealed it also seals the request state.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
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
		return "step=1", nil
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

// handle is the tool's handler, and the gate: it asks first, and acts when the call comes again with an accept.
func (s *server) handle(ctx context.Context, a kit.Action, c kit.Call, asks bool, p *mcp.CallToolParamsRaw) (*mcp.CallToolResult, error) {
	if asks && len(p.InputResponses) == 0 {
		state, expires := s.state(ctx, a, c, p.Arguments)
		q := rounds.Question{Action: a.ID, Description: a.Description, Preview: p.Arguments, ExpiresAt: expires}
		return &mcp.CallToolResult{RequestState: state, InputRequests: mcp.InputRequestMap{rounds.Key: &mcp.ElicitParams{Message: q.Message(), RequestedSchema: rounds.Schema}}}, nil
	}
	if asks {
		if err := s.open(ctx, p.RequestState, a, c, p.Arguments); err != nil {
			return nil, err
		}
		if answer, ok := p.InputResponses[rounds.Key].(*mcp.ElicitResult); !ok || answer.Action != "accept" || answer.Content[rounds.Key] != true {
			return nil, kit.ErrDenied
		}
	}
	out, err := kit.Do(ctx, kit.Effect{Connector: a.Connector, Action: a.ID, Arguments: p.Arguments, Session: c.Session})
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, err
}

// Send makes the call on a connection of its own, that of its principal: no more is needed than what is in the call.
func (s *server) Send(ctx context.Context, c kit.Call, h rounds.Held) (out rounds.Result, err error) {
	a, _ := s.world.Action(c.Connector, c.Action)
	tools := mcp.NewServer(&mcp.Implementation{Name: "tools", Version: "1"}, nil)
	if mode := s.world.Mode(c); mode != kit.Absent {
		tools.AddTool(&mcp.Tool{Name: a.Name(), Description: a.Description, InputSchema: a.Schema()}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			result, err := s.handle(ctx, a, c, mode == kit.Ask, r.Params)
			if err != nil {
				result = &mcp.CallToolResult{}
				result.SetError(err)
			}
			return result, nil
		})
	}
	here, there := mcp.NewInMemoryTransports()
	if _, err := tools.Connect(ctx, there, nil); err != nil {
		return out, err
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, &mcp.ClientOptions{MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		Capabilities: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{}}}).Connect(ctx, here, nil)
	if err != nil {
		return out, err
	}
	defer client.Close()
	p := &mcp.CallToolParams{Name: a.Name(), Arguments: kit.Raw(c.Text()), RequestState: h.State}
	if err := json.Unmarshal(h.Responses(), &p.InputResponses); err != nil {
		return out, err
	}
	switch r, err := client.CallTool(ctx, p); {
	case err != nil:
		return out, err
	case r.NeedsInput():
		return rounds.Result{State: r.RequestState, Question: r.InputRequests[rounds.Key].(*mcp.ElicitParams).Message}, nil
	default:
		return rounds.Result{Text: r.Content[0].(*mcp.TextContent).Text, Error: r.IsError}, nil
	}
}

// Forge is a state for a call that was never asked about: of the form of a sealed one.
func (*server) Forge(kit.Call) (string, bool) {
	return rounds.NoState, false
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "-sealed" {
		kit.Serve(rounds.NewClient("mcp-go-sdk", kit.Version("github.com/modelcontextprotocol/go-sdk"), &server{seals: &rounds.Sealer{}}, "expiry"))
	}
	kit.Serve(rounds.NewClient("mcp-go-sdk", kit.Version("github.com/modelcontextprotocol/go-sdk"), &server{}))
}
