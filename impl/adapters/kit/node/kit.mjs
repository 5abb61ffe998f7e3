// The kit of the Node adapters: protocol version 1 around a framework. Import it before the framework.
//
// An adapter calls serve(import.meta.url, PACKAGE, gate). The gate is the framework, driven:
//
//   open({stateDir})                everything anew: agents, tools, stores. Nothing is remembered from before
//   call({call, state, …})          a run in which the model asks for what nextTurn() hands out
//   carryOn({approval, call, state, …})   a run goes on from its state; the decision lies in it, or does not
//   decide({decisions, hold, by, session, agent, state, …})   decisions are told to the framework
//   tamper({request, call, state})  → {state, changed, request?}; without request everything is forged
//
// Each of the runs gives {state?, pending: [{id, callId?, name, args}], recorded?, calls?: {request: callId}}: the
// questions that are open now, in the framework's own addresses, and which tool call each decision was about.
// Where a decision is read as a JSON value, yes lists the values that are the framework's yes;
// alsoBinds is what initialize has beside the manifest.
// Whether something runs is never looked at here: what happened is what arrived at effect().
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ask, now, serve as serveWire } from './wire.mjs';
import { enter, meant, toolName } from './world.mjs';
import { hello, manifest } from './manifest.mjs';

export { now } from './wire.mjs';
export { argumentsOf, argumentsText, meant, parsed, toolName, tools } from './world.mjs';
export { Rows } from './rows.mjs';
export { manifest };

// A run is one request while it is served: the turns that its model still has to take, and what its tools did.
const running = new AsyncLocalStorage();

// nextTurn is what the scripted model asks for now: calls, each with a callId; null when it has said all.
export const nextTurn = () => running.getStore()?.turns.shift() ?? null;

// effect is the body of every tool: the external call. What went wrong is thrown, as a tool would.
export async function effect(name, args, callId) {
  const run = running.getStore();
  if (!run) throw new Error(`effect: ${name} was called outside of any run`);
  const deed = { callId, status: 'unknown' };
  run.deeds.push(deed);
  try {
    const { result } = await ask('effect', { ...meant(name), arguments: args ?? null });
    deed.status = 'executed';
    deed.result = result;
    return result;
  } catch (e) {
    if (e.code === -32010) deed.status = 'failed';
    throw e;
  }
}

// verdict is a decision where a framework reads a JSON value: its yes, its no, or whatever was sent.
export const verdict = (decision, yes = true, no = false) => (decision === 'allow' ? yes : decision === 'deny' ? no : decision);

const identified = (call) => ({ ...call, callId: call.callId ?? `call-${randomUUID()}` });
const ORDER = ['pending', 'unknown', 'failed', 'recorded', 'executed', 'refused'];
const overall = (answers) => ORDER.find((status) => answers.some((a) => a.status === status)) ?? 'refused';

// ofDeeds is what became of an act whose tool was called: the last word of the external calls made for it.
function ofDeeds(deeds) {
  const status = overall(deeds);
  const done = deeds.find((d) => d.status === 'executed');
  return { status, ...(status === 'executed' ? { result: done.result } : { code: status === 'failed' ? 'exception' : 'outcome_unknown' }) };
}

const asked = (question) => ({ status: 'pending', code: 'confirmation_required', request: question.id });
const untouched = (decision) => ({ status: 'refused', code: decision === 'deny' ? 'denied' : 'nothing_ran' });

// thrown is an answer of a run that ended in an exception: what was not done, was not for its sake.
const thrown = (answer) => ({ ...answer, ...(answer.status === 'refused' && { code: 'exception' }),
  ...(answer.answers && { answers: answer.answers.map(thrown) }) });

// taken takes the first item out of a list that fits: two calls may have one id.
function taken(list, fits) {
  const at = list.findIndex(fits);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}

class Served {
  constructor(url, folder, gate) {
    Object.assign(this, { url, folder, gate, shown: new Map() });
  }

  initialize = () => {
    const { yes, alsoBinds } = this.gate;
    return { ...hello(this.url, this.folder), ...(yes && { yes }), ...(alsoBinds && { alsoBinds }) };
  };
  shutdown = () => ({});

  open = async ({ world, stateDir }) => {
    this.stateDir = stateDir;
    this.shown.clear();
    return this.configure({ world });
  };

