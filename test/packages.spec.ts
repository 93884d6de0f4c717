import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type AppProcess,
  type Build,
  buildApp,
  bundledFiles,
  compilePackage,
  placeExample,
  placeSuite,
  recordFiles,
  StartError,
  startProcess,
} from './processes.js';
import { eventually } from './support/eventually.js';
import { createDatabase } from './support/test-app.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Product and packages, as they are on a machine outside of this repository. */
let place: string;
/** The folders in which the packages are developed. */
let source: string;
let sourceOfCompanies: string;
let build: Build;
let database: Awaited<ReturnType<typeof createDatabase>>;
let settings: Record<string, string>;

const START = '/v1/stock/items';
const COMPANIES = '/v1/companies/companies';
const MIGRATIONS = {
  stock: ['StockItems1795000000000'],
  companies: ['Companies1795000000000', 'CompaniesMemberships1795000000001', 'CompaniesMerges1795000000002'],
};

type Change = (directory: string) => Promise<unknown>;

/** Installs a package, or a variant of it: `change` is given its built files. */
async function install(name: string, change: Change = async () => undefined, of = 'suite-stock') {
  const directory = join(place, 'node_modules', name);
  await cp(join(place, 'packed', of, 'package'), directory, { recursive: true });
  const path = join(directory, 'package.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace(of, name));
  await change(directory);
}
const edit = async (path: string, from: string, to: string) => {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replaceAll(from, to));
};

/** Variants that cannot be loaded, and what a start says of them. It is refused, unless they are optional. */
const BROKEN: Record<string, { change: Change; message: string; of?: string }> = {
  'suite-broken': {
    change: (at) => writeFile(join(at, 'dist/index.js'), "throw new Error('no luck');"),
    message: 'suite-broken cannot be loaded: no luck',
  },
  'suite-old': {
    change: (at) => edit(join(at, 'dist/index.js'), "'^1.0.0'", "'^2.0.0'"),
    message: 'suite-old works with versions ^2.0.0 of the suite, and this is 1.0.0',
  },
  'suite-two': {
    change: (at) =>
      cp(join(root, 'node_modules/@nestjs/common/package.json'), join(at, 'node_modules/@nestjs/common/package.json')),
    message: 'suite-two has a copy of @nestjs/common of its own',
  },
  'suite-app': {
    change: (at) => edit(join(at, 'dist/index.js'), "name: 'stock', title", "name: 'sales', title"),
    message: "suite-app cannot be loaded: The name 'sales' is taken",
  },
  'suite-none': {
    change: (at) => writeFile(join(at, 'dist/index.js'), 'export {};'),
    message: 'suite-none exports 0 classes with @Extension',
  },
  'suite-setting': { change: async () => undefined, message: 'COMPANIES_DORMANT_DAYS must be', of: 'suite-companies' },
  'suite-screen': {
    change: (at) =>
      edit(
        join(at, 'dist/index.js'),
        'migrations: [',
        "console: { module: new URL('./none.js', import.meta.url), screens: [] }, migrations: [",
      ),
    message: 'dist/none.js, where no file is: build it, or mend the address.',
  },
  'suite-secret': {
    change: (at) => edit(join(at, 'dist/stock.settings.js'), 'STOCK_MAX_ITEMS', 'SECRETS_KEY'),
    message: 'its settings must begin with STOCK_',
  },
};

/** Runs `npx suite-check` in a folder. Answers the code with which it ends, and what it writes. */
async function suiteCheck(at: string, args: string[] = [], extensions?: string): Promise<[code: number, text: string]> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, ...(extensions && { EXTENSIONS: extensions }) };
  const command = [join(source, 'node_modules/.bin/suite-check'), ...args];
  return run(process.execPath, command, { cwd: at, env }).then(
    ({ stdout }) => [0, stdout],
    ({ code, stdout, stderr }) => [code, stdout + stderr],
  );
}

async function query(sql: string, url = database.url): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}
const byTable = (one: { table: string }, two: { table: string }) => (one.table < two.table ? -1 : 1);

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
    EXTENSIONS: 'suite-stock,suite-companies',
    LOG_LEVEL: 'info',
  };
  [source, sourceOfCompanies] = [join(place, 'suite-stock'), join(place, 'suite-companies')];
  await placeSuite(build, place);
  await placeExample('stock', place, source);
  await placeExample('companies', place, sourceOfCompanies);
  await Promise.all([source, sourceOfCompanies].map(compilePackage));
  const pack = ['pack', source, sourceOfCompanies, '--ignore-scripts', '--pack-destination', place];
  const { stdout } = await run('npm', pack, { cwd: place });
  for (const file of stdout.trim().split('\n')) {
    const name = file.replace(/-1\.0\.0\.tgz$/, '');
    await mkdir(join(place, 'packed', name), { recursive: true });
    await run('tar', ['-xzf', join(place, file), '-C', join(place, 'packed', name)]);
    await install(name, undefined, name);
  }
}, 600_000);
afterAll(async () => {
  await database.drop();
  await rm(place, { recursive: true, force: true });
});

