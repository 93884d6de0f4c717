import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { rowMatches } from '../../platform/resource/conditions.js';
import type { Credential } from '../../platform/security/credential.js';
import { files } from './file.resource.js';
import { eventually } from '../../../test/support/eventually.js';
import { detailsOf } from '../../../test/expect-error.js';
import { type Client, type RequestOptions, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { declaredEventsAbout } from '../../../test/support/told.js';
import { Blobs } from '../../platform/storage/blobs.js';

const PATH = '/v1/office/files';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

interface Sent extends RequestOptions {
  /** The name of the file in the form; null for none. */
  filename?: string | null;
  /** The type of the part; null for none. */
  type?: string | null;
  fields?: [string, string][];
  by?: Client;
}

/** A form with a file and fields, as bytes, so that every detail of it can be chosen. */
function form(bytes: Buffer | string, { filename = 'plan.txt', type = 'text/plain', fields = [] }: Sent = {}): Buffer {
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="file"${filename === null ? '' : `; filename="${filename}"`}`;
  const head = `--x\r\nContent-Disposition: ${disposition}${type === null ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n`;
  return Buffer.concat([Buffer.from(parts.join('') + head), Buffer.from(bytes), Buffer.from('\r\n--x--\r\n')]);
}

const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };

const send = (body: Buffer, { headers, by = client }: Sent = {}) =>
  by.post(PATH, body, { headers: { ...FORM, ...headers } });
const upload = (bytes: Buffer | string = 'plan', options: Sent = {}) => send(form(bytes, options), options);
const aFile = async (bytes?: Buffer | string, options?: Sent) => (await upload(bytes, options)).body;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Every blob that lies in the store, finished or not. */
async function blobs(): Promise<string[]> {
  const root = join(suite.settings.DATA_DIR, 'blobs');
  if (!existsSync(root)) return [];
  const found = await readdir(root, { recursive: true });
  return found
    .map(String)
    .filter((name) => name.length > 2)
    .toSorted();
}
const unclaimed = async () => (await suite.database.execute('select key from unclaimed_blobs')).rows;

describe('POST /v1/office/files', () => {
  it('stores a file and answers all about it', async () => {
    const bytes = randomBytes(300_000);
    const { status, headers, body } = await upload(bytes, { filename: 'data.bin', type: 'application/x-data' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^fil_/),
        name: 'data.bin',
        mime_type: 'application/x-data',
        size_bytes: 300_000,
        sha256: sha256(bytes),
        tags: [],
        uploaded_by: suite.ownerId,
        scan_status: 'skipped',
        created_at: expect.any(String),
        updated_at: body.created_at,
        revision: 1,
      },
    ]);
    expect(headers.get('location')).toBe(`${PATH}/${body.id}`);
    expect((await client.get(`${PATH}/${body.id}`)).body).toEqual(body);
    expect(await downloaded(body.id)).toEqual(bytes);
    expect(await unclaimed()).toEqual([]);
  });

  it('names it without a path, and without characters that nobody sees', async () => {
    const { id } = await aFile('plan', { filename: '..\\..\\etc/invoice\u202efdp.exe' });
    expect((await client.get(`${PATH}/${id}`)).body.name).toBe('invoicefdp.exe');
    await client.patch(`${PATH}/${id}`, { name: '../..\\etc/passwd' });
    expect((await client.get(`${PATH}/${id}`)).body.name).toBe('passwd');
  });

  it('keeps it under a random key, which no name is part of', async () => {
    const { id } = await aFile('plan', { filename: '../../etc/passwd' });
    const { rows } = await suite.database.execute('select blob_key from files where id = $1', [id]);
    expect(rows[0]!.blob_key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('announces it', async () => {
    const { id } = await aFile('plan', { filename: 'plan.txt' });
    const events = await declaredEventsAbout(suite.database, 'file_id', id);
    expect(events.map(({ type, payload }) => ({ type, ...payload }))).toEqual([
      {
        type: 'office.file.uploaded',
        file_id: id,
        name: 'plan.txt',
        mime_type: 'text/plain',
        size_bytes: 4,
        uploaded_by: suite.ownerId,
      },
    ]);
  });

  it('takes name and tags, before the file and behind it', async () => {
    const fields: [string, string][] = [
      ['name', ' The plan.txt '],
      ['tags', 'red'],
      ['tags', 'blue'],
    ];
    expect(await aFile('plan', { fields })).toMatchObject({ name: 'The plan.txt', tags: ['red', 'blue'] });
    const behind = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nplan\r\n--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nb\r\n--x--',
    );
    expect((await send(behind)).body).toMatchObject({ name: 'b', size_bytes: 4 });
  });

  it('takes an empty tag for none, as forms send every field', async () => {
    expect(await aFile('plan', { fields: [['tags', '']] })).toMatchObject({ tags: [] });
  });

  it('takes an empty file', async () => {
    const file = await aFile('', { filename: 'empty', type: null });
    expect(file).toMatchObject({ size_bytes: 0, sha256: sha256('') });
    expect(await downloaded(file.id)).toEqual(Buffer.alloc(0));
  });

  it.each([
    ['plan.txt', 'plan.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\plans\\q3.pdf', 'q3.pdf'],
    ['Pläne – „heute“ 🧭.txt', 'Pläne – „heute“ 🧭.txt'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['a\tb\u0007.txt', 'ab.txt'],
    ['a\u2028b.txt', 'ab.txt'],
    ['👩\u200d👧.png', '👩\u200d👧.png'],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(251)}.txt`],
  ])('calls a file that comes as %j %j', async (filename, name) => {
    expect(await aFile('plan', { filename })).toMatchObject({ name });
  });

  it.each([
    ['text/plain', 'plan', 'text/plain'],
    ['IMAGE/PNG', PNG, 'image/png'],
    ['image/png', '<script>alert(1)</script>', 'text/plain'],
    ['image/svg+xml', '<svg/>', 'image/svg+xml'],
    ['text/html; charset=utf-8', '<p>', 'text/html'],
    [null, PNG, 'image/png'],
    ['application/octet-stream', PNG, 'image/png'],
    ['text/plain', PNG, 'image/png'],
    ['nonsense', '%PDF-1.7\n', 'application/pdf'],
    [null, 'plan', 'text/plain'],
    [null, Buffer.from([0, 1, 2, 255]), 'application/octet-stream'],
    ['application/octet-stream', 'plan', 'application/octet-stream'],
  ])('takes type %j around %j for %j', async (type, bytes, mime_type) => {
    expect(await aFile(bytes, { type })).toMatchObject({ mime_type });
  });

  it.each<[string, Sent, string]>([
    ['a name that is too long', { fields: [['name', 'n'.repeat(256)]] }, 'name too_long'],
    ['a name of unseen characters', { fields: [['name', '\u0007']] }, 'name required'],
    ['a name of characters that only join others', { fields: [['name', '\u200b']] }, 'name required'],
    ['a name of dots', { fields: [['name', '../..']] }, 'name required'],
    ['no name at all', { filename: null }, 'name required'],
    ['a name with NUL', { fields: [['name', 'a\0b']] }, 'name invalid_value'],
    [
      'a name twice',
      {
        fields: [
          ['name', 'a'],
          ['name', 'b'],
        ],
      },
      'name invalid_type',
    ],
    [
      'a tag twice',
      {
        fields: [
          ['tags', 'a'],
          ['tags', 'a'],
        ],
      },
      'tags[1] duplicate',
    ],
    [
      'unknown fields, where they are not wanted',
      { fields: [['colour', 'red']], headers: { Prefer: 'handling=strict' } },
      'colour unknown_field',
    ],
    [
      'files in unknown fields, where they are not wanted',
      { fields: [['photo"; filename="a.png', '']], headers: { Prefer: 'handling=strict' } },
      'photo unknown_field',
    ],
    ['a file for a name', { fields: [['name"; filename="a.txt', 'a']] }, 'name required'],
  ])('refuses %s, and keeps nothing', async (_, options, problem) => {
    const before = await blobs();
    const answer = await upload('plan', options);
    expect([answer.status, detailsOf(answer)]).toEqual([400, [problem]]);
    expect([await blobs(), await unclaimed()]).toEqual([before, []]);
  });

  it.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['no parts', '--x--\r\n', ['file required']],
    ['no file', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nplan\r\n--x--\r\n', ['file required']],
    ['a form that breaks off in the file', form('plan').subarray(0, -10).toString(), []],
    ['a form that breaks off in a header', '--x\r\nContent-Dispo', []],
    ['two files', form('a').toString().replace('--x--\r\n', '') + form('b').toString(), ['file duplicate']],
  ])('refuses %s, and keeps nothing', async (_, text, problems) => {
    const before = await blobs();
    const answer = await send(Buffer.from(text));
    expect([answer.status, answer.body.error.details?.map(({ field, code }: any) => `${field} ${code}`) ?? []]).toEqual(
      [400, problems],
    );
    expect([await blobs(), await unclaimed()]).toEqual([before, []]);
  });

  it.each(['application/json', 'application/octet-stream', 'multipart/form-data', 'multipart/mixed; boundary=x'])(
    'refuses Content-Type %s',
    async (type) => {
      const answer = await send(form('plan'), { headers: { 'Content-Type': type } });
      expect([answer.status, detailsOf(answer)]).toEqual([400, ['Content-Type invalid_value']]);
    },
  );

  it('compares the body with Content-Digest', async () => {
    const digest = (bytes: Buffer) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    const header = (value: string) => ({ headers: { 'Content-Digest': value } });
    expect((await upload('plan', header(digest(form('plan'))))).status).toBe(201);
    expect((await upload('plan', header('md5=:abc=:'))).status).toBe(201);
    const before = await blobs();
    expect(detailsOf(await upload('plan', header(digest(form('other')))))).toEqual(['Content-Digest invalid_value']);
    expect(detailsOf(await upload('plan', header('sha-256=abc')))).toEqual(['Content-Digest invalid_format']);
    expect(await blobs()).toEqual(before);
  });

  it('stores a repeated request once; other bytes under its key are another request', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await upload('plan', { headers });
    const before = await blobs();
    const again = await upload('plan', { headers });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    for (const other of [await upload('other', { headers }), await upload('plan', { headers, filename: 'b' })])
      expect([other.status, detailsOf(other)]).toEqual([400, ['Idempotency-Key key_reused']]);
    expect([await blobs(), await unclaimed()]).toEqual([before, []]);
  });
});

