// The adapter protocol: JSON-RPC 2.0, a message a line, on standard input and output. Nothing here knows your
// framework. Import it first: it takes standard output for itself.
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

process.stdout.write = process.stderr.write.bind(process.stderr); // whatever the framework prints goes to the log
console.log = console.info = console.debug = console.error;

let last = 0;
const waiting = new Map(); // requests of ours that have not been answered
const served = new AsyncLocalStorage(); // the effects of the request that is served: requests overlap

export class Refused extends Error {} // the tool refused, or failed before anything happened
export class Lost extends Error {} // the tool's reply was lost: nobody knows what happened

function send(message) {
  let left = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
  while (left.length) {
    try {
      left = left.subarray(writeSync(1, left));
    } catch (problem) {
      if (problem.code !== 'EAGAIN') throw problem;
    }
  }
}

// ask sends a request and waits for its answer.
function ask(method, params) {
  const id = ++last;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

// effect is the external call: a tool's body. It counts when it is sent.
export async function effect(params) {
  const count = served.getStore() ?? {};
  count.sent = true;
  const { result, error } = await ask('effect', params);
  if (error?.code === -32010) throw new Refused('the tool refused');
  if (error) {
    count.lost = true;
    throw new Lost("the tool's reply was lost");
  }
  count.done = true;
  return result.result;
}

// show is the question, as the person sees it.
export const show = (params) => ask('show', params);

// act does some work, and tells by the effects that were sent what became of it. Work gives what else the answer
// says: request where it asked, code and message where it wants.
export async function act(work) {
  const count = {};
  let more;
  try {
    more = (await served.run(count, work)) ?? {};
  } catch (problem) {
    console.error(problem);
    more = { code: 'exception', message: String(problem?.message ?? problem) };
  }
  const status = count.lost ? 'unknown' : count.done ? 'executed' : count.sent ? 'failed' : more.request ? 'pending' : 'refused';
  return { status, ...more };
}

// serve answers requests until there are no more.
export function serve(hello, adapter) {
  const methods = { initialize: () => hello, shutdown: () => ({}), ...adapter };
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params = {}, result, error } = JSON.parse(line);
    if (method === undefined) {
      waiting.get(id)?.({ result, error });
      waiting.delete(id);
    } else if (Object.hasOwn(methods, method)) {
      try {
        send({ id, result: await methods[method](params) });
      } catch (problem) {
        send({ id, error: { code: -32603, message: String(problem?.message ?? problem) } });
      }
    } else {
      send({ id, error: { code: -32601, message: 'no method ' + method } });
    }
    if (method === 'shutdown') process.exit(0);
  }).on('close', () => process.exit(0));
}
