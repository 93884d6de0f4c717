import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../src/platform/config/read-settings.js';
import { QUEUE_DEFAULTS, QueueServer, SuiteQueue } from '../src/platform/queues/queue-server.js';
import {
  type AppProcess,
  type Build,
  buildApp,
  compilePackage,
  placeExample,
  placeSuite,
  startProcess,
} from './processes.js';
import { eventually } from './support/eventually.js';
import { createDatabase } from './support/test-app.js';

/**
 * Work, timers, jobs, imports, subscriptions, rules, views and rights of an extension, in one deployment that is started with it, without
 * it, and with it again.
 */

/** Background work of items: an order for each, which fills it up; a listener; a task; an import. */
const WORK = `
import { Injectable } from '@nestjs/common';
import {
  Database, EventListener, type ImportItem, ImportKind, ImportKinds, type ImportOutcome, type ImportValues, InjectStore, type Lease,
  LeasedWork, Maintenance, type ResourceStore, type StoredEvent, type WorkItem, type WorkProcessor,
} from 'workspace-suite/platform';
import { Item } from './item.entity.js';

@LeasedWork({
  kind: 'stock_order', table: 'stock_orders', task: 'stock.orders', description: 'Sends orders.', queue: 'stock-orders',
  backoff: { firstSeconds: 1, maxSeconds: 10 }, giveUp: { attempts: 5 },
})
export class Orders implements WorkProcessor<WorkItem & { id: string }> {
  constructor(@InjectStore(Item) private readonly items: ResourceStore<Item>, maintenance: Maintenance) {
    maintenance.add({ name: 'stock.count', description: 'Counts items.', every: 3_600_000, run: async () => undefined });
  }
  process({ id }: { id: string }, lease: Lease): Promise<void> {
    return lease.complete(async () => {
      const item = await this.items.find(id, { lock: true });
      if (item) await this.items.update(item, { pieces: 100 });
    });
  }
}

@Injectable()
export class Heard extends EventListener {
  readonly name = 'stock';
  override readonly types = ['office.document.created'];
  constructor(private readonly database: Database) { super(); }
  async handle(events: StoredEvent[]): Promise<void> {
    for (const { workspace_id, id } of events)
      await this.database.write('insert into stock_heard values ($1, $2)', [workspace_id, id]);
  }
}

@Injectable()
export class ItemImport extends ImportKind<Item> {
  readonly name = 'stock_item';
  override readonly header = ['name', 'pieces'];
  readonly fields = { name: { type: 'text', max: 80, required: true }, pieces: { type: 'number' } } as const;
  constructor(@InjectStore(Item) store: ResourceStore<Item>, kinds: ImportKinds) { super(store); kinds.add(this); }
  check(values: ImportValues): ImportValues { return values; }
  async write(items: readonly ImportItem<Item>[]): Promise<ImportOutcome<Item>[]> {
    const outcomes: ImportOutcome<Item>[] = [];
    for (const { values } of items) outcomes.push({ record: await this.store.create(values as Partial<Item>), result: 'created' });
    return outcomes;
  }
}
`;
const TABLES = `
      create table stock_orders (
        workspace_id text not null references workspaces, id text not null, attempts integer not null default 0,
        next_attempt_at timestamptz(3), error text, created_at timestamptz(3) not null, primary key (workspace_id, id)
      );
      create table stock_heard (workspace_id text not null, id text not null, primary key (workspace_id, id));
      create table stock_items (`;

let place: string;
let build: Build;
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
let settings: Record<string, string>;
let app: AppProcess;
let owner: string;

beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'suite-absent-')));
  build = await buildApp({ testing: true });
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: join(place, 'data'),
    SECRETS_KEY: 'a secret that only tests know, long enough',
    RATE_LIMIT: 'off',
    EXTENSIONS: 'suite-stock',
  };
  const source = join(place, 'node_modules/suite-stock');
  await placeSuite(build, place);
  await placeExample('stock', place, source);
  await writeFile(join(source, 'src/work.ts'), WORK);
  const edit = async (name: string, from: string, to: string) => {
    const path = join(source, 'src', name);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  };
  await edit('index.ts', 'providers: [ItemsService]', 'providers: [ItemsService, Orders, Heard, ItemImport]');
  await edit(
    'index.ts',
    'import { StockSettings',
    `import { Heard, ItemImport, Orders } from './work.js';\nimport { StockSettings`,
  );
  await edit('migrations.ts', '      create table stock_items (', TABLES);
  await compilePackage(source);
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await client?.end();
  await database?.drop();
  await rm(place, { recursive: true, force: true });
});