  configure = async ({ world }) => {
    enter(world);
    await this.gate.open({ stateDir: this.stateDir });
    return {};
  };

  tamper = async (p) => this.gate.tamper(p);

  call = async (p) => {
    const call = identified(p.call);
    if (p.approval !== undefined && p.state !== undefined && this.gate.carryOn)
      return this.served([], () => this.gate.carryOn({ ...p, call }), (out, run) => {
        const open = out.pending.find((q) => q.id === p.approval);
        return run.deeds.length ? ofDeeds(run.deeds) : open ? asked(open) : untouched();
      });
    return this.served([[call]], () => this.gate.call({ ...p, call }), (out, run) => this.became([call], out, run)[0]);
  };

  turn = async (p) => {
    const calls = p.calls.map(identified);
    return this.served([calls], () => this.gate.call({ ...p, call: calls[0] }), (out, run) => {
      const answers = this.became(calls, out, run);
      return { status: overall(answers), requests: answers.map((a) => a.request ?? null), answers };
    });
  };

  decide = async (p) => {
    const decisions = p.decisions ?? [{ request: p.request, decision: p.decision }];
    const then = (p.then ?? []).map(identified);
    return this.served(then.map((call) => [call]), () => this.gate.decide({ ...p, decisions }), (out, run) => {
      if (out.recorded) return { status: 'recorded' };
      const alone = decisions.length === 1 && !then.length;
      const answers = decisions.map((d) => this.settled(d, out, run, alone, then));
      if (alone) return answers[0];
      const next = this.became(then, out, run);
      const all = [...answers, ...next];
      return { status: overall(all), answers: all, ...(then.length && { requests: next.map((a) => a.request ?? null) }) };
    });
  };

  // became says of each call of the model what it came to in this run, and takes out what it was.
  became(calls, out, run) {
    const questions = [...out.pending];
    return calls.map((call) => {
      const mine = (x) => x.callId === call.callId;
      const question = taken(questions, mine) ?? taken(questions, (q) => q.callId === undefined && q.name === toolName(call));
      if (question) return asked(question);
      const deeds = run.deeds.filter(mine);
      run.deeds = run.deeds.filter((d) => !mine(d));
      return deeds.length ? ofDeeds(deeds) : untouched();
    });
  }

  // settled says what a decision came to. One alone has all that was done; otherwise each has its own call's, and where
  // the run asked for more under the same id, the first of them.
  settled({ request, decision }, out, run, alone, then) {
    const callId = out.calls?.[request];
    const own = run.deeds.filter((d) => alone || d.callId === callId);
    const deeds = then.some((c) => c.callId === callId) ? own.slice(0, 1) : own;
    run.deeds = run.deeds.filter((d) => !deeds.includes(d));
    if (deeds.length) return ofDeeds(deeds);
    const open = out.pending.find((q) => q.id === request);
    return open ? asked(open) : untouched(decision);
  }

  // served runs the framework for one request, shows the person what it asks, and makes the answer of it.
  async served(turns, act, tell) {
    const run = { turns, deeds: [] };
    try {
      const out = { pending: [], ...(await running.run(run, act)) };
      for (const question of out.pending) await this.show(question, out.options);
      const answer = tell(out, run);
      return out.state === undefined ? answer : { ...answer, state: out.state };
    } catch (e) {
      console.error(String(e));
      const message = `${e?.name}: ${String(e?.message ?? e).replace(/\s+/g, ' ').slice(0, 300)}`;
      return { ...thrown(tell({ pending: [] }, run)), message };
    }
  }

  // show puts a question before the person: what the framework says of it, and no more.
  async show({ id, name, args }, options = ['allow', 'deny']) {
    const sight = JSON.stringify([name, args]);
    if (this.shown.get(id) === sight) return;
    this.shown.set(id, sight);
    await ask('show', { request: id, kind: 'approval', action: meant(name).action, preview: args, full: args, marks: [], options });
  }
}

// serve puts a framework under test on standard input and output. folder is its package's in node_modules.
export function serve(url, folder, gate) {
  const served = new Served(url, folder, gate);
  const methods = ['initialize', 'open', 'configure', 'call', 'turn', 'decide', 'shutdown', ...(gate.tamper ? ['tamper'] : [])];
  serveWire(Object.fromEntries(methods.map((m) => [m, served[m]])));
}
