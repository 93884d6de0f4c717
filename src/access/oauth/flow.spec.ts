import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorize,
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  CALLBACK,
  newProof,
  redeem,
  refresh,
  registerClient,
} from '../../platform/testing/oauth.js';
import { makeUser } from '../../platform/testing/people.js';
import { startTestApp, type TestApp } from '../../platform/testing/test-app.js';

const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp(BEHIND_PROXY);
});
afterAll(() => suite.close());

describe('The flow', () => {
  it('gives a client what the user agreed to', async () => {
    const client = await registerClient(suite);
    const user = await makeUser(suite, { roles: ['office:editor'] });
    const browser = await browserOf(suite, user);
    const proof = newProof();
    const back = await authorize(suite, browser, authorizePath(client, proof));
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: 'a state',
      iss: suite.settings.BASE_URL,
    });
    const { status, headers, body } = await redeem(suite, client, back.searchParams.get('code')!, proof);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^wsa_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^wsr_/),
      scope: 'office:read office:write',
    });
    const made = await suite.client.post(DOCUMENTS, { title: 'Plan' }, { key: body.access_token });
    expect([made.status, made.body.id]).toEqual([201, expect.any(String)]);
    const next = await refresh(suite, client, body.refresh_token);
    expect([next.status, next.body.scope]).toEqual([200, 'office:read office:write']);
    expect((await suite.client.get(DOCUMENTS, { key: next.body.access_token })).status).toBe(200);
  });
});
