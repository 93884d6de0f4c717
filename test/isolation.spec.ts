import { afterAll, describe, expect, it } from 'vitest';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { Client, startTestApp } from './support/test-app.js';
import { expectError } from './expect-error.js';
import { isCatalogue, isOwn, madeTypes, make, nameOf, namesRecord, prepare } from './support/samples.js';

const suite = await startTestApp();
afterAll(() => suite.close());
const a = suite.client;
const b = (await suite.workspace('B', { operator: true })).client;
const routes = suite.app.get(Routes).all.filter(({ endpoint }) => endpoint);
const made = madeTypes(routes);
const named = (list: Route[]) => list.map((route) => [nameOf(route), route] as const);

const withId = routes.filter(namesRecord);
const withKey = routes.filter((route) => route.writes && route.loads?.key);
const lists = routes.filter(
  (route) => route.endpoint!.page && !route.path.includes(':') && !isOwn(route) && !isCatalogue(route),
);

describe.each(named(withId))('%s', (_, route) => {
  it('tells another workspace that there is nothing, and changes nothing', async () => {
    const request = await prepare(route, a);
    const before = await stateOf(route, request.path);
    expectError(await request.send(b), 404);
    expectError(await request.send(b, { 'If-Match': '*', 'Idempotency-Key': 'foreign' }), 404);
    expect(await stateOf(route, request.path)).toEqual(before);
    expect((await request.send(a)).status).toBe(route.status);
  });
});

describe.each(named(withKey))('%s', (_, route) => {
  it('makes a record in each workspace, whatever keys others use', async () => {
    const request = await prepare(route, a);
    await make(b, route.endpoint!.resource.type);
    const [ofA, ofB] = [await request.send(a), await request.send(b)];
    expect([ofA.status, ofB.status]).toEqual([200, 201]);
    expect(ofB.body.id).not.toBe(ofA.body.id);
    expect((await request.send(a)).body).toEqual(ofA.body);
  });
});

describe.each(named(lists))('%s', (_, route) => {
  it('shows nothing of another workspace and takes none of its cursors', async () => {
    const { type } = route.endpoint!.resource;
    if (made.includes(type)) for (const client of [a, a, b]) await make(client, type);
    // Some lists show nothing unless they are asked for something.
    const { path } = await prepare(route, a);
    await prepare(route, b);
    await settled();
    const ofA = await everything(a, path);
    const ofB = await everything(b, path);
    expect(ofA.length).toBeGreaterThan(1);
    expect(ofB.filter((id) => ofA.includes(id))).toEqual([]);

    const { body } = await a.get(withQuery(path, 'limit=1'));
    expect(body.meta.total).toBe(ofA.length);
    expect((await b.get(path)).body.meta.total).toBe(ofB.length);
    const next = withQuery(path, `limit=1&cursor=${body.meta.next_cursor}`);
    expect((await a.get(next)).status).toBe(200);
    expectError(await b.get(next), 400);
  });
});

// Records that no request changes have none of either.
const changed = made.filter((type) =>
  routes.some(({ endpoint, writes }) => writes && endpoint!.resource.type === type),
);

describe.each(changed)('%s', (type) => {
  it('leaves its events and audit entries in its own workspace only', async () => {
    const stranger = await suite.workspace();
    const id = await make(a, type);
    const trail = `/v1/guard/audit-logs?resource_id=${id}`;
    expect((await a.get(trail)).body.meta.total).toBeGreaterThan(0);
    expect((await stranger.client.get(trail)).body.data).toEqual([]);
    for (const table of ['audit_entries', 'outbox', 'events']) {
      const { rows } = await suite.database.execute(
        `select workspace_id from ${table} entry where entry::text like '%' || $1 || '%' and workspace_id <> $2`,
        [id, suite.workspaceId],
      );
      expect(rows, table).toEqual([]);
    }
  });
});

it('a key works in its own workspace only, also when it names another', async () => {
  const id = await make(a, 'office.document');
  const { body } = await b.post('/v1/access/api-keys', { name: 'B', scopes: ['read:all', 'write:all'] });
  const key = new Client(suite.base, body.key);
  expectError(await key.get(`/v1/office/documents/${id}?workspace_id=${suite.workspaceId}`), 404);
  const made = await key.post('/v1/office/documents', { title: 'Mine', workspace_id: suite.workspaceId });
  expectError(await a.get(`/v1/office/documents/${made.body.id}`), 404);
  expect((await b.get(`/v1/office/documents/${made.body.id}`)).status).toBe(200);
});

/** The record that a path names, as its owner sees it, in the trash too. */
async function stateOf(route: Route, path: string): Promise<unknown> {
  const depth = route.path.split('/').findLastIndex((part) => part.startsWith(':'));
  const record = path.split('/', depth + 1).join('/');
  const { status, body } = await a.get(`${record}?include_deleted=true`);
  // A record that cannot be read is compared by its status.
  if (status !== 200) return status;
  // Links are made anew for each look.
  const { download_url: _, download_url_expires_at: __, ...state } = body;
  return state;
}

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The ids of all records of a list. */
async function everything(client: Client, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const { data, meta } = (await client.get(withQuery(path, `limit=100${cursor && `&cursor=${cursor}`}`))).body;
    ids.push(
      ...data.map(
        (record: Record<string, string>) =>
          record.id ?? record.client_id ?? record.job_id ?? record.replay_id ?? record.timer_id ?? record.signature!,
      ),
    );
    if (!meta.next_cursor) return ids;
    cursor = meta.next_cursor;
  }
}

/** Resolves when every event is in the log and every export and archive is written, so that lists of them stand still. */
async function settled(): Promise<void> {
  const waiting = async () =>
    (
      await suite.database.execute(
        `select from guard_exports where status in ('pending', 'processing')
         union all select from workspace_archives where status in ('pending', 'processing') union all select from outbox`,
      )
    ).count;
  await expect.poll(waiting).toBe(0);
}
