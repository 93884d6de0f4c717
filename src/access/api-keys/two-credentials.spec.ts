import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { newToken } from './api-key.token.js';

const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
});
afterAll(() => suite.close());

async function aKey(by: Client): Promise<{ id: string; key: string }> {
  return (await by.post('/v1/access/api-keys', { name: 'Key', scopes: ['office:read'] })).body;
}

/** Sends two credentials at once, which is refused, and answers the id of the request. */
async function sendBoth(own: string, bearer: string): Promise<string> {
  const headers = { 'X-API-Key': own, Authorization: `Bearer ${bearer}` };
  const { status, body } = await client.get(DOCUMENTS, { key: null, headers });
  expect([status, body.error.message]).toEqual([401, 'The request has two credentials. Send only one.']);
  return body.error.request_id;
}

/** The actors of a request's denied entries in a workspace. */
async function notedOf(requestId: string, by = client): Promise<(string | null)[]> {
  const { body } = await by.get('/v1/guard/audit-logs?outcome=denied&limit=100');
  const entries: any[] = body.data.filter((entry: any) => entry.request_id === requestId);
  for (const entry of entries) {
    expect(entry).toMatchObject({ action: 'office.document.read', resource: { type: 'office.document' } });
  }
  return entries.map(({ actor }) => actor.id);
}

describe('Two credentials in one request are refused, and noted', () => {
  it('once in the name of X-API-Key, where both are of one workspace', async () => {
    const [one, other] = [await aKey(client), await aKey(client)];
    expect(await notedOf(await sendBoth(one.key, other.key))).toEqual([one.id]);
    const { client: user } = await suite.signedIn('office:viewer');
    expect(await notedOf(await sendBoth(other.key, user.key!))).toEqual([other.id]);
  });

  it('in each of two workspaces', async () => {
    const elsewhere = await suite.workspace();
    const [here, there] = [await aKey(client), await aKey(elsewhere.client)];
    const request = await sendBoth(here.key, there.key);
    expect(await notedOf(request)).toEqual([here.id]);
    expect(await notedOf(request, elsewhere.client)).toEqual([there.id]);
  });

  it('in the name of the one that is genuine', async () => {
    const { id, key } = await aKey(client);
    expect(await notedOf(await sendBoth(key, 'nonsense'))).toEqual([id]);
    expect(await notedOf(await sendBoth(newToken('test', 'ws_x'), key))).toEqual([id]);
    expect(await notedOf(await sendBoth('nonsense', newToken('test', 'ws_x')))).toEqual([]);
  });

  it('as often as the budget lasts', async () => {
    const own = await startTestApp({ ROLE: 'api', RATE_LIMIT: '2' }, { beside: suite });
    try {
      const [one, other] = [await aKey(client), await aKey(client)];
      const headers = { 'X-API-Key': one.key, Authorization: `Bearer ${other.key}` };
      const statuses: number[] = [];
      for (let n = 0; n < 3; n++) statuses.push((await own.client.get(DOCUMENTS, { key: null, headers })).status);
      expect(statuses).toEqual([401, 401, 429]);
    } finally {
      await own.close();
    }
  });
});