describe('GET /v1/office/files', () => {
  it('filters, sorts and counts', async () => {
    const own = await suite.workspace();
    const by = own.client;
    const make = (size: number, type: string, tag: string) =>
      aFile('x'.repeat(size), { by, type, filename: `${9 - size}.txt`, fields: [['tags', tag]] });
    const ids = [await make(1, 'text/csv', 'a'), await make(3, 'text/plain', 'b'), await make(2, 'text/csv', 'b')].map(
      ({ id }) => id,
    );
    const list = async (query: string) => {
      const { data, meta } = (await by.get(`${PATH}?${query}`)).body;
      expect(meta.total).toBe(data.length);
      return data.map(({ id }: any) => ids.indexOf(id));
    };
    expect(await list('')).toEqual([2, 1, 0]);
    expect(await list('mime_type=text/csv')).toEqual([2, 0]);
    expect(await list(`uploader_id=${own.ownerId}&sort=size_bytes:asc`)).toEqual([0, 2, 1]);
    expect(await list(`uploader_id=${newId('usr')}`)).toEqual([]);
    expect(await list('tag=b&sort=name:asc')).toEqual([1, 2]);
    await by.delete(`${PATH}/${ids[2]}`);
    expect(await list('mime_type=text/csv')).toEqual([0]);
    const page = (await by.get(`${PATH}?limit=1&sort=size_bytes:desc`)).body;
    expect(page.meta).toMatchObject({ total: 2, has_more: true });
    const next = (await by.get(`${PATH}?limit=1&sort=size_bytes:desc&cursor=${page.meta.next_cursor}`)).body;
    expect(next.data[0].id).toBe(ids[0]);
    await eventually(async () => expect(await unclaimed()).toEqual([]));
  });
});

