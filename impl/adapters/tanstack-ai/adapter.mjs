// TanStack AI as a gate. A run that needs approval ends with interrupts; the client keeps the messages (here in the library's
// own client part, StreamProcessor) and starts a run that carries its answers as resume. The server keeps nothing.
import { argumentsText, effect, nextTurn, serve, toolName, tools, verdict } from '../kit/node/kit.mjs';
import { chat, maxIterations, StreamProcessor, toolDefinition } from '@tanstack/ai';
import { randomUUID } from 'node:crypto';

const model = {
  kind: 'text',
  name: 'scripted',
  model: 'scripted',
  async *chatStream() {
    const calls = nextTurn();
    const messageId = `message-${randomUUID()}`;
    const run = { runId: 'model', threadId: 'model' };
    yield { type: 'RUN_STARTED', ...run };
    for (const c of calls ?? []) {
      const { callId: toolCallId } = c;
      yield { type: 'TOOL_CALL_START', toolCallId, toolCallName: toolName(c), toolName: toolName(c), parentMessageId: messageId };
      yield { type: 'TOOL_CALL_ARGS', toolCallId, delta: argumentsText(c) };
      yield { type: 'TOOL_CALL_END', toolCallId, toolCallName: toolName(c), toolName: toolName(c) };
    }
    if (!calls) {
      yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' };
      yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: 'done' };
      yield { type: 'TEXT_MESSAGE_END', messageId };
    }
    yield { type: 'RUN_FINISHED', ...run, finishReason: calls ? 'tool_calls' : 'stop' };
  },
};

let set;

const toolOf = (t) =>
  toolDefinition({ name: t.name, description: t.description, inputSchema: t.schema, needsApproval: t.asks })
    .server((input, { toolCallId }) => effect(t.name, input, toolCallId));

// run is one request of the client: its messages, and its answers to what the run before left open.
async function run({ messages = [], runId: parentRunId, resume }, more) {
  const runId = `run-${randomUUID()}`;
  const client = new StreamProcessor({ initialMessages: messages });
  const pending = [];
  for await (const chunk of chat({ adapter: model, messages, tools: set, threadId: 'thread', runId, parentRunId, ...(resume && { resume }),
    agentLoopStrategy: maxIterations(8) })) {
    if (chunk.type === 'RUN_ERROR') throw Object.assign(new Error(chunk.message), { name: chunk.code ?? 'RUN_ERROR' });
    client.processChunk(chunk);
    for (const i of (chunk.type === 'RUN_FINISHED' && chunk.outcome?.interrupts) || [])
      pending.push({ id: i.id, callId: i.toolCallId, name: i.metadata.toolName, args: i.metadata.input });
  }
  client.finalizeStream();
  return { ...more, pending, state: { messages: client.getMessages(), runId } };
}

const partsOf = (messages) => messages.flatMap((m) => m.parts ?? []);
const callOf = (request) => request.replace(/^approval_/, '');

serve(import.meta.url, '@tanstack/ai', {
  yes: [true, { approved: true }],

  open() {
    set = tools().map(toolOf);
  },

  call({ state }) {
    const messages = state?.messages ?? [];
    return run({ messages: [...messages, { id: `message-${randomUUID()}`, role: 'user', parts: [{ type: 'text', content: 'go on' }] }] });
  },

  // The held answers go out if one of them is for the question that is named; otherwise there is nothing to send, and they are kept.
  async carryOn({ approval, state }) {
    if (!state.resume || state.resume.some((entry) => entry.interruptId === approval)) return run(state);
    return { ...(await run({ ...state, resume: undefined })), state };
  },

  decide({ decisions, hold, state }) {
    const no = (d) => state.resume?.find((entry) => entry.interruptId === d.request && entry.payload === verdict('deny')); // it stays
    const resume = decisions.map((d) => no(d) ?? { interruptId: d.request, status: 'resolved', payload: verdict(d.decision) });
    if (hold) return { recorded: true, state: { ...state, resume } };
    return run({ ...state, resume }, { calls: Object.fromEntries(decisions.map((d) => [d.request, callOf(d.request)])) });
  },

  tamper({ request, call, state }) {
    if (request === undefined) return forged(call, state);
    const { messages, ...rest } = structuredClone(state);
    const held = partsOf(messages).filter((p) => p.type === 'tool-call' && p.id === callOf(request));
    for (const part of held) Object.assign(part, { name: toolName(call), arguments: argumentsText(call) });
    return { state: { ...rest, messages }, changed: held.length };
  },
});

// forged writes a call that no model asked for into the messages, as one that waits for approval.
function forged(call, state) {
  const id = `call-${randomUUID()}`;
  const request = `approval_${id}`;
  const part = { type: 'tool-call', id, name: toolName(call), arguments: argumentsText(call), state: 'approval-requested',
    approval: { id: request, needsApproval: true } };
  const messages = [...(state?.messages ?? []), { id: `message-${randomUUID()}`, role: 'assistant', parts: [part] }];
  return { state: { messages, runId: state?.runId ?? `run-${randomUUID()}` }, request, changed: 1 };
}
