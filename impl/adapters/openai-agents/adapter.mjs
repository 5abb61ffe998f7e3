// The OpenAI Agents SDK as a gate. A run that needs approval stops; the client holds it as one text, the serialised RunState.
// It is read, its interruption approved or rejected, and the run goes on from it.
import { argumentsText, effect, nextTurn, parsed, serve, toolName, tools } from '../kit/node/kit.mjs';
import { Agent, Runner, RunState, setTracingDisabled, tool, Usage } from '@openai/agents-core';
import { randomUUID } from 'node:crypto';

setTracingDisabled(true);

const model = {
  async getResponse() {
    const calls = nextTurn();
    const asCall = (c) => ({ type: 'function_call', callId: c.callId, name: toolName(c), status: 'completed', arguments: argumentsText(c) });
    const done = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'done' }] };
    return { usage: new Usage(), output: calls ? calls.map(asCall) : [done], responseId: randomUUID() };
  },
};

let agents;
const runner = new Runner({ tracingDisabled: true });

const toolOf = (t) =>
  tool({
    name: t.name,
    description: t.description,
    parameters: { properties: {}, required: [], additionalProperties: true, ...t.schema },
    strict: false,
    needsApproval: t.asks,
    execute: (input, _, details) => effect(t.name, input, details?.toolCall?.callId),
  });

const agentOf = (name = 'assistant') => (agents[name] ??= new Agent({ name, model, tools: tools().map(toolOf) }));

// held is the run that a client holds, and the agent that it was started with: the one that is named, or the one in it.
async function held(state, name) {
  const agent = agentOf(name ?? JSON.parse(state).currentAgent?.name);
  return { agent, run: await RunState.fromString(agent, state) };
}

async function go(agent, input, more) {
  const result = await runner.run(agent, input);
  const question = (i) => ({ id: i.rawItem.callId, callId: i.rawItem.callId, name: i.name, args: parsed(i.arguments) });
  const options = ['allow', 'deny', 'always'];
  return { ...more, options, pending: result.interruptions.map(question), state: result.state.toString() };
}

// asked is the interruption that an address stands for: without one there is nothing to approve.
function asked(run, request) {
  const item = run.getInterruptions().find((i) => i.rawItem.callId === request);
  if (!item) throw new Error('there is no such interruption');
  return item;
}

function answer(run, { request, decision }) {
  const item = asked(run, request);
  if (decision === 'deny') return run.reject(item);
  if (decision === 'allow') return run.approve(item);
  if (decision === 'always') return run.approve(item, { alwaysApprove: true });
  throw new Error('a decision is a method here: approve or reject');
}

serve(import.meta.url, '@openai/agents-core', {
  open() {
    agents = {};
  },

  async call({ call, state }) {
    const past = state ? (await held(state)).run.history : [];
    return go(agentOf(call.agent), [...past, { role: 'user', content: 'go on' }]);
  },

  async carryOn({ approval, state, call }) {
    const { agent, run } = await held(state, call.agent ?? 'assistant');
    asked(run, approval);
    return go(agent, run);
  },

  async decide({ decisions, hold, agent: name, state }) {
    const { agent, run } = await held(state, name);
    for (const d of decisions) answer(run, d);
    if (hold) return { recorded: true, state: run.toString() };
    return go(agent, run, { calls: Object.fromEntries(decisions.map((d) => [d.request, d.request])) });
  },

  async tamper({ request, call, state }) {
    if (request === undefined) return forged(call);
    let changed = 0; // copies of the call; what says that it was approved is left as it is
    const name = toolName(call);
    const rewritten = JSON.parse(state, (_, v) => {
      if (v?.type === 'function_call' && v.callId === request) return changed++, { ...v, name, arguments: argumentsText(call) };
      if (v?.rawItem?.callId === request && v.toolName) return { ...v, toolName: name, functionToolStateKey: JSON.stringify(['bare', name]) };
      return v?.toolCall?.callId === request && v.tool ? { ...v, tool: { ...v.tool, name } } : v;
    });
    return { state: JSON.stringify(rewritten), changed };
  },
});

// forged is a run that was never held here: whoever has the library lets it write one.
async function forged(call) {
  const request = `call-${randomUUID()}`;
  const output = [{ type: 'function_call', callId: request, name: toolName(call), status: 'completed', arguments: argumentsText(call) }];
  const writer = { getResponse: async () => ({ usage: new Usage(), output }) };
  const agent = new Agent({ name: call.agent ?? 'assistant', model: writer, tools: [toolOf({ name: toolName(call), description: '', schema: {}, asks: true })] });
  const { state } = await runner.run(agent, 'go on');
  return { state: state.toString(), request, changed: 1 };
}
