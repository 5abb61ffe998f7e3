// An adapter between a framework's approvals and the adapter protocol. System stands where the framework goes.
// Replace it step by step (1 to 5 below), and after each step:
//   probe doctor adapter.json
import { act, effect, serve, show } from './wire.mjs'; // before the framework: it takes standard output for itself
import { randomUUID } from 'node:crypto';

// 1. Import the framework here, and give its real name and version in hello: read that from its package.json below
// node_modules, so that what is told is what is judged. It has to be the one that adapter.json pins.

const hello = {
  protocol: '1',
  gate: { name: {{.Quoted}}, version: '0.0.0' },
  // 5. What the framework promises. Declare what it takes or documents; what is left out is reported, not failed.
  chapters: {{.Chapters}},
  binds: {{.Binds}},
  features: {{.Features}},
};

// System is a stand-in for the framework: it asks before it runs a tool, and holds what it asked about in memory. It
// knows neither people nor conversations nor time. It is not yours to judge: replace it.
class System {
  waiting = new Map();

  constructor(tools) {
    this.tools = tools;
  }

  // run runs a tool, or gives the id of the question that was asked instead.
  async run(name, args) {
    const tool = this.tools.get(name);
    if (!tool) throw new Error('no tool ' + name);
    if (!tool.asks) return void (await tool.body(args));
    const request = randomUUID();
    this.waiting.set(request, () => tool.body(args));
    return request;
  }

  async answer(request, yes) {
    const run = this.waiting.get(request);
    if (!run) throw new Error('no question ' + request);
    this.waiting.delete(request);
    if (yes) await run();
  }
}

let system, world;

// toolName is a name that providers take. No two acts have the same one.
const toolName = (connector, action) =>
  `${connector}/${action}`.replace(/[^A-Za-z0-9-]/gu, (c) => `_${c.codePointAt(0).toString(16)}_`);

// mode is how the framework is set up for an action: ask, run, or absent. That is configuration, not a check.
function mode(action) {
  const rank = { read: 0, write: 1, admin: 2 };
  const connector = world.connectors.find((c) => c.id === action.connector);
  const scope = rank[action.scope] ?? 2;
  if (!connector?.enabled || scope > (rank[connector.ceiling] ?? 0)) return 'absent';
  if (!action.curated && connector.ceiling !== 'admin') return 'absent';
  return scope >= ({ writes: 1, admin: 2, never: 3 }[connector.confirm] ?? 0) ? 'ask' : 'run';
}

// tool (2.) is one of the framework's: its body sends effect and waits. Give it an open, raw schema (a strict one drops
// the names that it does not know), and pass the arguments on as they come.
const tool = (action) => ({
  asks: mode(action) === 'ask',
  body: (args) => effect({ connector: action.connector, action: action.id, arguments: args }),
});

serve(hello, {
  // open begins a new history: nothing is remembered. A framework's store goes into stateDir, where nothing is deleted.
  open(p) {
    world = p.world;
    const there = world.actions.filter((a) => mode(a) !== 'absent');
    system = new System(new Map(there.map((a) => [toolName(a.connector, a.id), tool(a)])));
    return {};
  },

  // call (3.): the model asks for a tool. Script one that emits exactly this call, and run the framework.
  call: ({ call }) =>
    act(async () => {
      const request = await system.run(toolName(call.connector, call.action), call.arguments);
      if (request === undefined) return {};
      await show({ request, kind: 'approval', action: call.action, preview: call.arguments, marks: [], options: ['allow', 'deny'] });
      return { code: 'confirmation_required', request };
    }),

  // decide (4.): the person answers. Give request and decision to the framework as they are; check nothing here.
  decide: ({ request, decision }) =>
    act(async () => {
      await system.answer(request, decision === 'allow');
      return decision === 'deny' ? { code: 'denied' } : {};
    }),
});