describe('PATCH /v1/office/files/{id}', () => {
  it('renames and tags', async () => {
    const { id } = await aFile();
    const { status, body } = await client.patch(`${PATH}/${id}`, { name: 'a/new.txt', tags: ['t'] });
    expect([status, body]).toMatchObject([200, { name: 'new.txt', tags: ['t'], revision: 2 }]);
    expect(detailsOf(await client.patch(`${PATH}/${id}`, { name: '..' }))).toEqual(['name required']);
    const link = (await client.get(`${PATH}/${id}/download`)).body.url;
    expect((await follow(link)).headers.get('content-disposition')).toContain('filename="new.txt"');
  });
});

describe('DELETE /v1/office/files/{id}', () => {
  it('removes it for good, with its bytes and its links', async () => {
    const before = await blobs();
    const { id } = await aFile();
    const { url } = (await client.get(`${PATH}/${id}/download`)).body;
    const { status, text } = await client.delete(`${PATH}/${id}`);
    expect([status, text]).toEqual([204, '']);
    expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await client.get(`${PATH}/${id}/download`)).status).toBe(404);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await follow(url)).status).toBe(404);
    await eventually(async () => expect([await blobs(), await unclaimed()]).toEqual([before, []]));
  });

  it('leaves the bytes to a sweep where they could not be removed', async () => {
    const { id } = await aFile();
    await suite.database.execute(
      `insert into unclaimed_blobs select workspace_id, blob_key, $2 from files where id = $1`,
      [id, suite.clock.iso()],
    );
    const before = await blobs();
    await suite.app.get(Blobs).sweep();
    await eventually(async () => expect(await blobs()).toHaveLength(before.length - 1));
  });
});

