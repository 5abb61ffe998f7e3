// An adapter for Eino's ADK: a tool that interrupts for an approval and keeps its arguments, in the form of Eino's
// documentation, and a runner with a checkpoint of each conversation in a store of files.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"sameact/adapters/kit"
)

type approval struct{ Approved bool }

// A task is a tool as one call needs it, and the gate: it interrupts, and acts when it is resumed with an approval.
type task struct {
	kit.Action
	call kit.Call
	asks bool
}

func (t *task) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: t.Name(), Desc: t.Description}, nil
}

func (t *task) InvokableRun(ctx context.Context, args string, _ ...tool.Option) (string, error) {
	interrupted, _, stored := tool.GetInterruptState[string](ctx)
	if t.asks || interrupted {
		if !interrupted {
			return "", tool.StatefulInterrupt(ctx, compose.GetToolCallID(ctx), args)
		}
		target, has, answer := tool.GetResumeContext[*approval](ctx)
		if !target || !has {
			return "", tool.StatefulInterrupt(ctx, compose.GetToolCallID(ctx), stored)
		}
		if args = stored; !answer.Approved {
			return failed + kit.ErrDenied.Error(), nil
		}
	}
	out, err := kit.Do(ctx, kit.Effect{Connector: t.Connector, Action: t.ID, Arguments: kit.Raw(args), Session: t.call.Session})
	if err != nil {
		return failed + err.Error(), nil
	}
	return string(out), nil
}

const failed = "error: " // begins what a tool returns that did not do what it should

// A script is a model: it asks for the tool calls that the user's message holds, and then says that it is done.
type script struct{}

func (script) Generate(_ context.Context, in []*schema.Message, _ ...model.Option) (*schema.Message, error) {
	var calls []schema.ToolCall
	if last := in[len(in)-1]; last.Role == schema.User {
		return schema.AssistantMessage("", calls), json.Unmarshal([]byte(last.Content), &calls)
	}
	return schema.AssistantMessage("done", nil), nil
}

func (script) Stream(context.Context, []*schema.Message, ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	panic("nothing is streamed")
}

func (s script) WithTools([]*schema.ToolInfo) (model.ToolCallingChatModel, error) { return s, nil }

// A thread is what the application remembers of a conversation: the calls, and under which id each was last asked about.
type thread struct {
	Calls map[string]kit.Call
	Waits map[string]string
}

type gate struct {
	mu          sync.Mutex // guards newest
	newest      string     // conversation
	world       kit.World
	store, kept kit.Shelf // checkpoints, threads
}

func (g *gate) Hello() kit.Hello {
	return kit.Hello{Name: "eino", Version: "0.7.36", Binds: []string{"action", "arguments", "session"}, Features: []string{"resumes", "batch", "call-id", "durable"},
		Chapters: []string{"binding", "lifecycle", "durability", "answers-do-not-cross", "each-act-its-own-yes", "partial-yes-runs", "said-is-done", "no-blind-retry"}}
}

func (g *gate) Open(dir string, w kit.World) error {
	g.world, g.newest, g.store, g.kept = w, "", kit.Shelf(filepath.Join(dir, "checkpoints")), kit.Shelf(filepath.Join(dir, "threads"))
	return nil
}

// files is a checkpoint store.
type files struct{ kit.Shelf }

func (f files) Get(_ context.Context, id string) (b []byte, ok bool, err error) {
	ok = f.Shelf.Get(id, &b)
	return b, ok, nil
}

func (f files) Set(_ context.Context, id string, b []byte) error { return f.Put(id, b) }

// runner runs an agent that has the tools which these calls need.
func (g *gate) runner(ctx context.Context, calls map[string]kit.Call) *adk.Runner {
	tools := map[string]tool.BaseTool{}
	for _, c := range calls {
		if mode, a := g.world.Mode(c), g.world.Find(c); mode != kit.Absent {
			tools[a.Name()] = &task{a, c, mode == kit.Ask}
		}
	}
	agent, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "agent", Description: "does what it is told", Model: script{},
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: slices.Collect(maps.Values(tools))}}})
	if err != nil {
		panic(err)
	}
	return adk.NewRunner(ctx, adk.RunnerConfig{Agent: agent, CheckPointStore: files{g.store}})
}

func (g *gate) Call(ctx context.Context, r kit.Request) (kit.Answer, error) {
	r.Calls = []kit.Call{r.Call}
	return kit.First(g.Turn(ctx, r))
}

func (g *gate) Turn(ctx context.Context, r kit.Request) (kit.Answer, error) {
	t, said, ids := thread{map[string]kit.Call{}, map[string]string{}}, []schema.ToolCall{}, []string{}
	for _, c := range r.Calls {
		id := cmp.Or(c.CallID, rand.Text())
		t.Calls[id], ids = c, append(ids, id)
		said = append(said, schema.ToolCall{ID: id, Function: schema.FunctionCall{Name: g.world.Find(c).Name(), Arguments: c.Text()}})
	}
	content, _ := json.Marshal(said)
	session := r.Calls[0].Session
	g.newest = session
	events := g.runner(ctx, t.Calls).Run(ctx, []adk.Message{schema.UserMessage(string(content))}, adk.WithCheckPointID(session))
	return g.follow(ctx, session, t, ids, events)
}

func (g *gate) Decide(ctx context.Context, r kit.Request) (kit.Answer, error) {
	session := r.Session
	if session == "" && !g.kept.Get("asked "+r.Each()[0].Request, &session) {
		session = g.newest
	}
	var t thread
	g.kept.Get("thread "+session, &t)
	targets, ids := map[string]any{}, []string{}
	for _, d := range r.Each() {
		targets[cmp.Or(t.Waits[d.Request], d.Request)], ids = &approval{kit.Yes(d.Decision)}, append(ids, d.Request)
	}
	events, err := g.runner(ctx, t.Calls).ResumeWithParams(ctx, session, &adk.ResumeParams{Targets: targets})
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
		if e.Output != nil && e.Output.MessageOutput.Role == schema.Tool {
			m := e.Output.MessageOutput.Message
			ended[m.ToolCallID] = kit.Outcome(m.Content, strings.HasPrefix(m.Content, failed))
		}
		if e.Action != nil && e.Action.Interrupted != nil {
			for _, c := range e.Action.Interrupted.InterruptContexts {
				if id, ok := c.Info.(string); ok && c.IsRootCause {
					waits[id] = c.ID
				}
			}
		}
	}
	if len(waits) > 0 {
		was := t.Waits
		t.Waits = waits
		_ = g.kept.Put("thread "+session, t)
		for _, id := range slices.Sorted(maps.Keys(waits)) {
			if was[id] == "" {
				_ = g.kept.Put("asked "+id, session)
				ended[id] = kit.Asked(ctx, kit.Show{Request: id, Action: t.Calls[id].Action, Preview: kit.Raw(t.Calls[id].Text())})
			}
		}
	}
	var answers []kit.Answer
	for _, id := range ids {
		a, ok := ended[id]
		if !ok {
			a = kit.Answer{Status: kit.Refused, Code: "approval_invalid"}
		}
		answers = append(answers, a)
	}
	return kit.Together(answers), nil
}

func main() {
	schema.RegisterName[*approval]("approval")
	kit.Serve(&gate{})
}
