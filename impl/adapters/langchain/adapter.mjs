// LangChain's agent with its human-in-the-loop middleware as a gate. The thread, pending calls included, is kept by the
// server's checkpointer; a caller has its id. It is resumed as the quick start shows, or with --keyed by the interrupt's id.
import { argumentsOf, effect, nextTurn, serve, toolName, tools, verdict } from '../kit/node/kit.mjs';
import { AIMessage, createAgent, HumanMessage, humanInTheLoopMiddleware, tool } from 'langchain';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { Command } from '@langchain/langgraph';
import { FileSaver } from './saver.mjs';

const keyed = process.argv.includes('--keyed');

class Scripted extends BaseChatModel {
  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  async _generate() {
    const calls = nextTurn();
    const args = (c) => argumentsOf(c)?.value ?? {};
    const asCall = (c) => ({ type: 'tool_call', id: c.callId, name: toolName(c), args: args(c) });
    const message = new AIMessage(calls ? { content: '', tool_calls: calls.map(asCall) } : 'done');
    return { generations: [{ text: '', message }] };
  }
}

let agent;
const at = (thread) => ({ configurable: { thread_id: thread }, recursionLimit: 30 });
const place = (request) => ({ interrupt: request.replace(/#\d+$/, ''), index: Number(request.split('#').at(-1)) });

const toolOf = (t) =>
  tool((input, config) => effect(t.name, input, config.toolCall?.id), { name: t.name, description: t.description, schema: t.schema });

// go runs the thread. The middleware asks about several calls in one interrupt, and tells them apart by their order.
async function go(thread, input, more) {
  const result = await agent.invoke(input, at(thread));
  const question = (id) => (a, k) => ({ id: `${id}#${k}`, name: a.name, args: a.args });
  const pending = (result.__interrupt__ ?? []).flatMap((i) => i.value.actionRequests.map(question(i.id)));
  return { ...more, pending };
}

// calls says which tool call each decision is about, for the answer's sake: an interrupt has the actions, not their ids.
async function calls(thread, decisions) {
  const { values, tasks } = await agent.graph.getState(at(thread));
  const actions = tasks.flatMap((t) => t.interrupts).flatMap((i) => i.value.actionRequests);
  const asked = [];
  for (const c of values.messages?.findLast((m) => m.tool_calls?.length)?.tool_calls ?? [])
    if (actions[asked.length]?.name === c.name) asked.push(c.id);
  return Object.fromEntries(decisions.map((d) => [d.request, asked[place(d.request).index]]));
}

serve(import.meta.url, 'langchain', {
  yes: [{ type: 'approve' }],
  alsoBinds: ['turn'], // a thread waits at one place: a new input leaves it

  open({ stateDir }) {
    const asks = tools().filter((t) => t.asks);
    const interruptOn = Object.fromEntries(asks.map((t) => [t.name, { allowedDecisions: ['approve', 'reject'] }]));
    agent = createAgent({
      model: new Scripted({}),
      tools: tools().map(toolOf),
      checkpointer: new FileSaver(`${stateDir}/checkpoints`),
      middleware: [humanInTheLoopMiddleware({ interruptOn })],
    });
  },

  call: ({ call: { session: thread } }) => go(thread, { messages: [new HumanMessage('go on')] }, { state: { thread } }),

  async decide({ decisions, session, state }) {
    const thread = session ?? state?.thread;
    const inOrder = [...decisions].sort((a, b) => place(a.request).index - place(b.request).index);
    const answer = { decisions: inOrder.map((d) => verdict(d.decision, { type: 'approve' }, { type: 'reject' })) };
    const resume = keyed ? { [place(decisions[0].request).interrupt]: answer } : answer;
    const own = { thread: state?.thread ?? thread }; // the questions stay where they were asked
    return go(thread, new Command({ resume }), { calls: await calls(thread, decisions), state: own });
  },
});
