/**
 * npm run bench                          the application against the hand-written limit
 * npm run bench -- --only get,list --seconds 2 --rounds 3 --connections 32
 * npm run bench -- cost                  processor time of a request, PostgreSQL's included, against the limit on plain tables
 * npm run bench -- processes             what two API processes serve, against one
 * npm run bench -- cells                 what two deployments behind HAProxy serve, against one
 * npm run bench -- archives --records 100000   an archive of so many records and a file of 1 MiB for each hundred of them
 * npm run bench -- audit                 sealing, verifying and exporting an audit log
 * npm run bench -- trail --entries 10000000 --keep DIR   pages of the audit log by every filter, against 100 000 entries
 * npm run bench -- growth --records 1000000 --keep DIR   every list, sort and filter in a small and in a large workspace
 * npm run bench -- search --records 1000000 --keep DIR   the search over all types, by frequent and rare words
 * npm run bench -- memory                resident memory of the API process, idle and after load
 * npm run bench -- idle                  statements and write-ahead log of a server that nobody asks anything
 * npm run bench -- webhooks              deliveries of one worker against a hand-written loop, and how late they come
 * npm run bench -- webhooks --events 10000 --rounds 3
 * npm run bench -- stream --streams 2000 --seconds 20
 * npm run bench -- sheets --rounds 40    cells of spreadsheets against one jsonb document
 * npm run bench -- sign-ins              password sign-ins, and their effect on a read beside them
 * npm run bench -- sign-in-codes         sign-ins with password and code against those with a password, and requests after them
 * npm run bench -- tokens                refreshes of OAuth tokens, and reads with an access token
 * npm run bench -- tools                 a call of an MCP tool against the route that it runs, in processor time
 * npm run bench -- policies              what a decision of the policies costs, with none and with 1000 of them
 * npm run bench -- reviews               a change with policies that ask for approvals and without, in processor time
 * npm run bench -- query --records 100000   batches, dry runs, fields, includes and conditions against the plain requests
 * npm run bench -- sales                 deals, forecasts and the search of contacts against the same by hand
 * npm run bench -- sales-growth --contacts 1000000 --keep DIR   the search of contacts and the forecast, against 10 000 of each
 * npm run bench -- imports --records 1000000   an import of so many tasks and time entries, beside COPY of the same rows
 * npm run bench -- sales-import          an import of 100 000 contacts: rows a second, and memory
 * npm run bench -- project               tasks, timers and time reports against hand-written routes on the same tables
 * npm run bench -- project-growth        a page of a million tasks and a report among a million entries, against 10 000
 * npm run bench -- project --only get,timer,report --seconds 2 --rounds 3
 * npm run bench -- files                 uploads against a copy from disk to disk, and their memory
 * npm run bench -- careers               applications against hand-written statements, and a long list against a short one
 * npm run bench -- console --only load,interactions,shifts --keep DIR   the console in a browser, against its promised figures
 *
 * LOG_LEVEL, ROLE and DATABASE_POOL of the environment reach the servers.
 */
import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { archives } from './archives.js';
import { careers } from './careers.js';
import { consoleFigures } from './console.js';
import { cells } from './cells.js';
import { cost } from './cost.js';
import { files } from './files.js';
import { idle } from './idle.js';
import { audit } from './audit.js';
import { growth } from './growth.js';
import { ask, fire, type LoadOptions, type Measured, median, type Request } from './load.js';
import { processes } from './processes.js';
import { decisions } from './policies.js';
import { query } from './query.js';
import { sales } from './sales.js';
import { salesGrowth } from './sales-growth.js';
import { imports } from './imports.js';
import { salesImport } from './sales-import.js';
import { project } from './project.js';
import { projectGrowth } from './project-growth.js';
import { reviews } from './reviews.js';
import { search } from './search.js';
import { sheets } from './sheets.js';
import { codeSignIns, signIns } from './sign-ins.js';
import { stream } from './stream.js';
import { type Server, Stage } from './stage.js';
import { tokens } from './tokens.js';
import { tools } from './tools.js';
import { trail } from './trail.js';
import { webhooks } from './webhooks.js';