describe('A blob that nobody claimed', () => {
  it('is swept after a day, with the leftovers of an upload that died', async () => {
    const before = await blobs();
    const { id } = await aFile();
    const { rows } = await suite.database.execute('delete from files where id = $1 returning workspace_id, blob_key', [
      id,
    ]);
    await suite.database.execute(`insert into unclaimed_blobs values ($1, $2, $3)`, [
      rows[0]!.workspace_id,
      rows[0]!.blob_key,
      suite.clock.iso(86_400),
    ]);
    const sweeper = suite.app.get(Blobs);
    expect(await sweeper.sweep()).toBe(0);
    suite.clock.advance(86_401);
    expect(await sweeper.sweep()).toBe(1);
    suite.clock.advance(-86_401);
    expect(await blobs()).toEqual(before);
  });
});

describe('A blob that is claimed while a sweep finds it', () => {
  it('stays, however far the clocks of two processes are apart', async () => {
    const { id } = await aFile('claimed');
    const { rows } = await suite.database.execute(
      `insert into unclaimed_blobs select workspace_id, blob_key, $2 from files where id = $1 returning key`,
      [id, suite.clock.iso()],
    );
    const claiming = await suite.database.connect();
    await claiming.query('begin');
    await claiming.query('delete from unclaimed_blobs where key = $1', [rows[0]!.key]);
    const swept = await suite.app.get(Blobs).sweep();
    await claiming.query('commit');
    claiming.release();
    expect([swept, await suite.app.get(Blobs).sweep()]).toEqual([0, 0]);
    expect((await downloaded(id)).toString()).toBe('claimed');
  });
});

/** The address of a link, as the server under test has it. */
const local = (url: string) => url.replace(suite.settings.BASE_URL, suite.base);
const follow = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(local(url), { headers, method });

async function downloaded(id: string): Promise<Buffer> {
  const { status, body } = await client.get(`${PATH}/${id}/download`);
  expect(status).toBe(200);
  return Buffer.from(await (await follow(body.url)).arrayBuffer());
}

