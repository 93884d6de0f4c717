import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAsClient, browserOf, identityOf, registerClient, tokensOf } from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { ApiKeysService } from './api-keys.service.js';

const PATH = '/v1/access/api-keys';
const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

/** An admin who lets an application act for them, and how that ends. */
async function grant() {
  const user = await makeUser(suite, { roles: ['access:admin', 'office:admin'] });
  const app = await registerClient(suite, { scopes: ['access:read', 'access:write', 'office:read'] });
  const tokens = await tokensOf(suite, app, await browserOf(suite, user));
  const revoke = () => askAsClient(suite, '/oauth/revoke', { token: tokens.refresh_token, ...identityOf(app) });
  return { client: new Client(suite.base, tokens.access_token), revoke };
}

async function aKey(by: Client, scopes = ['office:read']) {
  const { status, body, text } = await by.post(PATH, { name: 'Key', scopes });
  expect(status, text).toBe(201);
  return { id: body.id as string, client: new Client(suite.base, body.key) };
}

const statusOf = async (id: string) => (await suite.client.get(`${PATH}/${id}`)).body.status;
const actionsOf = async (id: string) =>
  (await suite.client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body.data.map(
    ({ action, actor }: { action: string; actor: { type: string } }) => `${action} ${actor.type}`,
  );

describe('a key that is made through a grant to an OAuth client (D-WH-11)', () => {
  it('ends with the grant, and so does a key that it makes', async () => {
    const { client, revoke } = await grant();
    const key = await aKey(client, ['access:read', 'access:write', 'office:read']);
    const child = await aKey(key.client);
    const both = () => Promise.all([key, child].map(async (each) => (await each.client.get(DOCUMENTS)).status));
    expect(await both()).toEqual([200, 200]);
    await suite.app.get(ApiKeysService).revokeOrphaned();
    expect(await both()).toEqual([200, 200]);

    expect((await revoke()).status).toBe(200);
    await expect.poll(both).toEqual([401, 401]);
    await suite.app.get(ApiKeysService).revokeOrphaned();
    for (const { id } of [key, child]) {
      await expect.poll(() => statusOf(id)).toBe('revoked');
      expect((await actionsOf(id))[0]).toBe('access.api_key.revoked system');
    }
  });

  it('goes on as the key of an admin who rotates it', async () => {
    const { client, revoke } = await grant();
    const key = await aKey(client);
    const { body } = await suite.client.post(`${PATH}/${key.id}/rotate`);
    await revoke();
    await expect.poll(async () => (await key.client.get(DOCUMENTS)).status).toBe(401);
    await suite.app.get(ApiKeysService).revokeOrphaned();
    expect((await suite.client.get(DOCUMENTS, { key: body.key })).status).toBe(200);
  });

  it('is none where somebody makes it in their browser, whose session may end', async () => {
    const { client: admin, userId } = await suite.signedIn('access:admin', 'office:admin');
    const key = await aKey(admin);
    await suite.database.execute('update sessions set revoked_at = now() where user_id = $1', [userId]);
    await suite.app.get(ApiKeysService).revokeOrphaned();
    expect((await key.client.get(DOCUMENTS)).status).toBe(200);
  });
});
