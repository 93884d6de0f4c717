import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { workspaceCommands } from '../../src/access/index.js';
import { AppModule } from '../../src/app.module.js';
import { TrailArchive } from '../../src/guard/index.js';
import { archiveCommands } from '../../src/operations/archives/archives.cli.js';
import type { Manifest } from '../../src/operations/archives/manifest.js';
import { type ArchivedTable, ArchivedTables } from '../../src/operations/archives/archived-tables.repository.js';
import { freezeCommands } from '../../src/operations/freezes/freezes.cli.js';
import { moveCommands } from '../../src/operations/moves/moves.cli.js';
import { WorkspaceMoves } from '../../src/operations/moves/moves.service.js';
import { runCommandLine } from '../../src/platform/cli/command-line.js';
import { Secrets } from '../../src/platform/security/secrets.js';
import { BlobGone, BlobStore } from '../../src/platform/storage/blob-store.js';
import { unzip } from '../../src/platform/zip/read.js';
import { zip } from '../../src/platform/zip/write.js';
import { BEHIND_PROXY } from './oauth.js';
import { Client, startTestApp, type TestApp } from './test-app.js';

/** The public address of the target, as the operator types it. */
export const ADDRESS = 'https://b.example.com/suite';
export const FROZEN = { status: 503, body: { error: { code: 'WORKSPACE_FROZEN' } } };

/** Two deployments with keys of their own, for a spec, and a directory for archives. */
export function twoDeployments(): { source: TestApp; target: TestApp; directory: string } {
  const made = { directory: mkdtempSync(join(tmpdir(), 'suite-moves-')) } as ReturnType<typeof twoDeployments>;
  beforeAll(async () => {
    made.source = await startTestApp({ ...BEHIND_PROXY, SECRETS_KEY: 'the secret of the source, long enough' });
    made.target = await startTestApp({ ...BEHIND_PROXY, SECRETS_KEY: 'the secret of the target, long enough' });
  });
  afterAll(async () => {
    await Promise.all([made.source?.close(), made.target?.close()]);
    rmSync(made.directory, { recursive: true });
  });
  return made;
}

export async function cli({ settings: { DATABASE_URL, SECRETS_KEY, DATA_DIR } }: TestApp, ...args: string[]) {
  let said = '';
  const say = (text: string) => void (said += text);
  const code = await runCommandLine(['workspace', ...args, '--json'], {
    env: { DATABASE_URL, SECRETS_KEY, DATA_DIR },
    commands: [workspaceCommands, freezeCommands, archiveCommands, moveCommands],
    application: (settings) => AppModule.with(settings),
    out: say,
    err: say,
  });
  return { code, said, result: code === 0 ? JSON.parse(said) : null };
}

export const rows = async ({ database }: TestApp, sql: string, values: unknown[] = []) =>
  (await database.execute(sql, values)).rows;
export const movesOf = ({ app }: TestApp) => app.get(WorkspaceMoves);
export const at = (app: TestApp, { key }: Client) => new Client(app.base, key);

/** Why something is refused. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'It is not refused.',
    (error: Error) => error.message,
  );

/** Dies in the middle of the next call of a method, after which nothing of the command runs. */
export async function killedIn(owner: object, method: string, work: () => Promise<unknown>): Promise<void> {
  const died = new Error('killed');
  const spy = vi.spyOn(owner as any, method).mockImplementation(() => Promise.reject(died));
  expect(await refusal(work())).toBe('killed');
  spy.mockRestore();
}

/** Columns that say when a credential was used, which is noted while a workspace is frozen. */
const USES = ['last_used_at', 'last_used_ip', 'last_active_at', 'used_at'];

/** The rows of a workspace in a table, with the bytes of files in the place of their keys, and secrets as they are. */
export async function rowsOf(app: TestApp, workspaceId: string, { table, columns, order, blob }: ArchivedTable) {
  const list = columns.map((name) => `"${name}"`).join();
  const found = await rows(
    app,
    `select to_jsonb(found) as row from (select ${list} from "${table}" where workspace_id = $1
      ${order.length ? `order by ${order.map((name) => `"${name}"`).join()}` : ''}) found`,
    [workspaceId],
  );
  const store = app.app.get(BlobStore);
  const secrets = app.app.get(Secrets);
  const digest = async (key: string) => {
    const hash = createHash('sha256');
    try {
      for await (const piece of await store.read(key)) hash.update(piece);
    } catch (error) {
      if (error instanceof BlobGone) return 'gone';
      throw error;
    }
    return hash.digest('hex');
  };
  return Promise.all(
    found.map(async ({ row }: any) => {
      for (const name of USES) delete row[name];
      for (const [name, value] of Object.entries(row))
        if (typeof value === 'string' && value.startsWith('v2.')) row[name] = secrets.decrypt(value);
      if (typeof row[blob!] === 'string') row[blob!] = await digest(row[blob!]);
      else if (row[blob!]) row[blob!].blobs = await Promise.all(row[blob!].blobs.map(digest));
      return row;
    }),
  );
}

/** Checks that the target has the rows and files of the source. Returns the share of tables with rows. */
export async function expectSameRows(source: TestApp, target: TestApp, workspaceId: string): Promise<number> {
  const tables = await source.app.get(ArchivedTables).archived(true);
  let filled = 0;
  for (const table of tables) {
    const theirs = await rowsOf(target, workspaceId, table);
    expect(theirs, table.table).toEqual(await rowsOf(source, workspaceId, table));
    if (theirs.length) filled++;
  }
  return filled / tables.length;
}

/** The archive after somebody has changed it, who can sign as the source does. */
export async function forged(
  { app }: TestApp,
  file: string,
  change: (name: string, text: string) => string,
): Promise<string> {
  const entries = async function* () {
    const sums = new Map<string, { bytes: number; sha256: string }>();
    for await (const { name, content } of unzip(file)) {
      const pieces: Buffer[] = [];
      for await (const piece of await content()) pieces.push(piece);
      let text = change(name, Buffer.concat(pieces).toString('latin1'));
      if (name === 'manifest.json') {
        const { signed_by: _, signature: __, ...body } = JSON.parse(Buffer.from(text, 'latin1').toString()) as Manifest;
        for (const part of body.parts) Object.assign(part, sums.get(part.name));
        text = Buffer.from(JSON.stringify(await app.get(TrailArchive).sign(body))).toString('latin1');
      }
      const bytes = Buffer.from(text, 'latin1');
      sums.set(name, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      const one = async function* () {
        yield bytes;
      };
      yield { name, deflated: false, content: one() };
    }
  };
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries())) pieces.push(piece);
  const path = `${file}.forged`;
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}