describe('GET /v1/office/files/{id}/download', () => {
  const bytes = randomBytes(2_500_000);
  let url: string;
  let expires_at: string;
  beforeAll(async () => {
    const { id } = await aFile(bytes, {
      filename: 'Plän "1".html',
      type: 'text/html',
      fields: [['name', 'Plän "1".html']],
    });
    ({ url, expires_at } = (await client.get(`${PATH}/${id}/download`)).body);
  });

  it('gives a link for an hour that needs no credential and is safe to open', async () => {
    expect(url.startsWith(`${suite.settings.BASE_URL}/files/`)).toBe(true);
    expect(Math.abs(Date.parse(expires_at) - suite.clock.now() - 3_600_000)).toBeLessThan(20_000);
    const answer = await follow(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '2500000',
      'content-disposition': `attachment; filename="Plan _1_.html"; filename*=UTF-8''Pl%C3%A4n%20%221%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each<Record<string, string>>([{}, { Range: 'bytes=0-0' }, { Range: 'bytes=2500000-' }])(
    'answers HEAD with %j',
    async (headers) => {
      const answer = await follow(url, headers, 'HEAD');
      expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '2500000', '']);
    },
  );

  it.each([
    ['bytes=1000-2000', 1000, 2001],
    ['bytes=-10', 2_499_990, 2_500_000],
  ])('answers the range %s', async (range, start, end) => {
    const answer = await follow(url, { Range: range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/2500000`]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
  });

  it('answers everything where several ranges are asked for', async () => {
    const answer = await follow(url, { Range: 'bytes=0-1,5-6' });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 2_500_000]);
  });

  it('answers 416 where the file has nothing of the range', async () => {
    const answer = await follow(url, { Range: 'bytes=2500000-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */2500000']);
  });

  it('tells old clients a name that is none of another directory', async () => {
    const { id } = await aFile('plan', { filename: '．．／℀.txt' });
    const link = (await client.get(`${PATH}/${id}/download`)).body.url;
    const header = (await follow(link)).headers.get('content-disposition');
    expect(header).toContain('filename=".._a_c.txt"');
    expect(decodeURIComponent(header!.split("''")[1]!)).toBe('．．／℀.txt');
  });

  it('heeds If-None-Match and If-Range', async () => {
    const etag = (await follow(url, {}, 'HEAD')).headers.get('etag')!;
    expect((await follow(url, { 'If-None-Match': etag })).status).toBe(304);
    expect((await follow(url, { Range: 'bytes=0-0', 'If-Range': etag })).status).toBe(206);
    expect((await follow(url, { Range: 'bytes=0-0', 'If-Range': '"other"' })).status).toBe(200);
  });

  it.each([
    ['the name', (link: URL) => link.searchParams.set('name', 'x.exe')],
    ['its type', (link: URL) => link.searchParams.set('type', 'text/plain')],
    ['its end', (link: URL) => link.searchParams.set('expires', '99999999999')],
    ['its signature', (link: URL) => link.searchParams.set('signature', 'x'.repeat(43))],
    ['no signature', (link: URL) => link.searchParams.delete('signature')],
    ['another file', (link: URL) => (link.pathname = `/files/${'0'.repeat(32)}`)],
    ['a path out of the store', (link: URL) => (link.pathname = '/files/..%2f..%2fsecrets.key')],
  ])('refuses a link that was changed: %s', async (_, change) => {
    const link = new URL(local(url));
    change(link);
    const answer = await fetch(link);
    expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('bears a link of which a part comes twice', async () => {
    const { id } = await aFile(randomBytes(9), { filename: 'x', fields: [['name', 'a,b.txt']] });
    const link = new URL(local((await client.get(`${PATH}/${id}/download`)).body.url));
    link.searchParams.set('name', 'a');
    expect((await fetch(link)).status).toBe(403);
    link.searchParams.append('name', 'b.txt');
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="a,b.txt"; filename*=UTF-8''a%2Cb.txt`,
    ]);
  });

  it('refuses a link that is over', async () => {
    suite.clock.advance(3_602);
    const answer = await follow(url);
    suite.clock.advance(-3_602);
    expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('Writing files, by role', () => {
  const who = (isEditor: boolean) => ({ user_id: 'me', isEditor: () => isEditor }) as unknown as Credential;
  const changes = (isEditor: boolean, uploaded_by: string) =>
    rowMatches(files.writable!(who(isEditor)), { uploaded_by });

  it('an editor writes all, a member those they uploaded', () => {
    expect([changes(true, 'me'), changes(true, 'other')]).toEqual([true, true]);
    expect([changes(false, 'me'), changes(false, 'other')]).toEqual([true, false]);
  });
});

describe('GET /openapi.json', () => {
  it('says how files are sent', async () => {
    const { paths, components } = (await client.get('/openapi.json')).body;
    const form = paths[PATH].post.requestBody.content['multipart/form-data'].schema;
    expect(form.allOf[0]).toMatchObject({ properties: { file: { format: 'binary' } }, required: ['file'] });
    const fields = components.schemas[form.allOf[1].$ref.split('/').at(-1)];
    expect(Object.keys(fields.properties)).toEqual(['name', 'tags']);
    const { content } = paths[`${PATH}/upload/chunked/{session_id}/parts/{part_number}`].put.requestBody;
    expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/octet-stream']);
    const download = paths['/files/{key}'].get.responses;
    expect(Object.keys(download)).toEqual(expect.arrayContaining(['200', '206', '304', '416']));
    expect(download[200].content['application/octet-stream'].schema.format).toBe('binary');
  });
});
