import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3Server } from '../../../test/support/s3-server.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { AppModule } from '../../app.module.js';
import { backupCommands } from '../cli/backup.cli.js';
import { runCommandLine } from '../cli/command-line.js';
import { migrate } from '../database/data-source.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { migrateQueues } from '../queues/queue-server.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { MANIFEST } from './manifest.js';
import { lastOf } from './scheduled-backups.js';

const root = mkdtempSync(join(tmpdir(), 'suite-backup-'));
const [home, out, restored] = [join(root, 'home'), join(root, 'out'), join(root, 'restored')];
const VERSION = 'postgres/cluster/PG_VERSION';
let postgres: EmbeddedPostgres;
let suite: TestApp;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: home, settings: { synchronous_commit: 'off' } });
  await migrate(postgres.url);
  await migrateQueues(postgres.url);
  suite = await startTestApp({ DATABASE_URL: postgres.url, DATA_DIR: home });
});
afterAll(async () => {
  await suite?.close();
  await postgres?.stop();
  rmSync(root, { recursive: true });
});

/** Runs a command as an operator does, who names a DATA_DIR. */
async function cli(dataDir: string, ...args: string[]) {
  return cliWith({}, dataDir, ...args);
}

async function cliWith(env: Record<string, string>, dataDir: string, ...args: string[]) {
  let said = '';
  const say = (text: string) => void (said += text);
  const code = await runCommandLine([...args, '--json'], {
    env: { DATA_DIR: dataDir, SECRETS_KEY: suite.settings.SECRETS_KEY, ...env },
    commands: [backupCommands],
    application: (settings) => AppModule.with(settings),
    out: say,
    err: say,
  });
  return { code, said };
}