const ROOT = '/v1/office/documents';
const DOCUMENTS = 10_000;

/** Gives the requests of one round; `round` is different in every one. */
type Scenario = (server: Server, round: number) => Request[] | Promise<Request[]>;

/** Every fourth of the seeded documents: published, not in the trash. */
const published = Array.from(
  { length: DOCUMENTS / 4 },
  (_, index) => `${ROOT}/doc_${String(index * 4 + 1).padStart(26, '0')}`,
);

const scenarios: Record<string, Scenario> = {
  get: () => published.map((path) => ({ path })),
  list: () => [{ path: ROOT }],
  cursor: async (server) => [{ path: `${ROOT}?cursor=${(await fetchPage(server, ROOT)).meta.next_cursor}` }],
  filter: () => [{ path: `${ROOT}?status=published` }],
  create: () => [{ method: 'POST', path: ROOT, body: { title: 'Minutes of the meeting', content: '<p>We met.</p>' } }],
  // Twice over the same records, so that every request changes something.
  patch: (_, round) =>
    ['first', 'second'].flatMap((time) =>
      published.map((path): Request => ({ method: 'PATCH', path, body: { title: `Plan ${round}, ${time} time` } })),
    ),
};

interface Page {
  data: object[];
  meta: { total: number; next_cursor: string | null; has_more: boolean };
}

const fetchPage = (server: Server, path: string): Promise<Page> => ask(server, { path });

/** Both sides must answer the same, apart from what each makes up itself. */
async function checkAgreement(name: string, servers: Server[]): Promise<void> {
  const [ours, theirs] = await Promise.all(
    servers.map(async (server) => {
      const answer = await ask(server, (await scenarios[name]!(server, 0))[0]!);
      if (answer.meta) answer.meta.next_cursor = typeof answer.meta.next_cursor;
      if (name === 'create') answer.id = answer.created_at = '';
      if (name === 'patch') answer.updated_at = answer.revision = '';
      return answer;
    }),
  );
  deepStrictEqual(ours, theirs, `${name}: the application and the limit answer differently.`);
}

async function compare(stage: Stage, only: string[], rounds: number, options: LoadOptions): Promise<void> {
  const app = await stage.startApp();
  const limit = await stage.startLimit();
  await stage.seed(DOCUMENTS);
  const rows = [['scenario', 'limit req/s', 'app req/s', 'ratio', 'limit p50/p99 ms', 'app p50/p99 ms', 'CPU µs/req']];
  for (const name of only) {
    const scenario = scenarios[name]!;
    await checkAgreement(name, [app, limit]);
    await stage.settle();
    const results = new Map<Server, Measured[]>([
      [limit, []],
      [app, []],
    ]);
    let run = 1;
    for (const server of [limit, app]) await fire(server, await scenario(server, run++), options); // to warm up
    for (let round = 0; round < rounds; round++) {
      for (const server of round % 2 ? [app, limit] : [limit, app]) {
        results.get(server)!.push(await fire(server, await scenario(server, run++), options));
      }
    }
    const [theirs, ours] = [results.get(limit)!, results.get(app)!];
    const middle = (side: Measured[], what: keyof Measured) => median(side.map((measured) => measured[what]));
    const rate = (side: Measured[]) => {
      const rates = side.map((measured) => Math.round(measured.rate));
      return `${Math.round(median(rates))} (${Math.min(...rates)}–${Math.max(...rates)})`;
    };
    const latency = (side: Measured[]) => `${middle(side, 'p50').toFixed(1)} / ${middle(side, 'p99').toFixed(1)}`;
    const ratio = middle(ours, 'rate') / middle(theirs, 'rate');
    const cpu = [middle(theirs, 'serverCpu'), middle(ours, 'serverCpu'), middle(ours, 'loadCpu')];
    rows.push([
      name,
      rate(theirs),
      rate(ours),
      ratio.toFixed(2),
      latency(theirs),
      latency(ours),
      `limit ${cpu[0]!.toFixed(0)}, app ${cpu[1]!.toFixed(0)}, load ${cpu[2]!.toFixed(0)}`,
    ]);
    console.error(rows.at(-1)!.join('  '));
  }
  print(rows);
}

