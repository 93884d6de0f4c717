import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { BEHIND_PROXY } from '../../../test/support/oauth.js';
import { isMissing } from '../../../test/support/programs.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { newToken } from '../../access/api-keys/api-key.token.js';
import { prefixOf } from '../../access/index.js';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { anyFreePort } from '../../platform/database/embedded/free-port.js';
import { hashOf, SUITE_VERSION } from '../../platform/index.js';
import { cellCommands } from './cells.cli.js';

const configuration = (name: string) => fileURLToPath(new URL(`../../../deploy/cells/${name}`, import.meta.url));
/** How each is started, and whether it knows domains in capital letters. */
const PROXIES = {
  HAProxy: {
    program: 'haproxy',
    version: '-v',
    start: ['-db', '-f', configuration('haproxy.cfg')],
    address: (port: number) => ({ BIND: `127.0.0.1:${port}` }),
    lowers: true,
  },
  Caddy: {
    program: 'caddy',
    version: 'version',
    start: ['run', '--adapter', 'caddyfile', '--config', configuration('Caddyfile')],
    address: (port: number) => ({ SITE_ADDRESS: `http://127.0.0.1:${port}` }),
    lowers: false,
  },
};

/** A key as they were made before keys told their workspace. */
const OLD = newToken('test', 'ws_of_nobody');

let a: TestApp;
let b: TestApp;
let directory: string;
let file: string;
beforeAll(async () => {
  [a, b] = [await startTestApp(BEHIND_PROXY), await startTestApp(BEHIND_PROXY)];
  directory = await mkdtemp(join(tmpdir(), 'suite-cells-'));
  file = join(directory, 'cells.json');
  for (const [name, { client }] of Object.entries({ a, b }))
    await writeFile(join(directory, `${name}.key`), `${client.key}\n`);
  await writeFile(file, cellsFile());
  await b.database.execute(
    `insert into proved_domains (workspace_id, domain, proved_at, proved_by) values ($1, 'example.net', now(), 'operator')`,
    [b.workspaceId],
  );
});
afterAll(async () => {
  await Promise.all([a?.close(), b?.close()]);
  await rm(directory, { recursive: true });
});

const cellsFile = (more: object = {}) =>
  JSON.stringify({
    cells: [
      { name: 'a', url: a.base, key_file: 'a.key' },
      { name: 'b', url: b.base, key_file: 'b.key', ...more },
    ],
  });

async function cells(command: string, path = file) {
  let said = '';
  const say = (text: string) => void (said += text);
  const out = command === 'map' ? ['--out', join(directory, 'maps')] : [];
  const code = await runCommandLine(['cells', command, '--cells', path, ...out, '--json'], {
    env: {},
    commands: [cellCommands],
    application: (settings) => AppModule.with(settings),
    out: say,
    err: say,
  });
  return { code, said };
}
const mapped = (name: string) => readFile(join(directory, 'maps', name), 'utf8');

describe('Cells', () => {
  it('tell what keys of each workspace begin with, also those that were made before, and its domains', async () => {
    const prefix = prefixOf('test', b.workspaceId);
    expect(b.client.key!.startsWith(prefix)).toBe(true);
    const made = await b.client.post('/v1/access/api-keys', { name: 'Of before', scopes: ['access:read'] });
    expect(made.body).toMatchObject({ key_prefix: prefix });
    await b.database.execute('update api_keys set hash = $2, key_prefix = $3 where id = $1', [
      made.body.id,
      hashOf(OLD),
      OLD.slice(0, 13),
    ]);
    const entry = { workspace_id: b.workspaceId, key_prefixes: [prefix, OLD.slice(0, 13)], domains: ['example.net'] };
    expect((await b.client.get('/v1/operations/directory')).body.data).toEqual([entry]);
    // It tells of all workspaces, so it is for operators.
    const { client, id } = await b.workspace();
    const page = (await b.client.get('/v1/operations/directory?sort=workspace_id:desc&limit=1')).body;
    expect(page).toMatchObject({ data: [{ workspace_id: id }], meta: { total: 2, has_more: true } });
    const next = `/v1/operations/directory?sort=workspace_id:desc&limit=1&cursor=${page.meta.next_cursor}`;
    expect((await b.client.get(next)).body).toMatchObject({ data: [entry], meta: { has_more: false } });
    expect((await client.get('/v1/operations/directory')).status).toBe(403);
    expect((await client.get('/v1/operations/deployment')).status).toBe(403);
  });

  it('do not tell of workspaces that have moved away, or are still on their way', async () => {
    const [gone, coming] = [await a.workspace(), await a.workspace()];
    const told = async () =>
      (await a.client.get('/v1/operations/directory')).body.data.map((entry: any) => entry.workspace_id);
    expect(await told()).toEqual(expect.arrayContaining([gone.id, coming.id]));
    await a.database.execute(
      `insert into workspace_freezes (workspace_id, frozen_at, still, moved_to, moved_at)
       values ($1, now(), true, 'https://b.example.com', now())`,
      [gone.id],
    );
    await a.database.execute(
      `insert into workspace_moves (workspace_id, id, state, address, transfer_key, receipt, release_hash, started_at)
       values ($1, 'mov_1', 'copied', 'https://a.example.com', '', '', '', now())`,
      [coming.id],
    );
    expect(await told()).toEqual([a.workspaceId]);
    expect((await a.client.get('/v1/operations/deployment')).body).toMatchObject({
      version: SUITE_VERSION,
      workspaces: 1,
      database_bytes: expect.any(Number),
      oldest_due_work_seconds: expect.any(Number),
    });
  });

  it('are mapped by their workspaces, or not at all', async () => {
    const { code, said } = await cells('map');
    expect(code, said).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ ambiguous: [] });
    expect((await readdir(join(directory, 'maps'))).toSorted()).toEqual(['domains.map', 'keys.map', 'workspaces.map']);
    expect((await mapped('keys.map')).split('\n')).toEqual(
      expect.arrayContaining([
        `${prefixOf('test', a.workspaceId)} a`,
        `${prefixOf('test', b.workspaceId)} b`,
        `${OLD.slice(0, 13)} b`,
      ]),
    );
    expect(await mapped('domains.map')).toBe(`example.net ${b.base}\n`);
    const before = await mapped('keys.map');
    const wrong = join(directory, 'wrong.json');
    for (const [more, problem] of [
      [{ url: `http://127.0.0.1:${await anyFreePort()}` }, 'The cell b does not answer'],
      [{ key_file: 'cells.json' }, 'The cell b answers 401 at /v1/operations/directory'],
      [{ key_file: 'gone.key' }, 'ENOENT'],
      [{ url: a.base }, 'two cells have the url'],
      [{ name: 'a' }, 'two cells have the name a'],
      [{ name: 'b 2' }, 'cells[1].name has up to 31 lower-case letters'],
      [{ url: 'b.example.com' }, 'cells[1].url must be a URL address'],
      [{ url: 'http://b.example.com' }, 'the url of b must begin with https://'],
    ] as const) {
      await writeFile(wrong, cellsFile(more));
      const refused = await cells('map', wrong);
      expect(refused.code, refused.said).toBe(1);
      expect(refused.said).toContain(problem);
      expect(await mapped('keys.map')).toBe(before);
    }
  });

  it('show their state in one list, which fails where one does not answer', async () => {
    const { code, said } = await cells('status');
    expect(code).toBe(0);
    expect(JSON.parse(said).data).toMatchObject([
      { name: 'a', version: SUITE_VERSION, workspaces: 1, problem: null },
      { name: 'b', version: SUITE_VERSION, problem: null },
    ]);
    const wrong = join(directory, 'wrong.json');
    await writeFile(wrong, cellsFile({ key_file: 'cells.json' }));
    const failed = await cells('status', wrong);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.said).data).toMatchObject([
      { name: 'a', problem: null },
      { name: 'b', version: null, problem: 'The cell b answers 401 at /v1/operations/deployment.' },
    ]);
  });
});

