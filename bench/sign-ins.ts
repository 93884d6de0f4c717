import { hash } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { codeOf, stepAt } from '../src/access/factors/totp.js';
import { readSettings } from '../src/platform/config/read-settings.js';
import { Secrets } from '../src/platform/security/secrets.js';
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
  await addUsers(stage);
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

const addUsers = async (stage: Stage) =>
  stage.sql.query(
    `insert into users (workspace_id, id, email, display_name, status, roles, password_hash, created_at, updated_at,
        revision)
     select w.id, 'usr_' || lpad(n::text, 26, '0'), 'user' || n || '@example.com', 'User ' || n, 'active', '{}', $2,
        now(), now(), 1
       from workspaces w, generate_series(1, $1::int) n`,
    [USERS, await hash(PASSWORD, COST)],
  );

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

const CODED = 'coded';
/** Requests after a sign-in that are measured at once. */
const VISITS = 200;

/** Sign-ins with a password, those with a password and a code, and the requests after each of them, in turn. */
export async function codeSignIns(
  stage: Stage,
  rounds: number,
  { connections, seconds }: LoadOptions,
): Promise<string[][]> {
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const app = await stage.startApp({ SECRETS_KEY });
  const secret = randomBytes(20);
  const sealed = new Secrets(readSettings({ SECRETS_KEY })).encrypt(secret.toString('base64'));
  await addUsers(stage);
  await stage.sql.query(
    `with made as (
       insert into users (workspace_id, id, email, display_name, status, roles, password_hash, created_at, updated_at,
          revision)
       select workspace_id, replace(id, 'usr_0', 'usr_1'), '${CODED}' || email, display_name, status, roles,
          password_hash, created_at, updated_at, revision from users where id like 'usr_00%'
       returning workspace_id, id)
     insert into factors (workspace_id, id, user_id, type, name, secret, last_step, created_at, updated_at, revision)
     select workspace_id, replace(id, 'usr_', 'fac_'), id, 'totp', 'App', $1, 0, now(), now(), 1 from made`,
    [sealed],
  );
  await stage.settle();
  const rows = [
    ['sign-ins at a time', 'with', 'per second', 'p50 ms', 'CPU ms each', 'a request after it, p50 ms', 'its CPU ms'],
  ];
  for (const count of [1, connections])
    for (let round = -1; round < rounds; round++)
      for (const code of [null, secret]) {
        // A code works once: in each round anew.
        await stage.sql.query('update factors set last_step = 0');
        const measured = await measureCodes(app, code, count, seconds);
        // The first round is to warm up.
        if (round >= 0) rows.push([String(count), code ? 'password and code' : 'password', ...measured]);
      }
  return rows;
}

async function measureCodes(app: Server, secret: Buffer | null, count: number, seconds: number): Promise<string[]> {
  const times: number[] = [];
  let user = 0;
  let cookie = '';
  const end = performance.now() + seconds * 1000;
  const [started, cpu] = [performance.now(), cpuOf(app.pid)];
  const people = Array.from({ length: count }, async () => {
    const browser = await openForm(app);
    while (performance.now() < end && user < USERS)
      times.push(await timed(async () => void (cookie = await enter(app, browser, ++user, secret))));
  });
  await Promise.all(people);
  const rate = times.length / ((performance.now() - started) / 1000);
  const each = (cpuOf(app.pid) - cpu) / 1000 / times.length;
  const visits: number[] = [];
  const before = cpuOf(app.pid);
  for (let visit = 0; visit < VISITS; visit++)
    visits.push(
      await timed(async () => {
        // Whoever is signed in is sent on.
        const response = await fetch(`${app.url}/sign-in`, { headers: { Cookie: cookie }, redirect: 'manual' });
        await response.text();
        if (response.status !== 303) throw new Error(`A request after it was answered with ${response.status}.`);
      }),
    );
  const perVisit = (cpuOf(app.pid) - before) / 1000 / VISITS;
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
  return [rate.toFixed(1), middle(times).toFixed(1), each.toFixed(1), middle(visits).toFixed(2), perVisit.toFixed(2)];
}

/** Signs in, with a code where there is a secret, and answers the cookie of the session. */
async function enter(app: Server, { cookie, csrf }: OpenForm, user: number, secret: Buffer | null): Promise<string> {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie },
      body: new URLSearchParams({ csrf, ...fields }),
    });
  const email = `${secret ? CODED : ''}user${user}@example.com`;
  let response = await post('/sign-in', { email, password: PASSWORD });
  const page = await response.text();
  if (secret) {
    const ticket = /name="ticket" value="([^"]+)"/.exec(page)![1]!;
    response = await post('/sign-in/code', { ticket, code: codeOf(secret, stepAt(Date.now())) });
    await response.text();
  }
  if (response.status !== 303) throw new Error(`A sign-in was answered with ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0]!)
    .find((set) => set.startsWith('session='))!;
}
