// An adapter for Genkit Go: a tool that interrupts until it is restarted, in the form of Genkit's documentation. The
// client holds the messages; a yes restarts the tool call in them, a no responds in its place.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"sameact/adapters/kit"
)

type gate struct {
	world kit.World
	kit   *genkit.Genkit
	tools map[string]*ai.ToolDef[any, string]
}

func (g *gate) Hello() kit.Hello {
	return kit.Hello{Name: "genkit-go", Version: "1.4.0", Holds: "client", Binds: []string{"action", "arguments"},
		Features: []string{"resumes", "state", "tamper", "forge", "several", "call-id", "durable", "batch-whole"},
		Chapters: []string{"binding", "lifecycle", "flag-is-not-permission", "answers-do-not-cross", "said-is-done", "no-blind-retry",
			"other-process-continues", "crash-before-spend", "crash-after-spend", "one-winner", "one-use-under-race", "orders-as-one"}}
}

// asksKey finds in a context which tools ask, and for which conversation they act.
type asksKey struct{}

type asks struct {
	tools   map[string]bool
	session string
}

const failed = "error: " // begins what a tool returns that did not do what it should

func name(c kit.Call) string { return c.Connector + "~" + c.Action }

func (g *gate) Open(_ string, w kit.World) error {
	g.world, g.kit, g.tools = w, genkit.Init(context.Background()), map[string]*ai.ToolDef[any, string]{}
	genkit.DefineModel(g.kit, "script", &ai.ModelOptions{Supports: &ai.ModelSupports{Tools: true, Multiturn: true}}, script)
	for _, a := range w.Actions {
		tool := name(kit.Call{Connector: a.Connector, Action: a.ID})
		g.tools[tool] = genkit.DefineToolWithInputSchema(g.kit, tool, a.Description, map[string]any{"type": "object"}, func(ctx *ai.ToolContext, input any) (string, error) {
			who, _ := ctx.Value(asksKey{}).(asks)
			if who.tools[tool] && !ctx.IsResumed() {
				return "", ctx.Interrupt(nil)
			}
			arguments, err := json.Marshal(input)
			if err != nil {
				return "", err
			}
			out, err := kit.Do(ctx, kit.Effect{Connector: a.Connector, Action: a.ID, Arguments: arguments, Session: who.session})
			if err != nil {
				return failed + err.Error(), nil
			}
			return string(out), nil
		})
	}
	return nil
}

// script is a model: it asks for the tool calls that the user's message holds, and then says that it is done.
func script(_ context.Context, r *ai.ModelRequest, _ ai.ModelStreamCallback) (*ai.ModelResponse, error) {
	m := ai.NewModelTextMessage("done")
	if last := r.Messages[len(r.Messages)-1]; last.Role == ai.RoleUser {
		var calls []*ai.ToolRequest
		if err := json.Unmarshal([]byte(last.Text()), &calls); err != nil {
			return nil, err
		}
		m.Content = nil
		for _, c := range calls {
			m.Content = append(m.Content, ai.NewToolRequestPart(c))
		}
	}
	return &ai.ModelResponse{Request: r, Message: m, FinishReason: ai.FinishReasonStop}, nil
}

func (g *gate) Call(ctx context.Context, r kit.Request) (kit.Answer, error) {
	r.Calls = []kit.Call{r.Call}
	return kit.First(g.Turn(ctx, r))
}

func (g *gate) Turn(ctx context.Context, r kit.Request) (kit.Answer, error) {
	who, calls, refs, tools := asks{map[string]bool{}, r.Calls[0].Session}, []*ai.ToolRequest{}, []string{}, map[string]ai.ToolRef{}
	for _, c := range r.Calls {
		refs = append(refs, cmp.Or(c.CallID, rand.Text()))
		calls = append(calls, &ai.ToolRequest{Name: name(c), Ref: refs[len(refs)-1], Input: kit.Raw(c.Text())})
		if mode := g.world.Mode(c); mode != kit.Absent {
			tools[name(c)], who.tools[name(c)] = g.tools[name(c)], mode == kit.Ask
		}
	}
	said, _ := json.Marshal(calls)
	history := append(messages(r.State), ai.NewUserTextMessage(string(said)))
	return g.generate(context.WithValue(ctx, asksKey{}, who), history, refs, tools)
}

