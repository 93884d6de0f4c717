import { expect } from 'vitest';
import type { Route } from '../../src/platform/request/routes.js';
import { expectError } from '../expect-error.js';
import { isCatalogue, isOwn, make, prepare } from '../support/sample-registry.js';
import { Client } from '../support/test-app.js';
import type { Walk } from './walk.js';

/** Checks that workspaces see and change nothing of each other. */

/** Lists of one workspace, whose totals can be compared. */
export const isList = (route: Route): boolean =>
  !!route.endpoint!.page && !route.path.includes(':') && !isOwn(route) && !isCatalogue(route);

export async function hidesFromStranger(route: Route, walk: Walk): Promise<void> {
  const request = await walk.requestOf(route);
  const before = await stateOf(route, request.path, walk.owner);
  expectError(await request.send(walk.stranger), 404);
  expectError(await request.send(walk.stranger, { 'If-Match': '*', 'Idempotency-Key': 'foreign' }), 404);
  expect(await stateOf(route, request.path, walk.owner)).toEqual(before);
}

export async function takesKeysOfEach(route: Route, { owner, stranger }: Walk): Promise<void> {
  const request = await prepare(route, owner);
  await make(stranger, route.endpoint!.resource.type);
  const [ofOwner, ofStranger] = [await request.send(owner), await request.send(stranger)];
  expect([ofOwner.status, ofStranger.status]).toEqual([200, 201]);
  expect(ofStranger.body.id).not.toBe(ofOwner.body.id);
  expect((await request.send(owner)).body).toEqual(ofOwner.body);
}

export async function listsOwn(route: Route, walk: Walk): Promise<void> {
  const { owner, stranger, made } = walk;
  const { type } = route.endpoint!.resource;
  if (made.includes(type)) for (const client of [owner, owner, stranger]) await make(client, type);
  // Some lists show nothing unless they are asked for something.
  const { path } = await prepare(route, owner);
  await prepare(route, stranger);
  await settled(walk);
  const [ofOwner, ofStranger] = [await everything(owner, path), await everything(stranger, path)];
  expect(ofOwner.length).toBeGreaterThan(1);
  expect(ofStranger.filter((id) => ofOwner.includes(id))).toEqual([]);

  const { body } = await owner.get(withQuery(path, 'limit=1'));
  expect(body.meta.total).toBe(ofOwner.length);
  expect((await stranger.get(path)).body.meta.total).toBe(ofStranger.length);
  const next = withQuery(path, `limit=1&cursor=${body.meta.next_cursor}`);
  expect((await owner.get(next)).status).toBe(200);
  expectError(await stranger.get(next), 400);
}

export async function leavesTraces(type: string, { suite, owner, stranger }: Walk): Promise<void> {
  const id = await make(owner, type);
  const trail = `/v1/guard/audit-logs?resource_id=${id}`;
  expect((await owner.get(trail)).body.meta.total).toBeGreaterThan(0);
  expect((await stranger.get(trail)).body.data).toEqual([]);
  for (const table of ['audit_entries', 'outbox', 'events']) {
    const { rows } = await suite.database.execute(
      `select workspace_id from ${table} entry where entry::text like '%' || $1 || '%' and workspace_id <> $2`,
      [id, suite.workspaceId],
    );
    expect(rows, table).toEqual([]);
  }
}

export async function keepsToItsWorkspace({ suite, owner, stranger }: Walk): Promise<void> {
  const id = await make(owner, 'office.document');
  const { body } = await stranger.post('/v1/access/api-keys', { name: 'B', scopes: ['read:all', 'write:all'] });
  const key = new Client(suite.base, body.key);
  expectError(await key.get(`/v1/office/documents/${id}?workspace_id=${suite.workspaceId}`), 404);
  const made = await key.post('/v1/office/documents', { title: 'Mine', workspace_id: suite.workspaceId });
  expectError(await owner.get(`/v1/office/documents/${made.body.id}`), 404);
  expect((await stranger.get(`/v1/office/documents/${made.body.id}`)).status).toBe(200);
}

/** The record that a path names, as its owner sees it, in the trash too. */
async function stateOf(route: Route, path: string, owner: Client): Promise<unknown> {
  const depth = route.path.split('/').findLastIndex((part) => part.startsWith(':'));
  const record = path.split('/', depth + 1).join('/');
  const { status, body } = await owner.get(`${record}?include_deleted=true`);
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

/** Resolves when every event is in the log, every export and archive is written, and sample data is there, so that lists stand still. */
async function settled({ suite }: Walk): Promise<void> {
  const waiting = async () =>
    (
      await suite.database.execute(
        `select from guard_exports where status in ('pending', 'processing')
         union all select from workspace_archives where status in ('pending', 'processing')
         union all select from imports where sample and status in ('pending', 'running') union all select from outbox`,
      )
    ).count;
  await expect.poll(waiting).toBe(0);
}
