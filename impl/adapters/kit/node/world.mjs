// The world as a framework is configured for it: tools that ask, run, or are not there. Frameworks have no more
// policy than that, so adapters declare none; nothing here looks at a single call.
let world = { actions: [], connectors: [] };

export const enter = (next) => void (world = next);

const own = (table, word, otherwise) => (Object.hasOwn(table, word ?? '') ? table[word] : otherwise);
const RANK = { read: 1, write: 2, admin: 3 };
const LEAST = { always: 0, writes: 2, admin: 3, never: 9 };

// tame spells any id with the characters that model providers allow, and no two ids alike.
const tame = (id) => id.replace(/[^A-Za-z0-9-]/g, (c) => own({ '.': '_d', _: '_u' }, c, `_x${c.codePointAt(0).toString(16)}_`));

// toolName is the one name under which the model knows an action of a connector.
export const toolName = ({ connector, action }) => tame(action) + (connector ? '_c' + tame(connector) : '');

function mode(action) {
  if (!action.connector) {
    if (action.confirm) return action.confirm === 'none' ? 'run' : 'ask';
    return action.risk === 'danger' || (world.confirmDefault === 'writes' && action.risk !== 'read') ? 'ask' : 'run';
  }
  const connector = world.connectors.find((c) => c.id === action.connector);
  const scope = own(RANK, action.scope, 3);
  const ceiling = own(RANK, connector?.ceiling, 1);
  if (connector?.enabled !== true || scope > ceiling || (action.curated !== true && ceiling < 3)) return 'absent';
  return scope >= own(LEAST, connector.confirm, 0) ? 'ask' : 'run';
}

// tools lists what the model may call: {name, asks, description, schema, action}.
export const tools = () =>
  (world.actions ?? []).map((action) => ({ action, name: toolName({ connector: action.connector, action: action.id }), mode: mode(action) }))
    .filter((t) => t.mode !== 'absent')
    .map(({ action, name, mode }) => ({ action, name, asks: mode === 'ask', description: action.description,
      schema: action.parameters ?? { type: 'object', additionalProperties: true } }));

// meant is what a tool's name stands for; a name that is no tool's is given back.
export function meant(name) {
  const action = (world.actions ?? []).find((a) => toolName({ connector: a.connector, action: a.id }) === name);
  return action ? { connector: action.connector, action: action.id } : { action: String(name) };
}

// argumentsText is what the model wrote as arguments, as text; none is the empty text.
export const argumentsText = (call) => call.argumentsText ?? call.exact ?? (call.arguments === undefined ? '' : JSON.stringify(call.arguments));

// argumentsOf is the same as a value, for models and clients that hold values. What has no value is not held at all: a text
// that is no JSON, or one with a name twice, of which a value would keep one.
export function argumentsOf(call) {
  if (call.argumentsText === undefined) return { value: call.arguments };
  const value = parsed(call.argumentsText, NONE);
  return value === NONE || names(value) !== colons(call.argumentsText) ? undefined : { value };
}

const NONE = Symbol('no JSON');
const names = (v) => (v && typeof v === 'object' ? (Array.isArray(v) ? 0 : Object.keys(v).length) + Object.values(v).reduce((n, x) => n + names(x), 0) : 0);
const colons = (text) => text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;

// parsed is a text as a person reads it: the value, or the text itself where it is no JSON.
export function parsed(text, otherwise = text) {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
