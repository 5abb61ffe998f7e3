// Mastra as a gate: a tool that requires approval suspends the run of its agent, and a snapshot of the run waits in the
// storage until the call is approved or declined by its run and its id. --old takes a version of before that counted.
// --libsql keeps the snapshots in a file of SQLite. --listed finds the run among those of a user and a conversation.
import { Rows, argumentsText, effect, nextTurn, serve, toolName, tools } from '../kit/node/kit.mjs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const has = (flag) => process.argv.includes(flag);
const { resolve } = createRequire(new URL(has('--old') ? 'old/package.json' : 'package.json', import.meta.url));
const load = (name) => import(pathToFileURL(resolve(name)).href);

let mastra;
let asked;
let opened;

// parts are what the model sends in one turn: a tool call each, or its last words.
function parts(calls) {
  const asPart = (c) => ({ type: 'tool-call', toolCallId: c.callId, toolName: toolName(c), input: argumentsText(c) });
  const said = [{ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'done' }, { type: 'text-end', id: 't' }];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const finish = { type: 'finish', finishReason: calls ? 'tool-calls' : 'stop', usage };
  return [{ type: 'stream-start', warnings: [] }, ...(calls ? calls.map(asPart) : said), finish];
}

const model = {
  specificationVersion: 'v2',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  doStream: async () => ({ stream: ReadableStream.from(parts(nextTurn())) }),
};

// toolOf is a tool as each version wants it: the older one hands the arguments over as a member of its input.
const toolOf = (createTool, t) =>
  createTool({
    id: t.name,
    description: t.description,
    inputSchema: t.schema,
    requireApproval: t.asks,
    execute: (input, ctx) => (has('--old') ? effect(t.name, input.context, ctx?.toolCallId) : effect(t.name, input, ctx.agent.toolCallId)),
  });

async function agentOf(id = 'agent') {
  const [{ Agent }, { createTool }] = await Promise.all([load('@mastra/core/agent'), load('@mastra/core/tools')]);
  const set = Object.fromEntries(tools().map((t) => [t.name, toolOf(createTool, t)]));
  return new Agent({ id, name: id, instructions: 'Do what is asked.', model, tools: set, mastra });
}

async function storageIn(folder) {
  const { InMemoryStore } = await load('@mastra/core/storage');
  if (!has('--libsql')) return new InMemoryStore();
  const { LibSQLStore } = await load('@mastra/libsql');
  return new LibSQLStore({ id: 'storage', url: `file:${folder}/mastra.db` });
}

// read follows a run to where it ends or waits, and gives what it asks.
async function read(stream, place) {
  const pending = [];
  for await (const { type, payload } of stream.fullStream) {
    if (type === 'error') throw payload.error;
    if (type !== 'tool-call-approval') continue;
    const { toolCallId: callId, toolName: name, args } = payload;
    pending.push({ id: `${stream.runId}/${callId}`, callId, name, args });
  }
  for (const { id, callId } of pending) asked.append({ ...place, id, callId });
  return { pending };
}

// Where a question was asked, which an answer has to say: the application's own note of it.
const places = new Map();
function placeOf(request) {
  for (const place of asked.unread()) places.set(place.id, place).set('newest', place);
  return places.get(request) ?? places.get('newest') ?? {};
}

const memoryOf = ({ user, session }) => (has('--listed') ? { memory: { resource: user, thread: session } } : {});

// addressOf is what the framework wants to know of a pending call: its run and its id.
async function addressOf(agent, request, { user, session }) {
  const [runId, toolCallId] = request.split('/');
  if (!has('--listed')) return { runId, toolCallId };
  const { runs } = await agent.listSuspendedRuns({ resourceId: user, threadId: session });
  return { runId: runs.find((r) => r.runId === runId)?.runId, toolCallId };
}

serve(import.meta.url, has('--old') ? '../old/node_modules/@mastra/core' : '@mastra/core', {
  async open({ stateDir }) {
    if (opened === stateDir) return;
    opened = stateDir;
    const [{ Mastra }] = await Promise.all(['@mastra/core/mastra', '@mastra/core/agent', '@mastra/core/tools'].map(load));
    mastra = new Mastra({ storage: await storageIn(stateDir), logger: false });
    asked = new Rows(`${stateDir}/asked`);
    places.clear();
  },

  async call({ call }) {
    const place = { user: call.principal, session: call.session, agent: call.agent };
    const agent = await agentOf(place.agent);
    return read(await agent.stream('go on', memoryOf(place)), place);
  },

  async decide({ decisions: [{ request, decision }], by, session, agent: id }) {
    const asking = placeOf(request);
    const place = { user: by ?? asking.user, session: session ?? asking.session, agent: id ?? asking.agent };
    const agent = await agentOf(place.agent);
    const answer = { ...(await addressOf(agent, request, place)), ...memoryOf(place) };
    const stream = await (decision === 'allow' ? agent.approveToolCall(answer) : agent.declineToolCall(answer));
    return { ...(await read(stream, place)), calls: { [request]: asking.callId } };
  },
});