describe('packages beside the product', () => {
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
      data: Object.entries(MIGRATIONS).map(([name, migrations]) => ({ name, migrations })),
    });
    app = await start();
    first = /wsk_\w+/.exec(app.stdout())![0];
    await query('update api_keys set operator = true');
    other = (await cli('workspace', 'create', '--name', 'Other', '--owner-email', 'other@example.com')).api_key;
  });
  afterAll(() => app?.stop());

  it.each(['suite-stock', 'suite-companies'])('%s has its files only', async (name) => {
    const files = await readdir(join(place, 'packed', name, 'package'));
    expect(files).toEqual(['README.md', 'dist', 'package.json']);
  });

  it('run beside the bundle, and have no second copy of anything in it', async () => {
    const { NODE_OPTIONS, loaded } = await recordFiles(place);
    const another = await start({ NODE_OPTIONS });
    await another.stop();
    const files = await loaded();
    expect(files.length).toBeLessThan(400);
    const bundled = await bundledFiles(build);
    expect(files.filter((file) => bundled.has(file))).toEqual([]);
  });

  it('answer, and their records stay in their workspace', async () => {
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
    const company = (await ask(first, 'POST', COMPANIES, { name: 'Acme', domain: 'acme.example' })).body;
    const ada = (await ask(first, 'POST', '/v1/sales/contacts', { email: 'ada@acme.example' })).body;
    await eventually(async () =>
      expect((await ask(first, 'GET', `/v1/companies/memberships?company_id=${company.id}`)).body.data).toMatchObject([
        { contact_id: ada.id },
      ]),
    );
    expect((await ask(other, 'GET', COMPANIES)).body.data).toEqual([]);
  });

  it('ask for their scopes, and take part in audit, events and roles', async () => {
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

  it('are in the contract, the log and the list of operators', async () => {
    const document = (await ask(first, 'GET', '/openapi.json')).body;
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining([`${START}/{id}`, `${COMPANIES}/{id}/merge`]));
    expect(document.paths[COMPANIES].get['x-nav']).toEqual({ icon: 'work' });
    expect(document.tags).toContainEqual({ name: 'stock', description: 'Stock' });
    const listed = await cli('extensions', 'list');
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(listed.data).toEqual([
      { name: 'stock', package: 'suite-stock', version: '1.0.0', hash },
      { name: 'companies', package: 'suite-companies', version: '1.0.0', hash },
    ]);
    for (const { name, package: from, hash: of } of listed.data)
      await logged(`Extension ${name}: ${from} 1.0.0, sha256 ${of}`);
    const [ofStock, ofCompanies] = listed.data.map((each: object) => ({
      ...each,
      loaded: true,
      kept_rows: 0,
      problem: null,
    }));
    expect((await ask(first, 'GET', '/v1/operations/extensions')).body.data).toEqual([ofCompanies, ofStock]);
    expect((await ask(other, 'GET', '/v1/operations/extensions')).status).toBe(403);
    expect((await cli('extensions', 'plan')).data).toEqual([
      { name: 'stock', migrations: [] },
      { name: 'companies', migrations: [] },
    ]);
  });

  it('have their screens in the console', async () => {
    const page = await (await fetch(`${app.base}/console`)).text();
    const [{ module, ...screen }] = JSON.parse(
      /name="screens" content="([^"]*)"/.exec(page)![1]!.replaceAll('&quot;', '"'),
    );
    expect(screen).toEqual({
      extension: 'companies',
      app: 'companies',
      path: 'cities',
      title: { en: 'Cities', de: 'Städte' },
      icon: 'list',
      scopes: ['companies:read'],
    });
    expect(await (await fetch(app.base + module)).text()).toBe(
      await readFile(join(place, 'node_modules/suite-companies/dist/console/screens.js'), 'utf8'),
    );
  });

  it('keep their data while they are away', async () => {
    await app.stop();
    app = await start({ EXTENSIONS: '' });
    expect((await ask(first, 'GET', START)).status).toBe(404);
    expect((await ask(first, 'GET', '/v1/access/roles')).status).toBe(200);
    for (const name of ['stock', 'companies'])
      await logged(`The extension ${name} has data here and is not loaded. They are kept`);
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

  it('are back with their data, without optional ones that are broken, and are told of a migration that was changed', async () => {
    await app.stop();
    for (const [name, { change, of }] of Object.entries(BROKEN)) await install(name, change, of);
    const file = join(place, 'node_modules/suite-stock/dist/migrations.js');
    await edit(file, 'create table stock_items (', 'create table  stock_items ( -- pieces\n');
    const changed = 'stock: the migration StockItems1795000000000 was changed after it had run here';
    const optional = ['suite-gone', ...Object.keys(BROKEN)].join();
    const EXTENSIONS = `${optional},suite-stock`;
    app = await start({ EXTENSIONS, EXTENSIONS_OPTIONAL: optional, COMPANIES_DORMANT_DAYS: 'many' });
    for (const { message } of Object.values(BROKEN)) await logged(message);
    await logged('The extension suite-gone is not installed');
    await logged(`${changed}; write another one, or take it back`);
    expect((await ask(first, 'GET', START)).body.data).toHaveLength(2);
    expect((await ask(other, 'POST', START, { name: 'Nails' })).status).toBe(403);
    // Nothing that they have declared is left.
    expect(await (await fetch(`${app.base}/openapi.json`)).text()).not.toContain('companies.company');
    expect((await cli('migrate')).warnings).toEqual([expect.stringContaining(changed)]);
    expect(await cliWith({ ...settings, APP_ENV: 'production' }, 'migrate')).toEqual({ migrations: [] });
    await edit(file, 'create table  stock_items ( -- pieces\n', 'create table stock_items (');
  });

  it('are removed, after an archive of each workspace that has their records', async () => {
    const archives = join(place, 'archives');
    const remove = ['extensions', 'remove', 'stock', '--archives', archives];
    await expect(cli(...remove)).rejects.toThrow('The extension stock is loaded');
    await app.stop();
    const without = { ...settings, EXTENSIONS: '' };
    const removed = await cliWith(without, ...remove);
    expect(removed).toMatchObject({ name: 'stock', tables: ['stock_items', 'stock_migrations'] });
    expect(removed.archives).toHaveLength(1);
    expect((await readFile(removed.archives[0])).includes('records/stock_items.jsonl')).toBe(true);
    expect(await query(`select relname from pg_class where relname like 'stock%'`)).toEqual([]);
    [archive] = removed.archives;
  });

  it('migrate anew once they have been removed, and take the last migration back', async () => {
    expect(await cli('migrate')).toEqual({ migrations: MIGRATIONS.stock });
    const back = await cli('migrate', '--down', '1', '--extension', 'companies');
    expect(back).toEqual({ taken_back: MIGRATIONS.companies.slice(-1) });
  });

  it('have their records back from an archive that was imported before they were installed', async () => {
    const elsewhere = await createDatabase();
    const there = { ...settings, DATABASE_URL: elsewhere.url, DATA_DIR: join(place, 'elsewhere') };
    try {
      const without = { ...there, EXTENSIONS: '' };
      const imported = await cliWith(without, 'workspace', 'import', archive);
      const kept = [
        { extension: 'companies', table: 'companies', rows: 1 },
        { extension: 'companies', table: 'companies_memberships', rows: 1 },
        { extension: 'stock', table: 'stock_items', rows: 2 },
      ];
      expect(imported.kept.toSorted(byTable)).toEqual(kept);
      const { workspace_id } = imported;
      const waiting = kept.map((each) => ({ ...each, workspace_id, problem: null }));
      const { data } = await cliWith(without, 'extensions', 'kept', '--insert');
      expect(data.toSorted(byTable)).toEqual(waiting);
      const granted = ['--workspace', workspace_id, '--name', 'Moved', '--scopes', 'read:all'];
      app = await startProcess(build, without, place);
      await logged('2 rows from archives are kept until the extension stock is here.');
      await app.stop();
      app = await startProcess(build, there, place);
      const { key } = await cliWith(there, 'key', 'create', ...granted);
      await eventually(async () => expect((await ask(key, 'GET', `${START}?sort=name:asc`)).body.data).toHaveLength(2));
      await eventually(async () => expect(await query('select from kept_rows', elsewhere.url)).toEqual([]));
      expect((await ask(key, 'GET', `${START}?q=screws`)).body.data).toMatchObject([{ name: 'Screws', pieces: 12 }]);
      expect((await ask(key, 'GET', COMPANIES)).body.data).toMatchObject([{ name: 'Acme' }]);
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
  /** A folder with the tests of both packages, in which both are installed. */
  async function both(name: string, installed: { stock: string; companies: string }): Promise<string> {
    const at = join(place, name);
    await mkdir(join(at, 'node_modules'), { recursive: true });
    for (const each of await readdir(join(source, 'node_modules')))
      await symlink(await realpath(join(source, 'node_modules', each)), join(at, 'node_modules', each));
    for (const [each, from] of Object.entries(installed)) {
      await symlink(from, join(at, 'node_modules', `suite-${each}`));
      await cp(join(from, 'test'), join(at, 'test'), { recursive: true });
    }
    return at;
  }
  /** A copy of a package that is changed and built. */
  async function changed(of: string, name: string, change: Change): Promise<string> {
    const at = join(place, name);
    await cp(of, at, { recursive: true });
    await change(join(at, 'src'));
    await compilePackage(at);
    return at;
  }
  const BOTH = 'suite-stock,suite-companies';

  it('passes the examples, with the specs of their own', async () => {
    const at = await both('suite-both', { stock: source, companies: sourceOfCompanies });
    const [code, text] = await suiteCheck(at, [], BOTH);
    expect(text).toMatch(/\n[12]\d\d checks passed, 0 failed/);
    expect(code).toBe(0);
  });

  it('says which check failed on which route, finds lists without an index, and records without a sample', async () => {
    const stock = await changed(source, 'suite-careless', async (src) => {
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
      await edit(join(src, 'item.entity.ts'), 'max: 80', "max: 80, audit: 'digest'");
      const resource = join(src, 'item.resource.ts');
      await edit(resource, 'defineResource }', 'defineResource, Id, Text }');
      const created = `class ItemCreated {
  @Id('stockitem', { description: 'The item.' }) item_id: string;
  @Text({ description: 'Its name.' }) name: string;
}`;
      await edit(resource, 'export const', `${created}\n\nexport const`);
      await edit(resource, '  errors: {', '  events: { created: ItemCreated },\n  errors: {');
    });
    const companies = await changed(sourceOfCompanies, 'suite-slow', async (src) => {
      await edit(join(src, 'company.dto.ts'), "sort: ['created_at', 'name']", "sort: ['created_at', 'name', 'city']");
      await edit(join(src, 'company.entity.ts'), "max: 80, example: 'Berlin'", "max: 3000, example: 'Berlin'");
      await rm(join(src, '../test/membership.sample.ts'));
    });
    const at = await both('suite-wrong', { stock, companies });
    // No part of the walkers, and so not run.
    await writeFile(join(at, 'test/other.spec.ts'), "it('is not run', () => expect.fail('Never'));");
    const [code, text] = await suiteCheck(at, ['walkers'], BOTH);
    expect(code).toBe(1);
    expect(text).toMatch(
      /✗ GET \/v1\/stock\/items > shows nothing of another workspace[^✗]*Mend it: Read through the store of the entity, or add `workspace_id = \$1`/,
    );
    expect(text).toMatch(
      /✗ routes that write ask for the write scope[^✗]*'POST \/v1\/stock\/items\/counted'[^✗]*Mend it: Leave `scope` out/,
    );
    expect(text).toMatch(/✗ policies > stock\.item: a policy on records hides them[^✗]*Mend it: /);
    expect(text).toMatch(/✗ audit trail > texts of any length[^✗]*companies\.company\.city[^✗]*Mend it: Declare/);
    expect(text).toMatch(
      /✗ audit trail > POST \/v1\/stock\/items: contents[^✗]*stock\.item\.created name[^✗]*Mend it: Leave contents out/,
    );
    expect(text).toMatch(/✗ lists > lists read few rows[^✗]*sort=city:asc[^✗]*Mend it: Add an index/);
    expect(text).toMatch(/✗ samples > say how each record is made[^✗]*companies\.membership[^✗]*Mend it: Add a file/);
    expect(text).not.toContain('Never');
  });

  it('names what is wrong with the package of the folder, if it cannot be loaded', async () => {
    const at = join(place, 'suite-newer');
    await cp(source, at, { recursive: true });
    await edit(join(at, 'dist/index.js'), "'^1.0.0'", "'^2.0.0'");
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

  it.each<[string, string, Change, string]>([
    [
      'a taken prefix',
      'suite-prefix',
      (at) => edit(join(at, 'dist/item.resource.js'), "'stockitem'", "'deal'"),
      'stock.item: ids of sales.deal begin with deal_ as well',
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
    expect(await refusal({ DATABASE_URL: own.url, EXTENSIONS: name })).toContain(message);
  });

  it('a package that is not there', async () => {
    expect(await refusal({ EXTENSIONS: 'suite-gone' })).toContain('The extension suite-gone is not installed');
  });
});
