import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bodyPace } from '../../platform/request/body-pace.js';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/office/files';
const CHUNKED = `${PATH}/upload/chunked`;
const MEBIBYTE = 2 ** 20;
const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const TAIL = '\r\n--x--\r\n';
const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };
const BYTES = { 'Content-Type': 'application/octet-stream' };

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(async () => {
  await nothingLeft();
  await suite.close();
});

/** The files in the blob store, without the directories that stay. */
async function left({ settings }: TestApp): Promise<string[]> {
  const root = join(settings.DATA_DIR, 'blobs');
  if (!existsSync(root)) return [];
  return (await readdir(root, { recursive: true })).map(String).filter((name) => name.length > 2);
}

interface Sent {
  status: number;
  body: any;
  /** How many bytes of the body had been written when the answer came. */
  written: number;
}

/** Sends a body that is made on the way, until the answer is there or all of it is sent. */
async function send(method: string, path: string, headers: object, body: Iterable<Buffer>, app = suite): Promise<Sent> {
  const outgoing: ClientRequest = request(app.base + path, {
    method,
    agent: false,
    headers: { 'X-API-Key': app.client.key!, ...headers },
  });
  outgoing.on('error', () => undefined);
  let written = 0;
  const answered = once(outgoing, 'response').then(async ([incoming]) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    return { status: incoming.statusCode as number, body: text && JSON.parse(text), written };
  });
  let done = false;
  void answered.finally(() => (done = true));
  for (const chunk of body) {
    if (done || outgoing.destroyed) break;
    written += chunk.length;
    if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), answered]);
  }
  if (!done) outgoing.end();
  const answer = await answered;
  outgoing.destroy();
  return answer;
}

/** All that requests were sending has been removed: some of it once they were answered. */
const nothingLeft = () => eventually(async () => expect(await left(suite)).toEqual([]));

function* pieces(size: number, around: [string, string] = ['', '']): Generator<Buffer> {
  const piece = randomBytes(64 * 1024);
  if (around[0]) yield Buffer.from(around[0]);
  for (let sent = 0; sent < size; sent += piece.length) yield piece.subarray(0, Math.min(piece.length, size - sent));
  if (around[1]) yield Buffer.from(around[1]);
}

describe('A file in one request', () => {
  it('may have 100 MiB', async () => {
    const { status, body } = await send('POST', PATH, FORM, pieces(100 * MEBIBYTE, [HEAD, TAIL]));
    expect([status, body.size_bytes]).toEqual([201, 100 * MEBIBYTE]);
    await suite.client.delete(`${PATH}/${body.id}`);
    await nothingLeft();
  });

  it.each([true, false])('must not have more; with its length declared: %s', async (declared) => {
    const size = 150 * MEBIBYTE;
    const length = { 'Content-Length': HEAD.length + size + TAIL.length };
    const answer = await send('POST', PATH, { ...FORM, ...(declared && length) }, pieces(size, [HEAD, TAIL]));
    const { message, details } = answer.body.error;
    expect([answer.status, details]).toEqual([400, [{ field: 'file', code: 'too_large', message }]]);
    expect(message).toContain(CHUNKED);
    expect(answer.written).toBeLessThan(size);
    await nothingLeft();
  });

  it.each([
    ['in front of', '--x', `\r\n${HEAD}${TAIL}`],
    ['in a part beside', HEAD.replace('"file"', '"other"'), `\r\n${HEAD}${TAIL}`],
    ['behind', HEAD + TAIL, ''],
  ])('must not have as much %s it', async (_, head, tail) => {
    const size = 150 * MEBIBYTE;
    const answer = await send('POST', PATH, FORM, pieces(size, [head, tail]));
    expect([answer.status, answer.body.error.details[0].code]).toEqual([400, 'too_large']);
    expect(answer.written).toBeLessThan(size);
    await nothingLeft();
  });
});

