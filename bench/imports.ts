import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Server, Stage } from './stage.js';

const SAMPLE_MS = 200;
/** Pieces of a file of this many rows. */
const PIECE = 10_000;

/**
 * An import of tasks and one of time entries, each beside `COPY` of the same rows into a table with the same columns and indexes:
 * rows a second and their ratio, the resident memory of the process that works, and the 95th percentile of another request before
 * and meanwhile. Once with one process for everything, once with a worker beside the API.
 */
export async function imports(stage: Stage, count: number): Promise<string[][]> {
  const rows = [
    ['import', 'rows/s', 'COPY rows/s', 'ratio', 'MB before', 'most MB', 'p95 ms alone', 'p95 ms meanwhile'],
  ];
  const app = await stage.startApp({ ROLE: 'all' });
  rows.push(...(await measured(stage, app, app, count, 'one process')));
  await app.stop();
  const [api, worker] = [await stage.startApp({ ROLE: 'api' }), await stage.startApp({ ROLE: 'worker' })];
  rows.push(...(await measured(stage, api, worker, count, 'API and worker')));
  return rows;
}

/** `worker`: the process that does the imports. */
async function measured(stage: Stage, app: Server, worker: Server, count: number, mark: string): Promise<string[][]> {
  const rows: string[][] = [];
  const { id: project } = await posted(app, '/v1/project/projects', { name: `Imported, ${mark}` });
  const { id: other } = await posted(app, '/v1/project/projects', { name: `Other work, ${mark}` });
  const { rows: users } = await stage.sql.query(`select email from users where status = 'active' limit 1`);
  await imported(app, worker, 'warm.csv', tasks(1_000, `warm ${mark}`, other), 1_000);
  await stage.settle();
  for (const [name, file, table] of [
    ['tasks', tasks(count, mark, project), 'tasks'],
    ['time entries', entries(count, mark, users[0]!.email), 'time_entries'],
  ] as const) {
    await setTimeout(2_000);
    const before = residentMegabytes(worker);
    const alone = await latencies(app, other, 100);
    const { seconds, megabytes, meanwhile } = await imported(app, worker, `${table}.csv`, file, count, other);
    const copied = await copy(stage, table, count);
    const figures = [count / seconds, count / copied];
    rows.push([
      `${name}, ${mark}`,
      ...figures.map((figure) => figure.toFixed(0)),
      (copied / seconds).toFixed(2),
      before.toFixed(0),
      megabytes.toFixed(0),
      percentile(alone).toFixed(1),
      percentile(meanwhile).toFixed(1),
    ]);
  }
  return rows;
}

function blobOf(header: string, count: number, line: (n: number) => string): Blob {
  const pieces: string[] = [header];
  for (let from = 0; from < count; from += PIECE)
    pieces.push(Array.from({ length: Math.min(PIECE, count - from) }, (_, n) => line(from + n)).join(''));
  return new Blob(pieces);
}

const tasks = (count: number, mark: string, project: string): Blob =>
  blobOf(
    'external_id,title,description,status,priority,due_date,labels,project\n',
    count,
    (n) =>
      `${mark}:${n},Task ${n} of the plan,What task ${n} is about,${n % 3 ? 'todo' : 'done'},high,2027-0${1 + (n % 9)}-10,plan;${n % 7},${project}\n`,
  );

const entries = (count: number, mark: string, user: string): Blob =>
  blobOf(
    'external_id,task,user,date,duration_seconds,note\n',
    count,
    (n) => `${mark} entry:${n},${mark}:${n % 10_000},${user},2026-0${1 + (n % 9)}-10,${60 + (n % 3600)},Work ${n}\n`,
  );

async function posted({ url, key }: Server, path: string, body: object): Promise<any> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

async function imported(app: Server, worker: Server, name: string, file: Blob, count: number, other?: string) {
  const { url, key } = app;
  const headers = { 'X-API-Key': key };
  const form = new FormData();
  form.set('file', file, name);
  const sent = await fetch(`${url}/v1/imports`, { method: 'POST', headers, body: form });
  if (sent.status !== 202) throw new Error(`The import answers ${sent.status}: ${await sent.text()}`);
  const { id } = (await sent.json()) as { id: string };
  const started = performance.now();
  let megabytes = 0;
  const meanwhile: number[] = [];
  for (;;) {
    const record = (await (await fetch(`${url}/v1/imports/${id}`, { headers })).json()) as any;
    megabytes = Math.max(megabytes, residentMegabytes(worker));
    if (record.status === 'completed' && record.counts[0]?.created === count) break;
    if (record.status !== 'pending' && record.status !== 'running')
      throw new Error(`The import is ${record.status}: ${JSON.stringify(record.counts)} ${record.error}`);
    if (other) meanwhile.push(...(await latencies(app, other, 5)));
    await setTimeout(SAMPLE_MS);
  }
  return { seconds: (performance.now() - started) / 1e3, megabytes, meanwhile };
}

/** Milliseconds of pages of tasks, one after the other. */
async function latencies({ url, key }: Server, project: string, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < count; n++) {
    const started = performance.now();
    await (await fetch(`${url}/v1/project/projects/${project}/tasks`, { headers: { 'X-API-Key': key } })).text();
    taken.push(performance.now() - started);
  }
  return taken;
}

const percentile = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

/** Seconds of `COPY` of the newest rows of a table into an empty one with the same indexes. */
async function copy({ sql }: Stage, table: string, count: number): Promise<number> {
  const { rows } = await sql.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { columns } = rows[0]!;
  await sql.query(`create table copied (like ${table} including all)`);
  await sql.query(`create temporary table rows as select ${columns} from ${table} order by id desc limit ${count}`);
  const { rows: where } = await sql.query(
    `select setting || '/copied.bin' as path from pg_settings where name = 'data_directory'`,
  );
  const { path } = where[0]!;
  await sql.query(`copy rows to '${path}' (format binary)`);
  const started = performance.now();
  await sql.query(`copy copied (${columns}) from '${path}' (format binary)`);
  const seconds = (performance.now() - started) / 1e3;
  await sql.query('drop table rows, copied');
  return seconds;
}

const residentMegabytes = ({ pid }: Pick<Server, 'pid'>): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
