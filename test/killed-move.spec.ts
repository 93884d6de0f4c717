import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppProcess, type Build, buildApp, startProcess } from './processes.js';
import { eventually } from './support/eventually.js';
import { Client, createDatabase } from './support/test-app.js';

const DOCUMENTS = '/v1/office/documents';
const ADDRESS = 'https://b.example.com';

interface Deployment {
  env: Record<string, string>;
  app: AppProcess;
  sql: pg.Client;
}

let build: Build;
let directory: string;
let source: Deployment;
let target: Deployment;
const drops: (() => Promise<void>)[] = [];
let workspace: string;
let key: string;
let document: string;
let changes = 0;

async function deploy(name: string): Promise<Deployment> {
  const { url, drop } = await createDatabase();
  drops.push(drop);
  const env = {
    DATABASE_URL: url,
    DATA_DIR: join(directory, name),
    RATE_LIMIT: 'off',
    SECRETS_KEY: `the secret of the ${name}, long enough`,
  };
  const app = await startProcess(build, env);
  const sql = new pg.Client(url);
  await sql.connect();
  return { env, app, sql };
}

beforeAll(async () => {
  build = await buildApp();
  directory = await mkdtemp(join(tmpdir(), 'suite-killed-move-'));
  [source, target] = [await deploy('source'), await deploy('target')];
  key = /wsk_test_\w+/.exec(source.app.stdout())![0];
  workspace = (await source.sql.query('select id from workspaces')).rows[0].id;
  document = (await client(source).post(DOCUMENTS, { title: 'Kept' })).body.id;
});
afterAll(async () => {
  for (const { app, sql } of [source, target]) {
    await sql.end();
    await app.stop();
  }
  for (const drop of drops) await drop();
  await rm(directory, { recursive: true });
});

const client = ({ app }: Deployment) => new Client(app.base, key);
const file = (name: string) => join(directory, name);

function start({ env }: Deployment, args: string[]) {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [build.file('src/cli.js'), 'workspace', ...args, '--json'], {
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => void (said += `${line}\n`));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said: () => said })) };
}

async function cli(deployment: Deployment, ...args: string[]) {
  const { code, said } = await start(deployment, args).ended;
  expect(code, said()).toBe(0);
  return JSON.parse(said());
}

/** Kills the command as soon as it waits for a lock on the table, which stands for the point that it has come to. */
async function killedAt(deployment: Deployment, table: string, ...args: string[]): Promise<void> {
  const holder = new pg.Client(deployment.env.DATABASE_URL);
  await holder.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in share row exclusive mode`);
  const { child, ended } = start(deployment, args);
  const waiting = `select from pg_locks where not granted and relation = '${table}'::regclass`;
  try {
    await eventually(async () => {
      expect(child.exitCode).toBeNull();
      expect((await deployment.sql.query(waiting)).rows.length).toBeGreaterThan(0);
    });
  } finally {
    child.kill('SIGKILL');
    await holder.query('rollback');
    await holder.end();
  }
  expect((await ended).code).toBeNull();
}

/** Which of the two deployments take changes. */
async function taking(): Promise<boolean[]> {
  changes++;
  const answers = await Promise.all(
    [source, target].map((each) => client(each).patch(`${DOCUMENTS}/${document}`, { title: `Change ${changes}` })),
  );
  return answers.map(({ status }) => status === 200);
}
const expectTaking = (expected: boolean[]) => eventually(async () => expect(await taking()).toEqual(expected));

it(
  'a move whose commands are killed at each of its points goes on when they are repeated',
  { timeout: 600_000 },
  async () => {
    const { transfer_key } = await cli(target, 'receive');
    const move = ['move', workspace, '--to', ADDRESS, '--key', transfer_key];
    const [copy, rest] = [file('copy.move'), file('rest.move')];
    // The copy, when all of it is written and it is about to be noted.
    const copying = [...move, '--copy', '--out', copy];
    await killedAt(source, 'workspace_move_blobs', ...copying);
    expect(existsSync(copy)).toBe(false);
    await expectTaking([true, false]);
    await cli(source, ...copying);
    expect(existsSync(`${copy}.part`)).toBe(false);
    await killedAt(target, 'workspace_freezes', 'receive', copy);
    expect((await target.sql.query('select from workspaces where id = $1', [workspace])).rows).toEqual([]);
    await cli(target, 'receive', copy);
    await expectTaking([true, false]);
    // The rest: after the freeze, and while the archive is written.
    const packing = [...move, '--out', rest];
    await killedAt(source, 'workspace_moves', ...packing);
    expect(existsSync(rest)).toBe(false);
    await cli(source, ...packing);
    await expectTaking([false, false]);
    const last = (await client(source).get(`${DOCUMENTS}/${document}`)).body.title;
    await killedAt(target, 'documents', 'receive', rest);
    await expectTaking([false, false]);
    const { receipt } = await cli(target, 'receive', rest);
    const finishing = ['move', workspace, '--receipt', receipt];
    await killedAt(source, 'workspace_freezes', ...finishing);
    expect((await client(source).get(DOCUMENTS)).status).toBe(200);
    const { release } = await cli(source, ...finishing);
    await eventually(async () => expect((await client(source).get(DOCUMENTS)).status).toBe(308));
    const opening = ['open', workspace, '--release', release];
    await killedAt(target, 'workspace_freezes', ...opening);
    await expectTaking([false, false]);
    expect((await client(target).get(`${DOCUMENTS}/${document}`)).body.title).toBe(last);
    await cli(target, ...opening);
    await expectTaking([false, true]);
    expect((await client(target).get('/v1/guard/audit-logs/verify')).body.valid).toBe(true);
  },
);