describe('A client', () => {
  const begin = async () => (await suite.client.post(CHUNKED, { name: 'a', size_bytes: 5 * MEBIBYTE })).body.session_id;

  /** Sends the start of a request and no more. */
  async function start(method: string, path: string, headers: object, text: string) {
    const socket = connect(Number(new URL(suite.base).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const all = { Host: 'x', 'X-API-Key': suite.client.key, 'Content-Length': 5 * MEBIBYTE, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
    return socket;
  }

  /** Reads a connection up to the first `end`. */
  async function received(socket: Socket, end: string): Promise<string> {
    let text = '';
    for await (const chunk of on(socket, 'data')) if ((text += chunk).includes(end)) break;
    return text;
  }

  it.each([
    ['POST', async () => PATH, FORM, HEAD],
    ['PUT', async () => `${CHUNKED}/${await begin()}/parts/1`, BYTES, ''],
  ])('that hangs up while it sends with %s leaves nothing', async (method, path, headers, head) => {
    const address = await path();
    const before = await left(suite);
    const socket = await start(method, address, headers, head + 'x'.repeat(2 * MEBIBYTE));
    await eventually(async () => expect((await left(suite)).length).toBeGreaterThan(before.length));
    socket.destroy();
    await eventually(async () => expect(await left(suite)).toEqual(before));
    if (method === 'PUT') await suite.client.delete(address.replace('/parts/1', ''));
    await nothingLeft();
  });

  it.each(['given up', 'completed'])('whose upload is %s while it sends a part is told so', async (how) => {
    const id = await begin();
    const path = `${CHUNKED}/${id}/parts/1`;
    const bytes = Buffer.alloc(5 * MEBIBYTE, 'x');
    const socket = await start('PUT', path, BYTES, bytes.subarray(0, MEBIBYTE).toString());
    await eventually(async () =>
      expect((await left(suite)).filter((name) => name.includes('/00001.'))).toHaveLength(1),
    );
    if (how === 'given up') {
      expect((await suite.client.delete(`${CHUNKED}/${id}`)).status).toBe(204);
      await nothingLeft();
    } else {
      expect((await suite.client.put(path, bytes, { headers: BYTES })).status).toBe(200);
      expect((await suite.client.post(`${CHUNKED}/${id}/complete`)).status).toBe(201);
    }
    const before = await left(suite);
    const answer = received(socket, '}}');
    socket.write(bytes.subarray(MEBIBYTE));
    expect(await answer).toMatch(/^HTTP\/1.1 409 .*CONFLICT.*(aborted|completed)/s);
    socket.destroy();
    expect(await left(suite)).toEqual(before);
    if (how === 'given up') return;
    expect(before.filter((name) => name.includes('/00001.'))).toHaveLength(1);
    const { body } = await suite.client.get(`${CHUNKED}/${id}`);
    await suite.client.delete(`${PATH}/${body.file_id}`);
    await nothingLeft();
  });

  it('whose key ends while it is sent leaves nothing', async () => {
    const key = (await suite.client.post('/v1/access/api-keys', { name: 'Late', scopes: ['office:write'] })).body;
    const late = request(suite.base + PATH, { method: 'POST', headers: { 'X-API-Key': key.key, ...FORM } });
    late.write(HEAD + 'begin');
    await eventually(async () => expect(await left(suite)).toHaveLength(1));
    suite.clock.advance(2);
    try {
      await suite.client.delete(`/v1/access/api-keys/${key.id}`);
      late.end(TAIL);
      const [answer] = await once(late, 'response');
      answer.resume();
      expect(answer.statusCode).toBe(401);
      await nothingLeft();
    } finally {
      suite.clock.advance(-2);
    }
  });

  it('that arrives too slowly is told so, and leaves nothing', async () => {
    const { windowMs } = bodyPace;
    bodyPace.windowMs = 300;
    onTestFinished(() => void (bodyPace.windowMs = windowMs));
    const socket = await start('POST', PATH, FORM, `${HEAD}bytes`);
    expect(await received(socket, '}}')).toMatch(
      /^HTTP\/1.1 408 .*REQUEST_TIMEOUT.*less than 1000 bytes per second for 0.3 seconds/s,
    );
    await nothingLeft();
    socket.destroy();
  });
});

describe('Memory', () => {
  it('stays flat however large a file is', async () => {
    const part = 64 * MEBIBYTE;
    const { body } = await suite.client.post(CHUNKED, { name: 'a', size_bytes: 4 * part, part_size_bytes: part });
    const path = `${CHUNKED}/${body.session_id}`;
    let peak = 0;
    function* watched() {
      for (const piece of pieces(part)) {
        peak = Math.max(peak, process.memoryUsage.rss());
        yield piece;
      }
    }
    await send('PUT', `${path}/parts/1`, { ...BYTES, 'Content-Length': part }, pieces(part));
    const before = process.memoryUsage.rss();
    for (const number of [2, 3, 4]) {
      const { status } = await send('PUT', `${path}/parts/${number}`, { ...BYTES, 'Content-Length': part }, watched());
      expect(status).toBe(200);
    }
    // Client and server are one process here.
    expect(peak - before).toBeLessThan(100 * MEBIBYTE);
    expect((await suite.client.delete(path)).status).toBe(204);
    await nothingLeft();
  });
});

describe('A disk that is full', () => {
  it('is 503, leaves nothing, and is forgotten when there is room again', async ({ skip }) => {
    const directory = await mkdtemp(join(tmpdir(), 'suite-full-'));
    const blobs = join(directory, 'blobs');
    await mkdir(blobs);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', blobs]).status === 0;
    onTestFinished(async () => {
      if (mounted) spawnSync('umount', [blobs]);
      await rm(directory, { recursive: true, force: true });
    });
    if (!mounted) skip('a small file system cannot be mounted here');
    const app = await startTestApp({ DATA_DIR: directory });
    onTestFinished(() => app.close());

    const full = await send('POST', PATH, FORM, pieces(20 * MEBIBYTE, [HEAD, TAIL]), app);
    expect([full.status, full.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect([await left(app), (await app.client.get(PATH)).body.meta.total]).toEqual([[], 0]);
    expect((await app.database.execute('select 1 from unclaimed_blobs')).count).toBe(0);

    const size = 5 * MEBIBYTE;
    const { body } = await app.client.post(CHUNKED, { name: 'a', size_bytes: 2 * size, part_size_bytes: size });
    const put = (number: number) =>
      send('PUT', `${CHUNKED}/${body.session_id}/parts/${number}`, BYTES, pieces(size), app);
    expect((await put(1)).status).toBe(200);
    const before = await left(app);
    expect((await put(2)).status).toBe(503);
    expect(await left(app)).toEqual(before);
    spawnSync('mount', ['-o', 'remount,size=32m', blobs]);
    expect((await put(2)).status).toBe(200);
    expect((await app.client.post(`${CHUNKED}/${body.session_id}/complete`)).status).toBe(201);
  });
});
