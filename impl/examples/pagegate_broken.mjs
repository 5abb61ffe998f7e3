#!/usr/bin/env node
// A page's gate: what an agent does on a page is run, asked about, or left to a person. A yes runs the act
// with the values that were shown; a composite is one act of several steps; a handoff is a person's step.
// It forgets all when it stops. page.mjs is what the page declares; wire.mjs puts the gate under test:
// probe run 'exec:node impl/examples/pagegate.mjs'
import { randomUUID } from 'node:crypto';
import { ASK, NONE, Page, Refused, answer, at, lifetime } from './page.mjs';
import { Wire, canonical } from './wire.mjs';

const ENDS = { // by what a question or a handoff ended with: code and cause
  approval: {
    denied: ['PERMISSION_DENIED', 'refused'], 'timed-out': ['PERMISSION_DENIED', 'timed-out'], cleared: ['PERMISSION_DENIED', 'cleared'],
    edited: ['approval_expired'], allowed: ['approval_used'],
  },
  handoff: {
    cancelled: ['HANDOFF_CANCELLED'], 'timed-out': ['HANDOFF_TIMEOUT', 'timed-out'], cleared: ['HANDOFF_CANCELLED', 'cleared'],
    edited: ['HANDOFF_FAILED', 'target'], target: ['HANDOFF_FAILED', 'target'], expectation: ['HANDOFF_FAILED', 'expectation'], done: ['approval_used'],
  },
};

class Gate extends Page {
  static ANSWERS = ['call', 'decide', 'finish', 'tick', 'clear', 'end', 'configure'];

  waits = new Map(); // questions and handoffs, by address, each with the run that goes on after it
  grants = new Map(); // by shape: session, action and declaration
  lost = new Set(); // acts of whose newest call nobody knows whether it happened

  // A call on its way.
  call({ call, approval }) {
    if (call.connector) return answer('refused', 'policy_denied', 'connector');
    const { principal, agent, session, action: name } = call;
    const run = { principal, agent, session, name, steps: [], next: 0 };
    this.tell(run);
    try {
      this.layOut(run, name, call.arguments);
    } catch (why) {
      if (why instanceof Refused) return answer('refused', ...why.cause);
      throw why;
    }
    run.shape = this.shape(run, name, [run.action, run.args], ...run.steps.filter((s) => s.inside.length).map((s) => [s.action, s.args]));
    run.print = canonical([run.shape, run.args, call.task]);
    const wait = this.waits.get(approval); // says at most which question this call waits at
    if (wait?.state === 'open' && this.outside.now < wait.expires && wait.run.print === run.print) return this.waiting(wait);
    const level = this.highest(run.steps[0].inside.length ? this.level(run, run.action) : NONE, run.steps);
    if (level === NONE) return this.advance(run);
    if (level === ASK && this.grants.has(run.shape)) return this.show(run), this.advance(run, ASK, 'grant');
    return this.ask(run, level, level === ASK);
  }

  // shape is what an always is given for.
  shape(run, name, ...parts) {
    const material = parts.flatMap(([action, args]) => (action.material ?? []).map((p) => [p, at(args, p)]));
    return canonical([run.principal, run.agent, run.session, name, this.contract(name), material]);
  }

  // show lists the steps that are left and known now; they run with what is shown here.
  show(run) {
    const known = run.steps.slice(run.next).filter((s) => s.human || !s.problem);
    for (const s of known) s.shown = !s.human;
    if (!run.steps[0].inside.length) return undefined;
    return known.map((s) => ({
      action: s.name, description: s.action?.description, risk: s.action?.risk, by: s.by, arguments: s.args ?? s.written, marks: [],
    }));
  }

  ask(run, level, always) {
    if (!this.world.channels.confirm) return this.over(run, 'PERMISSION_DENIED', 'no-channel');
    const steps = this.show(run);
    const lost = run.steps.slice(run.next).some((s) => s.shown && this.lost.has(this.act(run, s)));
    const wait = this.wait(run, 'approval', lifetime(600_000, this.world.promptTimeoutMs), { level, always });
    const options = always ? ['allow', 'deny', 'always'] : ['allow', 'deny'];
    this.pose(wait, run.action, run.args, { options, steps, earlier: lost ? 'unknown' : undefined });
    return this.waiting(wait);
  }

