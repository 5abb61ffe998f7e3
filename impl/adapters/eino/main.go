// An adapter for Eino's ADK: a tool that interrupts for an approval and keeps its arguments, in the form of Eino's
// documentation, and a runner with a checkpoint of each conversation in a store of files.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"maps"
	"path/filepath"
	"slices"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"sameact/adapters/kit"
)

// A task is a tool as one call needs it, and the gate: it interrupts, and acts when it is resumed with an approval.
type task struct {
	call kit.Call
	asks bool
}

func (t *task) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: t.call.Tool(), Desc: t.call.Action}, nil
}

func (t *task) InvokableRun(ctx context.Context, args string, _ ...tool.Option) (string, error) {
	interrupted, _, stored := tool.GetInterruptState[string](ctx)
	if t.asks && !interrupted {
		return "", tool.StatefulInterrupt(ctx, compose.GetToolCallID(ctx), args)
	}
	if interrupted {
		args = stored
		if target, has, answer := tool.GetResumeContext[bool](ctx); !target || !has {
			return "", tool.StatefulInterrupt(ctx, compose.GetToolCallID(ctx), stored)
		} else if !answer {
			return kit.Failure(kit.ErrDenied), nil
		}
	}
	return kit.Act(ctx, t.call.Effect(args)), nil
}

// A script is a model: it asks for the tool calls that the user's message holds, and is done.
type script struct{ model.ToolCallingChatModel }

func (script) Generate(_ context.Context, in []*schema.Message, _ ...model.Option) (*schema.Message, error) {
	if last := in[len(in)-1]; last.Role == schema.User {
		return schema.AssistantMessage("", kit.Read[[]schema.ToolCall](last.Content)), nil
	}
	return schema.AssistantMessage("done", nil), nil
}

func (s script) WithTools([]*schema.ToolInfo) (model.ToolCallingChatModel, error) { return s, nil }

// A thread is what the application remembers of a conversation: the calls, and the id of each one's last interrupt.
type thread struct {
	Calls map[string]kit.Call
	Waits map[string]string
}

type gate struct {
	newest      string // conversation
	world       kit.World
	store, kept kit.Shelf // checkpoints, threads
}

func (g *gate) Hello() kit.Hello {
	return kit.Hello{Name: "eino", Version: kit.Version("github.com/cloudwego/eino"), Binds: []string{"action", "arguments", "session"}, Features: []string{"resumes", "batch", "durable"},
		Chapters: []string{"binding", "lifecycle", "durability", "answers-do-not-cross", "each-act-its-own-yes", "partial-yes-runs", "said-is-done", "no-blind-retry"}}
}

func (g *gate) Open(dir string, w kit.World) error {
	g.world, g.newest, g.store, g.kept = w, "", kit.Shelf(filepath.Join(dir, "checkpoints")), kit.Shelf(filepath.Join(dir, "threads"))
	return nil
}

// runner runs an agent that has the tools of a thread.
func (g *gate) runner(ctx context.Context, t thread) *adk.Runner {
	tools := map[string]tool.BaseTool{}
	for _, c := range t.Calls {
		if mode := g.world.Mode(c); mode != kit.Absent {
			tools[c.Tool()] = &task{c, mode == kit.Ask}
		}
	}
	agent, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "agent", Description: "does what it is told", Model: script{},
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: slices.Collect(maps.Values(tools))}}})
	return adk.NewRunner(ctx, adk.RunnerConfig{Agent: agent, CheckPointStore: kit.Store{Shelf: g.store}})
}

func (g *gate) Turn(ctx context.Context, r kit.Request) (kit.Answer, error) {
	t, said, ids := thread{Calls: map[string]kit.Call{}}, []schema.ToolCall{}, []string{}
	for _, c := range r.Calls {
		id := rand.Text()
		t.Calls[id], ids = c, append(ids, id)
		said = append(said, schema.ToolCall{ID: id, Function: schema.FunctionCall{Name: c.Tool(), Arguments: c.Text()}})
	}
	g.newest = r.Calls[0].Session
	events := g.runner(ctx, t).Run(ctx, []adk.Message{schema.UserMessage(kit.Spell(said))}, adk.WithCheckPointID(g.newest))
	return g.follow(ctx, r.Calls[0].Session, t, ids, events)
}

func (g *gate) Decide(ctx context.Context, r kit.Request) (kit.Answer, error) {
	session, t := g.newest, thread{}
	g.kept.Get("asked "+r.Each()[0].Request, &session)
	session = cmp.Or(r.Session, session)
	g.kept.Get("thread "+session, &t)
	targets, ids := map[string]any{}, []string{}
	for _, d := range r.Each() {
		targets[cmp.Or(t.Waits[d.Request], d.Request)], ids = kit.Yes(d.Decision), append(ids, d.Request)
	}
	events, err := g.runner(ctx, t).ResumeWithParams(ctx, session, &adk.ResumeParams{Targets: targets})
	if err != nil {
		return kit.Answer{}, err
	}
	return kit.First(g.follow(ctx, session, t, ids, events))
}

// follow runs until the agent is done or interrupts, and says what became of each call.
func (g *gate) follow(ctx context.Context, session string, t thread, ids []string, events *adk.AsyncIterator[*adk.AgentEvent]) (kit.Answer, error) {
	ended, waits := map[string]kit.Answer{}, map[string]string{}
	for e, ok := events.Next(); ok; e, ok = events.Next() {
		if e.Err != nil {
			return kit.Answer{}, e.Err
		}
		if o := e.Output; o != nil && o.MessageOutput.Role == schema.Tool {
			ended[o.MessageOutput.Message.ToolCallID] = kit.Ran(o.MessageOutput.Message.Content)
		}
		if e.Action != nil && e.Action.Interrupted != nil {
			for _, c := range e.Action.Interrupted.InterruptContexts {
				waits[c.Info.(string)] = c.ID
			}
		}
	}
	for id := range waits {
		_ = g.kept.Put("thread "+session, thread{t.Calls, waits})
		if t.Waits[id] == "" {
			_ = g.kept.Put("asked "+id, session)
			ended[id] = kit.Asked(ctx, kit.Show{Request: id, Action: t.Calls[id].Action, Preview: kit.Raw(t.Calls[id].Text())})
		}
	}
	return kit.Of(ids, ended), nil
}

func main() { kit.Serve(&gate{}) }
