import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, Client } from './support/test-app.js';
import { type AppProcess, type Build, buildApp, startProcess } from './processes.js';

const CHUNKED = '/v1/office/files/upload/chunked';
const PART = 5 * 2 ** 20;
const BYTES = { 'Content-Type': 'application/octet-stream' };

// Processes start and stop here while other specs keep the machine busy.
let build: Build;
let database: Awaited<ReturnType<typeof createDatabase>>;
let directory: string;
let app: AppProcess;
let key: string;

beforeAll(async () => {
  [build, database, directory] = await Promise.all([
    buildApp(),
    createDatabase(),
    mkdtemp(join(tmpdir(), 'suite-files-')),
  ]);
  app = await start();
  key = /wsk_test_\w+/.exec(app.stdout())![0];
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const start = () =>
  startProcess(build, {
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    RATE_LIMIT: 'off',
    SECRETS_KEY: 'a secret that only tests know, long enough',
  });
const client = () => new Client(app.base, key);

async function blobs(): Promise<string[]> {
  const found = await readdir(join(directory, 'blobs'), { recursive: true }).catch(() => []);
  return found.map(String).filter((name) => /\d{5}\./.test(name));
}

async function sha256Of(id: string): Promise<string> {
  const { url } = (await client().get(`/v1/office/files/${id}/download`)).body;
  const answer = await fetch(app.base + new URL(url).pathname + new URL(url).search);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

it('an upload goes on after the server was killed in the middle of a part', async () => {
  const bytes = randomBytes(2 * PART);
  const session = { name: 'a.bin', size_bytes: bytes.length, part_size_bytes: PART };
  const { body } = await client().post(CHUNKED, session);
  const path = `${CHUNKED}/${body.session_id}`;
  expect((await client().put(`${path}/parts/1`, bytes.subarray(0, PART), { headers: BYTES })).status).toBe(200);

  const headers = { ...BYTES, 'X-API-Key': key, 'Content-Length': PART };
  const outgoing = request(`${app.base}${path}/parts/2`, { method: 'PUT', headers });
  outgoing.on('error', () => undefined).write(bytes.subarray(PART, PART + 3_000_000));
  await expect.poll(blobs).toHaveLength(2);
  await app.stop('SIGKILL');
  app = await start();

  const state = (await client().get(path)).body;
  expect(state).toMatchObject({ status: 'open', received_parts: 1, next_part_number: 2, received_bytes: PART });
  expect((await client().put(`${path}/parts/2`, bytes.subarray(PART), { headers: BYTES })).status).toBe(200);
  const file = await client().post(`${path}/complete`);
  expect(file.status).toBe(201);
  expect(await sha256Of(file.body.id)).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await blobs()).toHaveLength(2); // what the killed one had of the second part is gone
});

it('the guide uploads a file in parts as it is written', async () => {
  const bytes = randomBytes(40_000_000);
  const [readme, guide] = await Promise.all([readFile('README.md', 'utf8'), readFile('docs/files.md', 'utf8')]);
  const helper = /^json\(\) .*$/m.exec(readme)![0];
  const script = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!)[1]!;
  await writeFile(join(directory, 'film.mp4'), bytes);
  const setting = `API=${app.base}/v1\nKEY=${key}\n${helper}\n`;
  const shell = spawn('bash', ['-c', `set -e\n${setting}${script}`], { cwd: directory });
  let output = '';
  shell.stdout.on('data', (chunk) => (output += chunk));
  shell.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(shell, 'close');
  expect(code, output).toBe(0);
  const id = /"id":"(fil_\w+)"/.exec(output)![1]!;
  expect(await sha256Of(id)).toBe(createHash('sha256').update(bytes).digest('hex'));
});