for (const [name, { program, version, start, address, lowers }] of Object.entries(PROXIES))
  describe.skipIf(isMissing(program, !spawnSync(program, [version]).error))(name, () => {
    let proxy: ChildProcess;
    let ended: Promise<unknown>;
    let base: string;
    beforeAll(async () => {
      expect((await cells('map')).code).toBe(0);
      const port = await anyFreePort();
      base = `http://127.0.0.1:${port}`;
      const at = (app: TestApp) => new URL(app.base).host;
      proxy = spawn(program, start, {
        env: {
          PATH: process.env.PATH,
          HOME: directory,
          ...address(port),
          MAPS: join(directory, 'maps'),
          CELL_A: at(a),
          CELL_B: at(b),
        },
        stdio: 'ignore',
      });
      ended = once(proxy, 'exit');
      await Promise.race([eventually(() => fetch(base)), ended.then(() => Promise.reject(new Error(`${name} ended`)))]);
    });
    afterAll(async () => {
      proxy.kill();
      await ended;
    });

    const workspaceOf = async (headers: Record<string, string>) => {
      const answer = await fetch(`${base}/v1/access/workspace`, { headers });
      return answer.status === 200 ? ((await answer.json()) as any).id : answer.status;
    };

    it('leads each key to the cell of its workspace', async () => {
      for (const { client, workspaceId } of [a, b]) {
        expect(await workspaceOf({ 'X-API-Key': client.key! })).toBe(workspaceId);
        expect(await workspaceOf({ Authorization: `Bearer ${client.key}` })).toBe(workspaceId);
        expect(await workspaceOf({ authorization: `bearer ${client.key}` })).toBe(workspaceId);
      }
      expect(await workspaceOf({ 'X-API-Key': OLD })).toBe(b.workspaceId);
      expect(await workspaceOf({ 'X-API-Key': `${b.client.key!.slice(0, -1)}!` })).toBe(401);
      expect(await workspaceOf({ 'X-API-Key': 'nonsense' })).toBe(401);
      expect(await workspaceOf({})).toBe(401);
      // Where two say something else, the cell refuses both.
      expect(await workspaceOf({ 'X-API-Key': a.client.key!, Authorization: `Bearer ${b.client.key}` })).toBe(401);
    });

    it('sends people to the address of their cell, and nowhere else', async () => {
      const to = async (query: string) => {
        const answer = await fetch(`${base}/sign-in${query}`, { redirect: 'manual' });
        return answer.headers.get('location') ?? answer.status;
      };
      expect(await to(`?workspace=${b.workspaceId}`)).toBe(`${b.base}/sign-in?workspace=${b.workspaceId}`);
      const hint = lowers ? 'Kim%40Example.net' : 'Kim%40example.net';
      expect(await to(`?login_hint=${hint}`)).toBe(`${b.base}/sign-in?login_hint=${hint}`);
      expect(await to('?login_hint=kim%40example.org')).toBe(200);
      expect(await to('?workspace=https://evil.example')).toBe(200);
    });

    it('tells the cell the address of the client, whatever the client says', async () => {
      await fetch(`${base}/v1/office/documents`, {
        headers: { 'X-API-Key': b.client.key!, 'X-Forwarded-For': '203.0.113.7' },
      });
      const { body } = await b.client.get('/v1/access/api-keys');
      expect(body.data.map((key: any) => key.last_used_ip)).not.toContain('203.0.113.7');
    });
  });
