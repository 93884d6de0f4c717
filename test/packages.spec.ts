import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type AppProcess,
  type Build,
  buildApp,
  compilePackage,
  placeStock,
  StartError,
  startProcess,
} from './processes.js';
import { eventually } from './support/eventually.js';
import { createDatabase } from './support/test-app.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Product and package, as they are on a machine outside of this repository. */
let place: string;
/** The folder in which the package is developed. */
let source: string;
let build: Build;
let database: Awaited<ReturnType<typeof createDatabase>>;
let settings: Record<string, string>;

const START = '/v1/stock/items';

/** Installs a variant of the package: `change` is given its built files. */
async function install(name: string, change: (directory: string) => Promise<unknown> = async () => undefined) {
  const directory = join(place, 'node_modules', name);
  await cp(join(place, 'packed/package'), directory, { recursive: true });
  const path = join(directory, 'package.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('suite-stock', name));
  await change(directory);
}
const edit = async (path: string, from: string, to: string) => {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replaceAll(from, to));
};

/** Runs `npx suite-check` in the folder of a package. Answers the code with which it ends, and what it writes. */
async function suiteCheck(at: string, ...args: string[]): Promise<[code: number, text: string]> {
  const { PATH, HOME, TMPDIR } = process.env;
  const command = [join(at, 'node_modules/.bin/suite-check'), ...args];
  return run(process.execPath, command, { cwd: at, env: { PATH, HOME, TMPDIR } }).then(
    ({ stdout }) => [0, stdout],
    ({ code, stdout, stderr }) => [code, stdout + stderr],
  );
}

const cli = (...args: string[]) => cliWith(settings, ...args);
const cliWith = async (of: Record<string, string>, ...args: string[]) => {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, ...of };
  const { stdout } = await run(process.execPath, [build.file('src/cli.js'), '--json', ...args], { cwd: place, env });
  return JSON.parse(stdout);
};
const start = (other: Record<string, string> = {}) => startProcess(build, { ...settings, ...other }, place);
const refusal = async (other: Record<string, string>): Promise<string> => {
  const started = await start(other).catch((error: StartError) => error);
  if (!(started instanceof StartError)) {
    await started.stop();
    throw new Error('It started.');
  }
  return started.message;
};

beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'suite-packages-')));
  build = await buildApp({ testing: true });
  database = await createDatabase();
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: join(place, 'data'),
    SECRETS_KEY: 'a secret that only tests know, long enough',
    RATE_LIMIT: 'off',
    EXTENSIONS: 'suite-stock',
    LOG_LEVEL: 'info',
  };
  source = join(place, 'suite-stock');
  await placeStock(build, place, source);
  await compilePackage(source);
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', place], { cwd: source });
  await mkdir(join(place, 'packed'));
  await run('tar', ['-xzf', join(place, stdout.trim()), '-C', join(place, 'packed')]);
  await install('suite-stock');
}, 600_000);
afterAll(async () => {
  await database.drop();
  await rm(place, { recursive: true, force: true });
});