const start = (extensions: string, other: Record<string, string> = {}) =>
  startProcess(build, { ...settings, ...other, EXTENSIONS: extensions }, place);
const ask = async (method: string, path: string, body?: object | string, key = owner) => {
  const isForm = typeof body === 'string';
  const headers = {
    'X-API-Key': key,
    'Content-Type': isForm ? 'multipart/form-data; boundary=x' : 'application/json',
  };
  const answer = await fetch(app.base + path, {
    method,
    headers,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: /^[{[]/.test(text) ? JSON.parse(text) : text };
};
const made = async (path: string, body: object | string) => {
  const answer = await ask('POST', path, body);
  expect(answer.status, JSON.stringify(answer)).toBeLessThan(300);
  return answer.body;
};
const rows = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
const csv = (...names: string[]) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="stock_items.csv"\r\n\r\nname,pieces\r\n${names
    .map((name) => `${name},3`)
    .join('\r\n')}\r\n--x--\r\n`;

/** The place of each record that names the extension. */
const left: string[] = [];
let item: string;
let importing: string;

it('is there, with something of everything', async () => {
  app = await start('suite-stock');
  owner = /wsk_\w+/.exec(app.stdout())![0];
  await rows('update api_keys set operator = true');
  item = (await made('/v1/stock/items', { name: 'Screws', pieces: 1 })).id;
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['stock.item.created', 'office.document.created'] };
  const add = async (list: string, body: object, id = 'id') => left.push(`${list}/${(await made(list, body))[id]}`);
  await add('/v1/guard/alert-rules', { name: 'Items', condition: { actions: ['stock.item.created'] }, threshold: 1 });
  const policy = { name: 'Items', status: 'active', principals: [{ type: 'any' }] };
  const about = { actions: ['stock:delete'], resources: [{ type: 'stock.item' }] };
  await add('/v1/guard/policies', { ...policy, ...about, effect: 'deny', when: { before: { name: 'Screws' } } });
  await add('/v1/views', { type: 'stock.item', name: 'Items', sort: 'name:asc', shared: true });
  await add('/v1/views', { type: 'stock.item', name: 'All items', shared: true });
  await add('/v1/access/api-keys', { name: 'Stock', scopes: ['stock:read'] });
  await add('/v1/access/users', { email: 'keeper@example.com', display_name: 'Keeper', roles: ['stock:editor'] });
  const client = { name: 'Stock app', type: 'public', redirect_uris: ['https://a.example.com/back'] };
  await add('/v1/access/oauth-clients', { ...client, scopes: ['stock:read'] }, 'client_id');
  await add('/v1/webhooks', { ...hook, where: { 'stock.item.created': { name: 'Nails' } } });
  await add('/v1/webhooks', { ...hook, events: ['*'] });
  await made('/v1/stock/items', { name: 'Nails', pieces: 1 });
  await eventually(async () => expect(await deliveries()).toHaveLength(2));
  importing = (await made('/v1/imports', csv('Bolts', 'Nuts'))).id;
  await eventually(async () => expect((await ask('GET', `/v1/imports/${importing}`)).body.status).toBe('completed'));
  left.push(`/v1/imports/${importing}`);
  await app.stop();
  // Nobody works on this one.
  app = await start('suite-stock', { ROLE: 'api' });
  importing = (await made('/v1/imports', csv('Rivets'))).id;
  left.push(`/v1/imports/${importing}`);
  await app.stop();
});

const deliveries = () =>
  rows(`select d.id from webhook_deliveries d join events e on (e.workspace_id, e.id) = (d.workspace_id, d.event_id)
        where e.type = 'stock.item.created' and e.payload ->> 'name' = 'Nails'`);

it('is away: what waits for it waits, and nothing else is disturbed', async () => {
  // Due while nobody does it: an order, a job, an import, and events that were in the log before.
  await rows(
    `insert into stock_orders (workspace_id, id, next_attempt_at, created_at) select workspace_id, id, now(), now() from stock_items
     where id = $1`,
    [item],
  );
  await rows('update event_cursors set position = 0');
  const server = await QueueServer.open(readSettings(settings));
  const queue = new SuiteQueue('stock-orders', { ...QUEUE_DEFAULTS, connection: server.connection as never });
  await queue.add('stock_order', { id: item }, { jobId: 'of_before' });
  await queue.close();
  await server.close();

  app = await start('');
  await eventually(() => expect(app.stderr()).toContain('The extension stock has data here and is not loaded'));
  expect(app.stderr()).toContain('Items of its background work that wait: 1.');
  const imports = 'Imports of stock_item wait for the extension that has them: 1.';
  await eventually(() => expect(app.stderr()).toContain(imports));
  expect((await ask('GET', '/v1/operations/extensions')).body.data).toMatchObject([{ name: 'stock', loaded: false }]);
  const { paths } = (await ask('GET', '/openapi.json')).body;
  const lists = Object.keys(paths).filter(
    (path) => paths[path].get && !path.includes('{') && !/stream|download|scim/.test(path),
  );
  expect(lists.length).toBeGreaterThan(50);
  const failed: unknown[] = [];
  for (const path of lists) {
    const { status, body } = await ask('GET', path);
    if (status >= 500) failed.push([path, body]);
  }
  for (const path of left) {
    const shown = await ask('GET', path);
    if (shown.status >= 500) failed.push([path, shown.body]);
    const isHidden = /^\/v1\/(webhooks|views|imports)\//.test(path) && shown.status === 404;
    if (!isHidden && shown.status !== 200) failed.push([path, shown]);
    const changed = await ask('PATCH', path, path.includes('/users/') ? { display_name: 'Kim' } : { name: 'Renamed' });
    if (changed.status >= 500) failed.push(['PATCH', path, changed.body]);
  }
  expect(failed).toEqual([]);
  // Events of it that come now are handled by all, and so are others after them.
  const { id } = await made('/v1/office/documents', { title: 'Meanwhile' });
  await eventually(async () =>
    expect(
      await rows(
        `select from webhook_deliveries d join events e on (e.workspace_id, e.id) = (d.workspace_id, d.event_id)
         where e.payload ->> 'document_id' = $1`,
        [id],
      ),
    ).toHaveLength(2),
  );
  expect(await rows('select listener, error from event_failures')).toEqual([]);
  expect(await rows('select attempts, error from stock_orders')).toEqual([{ attempts: 0, error: null }]);
  // It waits for its extension, instead of failing until it is given up.
  await eventually(async () =>
    expect(
      await rows('select error, attempts, lease_until is not null as waits from imports where id = $1', [importing]),
    ).toEqual([{ error: null, attempts: 0, waits: true }]),
  );
  await app.stop();
  // Events that were read again are not sent again.
  expect(await deliveries()).toHaveLength(2);
});

it('is back: it goes on with all of that', async () => {
  app = await start('suite-stock');
  await eventually(async () => expect((await ask('GET', `/v1/stock/items/${item}`)).body.pieces).toBe(100));
  expect(await rows('select from stock_orders')).toEqual([]);
  await eventually(async () => expect((await ask('GET', `/v1/imports/${importing}`)).body.status).toBe('completed'));
  expect((await ask('GET', '/v1/stock/items?q=rivets')).body.data).toMatchObject([{ name: 'Rivets', pieces: 3 }]);
  const documents = await rows(`select id from events where type = 'office.document.created'`);
  await eventually(async () => expect(await rows('select id from stock_heard')).toHaveLength(documents.length));
  await eventually(async () =>
    expect((await ask('GET', '/v1/operations/queues')).body.data).toContainEqual(
      expect.objectContaining({ name: 'stock-orders', waiting: 0, failed: 0 }),
    ),
  );
  for (const path of left) expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
});
