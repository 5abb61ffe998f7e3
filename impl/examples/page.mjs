// A page as a gate sees it: what is declared, at which level that is asked about, and what a call comes to.
// Nothing is decided here, and nobody is asked: what a call comes to is its steps, and why they cannot be done.
import { canonical } from './wire.mjs';

export const NONE = 0, ASK = 1, ALWAYS = 2; // how often a person is asked
const MOST = 256; // steps that a call may have; a composite that holds itself has no end

export class Refused extends Error {}
class Gone extends Error {}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const own = (table, word, otherwise) => (Object.hasOwn(table, word) ? table[word] : otherwise);

// answer is what is said, without what is not known.
export function answer(status, code, cause, more = {}) {
  return Object.fromEntries(Object.entries({ status, code, cause, ...more }).filter(([, v]) => v !== undefined && v !== null));
}

// at is the value at a JSON pointer, in a list; an empty one if there is none.
export function at(value, pointer) {
  for (const part of pointer.split('/').slice(1)) {
    const token = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(token)) return [];
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, token)) return [];
    value = value[token];
  }
  return [value];
}

// lifetime is the first time that is said at all; one that is not usable is over at once.
export function lifetime(usual, ...said) {
  const ms = said.find((t) => t !== undefined && t !== null) ?? usual;
  return Number.isInteger(ms) && ms >= 0 && ms < 2 ** 52 ? ms : 0;
}

function isA(value, kind) {
  if (kind === 'integer') return Number.isInteger(value);
  return kind === (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}

const WORDS = {
  type: (said, value) => [said].flat().some((kind) => isA(value, kind)),
  required: (said, value) => !isObject(value) || said.every((name) => Object.hasOwn(value, name)),
  properties: (said, value) => !isObject(value) || Object.entries(value).every(([name, v]) => !Object.hasOwn(said, name) || fits(said[name], v)),
  items: (said, value) => !Array.isArray(value) || value.every((v) => fits(said, v)),
  enum: (said, value) => said.map(canonical).includes(canonical(value)),
  title: () => true, description: () => true, default: () => true,
};

// fits knows a part of JSON Schema. By a word that it does not know nothing fits.
function fits(schema, value) {
  if (!isObject(schema)) return schema === undefined || schema === null || schema === true;
  return Object.entries(schema).every(([word, said]) => own(WORDS, word, () => false)(said, value));
}

export class Page {
  constructor(world, outside) {
    Object.assign(this, { world, outside, denied: new Map() }); // denied: to their session, by session, principal and effect
  }

  // What the page declares.
  find(name) {
    return this.world.actions.find((a) => a.id === name && !a.connector);
  }

  tool(name) {
    return this.world.guides?.includes(name) ? undefined : this.find(name);
  }

  // level takes unknown words as the strictest, and does nothing unasked that was denied under another name.
  level(run, action) {
    const { confirm, risk } = action;
    const quiet = risk === 'read' || (risk === 'write' && this.world.confirmDefault === 'danger');
    const asked = confirm ? own({ none: NONE, ask: ASK }, confirm, ALWAYS) : quiet ? NONE : ASK;
    return this.denied.has(this.effect(run, action)) ? Math.max(asked, ASK) : asked;
  }

  effect(run, action) {
    return canonical([run.session, run.principal, action.effect || action.id]);
  }

  act(run, step) {
    return canonical([run.principal, step.name, step.args]);
  }

  // reach is an action and all that its steps may be, by name.
  reach(name, seen = new Map()) {
    if (seen.has(name)) return seen;
    seen.set(name, this.find(name) ?? {});
    for (const s of seen.get(name).steps ?? []) this.reach(s.action, seen);
    return seen;
  }

  // contract is the declaration of an action and of its steps, as one text.
  contract(name) {
    return canonical([...this.reach(name)].map(([id, { description, curated, ...declared }]) => [id, declared]));
  }

  // What a call comes to: its steps, and whether they can be done.
  resolved(value) {
    if (Array.isArray(value)) return value.map((v) => this.resolved(v));
    if (!isObject(value)) return value;
    if (Object.keys(value).join() === '$ref') {
      const { result, error } = typeof value.$ref === 'string' ? this.outside.ask('resolve', { ref: value.$ref }) : { error: true };
      if (error) throw new Gone();
      return result.value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, this.resolved(v)]));
  }

  // look sees what a step is now, and why it cannot be done. What was shown of its arguments stays.
  look(run, step) {
    const action = this.tool(step.name);
    const human = Boolean(action?.handoff);
    const level = Math.max(...[...step.inside.slice(1), action ?? {}].map((a) => this.level(run, a)));
    Object.assign(step, { action, human, level, by: human ? 'user' : 'agent', problem: undefined });
    try {
      canonical(step.written);
      if (!step.shown) {
        step.args = undefined;
        step.args = this.resolved(step.written);
        canonical(step.args);
      }
      if (!isObject(step.args) || !fits(action?.parameters, step.args)) step.problem = ['arguments_invalid'];
    } catch (why) {
      step.problem = why instanceof Gone ? [human ? 'HANDOFF_FAILED' : 'arguments_invalid', 'target'] : ['arguments_invalid'];
    }
    if (!action) step.problem = ['policy_denied', 'undeclared'];
  }

  // layOut appends the steps of an action, those of composites inside it in their place.
  layOut(run, name, written, inside = []) {
    const step = { name, written, inside, args: undefined, shown: false, state: 'not-run', basis: undefined };
    this.look(run, step);
    if (!inside.length) Object.assign(run, { action: step.action, args: step.args });
    const endless = run.steps.length === MOST || inside.length === MOST;
    if (endless || (step.problem && !(step.problem[1] === 'target' && inside.length)))
      throw new Refused('', { cause: step.problem ?? ['policy_denied', 'undeclared'] });
    const steps = step.human ? [] : step.action.steps ?? [];
    for (const s of steps) this.layOut(run, s.action, s.arguments ?? {}, [...inside, step.action]);
    if (!steps.length) run.steps.push(step);
  }

  highest(level, steps) {
    return Math.max(level, ...steps.filter((s) => !s.human && !s.problem).map((s) => s.level));
  }

  // tell tells the agent about the page: what is asked about, and what a person does.
  tell(run) {
    const actions = this.world.actions.filter((a) => !a.connector && this.tool(a.id));
    const tools = actions.map(({ id, handoff }) => {
      const asks = !handoff && [...this.reach(id).values()].some((a) => !a.handoff && this.level(run, a) > NONE);
      return { id, asks, handoff: Boolean(handoff) };
    });
    const note = (t) => (t.handoff ? 'a person does this' : t.asks ? 'a person is asked first' : 'runs at once');
    this.outside.ask('observe', { tools, text: tools.map((t, i) => `${t.id}: ${actions[i].description} (${note(t)})\n`).join('') });
  }

  // What is said of a run.
  // covered is what lets a step run, apart from grants for it alone.
  covered(run, step) {
    if (run.basis && step.shown && step.level <= run.yes) return run.basis;
    return step.level === NONE ? 'policy-none' : undefined;
  }

  ledger(run) {
    if (!run.steps[0].inside.length && !run.steps[0].human) return undefined;
    return run.steps.map((s, index) => {
      const basis = s.basis ?? (s.human ? 'handoff' : this.covered(run, s) ?? 'answered');
      return { index, step: s.name, state: s.state, by: s.by, basis };
    });
  }

  over(run, code, cause) {
    const begun = run.steps.some((s) => s.state !== 'not-run' && s.state !== 'waiting');
    return answer(begun ? 'failed' : 'refused', code, cause, { steps: this.ledger(run) });
  }
}