describe('a package beside the product', () => {
  let app: AppProcess;
  let other: string;
  let first: string;
  let archive: string;
  /** The log is written a moment after the start. */
  const logged = (text: string) => eventually(() => expect(app.stderr()).toContain(text));
  const ask = async (key: string, method: string, path: string, body?: object) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const answer = await fetch(app.base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: answer.status === 204 ? null : ((await answer.json()) as any) };
  };

  beforeAll(async () => {
    expect(await cli('extensions', 'plan')).toEqual({
      data: [{ name: 'stock', migrations: ['StockItems1795000000000'] }],
    });
    app = await start();
    first = /wsk_\w+/.exec(app.stdout())![0];
    other = (await cli('workspace', 'create', '--name', 'Other', '--owner-email', 'other@example.com')).api_key;
  });
  afterAll(() => app?.stop());

  it('has its files only', async () => {
    expect(await readdir(join(place, 'packed/package'))).toEqual(['README.md', 'dist', 'package.json']);
  });

  it('answers, and its records stay in their workspace', async () => {
    const made = await ask(first, 'POST', START, { name: 'Screws', pieces: 12 });
    expect(made).toMatchObject({ status: 201, body: { name: 'Screws', pieces: 12 } });
    const path = `${START}/${made.body.id}`;
    expect((await ask(first, 'GET', `${START}?q=screws`)).body.data).toMatchObject([{ id: made.body.id }]);
    expect((await ask(first, 'GET', '/v1/search?q=screws')).body.data).toHaveLength(1);
    for (const [method, body] of [['GET'], ['PATCH', { pieces: 1 }], ['DELETE']] as const)
      expect((await ask(other, method, path, body)).status).toBe(404);
    expect((await ask(other, 'GET', START)).body.data).toEqual([]);
    expect((await ask(other, 'GET', '/v1/search?q=screws')).body.data).toEqual([]);
    expect((await ask(first, 'POST', START, { name: 'Screws' })).status).toBe(409);
    expect((await ask(first, 'POST', START, { name: '' })).body.error.details).toMatchObject([{ field: 'name' }]);
  });

  it('asks for its scopes, and takes part in audit, events and roles', async () => {
    const { key } = (await ask(first, 'POST', '/v1/access/api-keys', { name: 'Reads', scopes: ['stock:read'] })).body;
    expect((await ask(key, 'GET', START)).status).toBe(200);
    expect((await ask(key, 'POST', START, { name: 'Nails' })).status).toBe(403);
    expect((await ask(key, 'GET', '/v1/office/documents')).status).toBe(403);
    const { id } = (await ask(first, 'POST', START, { name: 'Bolts' })).body;
    const entries = await ask(first, 'GET', `/v1/guard/audit-logs?resource_id=${id}&outcome=success`);
    expect(entries.body.data).toHaveLength(1);
    const hook = { url: 'https://example.com/hook', events: ['stock.item.created'] };
    expect((await ask(first, 'POST', '/v1/webhooks', hook)).status).toBe(201);
    const keeper = { email: 'keeper@example.com', display_name: 'Keeper', roles: ['office:viewer', 'stock:editor'] };
    expect((await ask(first, 'POST', '/v1/access/users', keeper)).status).toBe(201);
    const policy = {
      name: 'No',
      status: 'active',
      effect: 'deny',
      principals: [{ type: 'any' }],
      actions: ['stock:write'],
      resources: [{ type: 'stock.item' }],
    };
    expect((await ask(other, 'POST', '/v1/guard/policies', policy)).status).toBe(201);
    expect((await ask(other, 'POST', START, { name: 'Nails' })).status).toBe(403);
    const hooks = (await ask(first, 'GET', '/v1/webhooks')).body.data;
    expect(hooks).toMatchObject([{ events: ['stock.item.created'], status: 'active' }]);
  });

  it('is in the contract, the log and the list of operators', async () => {
    const document = (await ask(first, 'GET', '/openapi.json')).body;
    expect(Object.keys(document.paths)).toContain('/v1/stock/items/{id}');
    expect(document.tags).toContainEqual({ name: 'stock', description: 'Stock' });
    const listed = await cli('extensions', 'list');
    expect(listed.data).toEqual([
      { name: 'stock', package: 'suite-stock', version: '1.0.0', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    await logged(`Extension stock: suite-stock 1.0.0, sha256 ${listed.data[0].hash}`);
    const { key } = await cli(
      'key',
      'create',
      '--workspace',
      /\((ws_\w+)\)/.exec(app.stdout())![1]!,
      '--name',
      'Operator',
      '--scopes',
      'read:all',
      '--operator',
    );
    expect((await ask(key, 'GET', '/v1/operations/extensions')).body.data).toEqual([
      { ...listed.data[0], loaded: true, kept_rows: 0, problem: null },
    ]);
    expect((await ask(other, 'GET', '/v1/operations/extensions')).status).toBe(403);
    expect((await cli('extensions', 'plan')).data).toEqual([{ name: 'stock', migrations: [] }]);
  });

  it('keeps its data while it is away', async () => {
    await app.stop();
    app = await start({ EXTENSIONS: '' });
    expect((await ask(first, 'GET', START)).status).toBe(404);
    expect((await ask(first, 'GET', '/v1/access/roles')).status).toBe(200);
    await logged('The extension stock has data here and is not loaded. They are kept');
    // What names it stays, can be read and changed, and holds again when it is back.
    const { data } = (await ask(other, 'GET', '/v1/guard/policies')).body;
    const policy = data.find(({ name }: { name: string }) => name === 'No');
    expect(policy).toMatchObject({ actions: ['stock:write'], resources: [{ type: 'stock.item' }] });
    expect((await ask(other, 'PATCH', `/v1/guard/policies/${policy.id}`, { name: 'Never' })).status).toBe(200);
    const user = (await ask(first, 'GET', '/v1/access/users?q=keeper')).body.data[0];
    expect(user.roles).toEqual(['office:viewer', 'stock:editor']);
    expect((await ask(first, 'PATCH', `/v1/access/users/${user.id}`, { display_name: 'Kim' })).body.roles).toEqual(
      user.roles,
    );
    const keys = (await ask(first, 'GET', '/v1/access/api-keys')).body.data;
    expect(keys.find(({ name }: { name: string }) => name === 'Reads').scopes).toEqual(['stock:read']);
  });

  it('is back with its data, and starts without an optional one that is broken or missing', async () => {
    await app.stop();
    await install('suite-broken', (at) => writeFile(join(at, 'dist/index.js'), "throw new Error('no luck');"));
    const optional = 'suite-gone,suite-broken';
    app = await start({ EXTENSIONS: `${optional},suite-stock`, EXTENSIONS_OPTIONAL: optional });
    await logged('suite-broken cannot be loaded: no luck');
    expect((await ask(first, 'GET', START)).body.data).toHaveLength(2);
    expect((await ask(other, 'POST', START, { name: 'Nails' })).status).toBe(403);
  });

  it('is told of a migration that was changed after it had run, but not in production', async () => {
    await app.stop();
    const file = join(place, 'node_modules/suite-stock/dist/migrations.js');
    await edit(file, 'create table stock_items (', 'create table  stock_items ( -- pieces\n');
    const change = 'stock: the migration StockItems1795000000000 was changed after it had run here';
    app = await start();
    await logged(`${change}; write another one, or take it back`);
    expect((await cli('migrate')).warnings).toEqual([expect.stringContaining(change)]);
    await app.stop();
    app = await start({ APP_ENV: 'production' });
    await app.stop();
    expect(app.stderr()).not.toContain(change);
    await edit(file, 'create table  stock_items ( -- pieces\n', 'create table stock_items (');
    const own = await createDatabase();
    const of = { ...settings, DATABASE_URL: own.url };
    const named = ['StockItems1795000000000'];
    try {
      expect((await cliWith(of, 'migrate')).migrations).toEqual(named);
      const back = ['migrate', '--down', '1', '--extension', 'stock'];
      expect(await cliWith(of, ...back)).toEqual({ taken_back: named });
      expect(await cliWith(of, ...back)).toEqual({ taken_back: [], message: 'There is nothing to take back.' });
    } finally {
      await own.drop();
    }
  });

  it('is removed, after an archive of each workspace that has its records', async () => {
    const archives = join(place, 'archives');
    const remove = ['extensions', 'remove', 'stock', '--archives', archives];
    await expect(cli(...remove)).rejects.toThrow('The extension stock is loaded');
    await app.stop();
    const without = { ...settings, EXTENSIONS: '' };
    // An archive that cannot be written keeps everything.
    await writeFile(archives, '');
    await expect(cliWith(without, ...remove)).rejects.toThrow('EEXIST');
    await rm(archives);
    const removed = await cliWith(without, ...remove);
    expect(removed).toMatchObject({ name: 'stock', tables: ['stock_items', 'stock_migrations'] });
    expect(removed.archives).toHaveLength(1);
    expect((await readFile(removed.archives[0])).includes('records/stock_items.jsonl')).toBe(true);
    await expect(cliWith(without, ...remove)).rejects.toThrow('No extension named stock has data here.');
    [archive] = removed.archives;
  });

  it('has its records back from an archive that was imported before it was installed', async () => {
    const elsewhere = await createDatabase();
    const there = { ...settings, DATABASE_URL: elsewhere.url, DATA_DIR: join(place, 'elsewhere') };
    try {
      const without = { ...there, EXTENSIONS: '' };
      const imported = await cliWith(without, 'workspace', 'import', archive);
      const kept = [{ extension: 'stock', table: 'stock_items', rows: 2 }];
      expect(imported.kept).toEqual(kept);
      const { workspace_id } = imported;
      const waiting = [{ ...kept[0], workspace_id, problem: null }];
      expect(await cliWith(without, 'extensions', 'kept', '--insert')).toEqual({ data: waiting });
      const granted = ['--workspace', workspace_id, '--name', 'Moved', '--scopes', 'read:all'];
      app = await startProcess(build, without, place);
      await logged('2 rows from archives are kept until the extension stock is here.');
      await app.stop();
      app = await startProcess(build, there, place);
      const { key } = await cliWith(there, 'key', 'create', ...granted);
      await eventually(async () => expect((await ask(key, 'GET', `${START}?sort=name:asc`)).body.data).toHaveLength(2));
      expect(await cliWith(there, 'extensions', 'kept')).toEqual({ data: [] });
      expect((await ask(key, 'GET', `${START}?q=screws`)).body.data).toMatchObject([{ name: 'Screws', pieces: 12 }]);
      await logged('2 rows of stock_items');
    } finally {
      await app.stop();
      await elsewhere.drop();
    }
  });
});

describe('npm run dev', () => {
  it('serves the package, and serves it anew once a file has changed', async () => {
    const at = join(place, 'suite-dev');
    await cp(source, at, { recursive: true });
    const own = await createDatabase();
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH: `${join(at, 'node_modules/.bin')}:${PATH}`, HOME, TMPDIR };
    const other = { ...settings, EXTENSIONS: 'suite-stock', DATABASE_URL: own.url, HOST: '127.0.0.1', PORT: '0' };
    const dev = spawn(process.execPath, ['dev.js'], { cwd: at, env: { ...env, ...other }, detached: true });
    onTestFinished(async () => {
      const ended = once(dev, 'close');
      process.kill(-dev.pid!, 'SIGTERM');
      await ended;
      await own.drop();
    });
    let text = '';
    dev.stdout.on('data', (chunk) => (text += chunk));
    dev.stderr.on('data', (chunk) => (text += chunk));
    /** The description of a field, as whatever listens now tells it. */
    const description = async () => {
      const base = [...text.matchAll(/listens on (\S+)/g)].at(-1)?.[1]?.replace('//localhost:', '//127.0.0.1:');
      const answer = base && (await fetch(`${base}/openapi.json`).catch(() => null));
      return answer ? /(Name|Label) of the item/.exec(await answer.text())?.[0] : text;
    };
    await expect.poll(description).toBe('Name of the item');
    await edit(join(at, 'src/item.entity.ts'), 'Name of the item', 'Label of the item');
    await expect.poll(description).toBe('Label of the item');
  });
});

describe('suite-check', () => {
  /** A copy of the package that is changed and built. */
  async function changed(name: string, change: (at: string) => Promise<unknown>): Promise<string> {
    const at = join(place, name);
    await cp(source, at, { recursive: true });
    await change(join(at, 'src'));
    await compilePackage(at);
    return at;
  }

  it('passes the example, with the specs of its own', async () => {
    const [code, text] = await suiteCheck(source);
    expect(text).toMatch(/\n5\d checks passed, 0 failed/);
    expect(code).toBe(0);
    const [, filtered] = await suiteCheck(source, 'items');
    expect(filtered).toContain('1 checks passed, 0 failed');
  });

  it('says which check failed on which route, and how to mend it', async () => {
    const at = await changed('suite-careless', async (src) => {
      await edit(
        join(src, 'items.service.ts'),
        '  override async create',
        `  override async list() {
    const sql = 'select id, name, pieces, created_at, revision from stock_items order by id limit 100';
    const { rows } = await this.database.execute<Item>(sql);
    return { data: rows, meta: { total: rows.length, next_cursor: null, has_more: false } };
  }

  override async create`,
      );
      const controller = join(src, 'items.controller.ts');
      const route = `@Post('counted')
  @Endpoint(items, { scope: 'read', status: 201, returns: ItemView, action: 'counted' })
  counted() {
    return this.service.create({ name: String(Math.random()), pieces: 1 });
  }`;
      await edit(controller, '}) {}', `}) {\n  ${route}\n}`);
      await edit(controller, '{ Controller }', '{ Controller, Post }');
      await edit(controller, '{ ResourceController }', '{ Endpoint, ResourceController }');
      await edit(
        controller,
        'import { ItemsService',
        "import { items } from './item.resource.js';\nimport { ItemsService",
      );
    });
    const [code, text] = await suiteCheck(at);
    expect(code).toBe(1);
    expect(text).toMatch(
      /✗ GET \/v1\/stock\/items > shows nothing of another workspace[^✗]*Mend it: Read through the store of the entity, or add `workspace_id = \$1`/,
    );
    expect(text).toMatch(
      /✗ routes that write ask for the write scope[^✗]*'POST \/v1\/stock\/items\/counted'[^✗]*Mend it: Leave `scope` out/,
    );
    expect(text).toMatch(/✗ policies > stock\.item: a policy on records hides them[^✗]*Mend it: /);
  });

  it('finds a list without an index, and a record without a sample', async () => {
    const at = await changed('suite-slow', async (src) => {
      await edit(join(src, 'item.dto.ts'), "sort: ['created_at', 'name']", "sort: ['created_at', 'name', 'pieces']");
    });
    const [code, text] = await suiteCheck(at, 'walkers');
    expect(code).toBe(1);
    expect(text).toMatch(/✗ lists > lists read few rows[^✗]*sort=pieces:asc[^✗]*Mend it: Add an index/);
    await rm(join(at, 'test/item.sample.ts'));
    const [, without] = await suiteCheck(at, 'walkers');
    expect(without).toMatch(/✗ samples > say how each record is made[^✗]*stock\.item[^✗]*Mend it: Add a file/);
  });

  it('names what is wrong with a package that cannot be loaded', async () => {
    const at = await changed('suite-newer', (src) => edit(join(src, 'index.ts'), "'^1.0.0'", "'^2.0.0'"));
    expect(await suiteCheck(at)).toEqual([
      1,
      expect.stringContaining('works with versions ^2.0.0 of the suite, and this is 1.0.0'),
    ]);
  });
});

describe('the start is refused, and names package and remedy', () => {
  /** Refused extensions leave nothing in it, so one is enough. */
  let own: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    own = await createDatabase();
  });
  afterAll(() => own.drop());

  it.each<[string, string, (directory: string) => Promise<unknown>, string]>([
    [
      'another range of versions',
      'suite-old',
      (at) => edit(join(at, 'dist/index.js'), "'^1.0.0'", "'^2.0.0'"),
      'suite-old works with versions ^2.0.0 of the suite, and this is 1.0.0',
    ],
    [
      'a second copy of Nest',
      'suite-two',
      (at) =>
        cp(
          join(root, 'node_modules/@nestjs/common/package.json'),
          join(at, 'node_modules/@nestjs/common/package.json'),
        ),
      'suite-two has a copy of @nestjs/common of its own',
    ],
    [
      'a taken name of an app',
      'suite-app',
      (at) => edit(join(at, 'dist/index.js'), "name: 'stock', title", "name: 'sales', title"),
      "suite-app cannot be loaded: The name 'sales' is taken",
    ],
    [
      'a taken prefix',
      'suite-prefix',
      (at) => edit(join(at, 'dist/item.resource.js'), "'stockitem'", "'deal'"),
      'stock.item: ids of sales.deal begin with deal_ as well',
    ],
    [
      'no class',
      'suite-none',
      (at) => writeFile(join(at, 'dist/index.js'), 'export {};'),
      'suite-none exports 0 classes with @Extension',
    ],
    [
      'an error of its own',
      'suite-throws',
      (at) => writeFile(join(at, 'dist/index.js'), "throw new Error('no luck');"),
      'suite-throws cannot be loaded: no luck',
    ],
    ['a setting that is no number', 'suite-setting', async () => undefined, 'STOCK_MAX_ITEMS must be'],
    [
      'a setting of the product',
      'suite-secret',
      (at) => edit(join(at, 'dist/stock.settings.js'), 'STOCK_MAX_ITEMS', 'SECRETS_KEY'),
      'its settings must begin with STOCK_',
    ],
    [
      'a foreign table',
      'suite-table',
      (at) =>
        edit(
          join(at, 'dist/migrations.js'),
          'create table stock_items (',
          'alter table users add column stock text; create table stock_items (',
        ),
      'suite-table has a migration that changes users.stock text',
    ],
    [
      'a name of tables of the product',
      'suite-webhook',
      (at) => edit(join(at, 'dist/index.js'), "name: 'stock',\n        suite", "name: 'webhook',\n        suite"),
      "suite-webhook is called 'webhook', and there are other tables of this name",
    ],
    [
      'a type of the product',
      'suite-type',
      (at) => edit(join(at, 'dist/item.resource.js'), "'stock.item'", "'office.document'"),
      'office.document is declared twice',
    ],
    [
      'a migration that fails',
      'suite-fails',
      (at) => edit(join(at, 'dist/migrations.js'), 'create unique index', 'create nonsense; create unique index'),
      'suite-fails has a migration that failed, and nothing of it remains',
    ],
    [
      'a missing migration',
      'suite-missing',
      (at) => edit(join(at, 'dist/index.js'), 'migrations: [StockItems1795000000000],', ''),
      'Item is kept in the table stock_items, which does not exist',
    ],
    [
      'records in a table of the product',
      'suite-entity',
      (at) => edit(join(at, 'dist/item.entity.js'), "'stock_items'", "'documents'"),
      'are both kept in the table documents: give each one its own',
    ],
    [
      'an error of its module',
      'suite-init',
      (at) =>
        edit(
          join(at, 'dist/items.service.js'),
          'async create(',
          "onModuleInit() { throw new Error('no disk'); }\n async create(",
        ),
      'no disk',
    ],
  ])('%s', async (_, name, change, message) => {
    await install(name, change);
    const wrong: Record<string, string> = name === 'suite-setting' ? { STOCK_MAX_ITEMS: 'many' } : {};
    // Settings of an extension named webhook have another prefix.
    if (name === 'suite-webhook')
      await edit(join(place, 'node_modules', name, 'dist/stock.settings.js'), 'STOCK_', 'WEBHOOK_');
    expect(await refusal({ DATABASE_URL: own.url, EXTENSIONS: name, ...wrong })).toContain(message);
  });

  it('a package that is not there', async () => {
    expect(await refusal({ EXTENSIONS: 'suite-gone' })).toContain('The extension suite-gone is not installed');
  });
});
