import { deepStrictEqual } from 'node:assert';
import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { ask, fire, type LoadOptions, median, type Request } from './load.js';
import { DEAL_HISTORY } from './seed-facts.js';
import type { Server, Stage } from './stage.js';

const DEALS = '/v1/sales/deals';
const ROWS = 10_000;

const id = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`;
const [PIPELINE, STAGES] = [id('pip', 1), [id('stg', 1), id('stg', 2), id('stg', 3)]];
const paths = Array.from({ length: ROWS / 4 }, (_, n) => `${DEALS}/${id('deal', n * 4 + 1)}`);
const NAMES = ['ada', 'grace', 'alan', 'edsger', 'barbara', 'donald', 'radia', 'tim'];

/** The requests of one round; `round` is different in every one, so that each move changes something. */
const scenarios: Record<string, (round: number) => Request[]> = {
  get: () => paths.map((path) => ({ path })),
  list: () => [{ path: DEALS }],
  create: () => [{ method: 'POST', path: DEALS, body: { title: 'Ten seats', value: 12.5, pipeline_id: PIPELINE } }],
  move: (round) =>
    [1, 2].flatMap((step) =>
      paths.map((path): Request => ({ method: 'PATCH', path, body: { stage_id: STAGES[(round * 2 + step) % 3] } })),
    ),
  q: () => NAMES.map((name, n) => ({ path: `/v1/sales/contacts?q=${name}%20acme${n}` })),
  forecast: () => [{ path: `/v1/sales/pipelines/${PIPELINE}/forecast?period=2026-Q3` }],
};

/** 10 000 deals and contacts: three stages, three statuses, dates over three years. */
async function seed({ sql }: Stage): Promise<void> {
  const of = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 26, '0')`;
  await sql.query(
    `insert into sales_pipelines (workspace_id, id, name, currency, stage_ids, created_at, updated_at, revision)
     select id, $1, 'Sales', 'USD', $2, now(), now(), 1 from workspaces`,
    [PIPELINE, STAGES],
  );
  await sql.query(
    `insert into sales_stages (workspace_id, id, pipeline_id, name, probability, created_at, updated_at, revision)
     select id, ${of('stg', 'n')}, $1, 'Stage ' || n, n * 25, now(), now(), 1 from workspaces, generate_series(1, 3) n`,
    [PIPELINE],
  );
  await sql.query(
    `insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, contact_ids, tags,
       expected_close_date, closed_at, created_at, updated_at, revision)
     select w.id, ${of('deal', 'n')}, 'Deal ' || n, $1, ${of('stg', '1 + n % 3')}, n * 1.25, 'USD', s.status, '{}', '{}',
       case when n % 5 <> 0 then date '2025-01-01' + n % 1000 end,
       case when s.status <> 'open' then timestamptz '2025-01-01' + n % 1000 * interval '1 day' end,
       now() - n * interval '1 minute', now(), 1
     from workspaces w, generate_series(1, ${ROWS}) n,
       lateral (select (array['lost', 'open', 'won', 'won'])[1 + n % 4] as status) s`,
    [PIPELINE],
  );
  await sql.query(DEAL_HISTORY);
  await sql.query(
    `insert into sales_contacts (workspace_id, id, display_name, organization_name, custom_fields, tags, status,
       created_at, updated_at, revision)
     select w.id, ${of('cnt', 'n')}, initcap(c.name) || ' ' || n, 'Acme' || n % 50, '{}', '{}', 'active',
       now() - n * interval '1 minute', now(), 1
     from workspaces w, generate_series(1, ${ROWS}) n, lateral (select ($1::text[])[1 + n % 8] as name) c`,
    [NAMES],
  );
}

interface Round {
  rate: number;
  p99: number;
  /** Microseconds of processor time for a request: of the server, and of it with PostgreSQL. */
  server: number;
  all: number;
}

/**
 * Routes of sales against the same by hand on the same tables, in turns, so that a busy machine slows both: by requests a
 * second, and by processor time of the server and of PostgreSQL, in which relaying events and counting records are.
 */
export async function sales(
  stage: Stage,
  only: string[] | null,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  const limit = await stage.startSalesLimit();
  await seed(stage);
  const postmaster = await postmasterOf(stage);
  const rows = [
    [
      'scenario',
      'limit req/s',
      'app req/s',
      'ratio',
      'limit p99 ms',
      'app p99 ms',
      'limit µs',
      'app µs',
      'limit / app',
    ],
  ];
  const [forecast] = scenarios.forecast!(0) as [Request];
  deepStrictEqual(
    await ask(app, forecast),
    await ask(limit, forecast),
    'The application and the limit forecast differently.',
  );
  for (const [name, requests] of Object.entries(scenarios)) {
    if (only && !only.includes(name)) continue;
    await nothingLeft(stage);
    await stage.settle();
    let run = 1;
    const results = new Map<Server, Round[]>([
      [limit, []],
      [app, []],
    ]);
    for (const server of [limit, app]) await fire(server, requests(run++), options); // to warm up
    for (let round = 0; round < rounds; round++) {
      for (const server of round % 2 ? [app, limit] : [limit, app]) {
        await nothingLeft(stage);
        const before = [cpu(server.pid), family(postmaster)] as const;
        const { rate, p99 } = await fire(server, requests(run++), options);
        await nothingLeft(stage);
        const answers = rate * options.seconds;
        const own = (cpu(server.pid) - before[0]) / answers;
        results.get(server)!.push({ rate, p99, server: own, all: own + (family(postmaster) - before[1]) / answers });
      }
    }
    const middle = (server: Server, what: keyof Round) => median(results.get(server)!.map((each) => each[what]));
    const cost = (server: Server) =>
      `${middle(server, 'all').toFixed(0)} (server ${middle(server, 'server').toFixed(0)})`;
    rows.push([
      name,
      ...[limit, app].map((server) => middle(server, 'rate').toFixed(0)),
      (middle(app, 'rate') / middle(limit, 'rate')).toFixed(2),
      ...[limit, app].map((server) => middle(server, 'p99').toFixed(1)),
      ...[limit, app].map(cost),
      (middle(limit, 'all') / middle(app, 'all')).toFixed(2),
    ]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}
