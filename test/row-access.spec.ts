import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from './support/test-app.js';
import { records } from './samples.js';

/** What somebody of each level of an app may do with a record of somebody else. */

const LEVELS = ['viewer', 'member', 'editor', 'admin'] as const;

interface Case {
  /** What it is. */
  name: string;
  app: 'office' | 'access';
  make: () => Promise<string>;
  path: string;
  change?: object;
  /** Statuses by level: viewer, member, editor, admin. */
  get?: number[];
  patch?: number[];
  remove: number[];
}

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

const made = (type: string) => () => records[type]!(suite.client);
const document = (visibility: string) => async () =>
  (await suite.client.post('/v1/office/documents', { title: 'Plan', permissions: { visibility } })).body.id;

const EVERYBODY = [200, 200, 200, 200];

const cases: Case[] = [
  {
    name: 'a private document',
    app: 'office',
    make: document('private'),
    path: '/v1/office/documents',
    get: [404, 404, 404, 200],
    patch: [403, 404, 404, 200],
    remove: [403, 404, 404, 204],
  },
  {
    name: 'a document of the workspace',
    app: 'office',
    make: document('workspace'),
    path: '/v1/office/documents',
    get: EVERYBODY,
    patch: [403, 403, 200, 200],
    remove: [403, 403, 204, 204],
  },
  {
    name: 'a sheet',
    app: 'office',
    make: made('office.sheet'),
    path: '/v1/office/sheets',
    get: EVERYBODY,
    patch: [403, 403, 200, 200],
    remove: [403, 403, 204, 204],
  },
  {
    name: 'a file',
    app: 'office',
    make: made('office.file'),
    path: '/v1/office/files',
    change: { name: 'Changed' },
    get: EVERYBODY,
    patch: [403, 403, 200, 200],
    remove: [403, 403, 204, 204],
  },
  {
    name: 'an upload',
    app: 'office',
    make: made('office.upload'),
    path: '/v1/office/files/upload/chunked',
    get: [404, 404, 200, 200],
    remove: [403, 404, 204, 204],
  },
  {
    name: 'a user',
    app: 'access',
    make: made('access.user'),
    path: '/v1/access/users',
    change: { display_name: 'Changed' },
    get: EVERYBODY,
    patch: [403, 403, 200, 200],
    remove: [403, 403, 204, 204],
  },
  {
    name: 'a group',
    app: 'access',
    make: made('access.group'),
    path: '/v1/access/groups',
    change: { description: 'Changed' },
    get: EVERYBODY,
    patch: [403, 403, 200, 200],
    remove: [403, 403, 204, 204],
  },
  {
    name: 'a session',
    app: 'access',
    make: made('access.session'),
    path: '/v1/access/sessions',
    remove: [403, 403, 204, 204],
  },
];

/** Whether a record is in the list, which must say as many records as it shows. */
async function lists(client: Client, path: string, id: string): Promise<boolean> {
  const { data, meta } = (await client.get(`${path}?limit=100`)).body;
  expect([data.length, meta.has_more]).toEqual([meta.total, false]);
  return data.some((record: { id: string }) => record.id === id);
}

describe.each(cases)('$name of somebody else', ({ app, make, path, change = { title: 'Changed' }, ...expected }) => {
  it.each(LEVELS.map((level, index) => [level, index] as const))('for %s', async (level, index) => {
    const { client } = await suite.signedIn(`${app}:${level}`);
    const id = await make();
    const { get, patch, remove } = expected;
    if (get) expect((await client.get(`${path}/${id}`)).status).toBe(get[index]);
    if (get && !path.endsWith('chunked')) expect(await lists(client, path, id)).toBe(get[index] === 200);
    if (patch) expect((await client.patch(`${path}/${id}`, change)).status).toBe(patch[index]);
    expect((await client.delete(`${path}/${id}`)).status).toBe(remove[index]);
  });
});

describe('His own record', () => {
  it.each(['documents', 'sheets'])('a member changes and trashes, but does not purge: %s', async (name) => {
    const { client, userId } = await suite.signedIn('office:member');
    const path = `/v1/office/${name}`;
    const { id } = (await client.post(path, { title: 'Mine' })).body;
    expect((await client.get(`${path}/${id}`)).body.owner_id).toBe(userId);
    expect((await client.patch(`${path}/${id}`, { title: 'Still mine' })).status).toBe(200);
    expect((await client.delete(`${path}/${id}?hard=true`)).status).toBe(403);
    expect((await client.delete(`${path}/${id}`)).status).toBe(204);
    expect((await client.post(`${path}/${id}/restore`)).status).toBe(200);
    const gift = await client.post(path, { title: 'Not mine', owner_id: suite.ownerId });
    expect(gift.status).toBe(403);
  });
});
