import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { madeTypes, make } from '../../../test/support/samples.js';
import { enforcePolicy, POLICIES } from '../../../test/support/policies.js';
import { formWithFile } from '../../../test/support/sample.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { apiKeyCommands, workspaceCommands } from '../../access/index.js';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { Database } from '../../platform/database/database.js';
import { Routes } from '../../platform/request/routes.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { unzip } from '../../platform/zip/read.js';
import { zip } from '../../platform/zip/write.js';
import { ArchiveImport } from './archive-import.js';
import { archiveCommands } from './archives.cli.js';
import { leftOut } from './left-out.js';
import { type ArchivedTable, ArchivedTables } from './archived-tables.repository.js';

const ARCHIVES = '/v1/operations/archives';
const WORK = /^(office|sales|careers|project)\./;

const directory = mkdtempSync(join(tmpdir(), 'suite-archives-'));
const file = join(directory, 'workspace.zip');
let suite: TestApp;
/** Another deployment, with a workspace of its own. */
let other: TestApp;
let tables: ArchivedTable[];
let file_id: string;

beforeAll(async () => {
  [suite, other] = await Promise.all([startTestApp(), startTestApp()]);
  tables = await suite.app.get(ArchivedTables).archived();
  // A record of every type that people work with.
  for (const type of madeTypes(suite.app.get(Routes).all)) if (WORK.test(type)) await make(suite.client, type);
  const { type, text } = formWithFile('plan.txt', 'The plan of all plans');
  const made = await suite.client.post('/v1/office/files', text, { headers: { 'Content-Type': type } });
  file_id = made.body.id;
});
afterAll(async () => {
  await Promise.all([suite?.close(), other?.close()]);
  rmSync(directory, { recursive: true });
});

async function cli(app: TestApp, ...args: string[]) {
  const { DATABASE_URL, SECRETS_KEY, DATA_DIR } = app.settings;
  let said = '';
  const say = (text: string) => void (said += text);
  const code = await runCommandLine([...args, '--json'], {
    env: { DATABASE_URL, SECRETS_KEY, DATA_DIR },
    commands: [workspaceCommands, archiveCommands, apiKeyCommands],
    application: (settings) => AppModule.with(settings),
    out: say,
    err: say,
  });
  return { code, said };
}
/** Imports an archive into the other deployment. Answers why it is refused. */
const refused = (path: string) =>
  other.app
    .get(ArchiveImport)
    .run(path)
    .then(
      () => 'It is not refused.',
      (error: Error) => error.message,
    );

const ended = (id: string) =>
  eventually(async () => {
    const { body } = await suite.client.get(`${ARCHIVES}/${id}`);
    expect(body).toMatchObject({ status: 'completed' });
    return body;
  });

/** The rows of a workspace in a table, as JSON, with the bytes of files in the place of their keys. */
async function rowsOf(app: TestApp, { table, columns, order, blob }: ArchivedTable): Promise<object[]> {
  const list = columns.map((name) => `"${name}"`).join();
  const { rows } = await app.app
    .get(Database)
    .execute<{ row: any }>(
      `select to_jsonb(found) as row from (select ${list} from "${table}" where workspace_id = $1 ${order.length ? `order by ${order.join()}` : ''}) found`,
      [suite.workspaceId],
    );
  const store = app.app.get(BlobStore);
  const read = async ({ row }: { row: any }) => {
    if (!blob || row[blob] === null) return row;
    const hash = createHash('sha256');
    for await (const piece of await store.read(row[blob])) hash.update(piece);
    return { ...row, [blob]: hash.digest('hex') };
  };
  return Promise.all(rows.map(read));
}

/** An archive whose parts somebody has changed, with a checksum that fits. */
async function rewritten(change: (name: string, text: string) => string): Promise<string> {
  const entries = async function* () {
    for await (const { name, content } of unzip(file)) {
      const pieces: Buffer[] = [];
      for await (const piece of await content()) pieces.push(piece);
      const bytes = Buffer.from(change(name, Buffer.concat(pieces).toString('latin1')), 'latin1');
      yield {
        name,
        deflated: false,
        content: (async function* () {
          yield bytes;
        })(),
      };
    }
  };
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries())) pieces.push(piece);
  const path = join(directory, 'changed.zip');
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

describe('archives', () => {
  it('of a workspace are made one after another, however many are asked for at once', async () => {
    // Nobody works on them.
    const api = await startTestApp({ ROLE: 'api', RATE_LIMIT: '1000' });
    onTestFinished(() => api.close());
    const { client } = api;
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(ARCHIVES)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array<number>(19).fill(429)]);
    const { data } = (await client.get(ARCHIVES)).body;
    expect(data).toHaveLength(1);
    expect((await client.delete(`${ARCHIVES}/${data[0].id}`)).status).toBe(204);
  });
});

