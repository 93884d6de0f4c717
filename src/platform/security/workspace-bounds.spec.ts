import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const KIB = 1024;
const FILES = '/v1/office/files';

describe('a workspace', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp({ WORKSPACE_STORAGE_BYTES: String(100 * KIB) });
  });
  afterAll(() => suite.close());

  const usage = async () =>
    (await suite.client.get('/v1/operations/usage?limit=100')).body.data.find(
      ({ workspace_id }: any) => workspace_id === suite.workspaceId,
    );

  const form = (bytes: Uint8Array) => {
    const body = new FormData();
    body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'a.bin');
    return body;
  };

  async function upload(size: number, base = suite.client) {
    const headers = { 'X-API-Key': base.key! };
    const response = await fetch(base.base + FILES, { method: 'POST', headers, body: form(randomBytes(size)) });
    return { status: response.status, body: (await response.json()) as any };
  }

  /** As a client sends that does not know the size of its body. */
  async function uploadChunked(size: number) {
    const request = new Request(suite.base + FILES, { method: 'POST', body: form(randomBytes(size)) });
    const bytes = Buffer.from(await request.arrayBuffer());
    const response = await fetch(suite.base + FILES, {
      method: 'POST',
      headers: { 'X-API-Key': suite.client.key!, 'Content-Type': request.headers.get('content-type')! },
      body: Readable.toWeb(Readable.from([bytes])) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    return { status: response.status, body: await response.json() };
  }

  it('stands in the list of operators, the one with most bytes first, page by page', async () => {
    const other = await suite.workspace('Other');
    expect((await upload(KIB, other.client)).status).toBe(201);
    const list = async (query: string) => (await suite.client.get(`/v1/operations/usage?${query}`)).body;
    const first = await list('limit=1');
    expect(first).toMatchObject({
      data: [{ workspace_id: other.id, name: 'Other', storage_bytes: { used: KIB, limit: 100 * KIB } }],
      meta: { total: 2, has_more: true },
    });
    const next = await list(`limit=1&cursor=${first.meta.next_cursor}`);
    expect(next).toMatchObject({ data: [{ workspace_id: suite.workspaceId }], meta: { has_more: false } });
    expect((await other.client.get('/v1/operations/usage')).status).toBe(403);
  });

  it('stores files up to its limit, and further ones once there is room again', async () => {
    const before = (await usage()).storage_bytes;
    expect(before).toEqual({ used: 0, limit: 100 * KIB });
    const kept = await upload(60 * KIB);
    expect(kept.status).toBe(201);
    expect((await usage()).storage_bytes.used).toBe(60 * KIB);

    for (const refused of [await upload(41 * KIB), await uploadChunked(41 * KIB)])
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'QUOTA_EXCEEDED' } } });
    // Nothing of what was refused is left.
    await expect.poll(async () => (await suite.database.execute('select 1 from unclaimed_blobs')).count).toBe(0);
    expect((await uploadChunked(30 * KIB)).status).toBe(201);

    // An upload in parts takes its room when it begins.
    const parts = { name: 'b.bin', size_bytes: 20 * KIB };
    expect(await suite.client.post('/v1/office/files/upload/chunked', parts)).toMatchObject({ status: 403 });
    await suite.client.delete(`${FILES}/${kept.body.id}`);
    expect((await suite.client.post('/v1/office/files/upload/chunked', parts)).status).toBe(201);
    expect((await usage()).storage_bytes.used).toBe(50 * KIB);

    const other = await suite.workspace();
    expect((await upload(60 * KIB, other.client)).status).toBe(201);
  });

  it('has at most 500 active API keys', async () => {
    const { used } = (await usage()).api_keys;
    const { rows } = await suite.database.execute<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'api_keys' and is_generated = 'NEVER'`,
    );
    const columns = rows.map(({ name }) => name);
    await suite.database.execute(
      `insert into api_keys (${columns.join()}) select ${columns.map((name) => `r.${name}`).join()}
         from api_keys k, generate_series(1, $2::integer) as n,
           jsonb_populate_record(k, jsonb_build_object('id', 'key_' || n, 'hash', 'hash ' || n)) as r
        where k.id = (select min(id) from api_keys where workspace_id = $1)`,
      [suite.workspaceId, 499 - used],
    );
    const make = () => suite.client.post('/v1/access/api-keys', { name: 'One', scopes: ['office:read'] });
    const last = await make();
    expect(last.status).toBe(201);
    expect(await make()).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('500 active API keys') } },
    });
    await suite.client.delete(`/v1/access/api-keys/${last.body.id}`);
    expect((await make()).status).toBe(201);
  });

  it('has at most 10 000 active sessions', async () => {
    await suite.signedIn('office:viewer');
    const { used } = (await usage()).sessions;
    await suite.database.execute(
      `insert into sessions select r.*
         from sessions s, generate_series(1, $2::integer) as n,
           jsonb_populate_record(s, jsonb_build_object('id', 'ses_' || n, 'cookie_hash', null)) as r
        where s.id = (select min(id) from sessions where workspace_id = $1)`,
      [suite.workspaceId, 9_999 - used],
    );
    await suite.signedIn('office:viewer');
    await expect(suite.signedIn('office:viewer')).rejects.toThrow('10000 active sessions');
  });
});

describe('the credentials of a workspace', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp({ RATE_LIMIT: '1000', WORKSPACE_RATE_LIMIT: '40' });
  });
  afterAll(() => suite.close());

  it('share a budget, so that a further key brings no further requests', async () => {
    const other = await suite.workspace();
    const keys = [suite.client, await suite.withScopes('office:read'), await suite.withScopes('office:read')];
    const statuses: number[] = [];
    for (let n = 0; n < 60; n++) statuses.push((await keys[n % 3]!.get('/v1/office/documents')).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(40);
    const refused = await suite.client.get('/v1/office/documents');
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect((await other.client.get('/v1/office/documents')).status).toBe(200);
  });
});
