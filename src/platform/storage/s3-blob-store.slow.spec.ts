import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { S3Server, type Signed, signatureOf } from '../../../test/support/s3-server.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { BlobGone, BlobStore } from './blob-store.js';
import { Blobs } from './blobs.js';

const PATH = '/v1/office/files';

/** The examples that AWS publishes for S3 ("Signature Calculations for the Authorization Header", "… Query Parameters"). */
describe('The test store checks signatures as AWS publishes them', () => {
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const common = { time: '20130524T000000Z', region: 'us-east-1', payload: EMPTY };
  const host = 'examplebucket.s3.amazonaws.com';
  const amz = { host, 'x-amz-date': common.time, 'x-amz-content-sha256': EMPTY };
  const link =
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
    '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=x';
  const examples: [string, Omit<Signed, 'time' | 'region' | 'payload'> & { payload?: string }, string][] = [
    [
      'GET object',
      {
        method: 'GET',
        url: '/test.txt',
        headers: { ...amz, range: 'bytes=0-9' },
        signedHeaders: ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
      },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'GET bucket lifecycle',
      {
        method: 'GET',
        url: '/?lifecycle',
        headers: amz,
        signedHeaders: ['host', 'x-amz-content-sha256', 'x-amz-date'],
      },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a link',
      { method: 'GET', url: link, headers: { host }, signedHeaders: ['host'], payload: 'UNSIGNED-PAYLOAD' },
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    ],
  ];

  it.each(examples)('%s', (_, facts, signature) => {
    expect(signatureOf({ ...common, ...facts }, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(signature);
  });
});

describe('Files in an S3-compatible store', () => {
  let s3: S3Server;
  let suite: TestApp;
  let client: Client;
  beforeAll(async () => {
    s3 = await S3Server.start();
    suite = await startTestApp(s3.settings);
    client = suite.client;
  });
  afterAll(async () => {
    await suite.close();
    await s3.close();
  });

  const form = (bytes: Buffer, end = '\r\n--x--\r\n') =>
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="Plän.txt"\r\n\r\n'),
      bytes,
      Buffer.from(end),
    ]);
  const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const upload = (bytes: Buffer, by = client) => by.post(PATH, form(bytes), { headers: FORM });
  const link = async (id: string): Promise<string> => (await client.get(`${PATH}/${id}/download`)).body.url;

  it.each([0, 1000, 20_000_000])('are stored and downloaded by a link: %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const { status, body } = await upload(bytes);
    expect([status, body.size_bytes]).toEqual([201, size]);
    const url = await link(body.id);
    expect(url.startsWith(`${s3.url}/${s3.bucket}/`)).toBe(true);
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="Plan.txt"; filename*=UTF-8''Pl%C3%A4n.txt`,
    ]);
    expect(answer.headers.get('content-type')).toBe(body.mime_type);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const range = await fetch(url, { headers: { Range: 'bytes=0-9' } });
    expect(range.status).toBe(206);
    expect((await client.delete(`${PATH}/${body.id}`)).status).toBe(204);
    await eventually(() => expect([s3.contents(), s3.uploads.size]).toEqual([[], 0]));
    expect((await fetch(url)).status).toBe(404);
  });

  it('that are gone are told from a store that is away', async () => {
    await expect(suite.app.get(BlobStore).read('0'.repeat(32))).rejects.toThrow(BlobGone);
  });

  it('have links that cannot be changed, and last an hour', async () => {
    const { body } = await upload(randomBytes(10));
    const url = new URL(await link(body.id));
    expect(Math.abs(Number(url.searchParams.get('X-Amz-Expires')) - 3600)).toBeLessThan(20);
    for (const name of ['response-content-disposition', 'X-Amz-Expires', 'X-Amz-Signature']) {
      const changed = new URL(url);
      changed.searchParams.set(name, `${changed.searchParams.get(name)}0`);
      expect((await fetch(changed)).status).toBe(403);
    }
    await client.delete(`${PATH}/${body.id}`);
  });

  it('leave nothing when the client breaks off, however much had been sent', async () => {
    for (const size of [10, 20_000_000]) {
      const answer = await client.post(PATH, form(randomBytes(size), ''), { headers: FORM });
      expect(answer.status).toBe(400);
      await eventually(() => expect([s3.contents(), s3.uploads.size]).toEqual([[], 0]));
    }
    expect((await suite.database.execute('select 1 from unclaimed_blobs')).count).toBe(0);
  });

  it('are swept with the leftovers of an upload that died', async () => {
    const key = 'a'.repeat(32);
    s3.uploads.set('left', { key, parts: new Map([[1, randomBytes(10)]]) });
    await suite.database.execute('insert into unclaimed_blobs values ($1, $2, $3)', [
      suite.workspaceId,
      key,
      suite.clock.iso(),
    ]);
    await suite.app.get(Blobs).sweep();
    await eventually(() => expect(s3.uploads.size).toBe(0));
  });

  it('cannot be uploaded or lost while the store is away', async () => {
    const gone = await S3Server.start();
    const settings = { ...gone.settings, S3_BUCKET: 'suite-files' };
    await gone.close();
    const app = await startTestApp(settings, { beside: suite });
    try {
      const answer = await upload(randomBytes(10), app.client);
      expect([answer.status, answer.body.error.code]).toEqual([503, 'UNAVAILABLE']);
      const { body } = await upload(randomBytes(10));
      expect((await app.client.delete(`${PATH}/${body.id}`)).status).toBe(204);
      await eventually(async () => {
        await suite.app.get(Blobs).sweep();
        expect(s3.contents()).toEqual([]);
      });
    } finally {
      await app.close();
    }
  });
});