describe('an archive', () => {
  it('is written by a worker, shows how far it is, and is downloaded by a link', async () => {
    const begun = await suite.client.post(ARCHIVES);
    expect([begun.status, begun.body.status]).toEqual([202, 'pending']);
    const archive = await ended(begun.body.id);
    const { pathname, search } = new URL(archive.download_url);
    const answer = await fetch(suite.base + pathname + search);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type'), bytes.length]).toEqual([
      200,
      'application/zip',
      archive.size_bytes,
    ]);
    const path = join(directory, 'downloaded.zip');
    writeFileSync(path, bytes);
    const sums = new Map<string, string>();
    for await (const { name, content } of unzip(path)) {
      const hash = createHash('sha256');
      for await (const piece of await content()) hash.update(piece);
      sums.set(name, hash.digest('hex'));
    }
    expect(sums.get('manifest.json')).toBe(archive.manifest_sha256);
    expect(archive.file_count).toBe([...sums.keys()].filter((name) => /^files\/[0-9a-f]{32}$/.test(name)).length);
    expect(archive).toMatchObject({ missing_file_count: 0, error: null });
    const { data } = (await suite.client.get(ARCHIVES)).body;
    expect(data[0]).toMatchObject({ id: archive.id, status: 'completed', record_count: archive.record_count });
    expect((await suite.client.delete(`${ARCHIVES}/${archive.id}`)).status).toBe(204);
    expect((await suite.client.get(`${ARCHIVES}/${archive.id}`)).body).toMatchObject({
      status: 'cancelled',
      download_url: null,
    });
  });

  it('is for operators who may read everything', async () => {
    const key = await suite.client.post('/v1/access/api-keys', { name: 'All', scopes: ['read:all', 'write:all'] });
    expect((await suite.client.post(ARCHIVES, undefined, { key: key.body.key })).status).toBe(403);
    const narrow = await cli(
      suite,
      'key',
      'create',
      '--workspace',
      suite.workspaceId,
      '--name',
      'Narrow',
      '--scopes',
      'sales:read',
      '--operator',
    );
    const answer = await suite.client.post(ARCHIVES, undefined, { key: JSON.parse(narrow.said).key });
    expect([answer.status, answer.body.error.message]).toEqual([
      403,
      'An archive holds records of every app, so it needs the scope office:read.',
    ]);
    const about = { resources: [{ type: 'sales.contact' }], actions: ['sales:read'] };
    const { id } = await enforcePolicy(suite.client, about);
    await expect.poll(async () => (await suite.client.post(ARCHIVES)).status).toBe(403);
    const stopped = await suite.client.patch(`${POLICIES}/${id}`, { status: 'inactive' });
    expect([stopped.status, (await suite.client.delete(`${POLICIES}/${id}`)).status]).toEqual([200, 204]);
    const { id: made } = await eventually(async () => {
      const { status, body } = await suite.client.post(ARCHIVES);
      expect(status).toBe(202);
      return body;
    });
    // The next one would be refused while it is written.
    await ended(made);
  });

  it('has every table with rows of a workspace, or a reason why not', async () => {
    const all = (await suite.app.get(ArchivedTables).all()).map(({ table }) => table);
    const columns = (await suite.app.get(ArchivedTables).all()).flatMap((table) =>
      table.columns.map((column) => `${table.table}.${column}`),
    );
    for (const isMove of [false, true]) {
      const left = leftOut(isMove);
      const archived = (await suite.app.get(ArchivedTables).archived(isMove)).map(({ table }) => table);
      expect(Object.keys(left.tables).filter((table) => !all.includes(table))).toEqual([]);
      expect(all.filter((table) => !(table in left.tables))).toEqual(archived.toSorted());
      expect(Object.keys(left.columns).filter((column) => !columns.includes(column))).toEqual([]);
    }
  });

  it('has no column that looks like a secret', () => {
    const columns = tables.flatMap((table) => table.columns.map((column) => `${table.table}.${column}`));
    const secret = columns.filter((name) =>
      /\.(.*_)?(hash|secret|password|token|cookie|private_key|answer)$/.test(name),
    );
    expect(secret).toEqual([]);
  });
});