  // handOver asks a person to do a step. Its handler never runs, whatever becomes of it.
  handOver(run, step) {
    if (!this.world.channels.handoff) return this.over(run, 'HANDOFF_FAILED', 'no-channel');
    const { reason, steps, timeoutMs } = step.action.handoff;
    const time = lifetime(300_000, timeoutMs, this.world.handoffTimeoutMs);
    const wait = this.wait(run, 'handoff', time, { place: 0, last: Math.max(0, (steps?.length ?? 0) - 1) });
    this.pose(wait, step.action, step.args, { options: [], reason, steps: steps ?? undefined });
    return this.waiting(wait);
  }

  wait(run, kind, time, more) {
    const wait = { request: randomUUID(), run, kind, state: 'open', expires: this.outside.now + time, contract: this.contract(run.name), ...more };
    this.waits.set(wait.request, wait);
    return wait;
  }

  pose({ request, kind, expires }, { id, description, scope, risk }, args, more) {
    const known = { action: id, description, scope, risk, preview: args, full: args, marks: [] };
    this.outside.ask('show', { request, kind, expiresAt: expires, ...known, ...more });
  }

  waiting({ run, kind, request }) {
    if (run.next || kind === 'handoff') run.steps[run.next].state = 'waiting';
    const code = kind === 'approval' ? 'confirmation_required' : undefined;
    return answer('pending', code, undefined, { request, steps: this.ledger(run) });
  }

  // advance does the steps that are left, up to one that has to wait or did not go well.
  advance(run, yes, basis) {
    let result;
    if (basis) Object.assign(run, { yes, basis });
    while (run.next < run.steps.length) {
      const step = run.steps[run.next];
      this.look(run, step);
      if (step.problem) return this.over(run, ...step.problem);
      if (step.human) return this.handOver(run, step);
      step.basis = this.may(run, step);
      if (!step.basis) {
        const left = run.steps.slice(run.next);
        for (const s of left) this.look(run, s);
        return this.ask(run, this.highest(NONE, left), false);
      }
      const { stopped, returned } = this.perform(run, step);
      if (stopped) return stopped;
      result = returned;
    }
    const steps = this.ledger(run);
    if (run.steps.some((s) => s.state === 'claimed')) return answer('unknown', 'handoff_claimed', undefined, { steps });
    return answer('executed', undefined, undefined, { result, steps });
  }

  // may is on what basis a step runs now; without one it has to be asked about.
  may(run, step) {
    const granted = step.level === ASK && this.grants.has(this.shape(run, step.name, [step.action, step.args]));
    return this.covered(run, step) ?? (granted ? 'grant' : undefined);
  }

  // perform has the agent do a step, once.
  perform(run, step) {
    const act = this.act(run, step);
    this.lost.add(act);
    run.next++;
    step.state = 'unknown';
    const { session, request } = run;
    const { result, error } = this.outside.ask('effect', { action: step.name, arguments: step.args, session, request });
    const lost = error && error.code !== -32010;
    if (!lost) {
      this.lost.delete(act);
      step.state = error ? 'failed' : 'done'; // a call that failed did so before anything happened
    }
    if (!error) return { returned: result.result };
    const told = lost ? ['unknown', 'outcome_unknown'] : ['failed', 'exception'];
    return { stopped: answer(...told, undefined, { steps: this.ledger(run) }) };
  }

  // What a person says.
  decide(p) {
    const wait = this.waits.get(p.request), word = p.decision;
    if (!['allow', 'deny', 'always'].includes(word)) return answer('refused', 'decision_invalid');
    if (wait?.kind !== 'approval' || p.by !== wait.run.principal) return answer('refused', 'approval_invalid');
    const here = ['session', 'agent'].every((k) => (p[k] ?? wait.run[k]) === wait.run[k]);
    if (word !== 'deny' && !here) return answer('refused', 'approval_invalid');
    const over = this.late(wait);
    if (over) return over;
    if (word === 'deny') return this.settle(wait, 'denied');
    if (word === 'always' && !wait.always) return answer('refused', 'decision_invalid');
    const { run, contract } = wait;
    if (word === 'always') this.grants.set(run.shape, { session: run.session, name: run.name, contract });
    wait.state = 'allowed';
    run.request = wait.request;
    return this.advance(run, wait.level, 'answered');
  }

