import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { AppModule } from '../../app.module.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { auditCommands } from './audit.cli.js';
import { CheckpointsService } from './checkpoints/checkpoints.service.js';
import { Sealer } from './sealer.js';

let server: TestApp;
let files: string;
let file: string;
beforeAll(async () => {
  server = await startTestApp({ ROLE: 'api' });
  files = await mkdtemp(join(tmpdir(), 'suite-audit-'));
  for (let n = 0; n < 9; n++) await server.client.post('/v1/office/documents', { title: `ü ${n}` });
  await server.client.post('/v1/office/documents', {});
  await server.app.get(Sealer).run();
  file = join(files, 'all.jsonl');
  expect(await json('export', '--workspace', server.workspaceId, '--format', 'jsonl', '--out', file)).toEqual({
    file,
    format: 'jsonl',
    row_count: expect.any(Number),
    size_bytes: (await readFile(file)).length,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
afterAll(async () => {
  await server.close();
  await rm(files, { recursive: true });
});

async function cli(...args: string[]) {
  const { DATABASE_URL, SECRETS_KEY } = server.settings;
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['audit', ...args, '--json'], {
    // A command that needs no database finds none.
    env: {
      DATABASE_URL: args.includes('--workspace') || args[0] === 'rotate-key' ? DATABASE_URL : 'none',
      SECRETS_KEY,
    },
    commands: [auditCommands],
    application: (settings) => AppModule.with(settings),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, body: out.length ? JSON.parse(out.join('\n')) : null, err: err.join('\n') };
}

async function json(...args: string[]) {
  const { code, body, err } = await cli(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return body;
}

/** A copy of the export with other lines. */
async function copy(change: (lines: string[]) => string[]): Promise<string> {
  const path = join(files, 'copy.jsonl');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
  return path;
}

describe('audit verify', () => {
  it('says that a trail is as it was sealed', async () => {
    const { head, ...verdict } = await json('verify', '--workspace', server.workspaceId);
    expect(verdict).toMatchObject({ valid: true, reason: null, first_invalid_id: null });
    expect(verdict.checked).toBe(head.sequence);
    const some = await json(
      'verify',
      '--workspace',
      server.workspaceId,
      '--from',
      server.clock.iso(-60),
      '--to',
      server.clock.iso(),
    );
    expect(some.valid).toBe(true);
  });

  it('checks an export without a database', async () => {
    const verdict = await json('verify', '--export', file);
    expect(verdict).toMatchObject({ valid: true, reason: null });
    expect(verdict.checked).toBe(verdict.head.sequence);
    expect(await json('verify', '--export', await copy((lines) => lines.toReversed()))).toEqual(verdict);
    const zipped = join(files, 'all.jsonl.gz');
    await json('export', '--workspace', server.workspaceId, '--format', 'jsonl', '--gzip', '--out', zipped);
    expect((await json('verify', '--export', zipped)).head).toEqual(verdict.head);
  });

  it.each<[string, string, (lines: string[]) => string[]]>([
    ['a changed entry', 'entry_changed', (lines) => lines.with(2, lines[2]!.replace('"success"', '"denied"'))],
    [
      'text that no entry can have',
      'entry_changed',
      (lines) => lines.with(2, lines[2]!.replace('"changes":null', '"changes":{"title":{"from":null,"to":"\\ud800"}}')),
    ],
    ['a missing entry', 'entry_missing', (lines) => lines.toSpliced(3, 1)],
    ['an entry twice', 'entry_inserted', (lines) => [...lines, lines[4]!]],
  ])('finds %s in an export', async (_, reason, change) => {
    const { code, body } = await cli('verify', '--export', await copy(change));
    expect(code).toBe(1);
    expect(body).toMatchObject({ valid: false, reason, first_invalid_id: expect.stringMatching(/^evt_/) });
  });

  it('bears gaps in an export that was made with filters', async () => {
    const some = await copy((lines) => lines.filter((_, index) => index % 3));
    expect((await cli('verify', '--export', some)).code).toBe(1);
    expect(await json('verify', '--export', some, '--partial')).toMatchObject({ valid: true });
  });

  it('finds a cut in an export by the checkpoints of its workspace', async () => {
    await server.app.get(CheckpointsService).run(0);
    const whole = join(files, 'whole.jsonl');
    await json('export', '--workspace', server.workspaceId, '--format', 'jsonl', '--out', whole);
    const args = ['verify', '--workspace', server.workspaceId, '--export'];
    expect(await json(...args, whole)).toMatchObject({ valid: true });
    expect(await cli(...args, await copy((lines) => lines.slice(4)))).toMatchObject({
      code: 1,
      body: { reason: 'end_missing' },
    });
  });

  it('exits 1 where the trail was changed', async () => {
    await server.database.execute(
      `update audit_entries set actor_id = 'usr_2' where workspace_id = $1
         and id = (select id from audit_seals where workspace_id = $1 and sequence = 3)`,
      [server.workspaceId],
    );
    const { code, body } = await cli('verify', '--workspace', server.workspaceId);
    expect([code, body.valid, body.reason, body.checked]).toEqual([1, false, 'entry_changed', 2]);
  });

  it.each([
    [['verify'], /workspace or --export|workspace/],
    [['verify', '--workspace', 'ws_01jz8k3m5n7p9q1r3s5t7v9w1x'], /no workspace/],
    [['verify', '--export', '/nothing/here.jsonl'], /ENOENT/],
    [
      ['export', '--workspace', 'ws_01jz8k3m5n7p9q1r3s5t7v9w1x', '--out', 'x', '--format', 'xml'],
      /--format must be one of/,
    ],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await cli(...args);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  });

  it('refuses what is no export', async () => {
    expect(await cli('verify', '--export', await copy(() => ['id,timestamp']))).toMatchObject({
      code: 1,
      err: expect.stringContaining('Line 1'),
    });
  });
});

describe('audit export', () => {
  it('leaves no half of a file behind, and never touches one that was there', async () => {
    const args = ['export', '--workspace', server.workspaceId, '--out'];
    const rename = (from: string, to: string) =>
      server.database.execute(`alter table audit_entries rename column ${from} to ${to}`);
    const half = join(files, 'half.csv');
    await rename('request_id', 'gone');
    const { code, err } = await cli(...args, half).finally(() => rename('gone', 'request_id'));
    expect([code, err]).toEqual([1, expect.stringContaining('request_id')]);
    await expect(readFile(half)).rejects.toThrow('ENOENT');
    const before = await readFile(file, 'utf8');
    expect(await cli(...args, file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--out cannot be written'),
    });
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});

describe('audit purge', () => {
  it('prints the record, or that there was nothing to remove', async () => {
    expect(await json('purge', '--workspace', server.workspaceId)).toEqual({ number: null, purged: null, count: 0 });
    for (const table of ['audit_entries', 'audit_seals'])
      await server.database.execute(
        `update ${table} set timestamp = timestamp - interval '20 days' where workspace_id = $1`,
        [server.workspaceId],
      );
    await server.database.execute(
      `insert into guard_settings (workspace_id, id, audit_retention_days, alert_retention_days, created_at, updated_at, revision)
       values ($1, 'gset_1', 10, 365, now(), now(), 1)`,
      [server.workspaceId],
    );
    const record = await json('purge', '--workspace', server.workspaceId);
    expect(record).toMatchObject({ number: 1, purged: { sequence: record.count }, signature: expect.any(String) });
    const left = await server.database.execute('select 1 from audit_seals where workspace_id = $1 and sequence <= $2', [
      server.workspaceId,
      record.count,
    ]);
    expect(left.count).toBe(0);
  });
});

it('audit rotate-key prints the public half of a new key', async () => {
  expect(await json('rotate-key')).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    public_key: expect.stringContaining('BEGIN PUBLIC KEY'),
    created_at: expect.any(String),
    retired_at: null,
  });
});
