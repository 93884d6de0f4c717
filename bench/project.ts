import { deepStrictEqual } from 'node:assert';
import { family, nothingLeft, postmasterOf } from './cost.js';
import { fire, type LoadOptions, type Measured, median, type Request } from './load.js';
import { PROJECT, seed, TASKS, USERS } from './project-seed.js';
import type { Server, Stage } from './stage.js';

const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;
const ids = Array.from({ length: TASKS }, (_, index) => idOf('task', index + 1));
const LIST = `/v1/project/projects/${PROJECT}/tasks`;

/** Gives the requests of one round; `round` is different in every one. */
const scenarios: Record<string, (round: number) => Request[]> = {
  get: () => ids.map((id) => ({ path: `/v1/project/tasks/${id}` })),
  list: () => [{ path: LIST }],
  create: () => [{ method: 'POST', path: LIST, body: { title: 'Write the specification', labels: ['writing'] } }],
  // Twice over the same records, so that every request changes something.
  patch: (round) =>
    ['first', 'second'].flatMap((time) =>
      ids.map((id): Request => ({
        method: 'PATCH',
        path: `/v1/project/tasks/${id}`,
        body: { title: `Plan ${round} ${time}` },
      })),
    ),
  bulk: () =>
    ['low', 'high'].flatMap((priority) =>
      Array.from({ length: TASKS / 100 }, (_, part): Request => ({
        method: 'POST',
        path: '/v1/project/tasks/bulk-update',
        body: { task_ids: ids.slice(part * 100, part * 100 + 100), updates: { priority } },
      })),
    ),
  // The first request of each user starts a timer; every later one stops it, which makes an entry, and starts the next.
  timer: () =>
    Array.from({ length: USERS }, (_, n): Request => ({
      method: 'POST',
      path: '/v1/project/time-entries/start',
      body: { task_id: ids[n % ids.length], user_id: idOf('usr', n + 1), stop_running: true },
    })),
  report: () => [{ path: `/v1/project/projects/${PROJECT}/time-report?period=2026-03` }],
};

/** A load with the microseconds of processor time that PostgreSQL takes for an answer. */
type Cost = Measured & { postgres: number };
const CPU = 'CPU µs of limit and app (server + PostgreSQL)';

/** Scenarios that read; their answers are compared. */
const READS = ['get', 'list', 'report'];

/** Tasks and time of one project against hand-written routes on the same tables. */
export async function project(
  stage: Stage,
  only: string[] | null,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  // Events and entries of the seed are finished by a background process, which is not there while it is measured.
  const background = await stage.startApp({ ROLE: 'all' });
  await seed(stage);
  await nothingLeft(stage);
  await background.stop();
  const [app, limit] = [await stage.startApp(), await stage.startProjectLimit()];
  const postmaster = await postmasterOf(stage);
  const measure = async (server: Server, requests: Request[]): Promise<Cost> => {
    const before = family(postmaster);
    const measured = await fire(server, requests, options);
    return { ...measured, postgres: (family(postmaster) - before) / (measured.rate * options.seconds) };
  };
  const rows = [['scenario', 'limit req/s', 'app req/s', 'ratio', 'limit p50/p99 ms', 'app p50/p99 ms', CPU, 'ratio']];
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (only && !only.includes(name)) continue;
    await stage.settle();
    if (READS.includes(name)) await agree(scenario(0)[8] ?? scenario(0)[0]!, [app, limit]);
    const results = new Map<Server, Cost[]>([
      [limit, []],
      [app, []],
    ]);
    let run = 1;
    for (const server of [limit, app]) await fire(server, scenario(run++), options); // to warm up
    for (let round = 0; round < rounds; round++)
      for (const server of round % 2 ? [app, limit] : [limit, app])
        results.get(server)!.push(await measure(server, scenario(run++)));
    const of = (server: Server, what: keyof Cost) => median(results.get(server)!.map((each) => each[what]));
    const all = (server: Server) => of(server, 'serverCpu') + of(server, 'postgres');
    const latency = (server: Server) => `${of(server, 'p50').toFixed(1)} / ${of(server, 'p99').toFixed(1)}`;
    rows.push([
      name,
      of(limit, 'rate').toFixed(0),
      of(app, 'rate').toFixed(0),
      (of(app, 'rate') / of(limit, 'rate')).toFixed(2),
      latency(limit),
      latency(app),
      [limit, app]
        .map((server) => `${of(server, 'serverCpu').toFixed(0)} + ${of(server, 'postgres').toFixed(0)}`)
        .join(', '),
      (all(limit) / all(app)).toFixed(2),
    ]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}

async function agree({ path }: Request, servers: Server[]): Promise<void> {
  const [ours, theirs] = await Promise.all(
    servers.map(async ({ url, key }) => {
      const answer: any = await (await fetch(url + path, { headers: { 'X-API-Key': key } })).json();
      if (answer.meta) answer.meta.next_cursor = typeof answer.meta.next_cursor;
      return { ...answer, generated_at: typeof answer.generated_at };
    }),
  );
  deepStrictEqual(ours, theirs, 'The application and the limit answer differently.');
}
