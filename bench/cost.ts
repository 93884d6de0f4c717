import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fire, type LoadOptions, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';

/** The requests of each scenario for a server, in each round. */
export type Scenarios = Record<string, (server: Server, round: number) => Request[] | Promise<Request[]>>;

/** Ticks of /proc. */
const TICK_US = 10_000;

/**
 * The three tables that a hand-writer would make: the row, its event and its audit entry, with primary keys and one index.
 * They stand before those of the application on the search path of the limit.
 */
const PLAIN = `
  create schema plain;
  create table plain.documents (like public.documents including defaults including generated,
    primary key (workspace_id, id));
  create index on plain.documents (workspace_id, created_at, id);
  create table plain.outbox (like public.outbox including identity, primary key (workspace_id, id));
  alter table plain.outbox alter private_to set default '';
  create table plain.audit_entries (like public.audit_entries including defaults, primary key (workspace_id, id));`;

/**
 * Measures the processor time of a request in the server and in PostgreSQL, the relay included: the application against the
 * limit on tables of its own. Unlike a rate, that is steady on a busy machine.
 */
export async function cost(
  stage: Stage,
  scenarios: Scenarios,
  documents: number,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  await stage.seed(documents);
  await stage.sql.query(PLAIN);
  const columns = await stage.sql.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = 'public.documents'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  );
  const { names } = columns.rows[0];
  await stage.sql.query(`insert into plain.documents (${names}) select ${names} from public.documents`);
  const limit = await stage.startLimit({ PGOPTIONS: '-c search_path=plain,public' });
  return [
    ['scenario', 'limit µs', 'app µs', 'limit / app'],
    ...(await costs(stage, limit, app, scenarios, rounds, options)),
  ];
}

/** A row for each scenario: its cost on both sides, in turns. */
export async function costs(
  stage: Stage,
  limit: Server,
  app: Server,
  scenarios: Scenarios,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const postmaster = await postmasterOf(stage);
  const rows: string[][] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    await stage.settle();
    const measured = new Map<Server, { server: number; postgres: number }[]>([
      [limit, []],
      [app, []],
    ]);
    let run = 1;
    for (const server of [limit, app]) await fire(server, await scenario(server, run++), options); // to warm up
    for (let round = 0; round < rounds; round++) {
      for (const server of round % 2 ? [app, limit] : [limit, app]) {
        await nothingLeft(stage);
        const before = [cpu(server.pid), family(postmaster)] as const;
        const { rate } = await fire(server, await scenario(server, run++), options);
        await nothingLeft(stage);
        const answers = rate * options.seconds;
        measured.get(server)!.push({
          server: (cpu(server.pid) - before[0]) / answers,
          postgres: (family(postmaster) - before[1]) / answers,
        });
      }
    }
    const [theirs, ours] = [limit, app].map((server) => {
      const all = median(measured.get(server)!.map((each) => each.server + each.postgres));
      const own = median(measured.get(server)!.map((each) => each.server));
      return { all, text: `${all.toFixed(0)} (server ${own.toFixed(0)})` };
    });
    rows.push([name, theirs!.text, ours!.text, (theirs!.all / ours!.all).toFixed(2)]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}

/** Waits until the events are in the log and the audit entries are sealed. */
export async function nothingLeft(stage: Stage): Promise<void> {
  const left = 'select 1 from outbox union all select 1 from audit_unsealed limit 1';
  while ((await stage.sql.query(left)).rowCount) await setTimeout(200);
}

/** The process that PostgreSQL's others come from. */
export async function postmasterOf({ sql }: Pick<Stage, 'sql'>): Promise<number> {
  const { rows } = await sql.query('select pg_backend_pid() as pid');
  return statOf(rows[0].pid).parent;
}

function statOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! };
}

/** Microseconds of processor time that a process has used. */
export const cpu = (pid: number): number => statOf(pid).own * TICK_US;

/** The same of a process with its children, also those that have ended. */
export function family(pid: number): number {
  const { own, ended } = statOf(pid);
  let ticks = own + ended;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const child = statOf(Number(name));
      if (child.parent === pid) ticks += child.own;
    } catch {
      // It has ended just now.
    }
  }
  return ticks * TICK_US;
}
