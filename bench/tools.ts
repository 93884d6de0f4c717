import type { LoadOptions, Request } from './load.js';
import type { Stage } from './stage.js';
import { inTurns, type Ways } from './turns.js';

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
const SCENARIOS: Record<string, (round: number) => Ways> = {
  get: () => ({
    first: ids.map((id) => ({ path: `${ROOT}/${id}` })),
    second: ids.map((id) => call('get', { type: TYPE, id })),
  }),
  list: () => ({
    first: [{ path: `${ROOT}?limit=25` }],
    second: [call('list', { type: TYPE })],
  }),
  create: () => ({
    first: [{ method: 'POST', path: ROOT, body: fields }],
    second: [call('create', { type: TYPE, fields })],
  }),
  update: (round) => ({
    first: ids.map((id) => ({ method: 'PATCH', path: `${ROOT}/${id}`, body: { title: `Plan ${round}` } })),
    second: ids.map((id) => call('update', { type: TYPE, id, fields: { title: `Call ${round}` } })),
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
  const chosen = Object.entries(SCENARIOS).filter(([name]) => only?.includes(name) ?? true);
  const rows = await inTurns(stage, app, Object.fromEntries(chosen), rounds, options);
  return [['call', 'route µs', 'tool µs', 'tool / route'], ...rows];
}