describe('an archive that is imported', () => {
  /** Ids of records that were made and deleted while the archive was written: it may have one of them. */
  const passing: string[] = [];
  beforeAll(async () => {
    // People go on working meanwhile.
    let done = false;
    const working = (async () => {
      while (!done) {
        const { body } = await suite.client.post('/v1/office/documents', { title: 'Meanwhile' });
        passing.push(body.id);
        await suite.client.delete(`/v1/office/documents/${body.id}?hard=true`);
        const { type, text } = formWithFile('note.txt', 'Gone in a moment');
        const made = await suite.client.post('/v1/office/files', text, { headers: { 'Content-Type': type } });
        passing.push(made.body.id);
        await suite.client.delete(`/v1/office/files/${made.body.id}?hard=true`);
      }
    })();
    const exported = await cli(suite, 'workspace', 'export', '--workspace', suite.workspaceId, '--out', file).finally(
      () => (done = true),
    );
    await working;
    expect(exported.code, exported.said).toBe(0);
    expect(JSON.parse(exported.said)).toMatchObject({ file, missing_file_count: 0 });
  });

  const isThere = async () =>
    (await other.database.execute('select from workspaces where id = $1', [suite.workspaceId])).count > 0;

  it('is refused where one byte is another one, wherever', async () => {
    const bytes = readFileSync(file);
    const changed = join(directory, 'flipped.zip');
    const places = [
      0,
      40,
      bytes.length >> 2,
      bytes.length >> 1,
      bytes.length - 200,
      bytes.length - 30,
      bytes.length - 1,
    ];
    for (const at of places) {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1;
      writeFileSync(changed, copy);
      expect([at, await refused(changed)]).toEqual([at, expect.stringContaining('it was modified or truncated')]);
    }
    writeFileSync(changed, bytes.subarray(0, bytes.length - 10_000));
    expect(await refused(changed)).toContain('it was modified or truncated');
    expect(await isThere()).toBe(false);
  });

  it.each([
    [
      'a newer format',
      'manifest.json',
      '"format": 1',
      '"format": 4',
      'The archive has the format 4, and this release reads up to 3',
    ],
    ['a newer release', 'manifest.json', /"schema": "\d/, '"schema": "9', 'The archive was made by a newer release'],
    [
      'another manifest',
      'manifest.json',
      /"name": "(?!audit|records|files)/,
      '"name": "Not ',
      'The signature of the manifest',
    ],
    ['another record', 'records/office.document.jsonl', '"title":"', '"title":"X', 'is not as it was written'],
    ['another entry of the log', 'audit/entries.jsonl', '"outcome":"success"', '"outcome":"failure"', 'entry_changed'],
    ['another file', 'files/', 'The plan of all plans', 'The plan of no plans!', 'is not as it was written'],
  ])('is refused with %s, before a row is written', async (_, part, from, to, message) => {
    const path = await rewritten((name, text) => (name.startsWith(part) ? text.replace(from, to) : text));
    expect(await refused(path)).toContain(message);
    expect(await isThere()).toBe(false);
  });

  it('is refused where another workspace has one of its ids', async () => {
    const { body } = await other.client.post('/v1/office/documents', { title: 'Elsewhere' });
    const [{ id }] = (await suite.client.get('/v1/office/documents?limit=1')).body.data;
    await other.database.execute('update documents set id = $1 where id = $2', [id, body.id]);
    expect(await refused(file)).toBe(`The record ${id} is in another workspace of this deployment.`);
    expect(await isThere()).toBe(false);
    await other.database.execute('delete from documents where id = $1', [id]);
  });

  it('has all records under their ids, all files, and an audit log that is valid and goes on', async () => {
    const snapshot = new Map<string, object[]>();
    for (const table of tables) snapshot.set(table.table, await rowsOf(suite, table));
    const { code, said } = await cli(other, 'workspace', 'import', file);
    expect(code, said).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ workspace_id: suite.workspaceId, missing_files: 0 });

    // The clock of alerts and the like goes on at the source: what nobody works on is compared.
    const isPassing = (row: object) => passing.some((id) => JSON.stringify(row).includes(id));
    for (const table of tables.filter(({ type }) => WORK.test(type))) {
      const rows = (await rowsOf(other, table)).filter((row) => !isPassing(row));
      expect(rows, table.table).toEqual(snapshot.get(table.table));
    }
    const filled = tables.filter(({ table }) => snapshot.get(table)!.length > 0);
    expect(filled.length).toBeGreaterThan(tables.length / 2);

    const key = await cli(
      other,
      'key',
      'create',
      '--workspace',
      suite.workspaceId,
      '--name',
      'Moved',
      '--scopes',
      'read:all,write:all',
    );
    const client = new Client(other.base, JSON.parse(key.said).key);
    const download = (await client.get(`/v1/office/files/${file_id}/download`)).body;
    const { pathname, search } = new URL(download.url);
    expect((await client.get(pathname + search, { key: null })).text).toBe('The plan of all plans');
    const { data } = (await client.get('/v1/office/documents?limit=100')).body;
    const again = await client.patch(`/v1/office/documents/${data[0].id}`, { title: 'It goes on' });
    expect(again.status).toBe(200);
    await eventually(async () => {
      const { body } = await client.get('/v1/guard/audit-logs/verify');
      expect(body).toMatchObject({ valid: true, unsealed: 0, reason: null });
      expect(body.head.sequence).toBeGreaterThan(JSON.parse(said).sealed_entries);
    });
    const users = (await client.get('/v1/access/users?limit=100')).body.data;
    const before = (await suite.client.get('/v1/access/users?limit=100')).body.data;
    expect(users.map(({ id, email }: any) => [id, email])).toEqual(before.map(({ id, email }: any) => [id, email]));
    expect(
      (
        await other.database.execute(
          'select from users where workspace_id = $1 and (operator or password_hash is not null)',
          [suite.workspaceId],
        )
      ).count,
    ).toBe(0);
  });

  it('comes into an empty workspace only', async () => {
    expect(await refused(file)).toContain(`Workspace ${suite.workspaceId} already exists here and is not empty`);
  });

  it('is a file that is there, and the export makes a new one', async () => {
    expect(await refused(join(directory, 'nowhere.zip'))).toContain('file cannot be read: ENOENT');
    const again = await cli(suite, 'workspace', 'export', '--workspace', suite.workspaceId, '--out', file);
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('--out cannot be written')]);
  });
});