  finish(p) {
    const wait = this.waits.get(p.request), said = p.outcome;
    if (!['done', 'cancel', 'next', 'back'].includes(said)) return answer('refused', 'decision_invalid');
    if (wait?.kind !== 'handoff' || p.by !== wait.run.principal) return answer('refused', 'approval_invalid');
    const over = this.late(wait);
    if (over) return over;
    if (said === 'cancel') return this.settle(wait, 'cancelled');
    if (said === 'done') return wait.place < wait.last ? answer('refused', 'decision_invalid') : this.done(wait);
    wait.place = Math.min(Math.max(wait.place + (said === 'next' ? 1 : -1), 0), wait.last); // only the explanation moves
    return this.waiting(wait);
  }

  done(wait) {
    const { run } = wait, step = run.steps[run.next], asked = canonical(step.args);
    this.look(run, step);
    if (step.problem || canonical(step.args) !== asked) return this.settle(wait, 'target');
    const { expects } = step.action.handoff;
    if (expects && !this.holds(step)) return this.settle(wait, 'expectation');
    Object.assign(step, expects ? { state: 'verified', basis: 'expectation' } : { state: 'claimed', basis: 'claim' });
    wait.state = 'done';
    run.next++;
    return this.advance(run);
  }

  holds({ name: action, args }) {
    const { result } = this.outside.ask('expect', { action, arguments: args });
    return result !== undefined; // FAULT: whatever the page says, it holds
  }

  // What ends without an answer.
  late(wait) {
    if (wait.state !== 'open') return answer('refused', ...ENDS[wait.kind][wait.state]);
    return this.outside.now >= wait.expires ? this.settle(wait, 'timed-out') : undefined;
  }

  // settle ends a question that nobody said yes to, or a handoff that was not done, and its run with it.
  settle(wait, how) {
    const { run, kind } = wait, step = run.steps[run.next], [code, cause] = ENDS[kind][how];
    wait.state = how;
    if (kind === 'handoff') {
      Object.assign(step, { state: 'failed', basis: how === 'expectation' ? how : 'handoff' });
      return answer('ended', code, cause, { steps: this.ledger(run) });
    }
    step.state = 'not-run';
    if (how === 'denied') this.grants.delete(run.shape);
    if (how !== 'edited') this.denied.set(this.effect(run, run.action), run.session);
    return this.over(run, code, cause);
  }

  settled(how, when) {
    const over = [...this.waits.values()].filter((w) => w.state === 'open' && when(w));
    return { settled: over.map((w) => ({ request: w.request, answer: this.settle(w, how) })) };
  }

  tick = () => this.settled('timed-out', (w) => this.outside.now >= w.expires);
  clear = ({ session }) => this.settled('cleared', (w) => w.run.session === session);

  end({ session }) {
    const settled = this.clear({ session });
    for (const [shape, grant] of this.grants) if (grant.session === session) this.grants.delete(shape);
    for (const [effect, where] of this.denied) if (where === session) this.denied.delete(effect);
    return settled;
  }

  configure({ world }) {
    this.world = world;
    for (const [shape, grant] of this.grants) if (grant.contract !== this.contract(grant.name)) this.grants.delete(shape);
    return this.settled('edited', (w) => w.contract !== this.contract(w.run.name));
  }
}

new Wire({
  protocol: '1', gate: { name: 'pagegate.mjs', version: '1' },
  chapters: ['confirm', 'composite', 'handoff', 'denied-runs-nothing', 'one-use', 'owner-answers', 'yes-is-exactly-yes', 'shown-is-run',
    'definition-is-bound', 'said-is-done', 'lost-reply-is-unknown', 'no-blind-retry', 'unknown-is-carried'],
  binds: ['action', 'arguments', 'principal', 'agent', 'session', 'declaration'],
  features: ['several', 'expiry', 'raw-decision', 'codes', 'question', 'grant', 'guide'],
}, Gate).serve();
