import { hash } from '@node-rs/argon2';
import { cpuOf, type LoadOptions } from './load.js';
import type { Server, Stage } from './stage.js';

const USERS = 500;
const PASSWORD = 'correct horse battery';
/** The parameters of argon2id in `src/access/passwords`. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** People with a password, in front of as many browsers as there are connections, who sign in over and over. */
export async function signIns(
  stage: Stage,
  rounds: number,
  { connections, seconds }: LoadOptions,
): Promise<string[][]> {
  const app = await stage.startApp();
  await stage.sql.query(
    `insert into users (workspace_id, id, email, display_name, status, roles, password_hash, created_at, updated_at,
        revision)
     select w.id, 'usr_' || lpad(n::text, 26, '0'), 'user' || n || '@example.com', 'User ' || n, 'active', '{}', $2,
        now(), now(), 1
       from workspaces w, generate_series(1, $1::int) n`,
    [USERS, await hash(PASSWORD, COST)],
  );
  await stage.settle();
  const rows = [
    ['sign-ins at a time', 'per second', 'p50 ms', 'p99 ms', 'CPU ms each', 'a read meanwhile, p50 / p99 ms'],
  ];
  await measure(app, 1, 1); // to warm up
  for (const count of [1, connections]) {
    for (let round = 0; round < rounds; round++) rows.push([String(count), ...(await measure(app, count, seconds))]);
  }
  return rows;
}

async function measure(app: Server, count: number, seconds: number): Promise<string[]> {
  const end = performance.now() + seconds * 1000;
  const [times, reads]: [number[], number[]] = [[], []];
  let user = 0;
  const people = Array.from({ length: count }, async () => {
    const browser = await openForm(app);
    while (performance.now() < end) times.push(await timed(() => signIn(app, browser, (user++ % USERS) + 1)));
  });
  // Hashing must not hold up the others.
  const reader = (async () => {
    while (performance.now() < end) reads.push(await timed(() => read(app)));
  })();
  const [started, cpu] = [performance.now(), cpuOf(app.pid)];
  await Promise.all(people);
  const rate = times.length / ((performance.now() - started) / 1000);
  const each = (cpuOf(app.pid) - cpu) / 1000 / times.length;
  await reader;
  const at = (list: number[], share: number) => list[Math.floor(list.length * share)]!.toFixed(1);
  times.sort((a, b) => a - b);
  reads.sort((a, b) => a - b);
  return [rate.toFixed(1), at(times, 0.5), at(times, 0.99), each.toFixed(1), `${at(reads, 0.5)} / ${at(reads, 0.99)}`];
}

interface OpenForm {
  cookie: string;
  csrf: string;
}

async function openForm(app: Server): Promise<OpenForm> {
  const response = await fetch(`${app.url}/sign-in`);
  const [cookie] = response.headers.getSetCookie()[0]!.split(';');
  return { cookie: cookie!, csrf: /name="csrf" value="([^"]+)"/.exec(await response.text())![1]! };
}

async function signIn(app: Server, { cookie, csrf }: OpenForm, user: number): Promise<void> {
  const response = await fetch(`${app.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ csrf, email: `user${user}@example.com`, password: PASSWORD }),
  });
  await response.text();
  if (response.status !== 303) throw new Error(`A sign-in was answered with ${response.status}.`);
}

async function read(app: Server): Promise<void> {
  const response = await fetch(`${app.url}/v1/access/roles`, { headers: { 'X-API-Key': app.key } });
  await response.text();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