async function memory(stage: Stage, options: LoadOptions): Promise<void> {
  const app = await stage.startApp();
  await stage.seed(DOCUMENTS);
  const rows = [
    ['state', 'resident MB'],
    ['idle after the start', residentMegabytes(app)],
  ];
  for (const [name, scenario] of Object.entries(scenarios)) {
    await fire(app, await scenario(app, 1), options);
    rows.push([`after ${name}`, residentMegabytes(app)]);
  }
  await new Promise((done) => setTimeout(done, 30_000));
  rows.push(['after 30 s of rest', residentMegabytes(app)]);
  print(rows);
}

function residentMegabytes({ pid }: Server): string {
  const pages = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  return (pages / 1024).toFixed(0);
}

function print(rows: string[][]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join('   '));
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    events: { type: 'string', default: '40000' },
    streams: { type: 'string', default: '2000' },
    entries: { type: 'string', default: '2000000' },
    contacts: { type: 'string', default: '1000000' },
    records: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
  },
});
const [mode = 'compare'] = positionals;
const only = flags.only?.split(',') ?? null;
const rounds = Number(flags.rounds);
const options = { seconds: Number(flags.seconds), connections: Number(flags.connections) };
const stage = await Stage.open({}, mode === 'console' ? flags.keep : undefined);
process.once('SIGINT', () => stage.close().finally(() => process.exit(130)));
try {
  if (mode === 'compare') await compare(stage, only ?? Object.keys(scenarios), rounds, options);
  else if (mode === 'cost' || mode === 'processes' || mode === 'cells') {
    const asked = (only ?? Object.keys(scenarios)).map((name) => [name, scenarios[name]!] as const);
    const measure = { cost, processes, cells }[mode];
    print(await measure(stage, Object.fromEntries(asked), DOCUMENTS, rounds, options));
  } else if (mode === 'growth') print(await growth(Number(flags.records), flags.keep));
  else if (mode === 'search') print(await search(Number(flags.records), flags.keep));
  else if (mode === 'archives') print(await archives(Number(flags.records)));
  else if (mode === 'audit') print(await audit());
  else if (mode === 'trail') print(await trail(Number(flags.entries), flags.keep));
  else if (mode === 'memory') await memory(stage, options);
  else if (mode === 'idle') print(await idle(options.seconds));
  else if (mode === 'webhooks') print(await webhooks(stage, Number(flags.events)));
  else if (mode === 'stream') print(await stream(stage, Number(flags.streams), options.seconds));
  else if (mode === 'sheets') print(await sheets(stage, rounds));
  else if (mode === 'sign-ins') print(await signIns(stage, rounds, options));
  else if (mode === 'sign-in-codes') print(await codeSignIns(stage, rounds, options));
  else if (mode === 'tokens') print(await tokens(stage, rounds, options));
  else if (mode === 'tools') print(await tools(stage, only, rounds, options));
  else if (mode === 'sales') print(await sales(stage, only, rounds, options));
  else if (mode === 'sales-growth') print(await salesGrowth(Number(flags.contacts), options, flags.keep));
  else if (mode === 'imports') print(await imports(stage, Number(flags.records)));
  else if (mode === 'sales-import') print(await salesImport(stage));
  else if (mode === 'project') print(await project(stage, only, rounds, options));
  else if (mode === 'project-growth') print(await projectGrowth(stage, rounds, options));
  else if (mode === 'policies') print(decisions());
  else if (mode === 'reviews') print(await reviews(stage, rounds, options));
  else if (mode === 'query') for (const rows of await query(stage, Number(flags.records), rounds, options)) print(rows);
  else if (mode === 'files') print(await files(stage, rounds));
  else if (mode === 'careers') print(await careers(stage, rounds, options));
  else if (mode === 'console') print(await consoleFigures(stage, only ?? undefined));
  else
    throw new Error(
      `There is no ${mode}: give archives, audit, careers, cells, console, cost, processes, growth, memory, idle, imports, webhooks, files, policies, project, project-growth, query, reviews, sales, sales-growth, sales-import, search, sheets, sign-ins, stream, tokens, tools, trail or nothing.`,
    );
} finally {
  await stage.close();
}
