import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formWithFile } from '../../../test/support/sample.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const FILES = '/v1/office/files';
const VIRUS = 'a virus, or so this scanner says';

/** Speaks clamd's INSTREAM, and finds one text. `away`: it hangs up. */
class Scanner {
  away = false;
  largest = 0;
  readonly #server = createServer((socket) => void this.#answer(socket).catch(() => socket.destroy()));

  static async start(): Promise<Scanner> {
    const scanner = new Scanner();
    scanner.#server.listen(0, '127.0.0.1');
    await once(scanner.#server, 'listening');
    return scanner;
  }

  get url(): string {
    return `clamd://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }

  async #answer(socket: Socket): Promise<void> {
    if (this.away) return void socket.destroy();
    let received = Buffer.alloc(0);
    for await (const piece of socket) {
      received = Buffer.concat([received, piece as Buffer]);
      const content = contentOf(received);
      if (content === null) continue;
      this.largest = Math.max(this.largest, content.length);
      const found = content.includes(VIRUS);
      socket.end(found ? 'stream: Spec.Virus-1 FOUND\0' : 'stream: OK\0');
      return;
    }
  }
}

/** The stream in a whole conversation; null where its end has not come. */
function contentOf(received: Buffer): Buffer | null {
  const head = 'zINSTREAM\0';
  if (received.toString('latin1', 0, head.length) !== head) return null;
  const pieces: Buffer[] = [];
  for (let at = head.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

let scanner: Scanner;
let suite: TestApp;
let client: Client;
beforeAll(async () => {
  scanner = await Scanner.start();
  suite = await startTestApp({ VIRUS_SCAN: scanner.url, FILES_URL: 'http://files.localhost' });
  client = suite.client;
});
afterAll(async () => {
  await suite?.close();
  scanner.close();
});

const upload = async (content: string): Promise<string> => {
  const { type, text } = formWithFile('plan.txt', content);
  return (await client.post(FILES, text, { headers: { 'Content-Type': type } })).body.id;
};
const download = (id: string) => client.get(`${FILES}/${id}/download`);
const statusOf = async (id: string) => (await client.get(`${FILES}/${id}`)).body.scan_status;
const idsOf = async (status: string) =>
  (await client.get(`${FILES}?scan_status=${status}&limit=100`)).body.data.map(({ id }: any) => id);

it('a clean file can be downloaded once it was scanned, from the origin of files', async () => {
  const id = await upload('clean '.repeat(100_000));
  await expect.poll(async () => (await download(id)).status).toBe(200);
  expect(await statusOf(id)).toBe('clean');
  expect(scanner.largest).toBe(600_000);
  const { url } = (await download(id)).body;
  expect(url).toMatch(/^http:\/\/files\.localhost\/files\//);
  const { pathname, search } = new URL(url);
  const at = (path: string) => fetch(suite.base + path);
  expect((await at(pathname + search)).status).toBe(200);
});

it('an infected file is never given out, and raises an alert', async () => {
  const id = await upload(`It has ${VIRUS}.`);
  await expect
    .poll(async () => (await download(id)).body.error?.message)
    .toBe('The file contains malware (Spec.Virus-1) and cannot be downloaded.');
  expect((await download(id)).status).toBe(409);
  expect(await statusOf(id)).toBe('infected');
  expect(await idsOf('infected')).toEqual([id]);
  const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=office.file.infected`)).body;
  expect(data).toMatchObject([{ outcome: 'failure', changes: { finding: { to: 'Spec.Virus-1' } } }]);
  await expect
    .poll(async () => (await client.get('/v1/guard/alerts?severity=critical')).body.data)
    .toMatchObject([{ title: 'A file contains malware' }]);
  expect((await client.delete(`${FILES}/${id}`)).status).toBe(204);
  expect((await suite.database.execute('select 1 from file_scans where resource_id = $1', [id])).count).toBe(0);
});

it('a file is pending while the scanner is away, which operators see and retry', async () => {
  scanner.away = true;
  const id = await upload('later');
  const answer = await download(id);
  expect([answer.status, answer.body.error.message]).toEqual([
    409,
    'The file is pending: it has not been scanned for viruses yet. Try again in a moment.',
  ]);
  expect(await statusOf(id)).toBe('pending');
  const { data } = (await client.get(`${FILES}?scan_status[in]=pending,infected`)).body;
  expect(data).toContainEqual(expect.objectContaining({ id, scan_status: 'pending' }));
  const item = async () =>
    (await client.get('/v1/operations/backlog?kind=scan&status=failing')).body.data.find((each: any) => each.id === id);
  await expect.poll(item).toMatchObject({ reason: expect.any(String) });
  scanner.away = false;
  expect((await client.post(`/v1/operations/backlog/${id}/retry`)).status).toBe(202);
  await expect.poll(() => statusOf(id)).toBe('clean');
  expect(await idsOf('pending')).not.toContain(id);
  const told = async () => (await client.get('/v1/events?type=office.file.updated')).body.data;
  await expect
    .poll(told)
    .toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ file_id: id, changed: ['scan_status'] }) }),
    );
  expect((await download(id)).status).toBe(200);
});

it('the origin of files serves nothing else', async () => {
  const { request } = await import('node:http');
  const status = (host: string) =>
    new Promise((resolve) => {
      const { port } = new URL(suite.base);
      request({ host: '127.0.0.1', port, path: '/sign-in', headers: { Host: host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
  expect([await status('files.localhost'), await status('suite.localhost')]).toEqual([404, 200]);
});

it('the scan of a file takes nothing from a change that somebody makes meanwhile', async () => {
  const id = await upload('changed');
  expect((await client.patch(`${FILES}/${id}`, { name: 'other.txt' })).status).toBe(200);
  await expect.poll(() => statusOf(id)).toBe('clean');
  expect((await client.get(`${FILES}/${id}`)).body.name).toBe('other.txt');
});

it('a file is told as skipped where there is no scanner, and by nobody who writes it', async () => {
  const beside = await startTestApp({ ROLE: 'api' }, { beside: suite });
  try {
    const { type, text } = formWithFile('plan.txt', 'unscanned');
    const at = new Client(beside.base, client.key);
    const { body } = await at.post(FILES, text, { headers: { 'Content-Type': type } });
    expect(body.scan_status).toBe('skipped');
    expect((await at.patch(`${FILES}/${body.id}`, { scan_status: 'clean' })).body.scan_status).toBe('skipped');
    expect((await download(body.id)).status).toBe(200);
  } finally {
    await beside.close();
  }
});
