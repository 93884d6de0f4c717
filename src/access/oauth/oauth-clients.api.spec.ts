import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEHIND_PROXY, browserOf, CALLBACK, refresh, tokensOf } from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/access/oauth-clients';
const DOCUMENTS = '/v1/office/documents';
const notes = {
  name: 'Notes',
  type: 'confidential',
  redirect_uris: [CALLBACK],
  scopes: ['office:read', 'office:write'],
};

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' });
  client = suite.client;
});
afterAll(() => suite.close());

describe('/v1/access/oauth-clients', () => {
  it('registers a client, and shows its secret once', async () => {
    const made = await client.post(PATH, notes);
    expect(made.status, made.text).toBe(201);
    const { client_secret, ...view } = made.body;
    expect(client_secret).toMatch(/^wsc_/);
    expect(view).toEqual({
      ...notes,
      client_id: expect.stringMatching(/^cli_/),
      metadata_url: null,
      created_at: expect.any(String),
    });
    expect(made.headers.get('location')).toBe(`${PATH}/${view.client_id}`);
    expect((await client.get(`${PATH}/${view.client_id}`)).body).toEqual(view);
    expect((await client.get(PATH)).body.data).toContainEqual(view);
    expect((await client.post(PATH, { ...notes, type: 'public' })).body).not.toHaveProperty('client_secret');
  });

  it('lets nobody register, change or end a client with scopes that they do not have', async () => {
    const { client_id } = (await client.post(PATH, notes)).body;
    const { client: editor } = await suite.signedIn('access:editor', 'office:viewer');
    const answers = [
      await editor.post(PATH, notes),
      await editor.patch(`${PATH}/${client_id}`, { redirect_uris: ['https://evil.example/'] }),
      await editor.patch(`${PATH}/${client_id}`, { scopes: ['office:read'] }),
      await editor.delete(`${PATH}/${client_id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await editor.post(PATH, { ...notes, scopes: ['office:read'] })).status).toBe(201);
  });

  it('changes name, addresses and scopes, which tokens that are out already feel at once', async () => {
    const { body: made } = await client.post(PATH, notes);
    const browser = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
    const { access_token: key } = await tokensOf(suite, made, browser);
    expect((await client.post(DOCUMENTS, { title: 'Plan' }, { key })).status).toBe(201);
    const changes = { name: 'New', redirect_uris: ['https://new.example/'], scopes: ['office:read'] };
    const changed = await client.patch(`${PATH}/${made.client_id}`, changes);
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(changes)]);
    expect((await client.post(DOCUMENTS, { title: 'Plan' }, { key })).status).toBe(403);
    expect((await client.get(DOCUMENTS, { key })).status).toBe(200);
  });

  it('says which address will not do, and why', async () => {
    const redirect_uris = [CALLBACK, 'com.example:/back', `${CALLBACK}#x`];
    const { body: made } = await client.post(PATH, notes);
    for (const bad of [
      await client.post(PATH, { ...notes, redirect_uris }),
      await client.patch(`${PATH}/${made.client_id}`, { redirect_uris }),
    ]) {
      expect([bad.status, bad.body.error.details]).toEqual([
        400,
        [
          {
            field: 'redirect_uris[1]',
            code: 'invalid_value',
            message: 'redirect_uris[1] must be https, or http on loopback.',
          },
          {
            field: 'redirect_uris[2]',
            code: 'invalid_value',
            message: 'redirect_uris[2] must not have a fragment.',
          },
        ],
      ]);
    }
    const [own] = (await client.post(PATH, { ...notes, type: 'public', redirect_uris: ['myapp:/back'] })).body.error
      .details;
    expect(own.message).toContain('a private scheme');
  });

  it('refuses fields of a wrong type before it looks at the addresses', async () => {
    const fieldsOf = async (body: object) =>
      (await client.post(PATH, { ...notes, ...body })).body.error.details.map(({ field, code }: any) => [field, code]);
    expect(await fieldsOf({ redirect_uris: CALLBACK })).toEqual([['redirect_uris', 'invalid_type']]);
    expect(await fieldsOf({ redirect_uris: [5], type: ['public'] })).toEqual([
      ['type', 'invalid_type'],
      ['redirect_uris[0]', 'invalid_type'],
    ]);
  });

  it('gives a client a new secret, beside which the old one works for a while', async () => {
    const { body: made } = await client.post(PATH, notes);
    const browser = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
    const first = await tokensOf(suite, made, browser);
    const path = `${PATH}/${made.client_id}/rotate-secret`;
    const rotated = await client.post(path, {});
    expect([rotated.status, rotated.body]).toEqual([
      200,
      { ...made, client_secret: expect.stringMatching(/^wsc_/), previous_secret_expires_at: expect.any(String) },
    ]);
    expect(rotated.body.client_secret).not.toBe(made.client_secret);
    expect(Date.parse(rotated.body.previous_secret_expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    const second = (await refresh(suite, made, first.refresh_token)).body;
    const third = (await refresh(suite, rotated.body, second.refresh_token)).body;
    const last = (await client.post(path, { grace_period_seconds: 0 })).body;
    for (const old of [made, rotated.body])
      expect((await refresh(suite, old, third.refresh_token)).body.error).toBe('invalid_client');
    expect((await refresh(suite, last, third.refresh_token)).status).toBe(200);
    const { data } = (
      await client.get(`/v1/guard/audit-logs?resource_id=${made.client_id}&action=access.oauth_client.secret_rotated`)
    ).body;
    expect([data[0].action, JSON.stringify(data[0].changes)]).toEqual([
      'access.oauth_client.secret_rotated',
      expect.not.stringMatching(/[0-9a-f]{64}/),
    ]);
  });

  it('has no secret to rotate where the client is public, has ended, or has scopes that the caller lacks', async () => {
    const open = (await client.post(PATH, { ...notes, type: 'public' })).body.client_id;
    expect((await client.post(`${PATH}/${open}/rotate-secret`, {})).status).toBe(409);
    const { client_id } = (await client.post(PATH, notes)).body;
    const { client: editor } = await suite.signedIn('access:editor', 'office:viewer');
    expect((await editor.post(`${PATH}/${client_id}/rotate-secret`, {})).status).toBe(403);
    await client.delete(`${PATH}/${client_id}`);
    expect((await client.post(`${PATH}/${client_id}/rotate-secret`, {})).status).toBe(404);
  });

  it('ends a client with its grants, and knows it no more', async () => {
    const { body: made } = await client.post(PATH, notes);
    const browser = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
    const { access_token: key, refresh_token } = await tokensOf(suite, made, browser);
    expect((await client.get(DOCUMENTS, { key })).status).toBe(200);
    const path = `${PATH}/${made.client_id}`;
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(DOCUMENTS, { key })).status).toBe(401);
    expect((await refresh(suite, made, refresh_token)).body.error).toBe('invalid_client');
    const gone = [await client.get(path), await client.patch(path, { name: 'x' }), await client.delete(path)];
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await client.get(`${PATH}?limit=100`)).text).not.toContain(made.client_id);
    const { rows } = await suite.database.execute(
      'select 1 from sessions where client_id = $1 and revoked_at is null',
      [made.client_id],
    );
    expect(rows).toEqual([]);
  });
});
