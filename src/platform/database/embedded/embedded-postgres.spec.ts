import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';

const linux = process.platform === 'linux'; // where /proc lets a test find and freeze what it wants to hurt
let dataDir: string;
const cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  dataDir = emptyDirectory();
  const server = await startEmbeddedPostgres({ dataDir });
  await query(server.url, 'CREATE TABLE kept (word text)');
  await query(server.url, `INSERT INTO kept VALUES ('acknowledged')`);
  await server.stop();
});

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

afterAll(() => fs.rmSync(dataDir, { recursive: true }));

describe('start', () => {
  it('makes a durable UTF-8 cluster on an empty directory, reachable from this machine only', async () => {
    const { url } = await start({ dataDir: scratchDirectory() });
    const [settings] = await query(
      url,
      `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS commit, current_setting('timezone') AS zone,
              current_setting('listen_addresses') AS address, datlocprovider AS provider, datlocale AS locale,
              pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual({
      version: 18,
      fsync: 'on',
      commit: 'on',
      zone: 'UTC',
      address: '127.0.0.1',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
    });
  });

  it('keeps the rows and the address of the last time', async () => {
    const first = await start();
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    await expectRowKept(second.url);
  });

  it('takes another port when the last one is in use', async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    cleanUp.push(() => squatter.close());
    await once(squatter, 'listening');
    const second = await start();
    expect(second.url).not.toBe(first.url);
    await expectRowKept(second.url);
  });

  it('says what PostgreSQL objects to, and leaves the directory free', async () => {
    await expect(start({ settings: { max_connections: 'many' } })).rejects.toThrow(/"max_connections": "many"/);
    await expectRowKept((await start()).url);
  });

  it('refuses a password that is not its own', async () => {
    const url = new URL((await start()).url);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT')).rejects.toThrow(/password authentication failed/);
  });
});

describe('one owner', () => {
  it('turns a second process away by pid and directory while the first goes on', async () => {
    const { url } = await start();
    expect(await owner().answer).toEqual({
      error: 'DataDirBusyError',
      message: `Another process (pid ${process.pid}) already runs on the data directory ${dataDir}.`,
    });
    await expectRowKept(url);
  });

  it('turns a second start in the same process away as well', async () => {
    await start();
    await expect(start()).rejects.toThrow(`(pid ${process.pid})`);
  });

  it('lets one of several simultaneous starts win', async () => {
    const answers = await Promise.all([owner(), owner(), owner()].map(({ answer }) => answer));
    expect(answers.map(({ error }) => error ?? 'started').sort()).toEqual([
      'DataDirBusyError',
      'DataDirBusyError',
      'started',
    ]);
  });

  it('is the only one to stop the server: Ctrl-C in its terminal does not', async () => {
    const { child, answer } = owner({ detached: true });
    const { url } = await answer;
    const interrupted = once(child.stderr!, 'data');
    process.kill(-child.pid!, 'SIGINT');
    await interrupted;
    await expectRowKept(url!);
  });
});

describe('find', () => {
  it('knows the running server, and none before and after', async () => {
    expect(await findEmbeddedPostgres(scratchDirectory())).toBeNull();
    const server = await start();
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url);
    await server.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('is not misled by the pid file of a killed server', async () => {
    const server = await start();
    process.kill(postmaster(), 'SIGKILL');
    await server.exited;
    expect(fs.existsSync(pidFile())).toBe(true);
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });
});

describe('after a kill -9', () => {
  it('of its owner the server goes down by itself', async () => {
    const { child, answer } = owner();
    await answer;
    await kill(child);
    await expect.poll(() => fs.existsSync(pidFile())).toBe(false);
    await expectRowKept((await start()).url);
  });

  it.runIf(linux)('a server left behind by its owner is replaced', async () => {
    const { child, answer } = owner();
    const { url } = await answer;
    const left = postmaster();
    process.kill(await watcher(url!), 'SIGKILL');
    await kill(child);
    expect(await findEmbeddedPostgres(dataDir)).toBe(url);

    await expectRowKept((await start()).url);
    expect(postmaster()).not.toBe(left);
    expect(stateOf(left)).not.toBe('running');
  });

  it.runIf(linux)('a server left behind that is deaf to signals is killed', async () => {
    const { child, answer } = owner();
    const { url } = await answer;
    const left = postmaster();
    process.kill(await watcher(url!), 'SIGKILL');
    process.kill(left, 'SIGSTOP');
    await kill(child);
    await expectRowKept((await start()).url);
    expect(stateOf(left)).not.toBe('stopped');
  });

  it.runIf(linux)('a backend that outlives its server is ended', async () => {
    const server = await start();
    const client = new pg.Client(server.url);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const busy = client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => {});
    process.kill(postmaster(), 'SIGKILL');
    expect(await server.exited).toBeNull();
    expect(stateOf(rows[0].pid)).toBe('running');

    await expectRowKept((await start()).url);
    expect(stateOf(rows[0].pid)).not.toBe('running');
    await busy;
  });

  it('a pid file that now names another program is no hindrance', async () => {
    const program = spawn('sleep', ['60'], serverAccount());
    cleanUp.push(() => kill(program));
    await leavePidFile(program.pid!);
    await expectRowKept((await start()).url);
    expect(program.signalCode).toBeNull();
  });

  it.runIf(linux)('a pid file that now names a zombie is no hindrance', async () => {
    const parent = spawn('/bin/sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; wait'], serverAccount());
    cleanUp.push(() => kill(parent));
    const [line] = await once(createInterface({ input: parent.stdout! }), 'line');
    parent.kill('SIGSTOP'); // so that it does not reap its child
    await expect.poll(() => stateOf(parent.pid!)).toBe('stopped');
    parent.stdin!.end();
    await expect.poll(() => stateOf(Number(line))).toBe('zombie');
    await leavePidFile(Number(line));
    await expectRowKept((await start()).url);
  });

  it('in the middle of the very first start the next one begins afresh', async () => {
    const empty = scratchDirectory();
    const { child } = owner({}, empty);
    const home = join(empty, 'postgres');
    const halfMade = () => fs.globSync('new-*/PG_VERSION', { cwd: home }).length;
    await expect.poll(halfMade, { interval: 5 }).toBe(1);
    await kill(child);
    expect(fs.existsSync(join(home, 'cluster'))).toBe(false);

    const { url } = await start({ dataDir: empty });
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('the remains of a half-made cluster are removed', async () => {
    const remains = join(dataDir, 'postgres', 'new-half');
    fs.mkdirSync(join(remains, 'base'), { recursive: true });
    await start();
    expect(fs.existsSync(remains)).toBe(false);
  });
});

function emptyDirectory(): string {
  return fs.mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
}

function scratchDirectory(): string {
  const path = emptyDirectory();
  cleanUp.push(() => fs.rmSync(path, { recursive: true }));
  return path;
}

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...options });
  cleanUp.push(() => server.stop());
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function expectRowKept(url: string): Promise<void> {
  expect(await query(url, 'SELECT word FROM kept')).toEqual([{ word: 'acknowledged' }]);
}

/** Another Node process that starts the server on the same directory and answers with what came of it. */
function owner(options: SpawnOptions = {}, directory = dataDir) {
  const source = JSON.stringify(fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url)));
  const program = `
    import { registerHooks } from 'node:module';
    // Node runs the source as it is, whose imports name what is built from it.
    const resolve = (name, context, next) =>
      next(context.parentURL?.endsWith('.ts') ? name.replace(/^(\\..*)js$/, '$1ts') : name, context);
    registerHooks({ resolve });
    const { startEmbeddedPostgres } = await import(${source});
    process.on('SIGINT', () => console.error('interrupted'));
    startEmbeddedPostgres({ dataDir: ${JSON.stringify(directory)} }).then(
      ({ url, stop }) => {
        console.log(JSON.stringify({ url }));
        process.stdin.resume().on('end', stop);
      },
      ({ name, message }) => console.log(JSON.stringify({ error: name, message })),
    );
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], options);
  const answer = new Promise<{ url?: string; error?: string; message?: string }>((resolve) =>
    createInterface({ input: child.stdout! }).once('line', (line) => resolve(JSON.parse(line))),
  );
  const ended = once(child, 'exit');
  cleanUp.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin!.end();
    await ended;
  });
  return { child, answer };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function pidFile(): string {
  return join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
}

function postmaster(): number {
  return Number(fs.readFileSync(pidFile(), 'utf8').split('\n')[0]);
}

/** The user of the server: only a pid of that user makes PostgreSQL believe in the pid file. */
function serverAccount(): SpawnOptions {
  const { uid, gid } = fs.statSync(pidFile().replace(/postmaster\.pid$/, ''));
  return process.getuid!() === 0 ? { uid, gid } : {};
}

/** Leaves the directory as a killed server does, except for the pid. */
async function leavePidFile(pid: number): Promise<void> {
  const server = await start();
  const [, ...rest] = fs.readFileSync(pidFile(), 'utf8').split('\n');
  process.kill(postmaster(), 'SIGKILL');
  await server.exited;
  fs.writeFileSync(pidFile(), [pid, ...rest].join('\n'));
}

/** The pid of the shell that ends the server when its owner dies. */
async function watcher(url: string): Promise<number> {
  const [row] = await query(url, `SELECT current_setting('cluster_name') AS name`);
  const { name } = row as { name: string };
  const found = fs.readdirSync('/proc').find((pid) => {
    const line = /^\d+$/.test(pid) ? read(`/proc/${pid}/cmdline`) : '';
    return line.startsWith('/bin/sh') && line.includes(name);
  });
  return Number(found);
}

function stateOf(pid: number): 'running' | 'stopped' | 'zombie' | 'gone' {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === '') return 'gone';
  const letter = /\) (\w) /.exec(stat)?.[1];
  return letter === 'Z' ? 'zombie' : letter === 'T' ? 'stopped' : 'running';
}

function read(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
