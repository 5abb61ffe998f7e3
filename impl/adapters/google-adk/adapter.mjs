// Google's Agent Development Kit as a gate: a tool that requires confirmation writes its call into the session, together
// with a question; the person's answer is a function response in that session. The session service holds all of it.
// Without a flag that is the one in memory; --database takes the one for databases, on a file of SQLite.
import { Rows, effect, nextTurn, serve, toolName, tools, verdict } from '../kit/node/kit.mjs';
import { BaseLlm, FunctionTool, InMemorySessionService, LlmAgent, LogLevel, Runner, setLogLevel } from '@google/adk';

setLogLevel(LogLevel.ERROR);
const database = process.argv.includes('--database');
const APP = 'app';
const QUESTION = 'adk_request_confirmation';
let sessions;
let asked;

class Scripted extends BaseLlm {
  constructor() {
    super({ model: 'scripted' });
  }

  async *generateContentAsync() {
    const calls = nextTurn();
    const asPart = (c) => ({ functionCall: { id: c.callId, name: toolName(c), args: c.arguments } });
    yield { content: { role: 'model', parts: calls ? calls.map(asPart) : [{ text: 'done' }] }, turnComplete: true };
  }
}

const toolOf = (t) =>
  new FunctionTool({
    name: t.name,
    description: t.description,
    parameters: t.schema,
    requireConfirmation: t.asks,
    execute: (input, context) => effect(t.name, input, context.functionCallId),
  });

// runnerOf is an application around one agent. Names of agents are identifiers there, so any other character is spelled out.
function runnerOf(agent = 'agent') {
  const name = agent.replace(/[^A-Za-z0-9]/g, (c) => `_${c.codePointAt(0).toString(16)}_`);
  return new Runner({ appName: APP, sessionService: sessions, agent: new LlmAgent({ name, model: new Scripted(), tools: tools().map(toolOf) }) });
}

// send is a message of the user in a session, and what comes of it.
async function send({ user, session, agent }, parts) {
  const pending = [];
  for await (const event of runnerOf(agent).runAsync({ userId: user, sessionId: session, newMessage: { role: 'user', parts } })) {
    if (event.errorCode) throw new Error(`${event.errorCode}: ${event.errorMessage}`);
    for (const { functionCall: call } of event.content?.parts ?? []) {
      if (call?.name !== QUESTION) continue;
      const { id: callId, name, args } = call.args.originalFunctionCall;
      pending.push({ id: call.id, callId, name, args });
    }
  }
  for (const { id, callId } of pending) asked.append({ id, callId, user, session, agent });
  return { pending };
}

// Where a question was asked, which an answer has to say: the application's own note of it.
const places = new Map();
function placeOf(request) {
  for (const place of asked.unread()) places.set(place.id, place).set('newest', place);
  return places.get(request) ?? places.get('newest') ?? {};
}

async function stored(folder) {
  if (!database) return new InMemorySessionService();
  const [{ DatabaseSessionService }, { LibSqlDriver }] = await Promise.all([import('@google/adk/sessions/database'), import('@mikro-orm/libsql')]);
  return new DatabaseSessionService({ driver: LibSqlDriver, dbName: `${folder}/sessions.db` });
}

let opened;
serve(import.meta.url, '@google/adk', {
  yes: [true],

  async open({ stateDir }) {
    if (opened !== stateDir) {
      sessions = await stored(stateDir);
      asked = new Rows(`${stateDir}/asked`);
      places.clear();
    }
    opened = stateDir;
  },

  async call({ call }) {
    const place = { user: call.principal, session: call.session, agent: call.agent };
    await sessions.getOrCreateSession({ appName: APP, userId: place.user, sessionId: place.session });
    return send(place, [{ text: 'go on' }]);
  },

  async decide({ decisions, by, session, agent }) {
    const place = placeOf(decisions[0].request);
    const answer = (d) => ({ functionResponse: { id: d.request, name: QUESTION, response: { confirmed: verdict(d.decision) } } });
    const where = { user: by ?? place.user, session: session ?? place.session, agent: agent ?? place.agent };
    const out = await send(where, decisions.map(answer));
    return { ...out, calls: Object.fromEntries(decisions.map((d) => [d.request, placeOf(d.request).callId])) };
  },
});