func messages(state kit.Raw) (m []*ai.Message) {
	_ = json.Unmarshal(state, &m)
	return m
}

// requested finds a tool request among the messages.
func requested(history []*ai.Message, ref string) *ai.Part {
	for _, m := range history {
		for _, p := range m.Content {
			if p.IsToolRequest() && p.ToolRequest.Ref == ref {
				return p
			}
		}
	}
	return nil
}

// Decide restarts the tool requests that were allowed, and responds to those that were not.
func (g *gate) Decide(ctx context.Context, r kit.Request) (kit.Answer, error) {
	history, refs, tools := messages(r.State), []string{}, map[string]ai.ToolRef{}
	var restarts, responses []*ai.Part
	for _, d := range r.Each() {
		refs = append(refs, d.Request)
		part := requested(history, d.Request)
		if part == nil {
			return kit.Answer{}, fmt.Errorf("no tool request %q in the messages", d.Request)
		}
		tool := g.tools[part.ToolRequest.Name]
		tools[tool.Name()] = tool
		if kit.Yes(d.Decision) {
			restarts = append(restarts, tool.Restart(part, nil))
		} else {
			responses = append(responses, tool.Respond(part, failed+kit.ErrDenied.Error(), nil))
		}
	}
	return kit.First(g.generate(ctx, history, refs, tools, ai.WithToolRestarts(restarts...), ai.WithToolResponses(responses...)))
}

// generate runs until the model is done or a tool interrupts, and says what became of each tool request.
func (g *gate) generate(ctx context.Context, history []*ai.Message, refs []string, tools map[string]ai.ToolRef, opts ...ai.GenerateOption) (kit.Answer, error) {
	r, err := genkit.Generate(ctx, g.kit, append(opts, ai.WithModelName("script"), ai.WithMessages(history...), ai.WithTools(slices.Collect(maps.Values(tools))...))...)
	if err != nil {
		return kit.Answer{}, err
	}
	ended := map[string]kit.Answer{}
	for _, p := range r.Interrupts() {
		_, action, _ := strings.Cut(p.ToolRequest.Name, "~")
		preview, _ := json.Marshal(p.ToolRequest.Input)
		ended[p.ToolRequest.Ref] = kit.Asked(ctx, kit.Show{Request: p.ToolRequest.Ref, Action: action, Preview: preview})
	}
	for _, m := range r.History() {
		for _, p := range m.Content {
			if text, ok := "", p.IsToolResponse(); ok {
				text, _ = p.ToolResponse.Output.(string)
				ended[p.ToolResponse.Ref] = kit.Outcome(text, strings.HasPrefix(text, failed))
			}
		}
	}
	var answers []kit.Answer
	for _, ref := range refs {
		answers = append(answers, ended[ref])
		answers[len(answers)-1].State = r.History()
	}
	all := kit.Together(answers)
	all.State = r.History()
	return all, nil
}

// Tamper puts another call into the messages, or a tool request that was never made.
func (g *gate) Tamper(_ context.Context, r kit.Request) (kit.Tampered, error) {
	history, ref := messages(r.State), r.Request
	part := requested(history, ref)
	if part == nil {
		ref, part = rand.Text(), ai.NewToolRequestPart(&ai.ToolRequest{})
		part.Metadata = map[string]any{"interrupt": true}
		history = append(history, ai.NewModelMessage(part))
	}
	part.ToolRequest = &ai.ToolRequest{Name: name(r.Call), Ref: ref, Input: kit.Raw(r.Call.Text())}
	return kit.Tampered{State: history, Request: ref, Changed: 1}, nil
}

func main() { kit.Serve(&gate{}) }
