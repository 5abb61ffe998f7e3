#!/usr/bin/env node
// An approval gate of the other style: it runs the act itself when the person allows it. The pending call
// is held by the client (state), so it comes back from hands that nobody trusts and is compared with what
// was asked about. Gate is all of it, remembers in facts.mjs and knows nothing of the wire; below it the
// gate is put under test (JSON-RPC, a message a line): probe run 'exec:node impl/examples/mailgate.mjs'
import { createInterface } from 'node:readline';
import { writeSync } from 'node:fs';
import { Facts } from './facts.mjs';

const RANK = { read: 1, write: 2, admin: 3 };
const LEAST = { always: 0, writes: 2, admin: 3, never: 9 };
const own = (table, word, otherwise) => (Object.hasOwn(table, word) ? table[word] : otherwise);

// JSON, read exactly. What JavaScript cannot hold exactly, and what readers disagree about, is Unclear.
class Unclear extends Error {}

// decimal is the one spelling of a number: sign, digits, exponent.
function decimal(text) {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short && `${sign}${short}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - short.length)}`;
}

function read(text) {
  JSON.parse(text); // throws unless it is JSON
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|[^\s",:[\]{}]+|[[\]{},:]/g);
  const next = () => tokens.next().value[0];
  const value = (token) => {
    if (token === '[') {
      const list = [];
      for (let t = next(); t !== ']'; t = next()) if (t !== ',') list.push(value(t));
      return list;
    }
    if (token === '{') {
      const fields = Object.create(null);
      let twice = false;
      for (let t = next(); t !== '}'; t = next()) {
        if (t === ',') continue;
        const name = JSON.parse(t);
        twice ||= name in fields || !name.isWellFormed();
        next(); // the colon
        fields[name] = value(next());
      }
      return twice ? new Unclear('a name stands twice') : fields;
    }
    const plain = JSON.parse(token);
    if (typeof plain === 'string') return plain.isWellFormed() ? plain : new Unclear('half a character');
    return typeof plain !== 'number' || decimal(token) === decimal(String(plain)) ? plain : new Unclear('no exact number');
  };
  return value(next());
}

// canonical is one text for one value. It is compared, and it is what the tool gets.
function canonical(value) {
  if (value instanceof Unclear) throw value;
  if (Array.isArray(value)) return '[' + value.map(canonical).join() + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return '{' + names.sort().map((name) => JSON.stringify(name) + ':' + canonical(value[name])).join() + '}';
}

function argumentsOf(call) {
  const value = call.argumentsText === undefined ? call.arguments : read(call.argumentsText);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Unclear('arguments are an object');
  return canonical(value);
}

const refused = (code, more) => ({ status: 'refused', code, ...more });
const over = (question) => refused(question.state === 'denied' ? 'denied' : 'approval_' + question.state);

class Gate {
  constructor(world, facts, outside) {
    Object.assign(this, { world, facts, outside }); // outside: the clock now(), effect() and show()
  }

  // Policy: may it at all, and does a person have to be asked?
  action = (call) => this.world.actions.find((a) => a.id === call.action && a.connector === call.connector);
  connector = (call) => this.world.connectors.find((c) => c.id === call.connector);
  account = (call, id) => this.world.connections.find((c) => c.id === id && c.connector === call.connector)?.account;

  // forbidden is the first check that fails; unknown words count as the strictest.
  forbidden(call) {
    const connector = this.connector(call);
    if (connector?.enabled !== true) return 'connector';
    if (connector.agents && !connector.agents.includes(call.agent)) return 'agent';
    const account = this.account(call, call.connection);
    if (!account || (connector.accounts && !connector.accounts.includes(account))) return 'account';
    const action = this.action(call);
    const ceiling = own(RANK, connector.ceiling, 1);
    if (!action) return 'undeclared';
    if (own(RANK, action.scope, 3) > ceiling) return 'ceiling';
    return action.curated === true || ceiling === 3 ? undefined : 'uncurated';
  }

  asks(call) {
    return own(RANK, this.action(call).scope, 3) >= own(LEAST, this.connector(call).confirm, 0);
  }

  // act is all that has to be the same when it is run, apart from the account.
  act(call, args) {
    const { transcript, objective, input, revision } = call.task ?? {};
    const task = call.task ? [transcript, objective ?? null, objective ? null : (input ?? null), revision] : null;
    const { description, curated, ...declared } = this.action(call) ?? {};
    return canonical([call.principal, call.agent ?? null, call.session, call.connector, call.action, task, declared]) + args;
  }

  fits(question, call, args) {
    const accounts = [call.connection, question.connection].map((id) => this.account(call, id));
    return question.act === this.act(call, args) && accounts.every((a) => a === question.account);
  }

  async call({ call, approval }) {
    const question = this.facts.question(approval, this.outside.now());
    let args;
    try {
      args = argumentsOf(call);
    } catch (why) {
      return refused('arguments_invalid', { message: why.message });
    }
    const cause = this.forbidden(call);
    if (cause) return refused('policy_denied', { cause });
    if (!this.asks(call)) return this.run(call, args);
    if (approval === undefined) return this.ask(call, args);
    if (!question || !this.fits(question, call, args)) return refused('approval_invalid');
    if (question.state !== 'pending') return over(question);
    return { status: 'pending', code: 'confirmation_required', request: approval };
  }

  async ask(call, args) {
    const ttl = this.world.approvalTtlMs ?? 600_000; // ten minutes; what is no lifetime is over at once
    const expires = this.outside.now() + (Number.isInteger(ttl) && ttl >= 0 ? ttl : 0);
    const { description, scope, risk } = this.action(call);
    const account = this.account(call, call.connection);
    const { principal, session, agent, connection } = call;
    const where = { account, connection, principal, session, agent };
    const request = this.facts.record('asked', undefined, { act: this.act(call, args), ...where, expires, state: 'pending' });
    await this.outside.show(args, { request, kind: 'approval', action: call.action, description, scope, risk, account, marks: [],
      options: ['allow', 'deny'], expiresAt: expires, earlier: this.facts.lost.has(this.same(call, args)) ? 'unknown' : undefined });
    return { status: 'pending', code: 'confirmation_required', request, state: { request, call } };
  }

  same = (call, args) => canonical([call.principal, call.connector, call.action]) + args;

  async run(call, args, request) {
    const account = this.account(call, call.connection);
    const same = this.same(call, args);
    const used = this.facts.record('used', request, { same }); // before the call goes out: it may never come back
    if (!used) return over(this.facts.questions.get(request)); // another process was first
    const params = { connector: call.connector, action: call.action, account, session: call.session, request };
    const { result, error } = await this.outside.effect(args, params);
    if (error && error.code !== -32010) return { status: 'unknown', code: 'outcome_unknown' };
    this.facts.record('answered', undefined, { same, call: used });
    return error ? { status: 'failed', code: 'exception' } : { status: 'executed', result: result.result };
  }

  async decide({ request, decision, by, session, agent, state }) {
    const question = this.facts.question(request, this.outside.now());
    if (!question || by !== question.principal) return refused('decision_invalid');
    if (decision === 'deny') this.facts.record('denied', request);
    if (question.state !== 'pending') return over(question);
    const elsewhere = (session ?? question.session) !== question.session || (agent ?? question.agent) !== question.agent;
    if (decision !== 'allow' || elsewhere) return refused('decision_invalid');
    return this.resume(request, question, state?.call);
  }

  // resume runs the call that came back, if it is the one that was asked about.
  async resume(request, question, call) {
    let args;
    try {
      args = argumentsOf(call);
    } catch {
      return refused('approval_invalid');
    }
    const cause = this.forbidden(call);
    if (cause) return refused('policy_denied', { cause });
    // FAULT: the call that came back runs without a look at what was asked about
    return this.run(call, args, request);
  }

  tick() {
    const overdue = this.facts.overdue(this.outside.now());
    return { settled: overdue.map((request) => ({ request, answer: refused('approval_expired') })) };
  }

  configure({ world }) {
    return (this.world = world), {};
  }

  // tamper does what a client could: it writes another call into what it holds.
  tamper({ state, request, call }) {
    const changed = JSON.stringify(state?.call) === JSON.stringify(call) ? 0 : 1;
    return { state: { request, call }, request: request ?? 'forged', changed };
  }
}

// The adapter protocol. Requests are served while others wait for the harness.
let gate, last = 0, now = 0;
const waiting = new Map();
const send = (text) => writeSync(1, text + '\n');
// ask sends a request with some members as JSON text, so that no number is rounded.
const ask = (method, exact, params) =>
  new Promise((answer) => {
    waiting.set(++last, answer);
    send(`{"jsonrpc":"2.0","id":${last},"method":"${method}","params":{${exact},${JSON.stringify(params).slice(1)}}`);
  });
const outside = {
  now: () => now,
  effect: (args, params) => ask('effect', `"arguments":${args}`, params),
  show: (args, params) => ask('show', `"preview":${args},"full":${args}`, params),
};
const answers = {
  initialize: () => ({ protocol: '1', gate: { name: 'mailgate.mjs', version: '1' }, holds: 'client',
    chapters: ['binding', 'lifecycle', 'policy', 'answering', 'outcome', 'durability'],
    binds: ['action', 'arguments', 'principal', 'agent', 'session', 'connector', 'account', 'task', 'declaration', 'policy'],
    features: ['resumes', 'state', 'tamper', 'forge', 'several', 'expiry', 'raw-decision', 'claims', 'text', 'codes', 'question', 'durable'] }),
  open: ({ world, stateDir }) => ((gate = new Gate(world, new Facts(stateDir), outside)), {}),
  shutdown: () => ({}),
};
for (const method of ['call', 'decide', 'tick', 'configure', 'tamper']) answers[method] = (p) => gate[method](p);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, ...rest } = read(line);
  if (method === undefined) {
    waiting.get(id)?.(rest);
    waiting.delete(id);
    continue;
  }
  now = params?.now ?? now;
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  if (!Object.hasOwn(answers, method)) send(`${head}"error":{"code":-32601,"message":"no such method"}}`);
  else Promise.resolve(answers[method](params ?? {})).then((result) => {
    send(`${head}"result":${JSON.stringify(result)}}`);
    if (method === 'shutdown') process.exit(0);
  });
}
