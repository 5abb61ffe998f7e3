// Genkit as a gate: its tool approval middleware interrupts a tool, and the caller restarts the tool or answers for it.
// Without a flag through generate(), whose caller keeps the messages. --agent: an agent whose client keeps the session
// state. --store: an agent with a store of files, whose client keeps the interrupts, to send them back.
import { effect, nextTurn, serve, toolName, tools, verdict } from '../kit/node/kit.mjs';
import { randomUUID } from 'node:crypto';
import { runWithContext } from '@genkit-ai/core';
import { toolApproval } from '@genkit-ai/middleware';
import { FileSessionStore, generateMiddleware, genkit, respondTool, restartTool } from 'genkit/beta';

const has = (flag) => process.argv.includes(flag);
const PROMPT = 'go on';
let ai;
let options;
let agents;
let folder;

const asPart = (call) => ({ toolRequest: { name: toolName(call), ref: call.callId, input: call.arguments } });

async function scripted() {
  const calls = nextTurn();
  return { finishReason: 'stop', message: { role: 'model', content: calls ? calls.map(asPart) : [{ text: 'done' }] } };
}

// named hands a tool the ref of its request, which it isn't given otherwise. It stands behind the guard.
const named = generateMiddleware({ name: 'named' }, () => ({
  tool: (part, ctx, next) => next(part, { ...ctx, context: { ...ctx.context, ref: part.toolRequest.ref } }),
}));

// agentOf is the agent of a name, each with a store of its own, for each user a folder.
function agentOf(name = 'agent') {
  const store = has('--store') && new FileSessionStore(`${folder}/${name}`, { snapshotPathPrefix: ({ context }) => context?.auth?.uid ?? 'anonymous' });
  agents[name] ??= ai.defineAgent({ name, ...options, ...(store && { store }) });
  return agents[name];
}

const isQuestion = (part) => part.metadata?.interrupt !== undefined;
const isOf = (ref) => (part) => part.toolRequest?.ref === ref;
const parts = (state) => [...(state?.messages ?? []).flatMap((m) => m.content), ...(state?.questions ?? []), ...(state?.resume?.restart ?? [])];
const question = ({ toolRequest: r }) => ({ id: r.ref, callId: r.ref, name: r.name, args: r.input });

// resumption is what the caller sends back for each question: it restarts what was allowed, and answers for what was denied.
// A no that it holds already stays.
function resumption(decisions, state) {
  const resume = { restart: [], respond: [] };
  for (const { request, decision } of decisions) {
    const part = parts(state).findLast((p) => isOf(request)(p) && isQuestion(p)) ?? { toolRequest: { name: request, ref: request } };
    const held = state?.resume?.respond.find((p) => p.toolResponse.ref === request);
    if (held) resume.respond.push(held);
    else if (decision === 'deny') resume.respond.push(respondTool(part, 'The user said no.'));
    else resume.restart.push(restartTool(part, { toolApproved: verdict(decision) }));
  }
  return resume;
}

// generated is a turn of generate(): the caller gives back all messages.
async function generated(messages, more) {
  const response = await ai.generate({ ...options, messages, ...more });
  return { pending: response.interrupts.map(question), state: { messages: response.messages } };
}

// sent is a turn of an agent: its client gives back the session's state, or says which session it is.
async function sent({ user, agent, session, state }, input) {
  const { resume, ...held } = state ?? {};
  const chat = agentOf(agent).chat(has('--store') ? { sessionId: session } : state ? { state: held } : {});
  const response = await runWithContext({ auth: { uid: user } }, () => chat.send(input));
  const questions = response.toolRequests.filter(isQuestion);
  const newest = has('--store') ? { user, agent, session, questions: [...(state?.questions ?? []), ...questions] } : response.raw.state;
  return { pending: questions.map(question), state: newest };
}

const go = (where, resume) => {
  if (!has('--agent') && !has('--store')) return generated(where.state?.messages ?? [], resume ? { resume } : { prompt: PROMPT });
  return sent(where, resume ? { resume } : { message: { role: 'user', content: [{ text: PROMPT }] } });
};
const caller = ({ call, state }) => ({ user: call.principal, agent: call.agent, session: call.session, state });

const gate = {
  yes: [true],

  async open({ stateDir }) {
    folder = stateDir;
    agents = {};
    ai = genkit({});
    ai.defineModel({ name: 'scripted', supports: { multiturn: true, tools: true } }, scripted);
    const set = tools().map((t) =>
      ai.defineTool({ name: t.name, description: t.description, inputJsonSchema: t.schema }, (input, { context }) => effect(t.name, input, context.ref)));
    const approved = tools().filter((t) => !t.asks).map((t) => t.name);
    options = { model: 'scripted', tools: set, use: [toolApproval({ approved }), named()] };
  },

  call: (p) => go(caller(p)),

  // A held answer is sent under the address that the caller claims.
  carryOn({ approval, ...p }) {
    const resume = structuredClone(p.state.resume ?? resumption([]));
    const [part, another] = [...resume.restart, ...resume.respond];
    if (part && !another) (part.toolRequest ?? part.toolResponse).ref = approval;
    return go(caller(p), resume);
  },

  decide({ decisions, hold, by, session, agent, state }) {
    const resume = resumption(decisions, state);
    if (hold) return { recorded: true, state: { ...state, resume } };
    const where = { user: by ?? state?.user, agent: agent ?? state?.agent, session: session ?? state?.session, state };
    return go(where, resume).then((out) => ({ ...out, calls: Object.fromEntries(decisions.map((d) => [d.request, d.request])) }));
  },

  tamper({ request, call, state = {} }) {
    if (request === undefined) return forged(call, state);
    const held = structuredClone(state);
    const pending = parts(held).filter(isOf(request));
    for (const part of pending) part.toolRequest = { ...asPart(call).toolRequest, ref: request };
    return { state: held, changed: pending.length };
  },
};

// forged writes a question that was never asked, where a caller keeps those that were.
function forged(call, state) {
  const part = { ...asPart({ ...call, callId: `forged-${randomUUID()}` }), metadata: { interrupt: true } };
  const asked = { role: 'model', content: [part] };
  const written = has('--store')
    ? { user: call.principal, agent: call.agent, session: call.session, questions: [...(state.questions ?? []), part] }
    : { ...state, messages: [...(state.messages ?? []), { role: 'user', content: [{ text: PROMPT }] }, asked] };
  return { state: written, request: part.toolRequest.ref, changed: 1 };
}

serve(import.meta.url, 'genkit', gate);
