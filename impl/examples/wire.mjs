// The adapter protocol: JSON-RPC, a message a line, and JSON that is read without rounding. One request is
// served after the other: those that come while an answer is awaited have to wait.
import { readSync, writeSync } from 'node:fs';

// decimal is the one spelling of a number: sign, digits, exponent.
function decimal(text) {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short && `${sign}${short}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - short.length)}`;
}

// read puts NaN in the place of a number that is no exact double; canonical refuses it.
function read(text) {
  const lost = '\u0000no exact number'; // escaped, and so in no message that is written otherwise
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token[0] === '"' || decimal(token) === decimal(String(Number(token))) ? token : JSON.stringify(lost));
  return JSON.parse(marked, (_, value) => (value === lost ? NaN : value));
}

// canonical is one text for one value; it throws for what has no single meaning.
export function canonical(value) {
  if (Array.isArray(value)) return '[' + value.map(canonical).join() + ']';
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('no exact number');
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('half a character');
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  return '{' + Object.keys(value).sort().map((name) => canonical(name) + ':' + canonical(value[name])).join() + '}';
}

export class Wire {
  constructor(hello, Gate) {
    Object.assign(this, { hello, Gate, now: 0, last: 0, queue: [], rest: Buffer.alloc(0) });
  }

  // ask sends a request and waits for its result or its error.
  ask(method, params) {
    this.send({ id: ++this.last, method, params });
    let message;
    while ((message = this.receive()).method !== undefined) this.queue.push(message);
    this.now = message.result?.now ?? message.error?.data?.now ?? this.now;
    return message;
  }

  receive() {
    const chunk = Buffer.alloc(1 << 16);
    let end;
    while ((end = this.rest.indexOf(10)) < 0) {
      const n = readSync(0, chunk);
      if (n === 0) process.exit(0);
      this.rest = Buffer.concat([this.rest, chunk.subarray(0, n)]);
    }
    const line = this.rest.subarray(0, end).toString();
    this.rest = this.rest.subarray(end + 1);
    return read(line);
  }

  send(message) {
    let left = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
    while (left.length) left = left.subarray(writeSync(1, left));
  }

  serve() {
    const known = { initialize: this.hello, open: {}, shutdown: {} };
    for (;;) {
      const { id, method, params: p = {} } = this.queue.shift() ?? this.receive();
      this.now = p.now ?? this.now;
      if (method === 'open') this.gate = new this.Gate(p.world, this);
      if (Object.hasOwn(known, method)) this.send({ id, result: known[method] });
      else if (this.Gate.ANSWERS.includes(method)) this.send({ id, result: this.gate[method](p) });
      else this.send({ id, error: { code: -32601, message: 'no method ' + method } });
      if (method === 'shutdown') process.exit(0);
    }
  }
}
