import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { fire, type LoadOptions, median, type Request } from './load.js';
import type { Stage } from './stage.js';

const ROOT = '/v1/office/documents';
const TYPE = 'office.document';
const DOCUMENTS = 10_000;
const PROTOCOL = '2026-07-28';

const ids = Array.from({ length: DOCUMENTS / 4 }, (_, index) => `doc_${String(index * 4 + 1).padStart(26, '0')}`);

/** A call of a tool, as the official client sends it. */
const call = (name: string, args: object): Request => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': PROTOCOL,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': PROTOCOL,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
});

const fields = { title: 'Minutes of the meeting', content: '<p>We met.</p>' };

/** What a tool runs: the same requests to the route, and as calls. */
const SCENARIOS: Record<string, (round: number) => { route: Request[]; tool: Request[] }> = {
  get: () => ({
    route: ids.map((id) => ({ path: `${ROOT}/${id}` })),
    tool: ids.map((id) => call('get', { type: TYPE, id })),
  }),
  list: () => ({
    route: [{ path: `${ROOT}?limit=25` }],
    tool: [call('list', { type: TYPE })],
  }),
  create: () => ({
    route: [{ method: 'POST', path: ROOT, body: fields }],
    tool: [call('create', { type: TYPE, fields })],
  }),
  update: (round) => ({
    route: ids.map((id) => ({ method: 'PATCH', path: `${ROOT}/${id}`, body: { title: `Plan ${round}` } })),
    tool: ids.map((id) => call('update', { type: TYPE, id, fields: { title: `Call ${round}` } })),
  }),
};

/** Processor time of a tool call in the server and in PostgreSQL, against that of the route that it runs. */
export async function tools(
  stage: Stage,
  only: string[] | null,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  await stage.seed(DOCUMENTS);
  const postmaster = await postmasterOf(stage);
  const rows = [['call', 'route µs', 'tool µs', 'tool / route']];
  let run = 1;
  for (const name of only ?? Object.keys(SCENARIOS)) {
    await stage.settle();
    const measured = { route: [] as { all: number; own: number }[], tool: [] as { all: number; own: number }[] };
    const measure = async (way: 'route' | 'tool') => {
      await nothingLeft(stage);
      const before = [cpu(app.pid), family(postmaster)] as const;
      const { rate } = await fire(app, SCENARIOS[name]!(run++)[way], options);
      await nothingLeft(stage);
      const answers = rate * options.seconds;
      const own = (cpu(app.pid) - before[0]) / answers;
      return { own, all: own + (family(postmaster) - before[1]) / answers };
    };
    for (const way of ['route', 'tool'] as const) await measure(way); // to warm up
    for (let round = 0; round < rounds; round++)
      for (const way of round % 2 ? (['tool', 'route'] as const) : (['route', 'tool'] as const))
        measured[way].push(await measure(way));
    const [route, tool] = (['route', 'tool'] as const).map((way) => ({
      all: median(measured[way].map(({ all }) => all)),
      own: median(measured[way].map(({ own }) => own)),
    }));
    const text = ({ all, own }: { all: number; own: number }) => `${all.toFixed(0)} (server ${own.toFixed(0)})`;
    rows.push([name, text(route!), text(tool!), (tool!.all / route!.all).toFixed(2)]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}
