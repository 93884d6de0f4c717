import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETED_USER } from '../../platform/fields/ids.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/access/api-keys';
const USERS = '/v1/access/users';
const DOCUMENTS = '/v1/office/documents';
const DAY = 86_400;

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

async function aKey(fields: object = {}, by = client) {
  const { status, body, text } = await by.post(PATH, { name: 'Key', scopes: ['office:read'], ...fields });
  if (status !== 201) throw new Error(text);
  return { ...body, path: `${PATH}/${body.id}`, client: new Client(by.base, body.key) };
}

const inSeconds = (seconds: number) => suite.clock.iso(seconds);

describe('No key outlives the one that made or changed it:', () => {
  const SCOPES = ['access:write', 'office:read'];

  it('a new one ends with it, or earlier', async () => {
    const maker = await aKey({ scopes: SCOPES, expires_at: inSeconds(DAY) });
    const make = (fields: object) => maker.client.post(PATH, { name: 'Key', scopes: ['office:read'], ...fields });
    expect((await make({})).body).toMatchObject({ expires_at: maker.expires_at });
    expect((await make({ expires_at: maker.expires_at })).status).toBe(201);
    const earlier = inSeconds(60);
    expect((await make({ expires_at: earlier })).body).toMatchObject({ expires_at: earlier });
    for (const expires_at of [null, inSeconds(DAY + 60)]) {
      const { status, body } = await make({ expires_at });
      expect([status, body.error.message]).toEqual([403, expect.stringContaining(maker.expires_at)]);
    }
  });

  it('nor does it lift its own end, or that of another one', async () => {
    const maker = await aKey({ scopes: SCOPES, expires_at: inSeconds(DAY) });
    const [endless, ending] = [await aKey(), await aKey({ expires_at: inSeconds(60) })];
    const change = async (key: { path: string }, fields: object) => (await maker.client.patch(key.path, fields)).status;
    for (const expires_at of [null, inSeconds(DAY + 60)])
      for (const key of [maker, endless, ending]) expect(await change(key, { expires_at })).toBe(403);
    // A key that it has changed is one that it vouches for.
    expect(await change(endless, { name: 'Mine' })).toBe(403);
    expect((await client.get(endless.path)).body).toMatchObject({ name: 'Key', expires_at: null });
    expect(await change(maker, { name: 'Renamed' })).toBe(200);
    expect(await change(ending, { expires_at: inSeconds(600) })).toBe(200);
    expect(await change(endless, { expires_at: inSeconds(600) })).toBe(200);
    expect((await maker.client.delete(ending.path)).status).toBe(204);
  });

  it('nor by rotation, its own included', async () => {
    const maker = await aKey({ scopes: SCOPES, expires_at: inSeconds(DAY) });
    const endless = await aKey({ scopes: SCOPES });
    expect((await maker.client.post(`${endless.path}/rotate`)).status).toBe(403);
    const next = await maker.client.post(`${maker.path}/rotate`);
    expect([next.status, next.body.expires_at]).toEqual([201, maker.expires_at]);
    expect((await endless.client.post(`${endless.path}/rotate`)).body).toMatchObject({ expires_at: null });
    // From here on it has an end: that of its grace.
    expect((await endless.client.post(`${endless.path}/rotate`)).status).toBe(403);
  });

  it('users set what end they like', async () => {
    const { client: owner } = await suite.signedIn('workspace:owner');
    const { path } = await aKey({ expires_at: inSeconds(60) }, owner);
    expect((await owner.patch(path, { expires_at: null })).body).toMatchObject({ expires_at: null });
  });
});

describe('The keys of a user', () => {
  /** An admin with a key that works in two processes, and has been used there. */
  async function maker() {
    const { client: user, userId } = await suite.signedIn('access:admin', 'office:admin');
    const key = await aKey({ scopes: ['office:read', 'access:read', 'access:write'] }, user);
    return { key, userId, user };
  }

  it('are refused while they are suspended, in every process, and work again afterwards', async () => {
    const beside = await startTestApp({}, { beside: suite });
    try {
      const { key, userId } = await maker();
      const made = await aKey({}, key.client);
      const there = new Client(beside.base, key.key);
      const all = () => Promise.all([key.client, made.client, there].map((by) => by.get(DOCUMENTS)));
      const statuses = async () => (await all()).map(({ status }) => status);
      expect(await statuses()).toEqual([200, 200, 200]);
      await client.post(`${USERS}/${userId}/deactivate`);
      expect((await key.client.get(DOCUMENTS)).status).toBe(401);
      await expect.poll(statuses).toEqual([401, 401, 401]);
      for (const { body } of await all()) expect(body.error.message).toMatch(/suspended/);
      expect((await client.get(key.path)).body.status).toBe('active');
      await client.post(`${USERS}/${userId}/reactivate`);
      expect((await key.client.get(DOCUMENTS)).status).toBe(200);
      await expect.poll(statuses).toEqual([200, 200, 200]);
    } finally {
      await beside.close();
    }
  });

  it('are taken over by the admin who rotates them, before or meanwhile', async () => {
    const { key, userId } = await maker();
    await client.post(`${USERS}/${userId}/deactivate`);
    const { client: admin, userId: adminId } = await suite.signedIn('access:admin', 'office:admin');
    const { status, body } = await admin.post(`${key.path}/rotate`);
    expect([status, body.created_by]).toEqual([201, adminId]);
    expect((await client.get(DOCUMENTS, { key: body.key })).status).toBe(200);
    expect((await key.client.get(DOCUMENTS)).status).toBe(401);
    expect((await client.delete(`${USERS}/${userId}`)).status).toBe(204);
    expect((await client.get(DOCUMENTS, { key: body.key })).status).toBe(200);
  });

  it('are revoked with a deleted one, and nobody brings them back', async () => {
    const { key, userId } = await maker();
    const made = await aKey({}, key.client);
    const ended = await aKey({}, key.client);
    await client.delete(ended.path);
    expect((await made.client.get(DOCUMENTS)).status).toBe(200);
    expect((await client.delete(`${USERS}/${userId}`)).status).toBe(204);
    for (const one of [key, made]) {
      const answer = await one.client.get(DOCUMENTS);
      expect([answer.status, answer.body.error.message]).toEqual([401, expect.stringMatching(/revoked/)]);
      expect((await client.get(one.path)).body).toMatchObject({ status: 'revoked', created_by: DELETED_USER });
      expect((await client.post(`${one.path}/rotate`)).status).toBe(409);
    }
    const actions = async (id: string) =>
      (await client.get(`/v1/guard/audit-logs?resource_id=${id}&outcome=success`)).body.data.map(
        ({ action }: { action: string }) => action,
      );
    expect(await actions(made.id)).toEqual(['access.api_key.revoked', 'access.api_key.created']);
    expect(await actions(ended.id)).toEqual(['access.api_key.revoked', 'access.api_key.created']);
  });

  it('are refused also where one was made just as the user went', async () => {
    const { key, userId } = await maker();
    await client.delete(`${USERS}/${userId}`);
    await suite.database.execute('update api_keys set revoked_at = null, created_by = $2 where id = $1', [
      key.id,
      userId,
    ]);
    await suite.database.execute(`notify suite_api_keys, '${key.id}'`);
    await expect
      .poll(async () => (await key.client.get(DOCUMENTS)).body.error.message)
      .toBe('The user who created the API key has been deleted.');
    // Whoever made it is looked for until nobody can write in their name any more.
    await suite.database.execute('update deleted_users set look_at = now() where user_id = $1', [userId]);
    await expect.poll(async () => (await client.get(key.path)).body.status).toBe('revoked');
  });
});
