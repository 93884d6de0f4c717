import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { randomFillSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { Workspaces } from '../src/access/index.js';
import { createApp } from '../src/app.js';
import { ArchiveWriter, noFigures } from '../src/operations/archives/archive-writer.js';
import { createLogger } from '../src/platform/config/log.js';
import { readSettings } from '../src/platform/config/read-settings.js';
import { asSystem } from '../src/platform/context/request-context.js';
import { migrate } from '../src/platform/database/data-source.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { migrateQueues } from '../src/platform/queues/queue-server.js';
import { BlobStore } from '../src/platform/storage/blob-store.js';

const MEBIBYTE = 2 ** 20;

/** Records for each file, so that a million of them have 10 GiB. */
const RECORDS_PER_FILE = 100;

/** The key of the archive in the store. */
const ARCHIVE = 'f'.repeat(32);

/** How long an archive takes, and the memory it adds, against `cat` of the same bytes through SHA-256. */
export async function archives(records: number): Promise<string[][]> {
  const files = Math.ceil(records / RECORDS_PER_FILE);
  const directory = mkdtempSync(join(tmpdir(), 'bench-archives-'));
  const postgres = await startEmbeddedPostgres({ dataDir: directory });
  try {
    await migrate(postgres.url);
    const settings = readSettings({ DATABASE_URL: postgres.url, DATA_DIR: directory, ROLE: 'api', RATE_LIMIT: 'off' });
    await migrateQueues(postgres.url);
    const app = await createApp(settings, createLogger('error'));
    await app.init();
    const { workspace } = (await app.get(Workspaces).createFirst())!;
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(
      `insert into tasks (workspace_id, id, project_id, title, description, status, priority, labels, tags, blocked_by, rank,
         time_spent_seconds, created_at, updated_at, revision)
       select $1, 'tsk_' || lpad(n::text, 26, '0'), 'prj_' || lpad((n % 100)::text, 26, '0'), 'Task ' || n,
         repeat('A sentence about the work. ', 10), 'todo', 'medium', '{}', array['tag' || n % 50], '{}', 'a' || n, 0, now(), now(), 1
       from generate_series(1, $2::int) n`,
      [workspace.id, records],
    );
    const key = (number: number) => String(number).padStart(32, '0');
    const bytes = Buffer.alloc(MEBIBYTE);
    for (let number = 1; number <= files; number++) {
      const content = async function* () {
        yield randomFillSync(bytes);
      };
      await app.get(BlobStore).write(key(number), content());
    }
    await client.query(
      `insert into files (workspace_id, id, name, mime_type, size_bytes, tags, uploaded_by, blob_key, created_at, updated_at, revision)
       select $1, 'file_' || lpad(n::text, 26, '0'), 'File ' || n, 'application/octet-stream', $3, '{}', 'usr_deleted',
         lpad(n::text, 32, '0'), now(), now(), 1 from generate_series(1, $2::int) n`,
      [workspace.id, files, MEBIBYTE],
    );
    await client.query('vacuum (analyze) tasks, files');

    const out = join(directory, 'blobs', ARCHIVE.slice(0, 2), ARCHIVE);
    const rows: string[][] = [['run', 'archive s', 'cat | sha256sum s', 'ratio', 'MiB', 'memory added, MiB']];
    const seconds = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return (performance.now() - start) / 1000;
    };
    // In turn, so that a busy moment slows both.
    for (const run of ['1', '2', '3']) {
      const before = process.memoryUsage().rss;
      let most = before;
      const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
      const figures = noFigures();
      // As its worker does.
      const write = () => app.get(BlobStore).write(ARCHIVE, app.get(ArchiveWriter).write(workspace.id, figures));
      const took = await seconds(() => asSystem(workspace.id, write));
      clearInterval(timer);
      if (figures.file_count !== files || figures.record_count < records) throw new Error('Something is missing.');
      const least = await seconds(() => promisify(execFile)('sh', ['-c', `cat ${out} | sha256sum`]));
      rows.push([
        run,
        took.toFixed(2),
        least.toFixed(2),
        (least / took).toFixed(2),
        ((await stat(out)).size / MEBIBYTE).toFixed(0),
        ((most - before) / MEBIBYTE).toFixed(0),
      ]);
      console.error(rows.at(-1)!.join('  '));
    }
    await client.end();
    await app.close();
    return rows;
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
