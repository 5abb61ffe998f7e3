// An adapter for an agent on the ACP SDK for Go that asks by session/request_permission, in the form of the SDK's
// example. The agent waits with the call in its hands; the client writes its answer as a line of its own.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/coder/acp-go-sdk"
	"sameact/adapters/kit"
)

// A job is one tool call that the scripted model asks for, and what became of it.
type job struct {
	ctx   context.Context
	call  kit.Call
	mode  kit.Mode
	asked chan string // the id of the permission request
	done  chan kit.Answer
}

// An agent runs the tool calls of a prompt.
type agent struct {
	acp.Agent
	conn *acp.AgentSideConnection
	jobs *kit.Table[*job] // by tool call id
}

func (a *agent) Prompt(ctx context.Context, p acp.PromptRequest) (acp.PromptResponse, error) {
	var tools sync.WaitGroup
	for _, block := range p.Prompt {
		tools.Go(func() { a.tool(ctx, p.SessionId, acp.ToolCallId(block.Text.Text)) })
	}
	tools.Wait()
	return acp.PromptResponse{StopReason: acp.StopReasonEndTurn}, nil
}

// tool runs one tool call, and is the gate: it asks the client, goes by the option that was selected, and tells what
// became of the call.
func (a *agent) tool(ctx context.Context, session acp.SessionId, id acp.ToolCallId) {
	j, _ := a.jobs.Get(string(id))
	out, err := kit.Raw(nil), map[kit.Mode]error{kit.Absent: errors.New("no such tool")}[j.mode]
	if j.mode == kit.Ask {
		r, failed := a.conn.RequestPermission(ctx, acp.RequestPermissionRequest{SessionId: session,
			ToolCall: acp.ToolCallUpdate{ToolCallId: id, Title: &j.call.Action, RawInput: kit.Raw(j.call.Text())},
			Options:  []acp.PermissionOption{{Kind: acp.PermissionOptionKindAllowOnce, Name: "Allow", OptionId: "allow"}, {Kind: acp.PermissionOptionKindRejectOnce, Name: "Reject", OptionId: "deny"}}})
		if err = failed; err == nil && (r.Outcome.Selected == nil || r.Outcome.Selected.OptionId != "allow") {
			err = kit.ErrDenied
		}
	}
	if err == nil {
		out, err = kit.Do(j.ctx, j.call.Effect(j.call.Text()))
	}
	status, text := acp.ToolCallStatusCompleted, string(out)
	if err != nil {
		status, text = acp.ToolCallStatusFailed, err.Error()
	}
	_ = a.conn.SessionUpdate(context.WithoutCancel(ctx), acp.SessionNotification{SessionId: session, Update: acp.UpdateToolCall(id, acp.WithUpdateStatus(status), acp.WithUpdateRawOutput(text))})
}

// A gate is the client of an agent: it sends prompts, and answers what the agent asks.
type gate struct {
	world           kit.World
	agent           *kit.Peer
	jobs, questions *kit.Table[*job] // by tool call id; by the id of the permission request
}

func (g *gate) Hello() kit.Hello {
	return kit.Hello{Name: "acp-go-sdk", Version: kit.Version("github.com/coder/acp-go-sdk"), Binds: []string{"action", "arguments"}, Features: []string{"resumes", "batch", "raw-decision"},
		Chapters: []string{"binding", "lifecycle", "yes-is-exactly-yes", "flag-is-not-permission", "each-act-its-own-yes", "partial-yes-runs", "said-is-done", "no-blind-retry"}}
}

func (g *gate) Open(_ string, w kit.World) error {
	fromClient, toAgent := io.Pipe()
	fromAgent, toClient := io.Pipe()
	g.world, g.agent, g.jobs, g.questions = w, kit.NewPeer(toAgent), &kit.Table[*job]{}, &kit.Table[*job]{}
	a := &agent{jobs: g.jobs}
	a.conn = acp.NewAgentSideConnection(a, toClient, fromClient)
	go listen(json.NewDecoder(fromAgent), g.agent, g.jobs, g.questions)
	return nil
}

// listen takes what the agent sends.
func listen(lines *json.Decoder, peer *kit.Peer, jobs, questions *kit.Table[*job]) {
	for m := (kit.Message{}); lines.Decode(&m) == nil; m = (kit.Message{}) {
		var p struct {
			ToolCall, Update struct{ ToolCallID, Status, RawOutput string }
		}
		if _ = json.Unmarshal(m.Params, &p); peer.Answered(m) {
			continue
		}
		if j, ok := jobs.Get(p.Update.ToolCallID); ok {
			j.done <- kit.Outcome(p.Update.RawOutput, p.Update.Status == string(acp.ToolCallStatusFailed))
		}
		if j, ok := jobs.Get(p.ToolCall.ToolCallID); ok {
			questions.Put(string(m.ID), j)
			j.asked <- string(m.ID)
		}
	}
}

// Turn sends a prompt, in which the scripted model asks for these calls.
func (g *gate) Turn(ctx context.Context, r kit.Request) (kit.Answer, error) {
	p, jobs, answers := acp.PromptRequest{SessionId: acp.SessionId(r.Calls[0].Session)}, []*job{}, []kit.Answer{}
	for _, c := range r.Calls {
		id, j := rand.Text(), &job{ctx, c, g.world.Mode(c), make(chan string, 1), make(chan kit.Answer, 1)}
		g.jobs.Put(id, j)
		jobs, p.Prompt = append(jobs, j), append(p.Prompt, acp.TextBlock(id))
	}
	go g.agent.Ask(acp.AgentMethodSessionPrompt, p)
	for _, j := range jobs {
		select {
		case id := <-j.asked:
			answers = append(answers, kit.Asked(ctx, kit.Show{Request: id, Action: j.call.Action, Preview: kit.Raw(j.call.Text())}))
		case end := <-j.done:
			answers = append(answers, end)
		}
	}
	return kit.Together(answers), nil
}

// Decide answers permission requests, whether or not there are any with these ids.
func (g *gate) Decide(_ context.Context, r kit.Request) (kit.Answer, error) {
	var answers []kit.Answer
	for _, d := range r.Each() {
		outcome := map[string]any{"outcome": "selected", "optionId": d.Decision}
		if d.Decision == nil {
			delete(outcome, "optionId")
		}
		g.agent.Send(map[string]any{"id": kit.JSON(d.Request), "result": map[string]any{"outcome": outcome}})
		if j, ok := g.questions.Take(d.Request); ok {
			answers = append(answers, <-j.done)
		} else {
			g.agent.Ask("_settled", nil) // the agent reads in order: it has read the answer as well by now
			answers = append(answers, kit.Answer{Status: kit.Refused, Code: "approval_invalid"})
		}
	}
	return kit.First(kit.Together(answers), nil)
}

func main() { kit.Serve(&gate{}) }
