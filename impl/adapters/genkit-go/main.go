// An adapter for Genkit Go: a tool that interrupts until it is restarted, in the form of Genkit's documentation. The
// client holds the messages; a yes restarts the tool call in them, a no responds in its place.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"sameact/adapters/kit"
)

type gate struct {
	world  kit.World
	genkit *genkit.Genkit
	tools  map[string]*ai.ToolDef[any, string]
}

func (g *gate) Hello() kit.Hello {
	return kit.Hello{Name: "genkit-go", Version: kit.Version("github.com/firebase/genkit/go"), Holds: "client", Binds: []string{"action", "arguments"},
		Features: []string{"resumes", "state", "tamper", "forge", "several", "call-id", "durable", "batch-whole"},
		Chapters: []string{"binding", "lifecycle", "flag-is-not-permission", "answers-do-not-cross", "said-is-done", "no-blind-retry",
			"other-process-continues", "crash-before-spend", "crash-after-spend", "one-winner", "one-use-under-race", "orders-as-one"}}
}

// askingKey finds in a context which tools ask.
type askingKey struct{}

func name(c kit.Call) string { return c.Connector + "~" + c.Action }

func (g *gate) Open(_ string, w kit.World) error {
	g.world, g.genkit, g.tools = w, genkit.Init(context.Background()), map[string]*ai.ToolDef[any, string]{}
	genkit.DefineModel(g.genkit, "script", &ai.ModelOptions{Supports: &ai.ModelSupports{Tools: true, Multiturn: true}}, script)
	for _, a := range w.Actions {
		c := kit.Call{Connector: a.Connector, Action: a.ID}
		tool := name(c)
		g.tools[tool] = genkit.DefineToolWithInputSchema(g.genkit, tool, a.Description, map[string]any{"type": "object"}, func(ctx *ai.ToolContext, input any) (string, error) {
			if asking, _ := ctx.Value(askingKey{}).(map[string]bool); asking[tool] && !ctx.IsResumed() {
				return "", ctx.Interrupt(nil)
			}
			return kit.Act(ctx, c.Effect(kit.Spell(input))), nil
		})
	}
	return nil
}

// script is a model: it asks for the tool calls that the user's message holds, and then says that it is done.
func script(_ context.Context, r *ai.ModelRequest, _ ai.ModelStreamCallback) (*ai.ModelResponse, error) {
	m := ai.NewModelTextMessage("done")
	if last := r.Messages[len(r.Messages)-1]; last.Role == ai.RoleUser {
		m.Content = nil
		for _, c := range kit.Read[[]*ai.ToolRequest](last.Text()) {
			m.Content = append(m.Content, ai.NewToolRequestPart(c))
		}
	}
	return &ai.ModelResponse{Request: r, Message: m, FinishReason: ai.FinishReasonStop}, nil
}

func (g *gate) Turn(ctx context.Context, r kit.Request) (kit.Answer, error) {
	asking, calls, refs, tools := map[string]bool{}, []*ai.ToolRequest{}, []string{}, map[string]ai.ToolRef{}
	for _, c := range r.Calls {
		refs = append(refs, cmp.Or(c.CallID, rand.Text()))
		calls = append(calls, &ai.ToolRequest{Name: name(c), Ref: refs[len(refs)-1], Input: kit.Raw(c.Text())})
		if mode := g.world.Mode(c); mode != kit.Absent {
			tools[name(c)], asking[name(c)] = g.tools[name(c)], mode == kit.Ask
		}
	}
	history := append(kit.Read[[]*ai.Message](string(r.State)), ai.NewUserTextMessage(kit.Spell(calls)))
	return g.generate(context.WithValue(ctx, askingKey{}, asking), history, refs, tools)
}

// requested finds the newest tool request with this reference among the messages; without one it is the newest of
// all, under this reference.
func requested(history []*ai.Message, ref string) (part *ai.Part, found bool) {
	for _, m := range slices.Backward(history) {
		for _, p := range m.Content {
			if p.IsToolRequest() && p.ToolRequest.Ref == ref {
				return p, true
			}
			if p.IsToolRequest() && part == nil {
				part = ai.NewToolRequestPart(&ai.ToolRequest{Name: p.ToolRequest.Name, Ref: ref, Input: p.ToolRequest.Input})
			}
		}
	}
	return part, false
}

// Decide restarts the tool requests that were allowed, and responds to those that were not.
func (g *gate) Decide(ctx context.Context, r kit.Request) (kit.Answer, error) {
	history, refs, tools := kit.Read[[]*ai.Message](string(r.State)), []string{}, map[string]ai.ToolRef{}
	var restarts, responses []*ai.Part
	for _, d := range r.Each() {
		refs = append(refs, d.Request)
		part, _ := requested(history, d.Request)
		if part == nil {
			return kit.Answer{}, fmt.Errorf("the messages hold no tool request")
		}
		tool := g.tools[part.ToolRequest.Name]
		tools[tool.Name()] = tool
		if kit.Yes(d.Decision) {
			restarts = append(restarts, tool.Restart(part, nil))
		} else {
			responses = append(responses, tool.Respond(part, kit.Failure(kit.ErrDenied), nil))
		}
	}
	return kit.First(g.generate(ctx, history, refs, tools, ai.WithToolRestarts(restarts...), ai.WithToolResponses(responses...)))
}

// generate runs until the model is done or a tool interrupts, and says what became of each tool request.
func (g *gate) generate(ctx context.Context, history []*ai.Message, refs []string, tools map[string]ai.ToolRef, opts ...ai.GenerateOption) (kit.Answer, error) {
	r, err := genkit.Generate(ctx, g.genkit, append(opts, ai.WithModelName("script"), ai.WithMessages(history...), ai.WithTools(slices.Collect(maps.Values(tools))...))...)
	if err != nil {
		return kit.Answer{}, err
	}
	ended := map[string]kit.Answer{}
	for _, p := range r.Interrupts() {
		_, action, _ := strings.Cut(p.ToolRequest.Name, "~")
		ended[p.ToolRequest.Ref] = kit.Asked(ctx, kit.Show{Request: p.ToolRequest.Ref, Action: action, Preview: kit.Raw(kit.Spell(p.ToolRequest.Input))})
	}
	for _, m := range r.History()[min(len(history), len(r.History())):] {
		for _, p := range m.Content {
			if p.IsToolResponse() {
				ended[p.ToolResponse.Ref] = kit.Ran(fmt.Sprint(p.ToolResponse.Output))
			}
		}
	}
	return kit.Of(refs, ended).With(r.History()), nil
}

// Tamper puts another call into the messages, or a tool request that was never made.
func (g *gate) Tamper(_ context.Context, r kit.Request) (kit.Tampered, error) {
	history, ref := kit.Read[[]*ai.Message](string(r.State)), r.Request
	part, found := requested(history, ref)
	if !found {
		ref, part = rand.Text(), ai.NewToolRequestPart(nil)
		part.Metadata = map[string]any{"interrupt": true}
		history = append(history, ai.NewModelMessage(part))
	}
	part.ToolRequest = &ai.ToolRequest{Name: name(r.Call), Ref: ref, Input: kit.Raw(r.Call.Text())}
	return kit.Tampered{State: history, Request: ref, Changed: 1}, nil
}

func main() { kit.Serve(&gate{}) }
