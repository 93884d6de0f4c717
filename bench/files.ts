import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './load.js';
import type { Server, Stage } from './stage.js';

const MEBIBYTE = 2 ** 20;
const PIECE = randomBytes(MEBIBYTE);
const FILES = '/v1/office/files';
const CHUNKED = `${FILES}/upload/chunked`;
const SINGLE = 100;
const LARGE = 1024;
const PART = 64;

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const TAIL = '\r\n--x--\r\n';
const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };
const BYTES = { 'Content-Type': 'application/octet-stream' };

interface Body {
  mebibytes: number;
  around?: [string, string];
}

async function send(server: Server, method: string, path: string, headers: object, body: Body): Promise<any> {
  const [head, tail] = body.around ?? ['', ''];
  const length = head.length + body.mebibytes * MEBIBYTE + tail.length;
  const outgoing: ClientRequest = request(server.url + path, {
    method,
    headers: { 'X-API-Key': server.key, 'Content-Length': length, ...headers },
  });
  const answered = once(outgoing, 'response');
  outgoing.write(head);
  for (let sent = 0; sent < body.mebibytes; sent++) if (!outgoing.write(PIECE)) await once(outgoing, 'drain');
  outgoing.end(tail);
  const [incoming] = await answered;
  let text = '';
  for await (const chunk of incoming) text += chunk;
  if (incoming.statusCode >= 300) throw new Error(`${method} ${path} answers ${incoming.statusCode}: ${text}`);
  return text && JSON.parse(text);
}

async function ask(server: Server, method: string, path: string, body?: object): Promise<any> {
  const headers = { 'X-API-Key': server.key, 'Content-Type': 'application/json' };
  const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

async function makeFile(directory: string, mebibytes: number): Promise<string> {
  const path = join(directory, randomUUID());
  const file = await open(path, 'wx');
  for (let written = 0; written < mebibytes; written++) await file.write(PIECE);
  await file.sync();
  await file.close();
  return path;
}

/** A file on the disk to another one with its SHA-256, without any network in between. */
async function copy(source: string): Promise<void> {
  const path = `${source}.copy`;
  const hash = createHash('sha256');
  const file = await open(path, 'wx');
  for await (const chunk of createReadStream(source, { highWaterMark: MEBIBYTE })) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
  hash.digest('hex');
  await rm(path);
}

const uploadWhole = async (app: Server) => {
  const { id } = await send(app, 'POST', FILES, FORM, { mebibytes: SINGLE, around: [HEAD, TAIL] });
  return () => ask(app, 'DELETE', `${FILES}/${id}`);
};

const uploadParts = async (app: Server) => {
  const sizes = { size_bytes: LARGE * MEBIBYTE, part_size_bytes: PART * MEBIBYTE };
  const { session_id, part_count } = await ask(app, 'POST', CHUNKED, { name: 'a.bin', ...sizes });
  for (let number = 1; number <= part_count; number++)
    await send(app, 'PUT', `${CHUNKED}/${session_id}/parts/${number}`, BYTES, { mebibytes: PART });
  const { id } = await ask(app, 'POST', `${CHUNKED}/${session_id}/complete`);
  return () => ask(app, 'DELETE', `${FILES}/${id}`);
};

/** Uploads against a plain copy from disk to disk, and against a hand-written server; and how much memory they take. */
export async function files(stage: Stage, rounds: number): Promise<string[][]> {
  const app = await stage.startApp();
  const limit = await stage.startFilesLimit();
  const directory = mkdtempSync(join(tmpdir(), 'suite-bench-copy-'));
  const rows = [
    ['upload', 'copy MB/s', 'limit MB/s', 'app MB/s', 'app / copy', 'app / limit', 'memory before → peak MB'],
  ];
  const scenarios = [
    ['100 MiB in one request', SINGLE, uploadWhole],
    ['1 GiB in parts of 64 MiB', LARGE, uploadParts],
  ] as const;
  try {
    for (const [name, size, upload] of scenarios) {
      const speeds = { copy: [] as number[], limit: [] as number[], app: [] as number[] };
      const timed = async (side: keyof typeof speeds, work: () => Promise<unknown>) => {
        const started = performance.now();
        const after = await work();
        speeds[side].push((size * MEBIBYTE) / 1e3 / (performance.now() - started));
        if (typeof after === 'function') await after();
      };
      const source = await makeFile(directory, size);
      await (
        await uploadWhole(app)
      )(); // to warm up
      const before = memory(app, 'VmRSS');
      if (process.platform === 'linux') writeFileSync(`/proc/${app.pid}/clear_refs`, '5');
      for (let round = 0; round < rounds; round++) {
        await timed('copy', () => copy(source));
        await timed('limit', () => send(limit, 'POST', '/', {}, { mebibytes: size }).then(() => undefined));
        await timed('app', () => upload(app));
      }
      const [theirs, plain, ours] = [median(speeds.limit), median(speeds.copy), median(speeds.app)];
      rows.push([
        name,
        plain.toFixed(0),
        theirs.toFixed(0),
        ours.toFixed(0),
        (ours / plain).toFixed(2),
        (ours / theirs).toFixed(2),
        `${before.toFixed(0)} → ${memory(app, 'VmHWM').toFixed(0)}`,
      ]);
      console.error(rows.at(-1)!.join('  '));
      await rm(source);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return rows;
}

/** Resident memory, now or at its highest, where the system tells. */
function memory({ pid }: Server, what: 'VmRSS' | 'VmHWM'): number {
  if (process.platform !== 'linux') return NaN;
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