async function addFile(client: Client, text: string): Promise<string> {
  const body =
    `--x\r\nContent-Disposition: form-data; name="file"; filename="plan.txt"\r\nContent-Type: text/plain\r\n\r\n` +
    `${text}\r\n--x--\r\n`;
  const answer = await client.send('POST', '/v1/office/files', {
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

it('a backup made while people work is the state of one moment, files included', async () => {
  const { client } = suite;
  const acknowledged: string[] = [];
  const write = async (text: string) => {
    const document = await client.post('/v1/office/documents', { title: text });
    expect(document.status).toBe(201);
    const [kept, gone] = [await addFile(client, text), await addFile(client, `${text}, gone`)];
    expect((await client.delete(`/v1/office/files/${gone}?hard=true`)).status).toBe(204);
    return [document.body.id, kept];
  };
  for (let each = 0; each < 5; each++) acknowledged.push(...(await write(`before ${each}`)));

  let done = false;
  const working = (async () => {
    for (let each = 0; !done; each++) await write(`meanwhile ${each}`);
  })();
  const backup = await cli(home, 'backup', '--out', out).finally(() => (done = true));
  await working;
  expect(backup).toMatchObject({ code: 0 });
  expect(JSON.parse(backup.said)).toMatchObject({ blobs: 'included', secrets_key: 'not included' });
  await write('afterwards');

  const restore = await cli(restored, 'restore', '--from', out);
  expect(restore.said).toContain(restored);
  expect(restore.code).toBe(0);
  const copy = await startEmbeddedPostgres({ dataDir: restored });
  const again = await startTestApp({ DATABASE_URL: copy.url, DATA_DIR: restored }, { beside: suite });
  try {
    const [documents, files] = await Promise.all([all(again.client, 'documents'), all(again.client, 'files')]);
    const ids = [...documents, ...files].map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(acknowledged));
    expect(documents.map(({ title }) => title)).not.toContain('afterwards');
    for (const { id, sha256 } of files) {
      const { pathname, search } = new URL((await again.client.get(`/v1/office/files/${id}/download`)).body.url);
      const { status, text } = await again.client.get(pathname + search, { key: null });
      expect([status, createHash('sha256').update(text).digest('hex')]).toEqual([200, sha256]);
    }
    const { body } = await again.client.get('/v1/guard/audit-logs/verify');
    expect(body).toMatchObject({ valid: true });
  } finally {
    await again.close();
    await copy.stop();
  }
});

it('a backup needs a DATA_DIR with a database, and makes none', async () => {
  const empty = join(root, 'mistyped');
  const { code, said } = await cli(empty, 'backup', '--out', join(root, 'nothing'));
  expect([code, said]).toEqual([1, `There is no database in ${empty}: name the DATA_DIR of the server.`]);
  expect(existsSync(empty)).toBe(false);
});

it('a backup goes into an empty directory only', async () => {
  const answer = await cli(home, 'backup', '--out', out);
  expect(answer).toEqual({ code: 1, said: `${out} is not empty: name another directory.` });
});

it('a restore refuses a directory with data, and leaves it as it is', async () => {
  const { code, said } = await cli(restored, 'restore', '--from', out);
  expect({ code, said }).toEqual({
    code: 1,
    said: `There is data in ${restored}: name an empty directory as DATA_DIR.`,
  });
});

it('a restore refuses a backup that is damaged or did not end, and brings nothing', async () => {
  const target = join(root, 'refused');
  const refused = async (message: string) => {
    const { code, said } = await cli(target, 'restore', '--from', out);
    expect([code, said]).toEqual([1, expect.stringContaining(message)]);
    expect(existsSync(join(target, 'postgres', 'cluster'))).toBe(false);
  };
  appendFileSync(join(out, VERSION), 'x');
  await refused(`${VERSION} is not as it was backed up.`);
  rmSync(join(out, VERSION));
  await refused(`${VERSION} is not as it was backed up: ENOENT`);
  rmSync(join(out, MANIFEST));
  await refused('it is no backup, or one that did not end.');
});

describe('backups by schedule', () => {
  let s3: S3Server;
  let api: TestApp;
  let bucket: Record<string, string>;
  beforeAll(async () => {
    s3 = await S3Server.start();
    bucket = Object.fromEntries(Object.entries(s3.settings).map(([name, value]) => [`BACKUP_${name}`, value]));
    const env = { DATABASE_URL: postgres.url, DATA_DIR: home, ROLE: 'api', BACKUP_SCHEDULE: '02:30', BACKUP_KEEP: '1' };
    api = await startTestApp({ ...env, ...bucket }, { beside: suite });
  });
  afterAll(async () => {
    await api?.close();
    await s3?.close();
  });

  const run = () => api.app.get(Maintenance).run('backups');
  const manifests = () => [...s3.objects.keys()].filter((key) => key.endsWith(MANIFEST));
  const gauge = async (name: string) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec((await api.client.get('/metrics')).text)![1]);

  it('are made once at their time, and restored by the same command', async () => {
    await addFile(suite.client, 'In the bucket');
    await run();
    expect(s3.contents()).toEqual([]);
    api.clock.advance(24 * 3_600);
    expect(await gauge('backup_age_seconds')).toBeGreaterThan(86_000);
    await run();
    await run();
    expect(manifests()).toHaveLength(1);
    expect(await gauge('backup_age_seconds')).toBeLessThan(3_600);
    expect((await suite.client.get('/v1/operations/backups')).body).toMatchObject({ schedule: [], error: null });
    expect((await api.client.get('/v1/operations/backups')).body).toMatchObject({
      schedule: ['02:30'],
      last: { place: `s3://${s3.bucket}/${manifests()[0]!.split('/')[0]}`, files: expect.any(Number) },
      error: null,
    });
    const target = join(root, 'from-bucket');
    const { code, said } = await cliWith(bucket, target, 'restore', '--from', `s3://${s3.bucket}`);
    expect(said).toContain(target);
    expect(code).toBe(0);
    expect(existsSync(join(target, VERSION))).toBe(true);
    const copy = await startEmbeddedPostgres({ dataDir: target });
    const again = await startTestApp({ DATABASE_URL: copy.url, DATA_DIR: target, ROLE: 'api' }, { beside: suite });
    try {
      for (const type of ['documents', 'files'])
        expect((await all(again.client, type)).length).toBe((await all(suite.client, type)).length);
    } finally {
      await again.close();
      await copy.stop();
    }
  });

  it('that fail are told, leave the last one, and are tried again, which removes old ones and nothing else', async () => {
    const [kept] = manifests();
    api.clock.advance(24 * 3_600);
    const lost = s3.refuse('PUT');
    await expect(run()).rejects.toThrow();
    const asked = lost.count;
    await expect(run()).rejects.toThrow();
    expect(lost.count).toBe(asked);
    expect(await gauge('backup_failing')).toBe(1);
    expect(manifests()).toEqual([kept]);
    expect((await api.client.get('/v1/operations/backups')).body.error).toEqual(expect.any(String));
    lost.end();
    s3.objects.set('20200101T000000Z/postgres/cluster/PG_VERSION', Buffer.from('18'));
    s3.objects.set('letters/one.txt', Buffer.from('Dear Ada'));
    api.clock.advance(15 * 60);
    await run();
    expect(await gauge('backup_failing')).toBe(0);
    expect(manifests()).toEqual([expect.not.stringContaining(kept!)]);
    const folders = new Set([...s3.objects.keys()].map((key) => key.split('/')[0]));
    expect(folders).toEqual(new Set([manifests()[0]!.split('/')[0], 'letters']));
  });

  it('are refused at the start for a PostgreSQL of its own', async () => {
    const started = startTestApp({ BACKUP_SCHEDULE: '02:30', ...bucket, ROLE: 'api' });
    await expect(started).rejects.toThrow('BACKUP_SCHEDULE is for the embedded PostgreSQL.');
  });
});

it.each([
  ['2026-03-01T02:29:59Z', '2026-02-28T14:30:00.000Z'],
  ['2026-03-01T02:30:00Z', '2026-03-01T02:30:00.000Z'],
  ['2026-03-01T23:00:00Z', '2026-03-01T14:30:00.000Z'],
])('at %s the last time of 02:30 and 14:30 is %s', (now, last) => {
  expect(new Date(lastOf(['02:30', '14:30'], Date.parse(now))).toISOString()).toBe(last);
});

async function all(client: Client, type: string): Promise<any[]> {
  const found: any[] = [];
  for (let cursor = ''; ;) {
    const { status, body } = await client.get(`/v1/office/${type}?limit=100${cursor}`);
    expect(status).toBe(200);
    found.push(...body.data);
    if (body.meta.next_cursor === null) return found;
    cursor = `&cursor=${body.meta.next_cursor}`;
  }
}
