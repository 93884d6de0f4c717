import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Answer, type Client, startTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { declaredEventsAbout } from '../../../../test/support/told.js';
import { eventually } from '../../../../test/support/eventually.js';
import { S3Server } from '../../../../test/support/s3-server.js';
import { BlobStore } from '../../../platform/storage/blob-store.js';
import { UploadsService } from './uploads.service.js';

const FILES = '/v1/office/files';
const PATH = `${FILES}/upload/chunked`;
const PART = 5 * 2 ** 20;
const DAY = 86_400;

// In npm test on a disk, in npm run test:slow on S3.
describe.each(inject('slow') ? ['S3'] : ['disk'])('Files in parts, on %s:', (where) => {
  let suite: TestApp;
  let client: Client;
  let s3: S3Server | undefined;
  beforeAll(async () => {
    if (where === 'S3') s3 = await S3Server.start();
    suite = await startTestApp(s3?.settings);
    client = suite.client;
  });
  afterAll(async () => {
    await suite.close();
    await s3?.close();
  });

  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const problem = ({ status, body }: Answer): string =>
    [status, ...(body.error.details ?? []).map(({ field, code }: any) => `${field} ${code}`)].join(' ');

  /** Two parts of 5 MiB and a short one. */
  const bytes = randomBytes(2 * PART + 1000);
  const parts = [bytes.subarray(0, PART), bytes.subarray(PART, 2 * PART), bytes.subarray(2 * PART)];

  const begin = async (fields: object = {}) =>
    (await client.post(PATH, { name: 'film.bin', size_bytes: bytes.length, part_size_bytes: PART, ...fields })).body
      .session_id as string;
  const put = (
    id: string,
    number: number | string,
    body: Buffer = parts[Number(number) - 1]!,
    headers: Record<string, string> = {},
  ) =>
    client.put(`${PATH}/${id}/parts/${number}`, body, {
      headers: { 'Content-Type': 'application/octet-stream', ...headers },
    });
  const complete = (id: string) => client.post(`${PATH}/${id}/complete`);
  const look = (id: string) => client.get(`${PATH}/${id}`);

  /** A session that has these parts. */
  async function aSession(count: number, fields: object = {}): Promise<string> {
    const id = await begin(fields);
    for (let number = 1; number <= count; number++) expect((await put(id, number)).status).toBe(200);
    return id;
  }

  /** Makes the store lose the parts that it was sent. */
  async function lose(id: string): Promise<void> {
    const { rows } = await suite.database.execute('select blob_key from uploads where id = $1', [id]);
    await suite.app.get(BlobStore).remove(rows[0]!.blob_key);
  }

  async function blobs(): Promise<string[]> {
    if (s3) return s3.contents();
    const root = join(suite.settings.DATA_DIR, 'blobs');
    if (!existsSync(root)) return [];
    const found = await readdir(root, { recursive: true });
    return found.map(String).filter((name) => name.length > 2);
  }
  /** Resolves when nothing is left of the test's uploads. */
  const gone = (before: string[]) => eventually(async () => expect(await blobs()).toEqual(before));

  async function download(id: string, headers: Record<string, string> = {}): Promise<Buffer> {
    const { url } = (await client.get(`${FILES}/${id}/download`)).body;
    const answer = await fetch(url.replace(suite.settings.BASE_URL, suite.base), { headers });
    return Buffer.from(await answer.arrayBuffer());
  }

  describe('beginning', () => {
    it('answers everything that a client needs to go on', async () => {
      const { status, headers, body } = await client.post(PATH, { name: 'film.bin', size_bytes: 50_000_000 });
      expect([status, body]).toEqual([
        201,
        {
          session_id: expect.stringMatching(/^upl_/),
          status: 'open',
          name: 'film.bin',
          mime_type: null,
          size_bytes: 50_000_000,
          part_size_bytes: 16_777_216,
          part_count: 3,
          received_parts: 0,
          received_bytes: 0,
          next_part_number: 1,
          sha256: null,
          tags: [],
          uploaded_by: suite.ownerId,
          file_id: null,
          created_at: expect.any(String),
          expires_at: expect.any(String),
        },
      ]);
      expect(headers.get('location')).toBe(`${PATH}/${body.session_id}`);
      expect((await look(body.session_id)).body).toEqual(body);
      expect(Math.abs(Date.parse(body.expires_at) - suite.clock.now() - DAY * 1000)).toBeLessThan(60_000);
    });

    it('takes parts large enough that there are not too many', async () => {
      const { body } = await client.post(PATH, { name: 'a', size_bytes: 50 * 2 ** 30, part_size_bytes: 100 * 2 ** 20 });
      expect(body.part_count).toBe(512);
      expect(problem(await client.post(PATH, { name: 'a', size_bytes: 50 * 2 ** 30, part_size_bytes: PART }))).toBe(
        '400 part_size_bytes out_of_range',
      );
    });

    it.each<[object, string]>([
      [{ name: '..' }, 'name required'],
      [{ name: undefined }, 'name required'],
      [{ size_bytes: undefined }, 'size_bytes required'],
      [{ size_bytes: 0 }, 'size_bytes out_of_range'],
      [{ size_bytes: 1.5 }, 'size_bytes invalid_type'],
      [{ size_bytes: 50 * 2 ** 30 + 1 }, 'size_bytes too_large'],
      [{ part_size_bytes: PART - 1 }, 'part_size_bytes out_of_range'],
      [{ part_size_bytes: 100 * 2 ** 20 + 1 }, 'part_size_bytes out_of_range'],
      [{ mime_type: 'film' }, 'mime_type invalid_format'],
      [{ sha256: 'abc' }, 'sha256 invalid_format'],
    ])('refuses %j', async (fields, wrong) => {
      expect(problem(await client.post(PATH, { name: 'a', size_bytes: 1, ...fields }))).toBe(`400 ${wrong}`);
    });
  });

  describe('parts', () => {
    it('come one after the other and make a file', async () => {
      const id = await begin({ sha256: sha256(bytes), tags: ['t'], mime_type: 'Video/MP4' });
      for (const [index, part] of parts.entries()) {
        const { status, body } = await put(id, index + 1);
        expect([status, body]).toEqual([
          200,
          {
            session_id: id,
            part_number: index + 1,
            size_bytes: part.length,
            sha256: sha256(part),
            received_bytes: Math.min(bytes.length, (index + 1) * PART),
            next_part_number: index + 2,
            expires_at: expect.any(String),
          },
        ]);
      }
      const { status, headers, body } = await complete(id);
      expect([status, body]).toEqual([
        201,
        {
          id: expect.stringMatching(/^fil_/),
          name: 'film.bin',
          mime_type: 'video/mp4',
          size_bytes: bytes.length,
          sha256: sha256(bytes),
          tags: ['t'],
          uploaded_by: suite.ownerId,
          scan_status: 'skipped',
          created_at: expect.any(String),
          updated_at: expect.any(String),
          revision: 1,
        },
      ]);
      expect(headers.get('location')).toBe(`${FILES}/${body.id}`);
      expect((await client.get(`${FILES}/${body.id}`)).body).toEqual(body);
      expect((await download(body.id)).equals(bytes)).toBe(true);
      const range = await download(body.id, { Range: `bytes=${PART - 10}-${2 * PART + 9}` });
      expect(range.equals(bytes.subarray(PART - 10, 2 * PART + 10))).toBe(true);
      expect((await look(id)).body).toMatchObject({ status: 'completed', file_id: body.id, received_parts: 3 });

      const again = await complete(id);
      expect([again.status, again.body]).toEqual([200, body]);
      expect(problem(await put(id, 3))).toBe('409');
      expect(problem(await client.delete(`${PATH}/${id}`))).toBe('409');
      const events = await declaredEventsAbout(suite.database, 'file_id', body.id);
      expect(events.map(({ type }) => type)).toEqual(['office.file.uploaded']);
    });

    it('may come as a form', async () => {
      const id = await begin();
      const form = Buffer.concat([
        Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n'),
        parts[0]!,
        Buffer.from('\r\n--x--\r\n'),
      ]);
      const { body } = await put(id, 1, form, { 'Content-Type': 'multipart/form-data; boundary=x' });
      expect(body).toMatchObject({ sha256: sha256(parts[0]!), next_part_number: 2 });
    });

    it('are refused out of sequence, saying which one is expected', async () => {
      const id = await aSession(1);
      const { body } = await put(id, 3);
      expect(body.error.details).toEqual([{ field: 'part_number', code: 'out_of_sequence', message: 'expected 2' }]);
      await put(id, 2);
      expect(problem(await put(id, 1))).toBe('409 part_number out_of_sequence');
    });

    it.each(['0', '4', '-1', '1.5', 'x', '99999999999'])('have no number %s', async (number) => {
      expect(problem(await put(await begin(), number, parts[0]))).toBe('400 part_number out_of_range');
    });

    it('may be sent again as long as they are the last ones, with the same bytes', async () => {
      const id = await aSession(2);
      const before = await blobs();
      const again = await put(id, 2);
      expect([again.status, again.body]).toMatchObject([200, { next_part_number: 3, received_bytes: 2 * PART }]);
      expect(problem(await put(id, 2, parts[0]))).toBe('409');
      await gone(before);
    });

    it('must have their size, and no library prints that they have not', async () => {
      const printed = vi.spyOn(console, 'warn');
      const id = await begin();
      const before = await blobs();
      const chunked = { 'Transfer-Encoding': 'chunked' };
      expect(problem(await put(id, 1, parts[2]))).toBe('400 file invalid_value');
      expect(problem(await put(id, 1, bytes))).toBe('400 file too_large');
      for (const [body, wrong] of [
        [parts[2]!, 'invalid_value'],
        [bytes, 'too_large'],
      ] as const)
        expect(await streamed(id, 1, body, chunked)).toMatchObject({ status: 400, code: wrong });
      await gone(before);
      await put(id, 1);
      await put(id, 2);
      expect(problem(await put(id, 3, parts[0]))).toBe('400 file too_large');
      expect((await put(id, 3)).status).toBe(200);
      expect(printed).not.toHaveBeenCalled();
      printed.mockRestore();
    });

    it('are compared with their digests, and discarded', async () => {
      const id = await begin();
      const before = await blobs();
      const digest = (part: Buffer) => `sha-256=:${createHash('sha256').update(part).digest('base64')}:`;
      expect(problem(await put(id, 1, parts[0], { 'Content-Digest': digest(parts[1]!) }))).toBe(
        '400 Content-Digest invalid_value',
      );
      expect(problem(await put(id, 1, parts[0], { 'X-Part-Sha256': sha256(parts[1]!) }))).toBe(
        '400 X-Part-Sha256 invalid_value',
      );
      expect(problem(await put(id, 1, parts[0], { 'X-Part-Sha256': 'abc' }))).toBe('400 X-Part-Sha256 invalid_format');
      // There the store keeps the last attempt until the next one.
      if (!s3) await gone(before);
      const good = { 'Content-Digest': digest(parts[0]!), 'X-Part-Sha256': sha256(parts[0]!).toUpperCase() };
      expect((await put(id, 1, parts[0], good)).status).toBe(200);
    });

    it('are refused where the store has ended the upload', async () => {
      const id = await aSession(1);
      await lose(id);
      const form = '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n';
      const body = Buffer.concat([Buffer.from(form), parts[1]!, Buffer.from('\r\n--x--\r\n')]);
      const before = await blobs();
      for (const answer of [
        await put(id, 2),
        await put(id, 2, body, { 'Content-Type': 'multipart/form-data; boundary=x' }),
      ])
        expect([answer.status, answer.body.error.message]).toEqual([409, expect.stringContaining('has been aborted')]);
      await gone(before);
    });

    it('of one number sent by several at once count once', async () => {
      const id = await begin({ sha256: sha256(bytes) });
      const same = await Promise.all([put(id, 1), put(id, 1), put(id, 1)]);
      expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
      const other = await Promise.all([put(id, 2), put(id, 2, parts[0])]);
      expect(other.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await look(id)).body).toMatchObject({ received_parts: 2, received_bytes: 2 * PART });
    });

    it('extend the time there is', async () => {
      const id = await aSession(1);
      suite.clock.advance(DAY - 60);
      const { body } = await put(id, 2);
      expect(Math.abs(Date.parse(body.expires_at) - suite.clock.now() - DAY * 1000)).toBeLessThan(60_000);
      suite.clock.advance(DAY - 60);
      expect((await put(id, 3)).status).toBe(200);
      expect((await complete(id)).status).toBe(201);
      suite.clock.advance(-2 * DAY + 120);
    });

    it('need office:write and a session of the workspace', async () => {
      const id = await begin();
      const stranger = (await suite.workspace()).client;
      const headers = { 'Content-Type': 'application/octet-stream' };
      expect((await stranger.put(`${PATH}/${id}/parts/1`, parts[0], { headers })).status).toBe(404);
      const reader = await suite.withScopes('office:read');
      expect((await reader.put(`${PATH}/${id}/parts/1`, parts[0], { headers })).status).toBe(403);
      expect(
        (await put(id, 1, Buffer.from('{}'), { 'Content-Type': 'application/json' })).body.error.details[0].field,
      ).toBe('Content-Type');
    });
  });

  describe('completing', () => {
    it('waits for all parts', async () => {
      const id = await aSession(2);
      const early = await complete(id);
      expect(early.body.error.details).toEqual([
        { field: 'part_number', code: 'out_of_sequence', message: 'expected 3' },
      ]);
      expect(early.status).toBe(409);
      await put(id, 3);
      expect((await complete(id)).status).toBe(201);
    });

    it('by several at once makes one file', async () => {
      const id = await aSession(3, { sha256: sha256(bytes) });
      const answers = await Promise.all([complete(id), complete(id), complete(id), complete(id)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    });

    it('tells the type from the bytes where nobody said it', async () => {
      const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
      const id = await begin({ size_bytes: png.length });
      await put(id, 1, png);
      expect((await complete(id)).body).toMatchObject({ mime_type: 'image/png', sha256: null, size_bytes: png.length });
    });

    it('is no image where the bytes are text, whatever was said', async () => {
      const page = Buffer.from('<script>alert(1)</script>');
      const id = await begin({ size_bytes: page.length, mime_type: 'image/png' });
      await put(id, 1, page);
      expect((await complete(id)).body).toMatchObject({ mime_type: 'text/plain' });
    });

    it('fails for good where the file is not the promised one, and frees the space', async () => {
      const before = await blobs();
      const id = await aSession(3, { sha256: sha256(parts[0]!) });
      expect(problem(await complete(id))).toBe('400 sha256 invalid_value');
      expect((await look(id)).body).toMatchObject({ status: 'failed', file_id: null });
      expect(problem(await complete(id))).toBe('409');
      expect(problem(await put(id, 3))).toBe('409');
      await gone(before);
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
      expect((await look(id)).status).toBe(404);
    });

    it('fails for good where the store has lost the parts', async () => {
      const id = await aSession(3);
      await lose(id);
      for (const answer of [await complete(id), await complete(id)])
        expect([answer.status, answer.body.error.message]).toEqual([409, 'The upload has failed. Begin a new one.']);
      expect((await look(id)).body).toMatchObject({ status: 'failed', file_id: null });
    });

    it('is over when the file has been deleted', async () => {
      const before = await blobs();
      const id = await aSession(3);
      const { body } = await complete(id);
      await client.delete(`${FILES}/${body.id}`);
      expect((await complete(id)).status).toBe(404);
      await gone(before);
    });
  });

  describe('giving up', () => {
    it('frees the space', async () => {
      const before = await blobs();
      const id = await aSession(2);
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
      for (const answer of [await look(id), await put(id, 3), await complete(id), await client.delete(`${PATH}/${id}`)])
        expect(answer.status).toBe(404);
      await gone(before);
    });

    it('happens by itself a day after the last part', async () => {
      const before = await blobs();
      const id = await aSession(1);
      suite.clock.advance(DAY + 1);
      for (const answer of [await look(id), await put(id, 2), await complete(id), await client.delete(`${PATH}/${id}`)])
        expect(answer.status).toBe(404);
      const sweeper = suite.app.get(UploadsService);
      await sweeper.sweep();
      suite.clock.advance(-DAY - 1);
      expect((await suite.database.execute('select 1 from uploads where id = $1', [id])).count).toBe(0);
      expect((await suite.database.execute('select 1 from upload_parts where upload_id = $1', [id])).count).toBe(0);
      await eventually(async () => expect((await blobs()).filter((name) => !before.includes(name))).toEqual([]));
    });
  });

  /** Sends a part whose length is not declared. */
  async function streamed(id: string, number: number, part: Buffer, headers: Record<string, string>) {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < part.length; at += 65_536) controller.enqueue(part.subarray(at, at + 65_536));
        controller.close();
      },
    });
    const { 'Transfer-Encoding': _, ...rest } = headers;
    const answer = await fetch(`${suite.base}${PATH}/${id}/parts/${number}`, {
      method: 'PUT',
      body,
      duplex: 'half',
      headers: { 'X-API-Key': client.key!, 'Content-Type': 'application/octet-stream', ...rest },
    } as RequestInit);
    const { error } = (await answer.json()) as any;
    return { status: answer.status, code: error.details[0].code };
  }
});
