// The wire of the adapter protocol: JSON-RPC, a message a line. Descriptor 1 is taken for it here, so this has to be
// loaded before any framework: whatever else is printed goes to the log. Requests are served while others wait.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { read, write } from './numbers.mjs';

process.stdout.write = process.stderr.write.bind(process.stderr);

// put writes a whole line, also where the pipe is full.
function put(message) {
  let rest = Buffer.from(write({ jsonrpc: '2.0', ...message }) + '\n');
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (e) {
      if (e.code !== 'EAGAIN') throw e;
    }
  }
}

const waiting = new Map();
let last = 0;
let clock = 0;

// now is the harness's clock, as last told.
export const now = () => clock;

// ask sends a request to the harness. An error of the harness is thrown with its code.
export function ask(method, params) {
  return new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    put({ id: last, method, params });
  });
}

function answered({ id, result, error }) {
  const asker = waiting.get(id);
  waiting.delete(id);
  clock = result?.now ?? error?.data?.now ?? clock;
  if (error) asker?.reject(Object.assign(new Error(error.message), { code: error.code }));
  else asker?.resolve(result);
}

async function serveOne(methods, { id, method, params = {} }) {
  clock = params.now ?? clock;
  if (!Object.hasOwn(methods, method)) return put({ id, error: { code: -32601, message: `no method ${method}` } });
  try {
    put({ id, result: await methods[method](params) });
  } catch (e) {
    put({ id, error: { code: -32603, message: `${method}: ${e?.stack ?? e}` } });
  }
  if (method === 'shutdown') process.exit(0);
}

// serve answers requests by the methods until the input ends.
export function serve(methods) {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', (line) => {
    const message = read(line);
    if (message.method === undefined) answered(message);
    else serveOne(methods, message);
  });
  lines.on('close', () => process.exit(0));
  process.on('unhandledRejection', (e) => console.error('unhandled:', e)); // of a run that nobody waits for any more
}
