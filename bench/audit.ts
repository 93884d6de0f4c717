import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import copyStreams from 'pg-copy-streams';
import { Workspaces } from '../src/access/index.js';
import { createApp } from '../src/app.js';
import { bytesOf, queryOf } from '../src/guard/exports/export-file.js';
import { Sealer } from '../src/guard/sealing/sealer.js';
import { VerificationService } from '../src/guard/sealing/verification.service.js';
import { createLogger } from '../src/platform/config/log.js';
import { readSettings } from '../src/platform/config/read-settings.js';
import { asSystem } from '../src/platform/context/request-context.js';
import { migrate } from '../src/platform/database/data-source.js';
import { Database } from '../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { migrateQueues } from '../src/platform/queues/queue-server.js';
import { family, postmasterOf } from './cost.js';
import { addTrail } from './trail.js';

const ENTRIES = 1_000_000;
/** Entries that are sealed. */
const SEALED = 100_000;
const MEBIBYTE = 2 ** 20;

/** How fast the audit log is sealed and verified, and how an export compares with `\copy` of the same columns. */
export async function audit(): Promise<string[][]> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-audit-'));
  const postgres = await startEmbeddedPostgres({ dataDir: directory });
  const rows: string[][] = [['', 'a second', 'seconds', 'processor seconds', 'memory added, MiB']];
  try {
    await migrate(postgres.url);
    const settings = readSettings({ DATABASE_URL: postgres.url, DATA_DIR: directory, ROLE: 'api', RATE_LIMIT: 'off' });
    await migrateQueues(postgres.url);
    const app = await createApp(settings, createLogger('error'));
    await app.init();
    const { workspace } = (await app.get(Workspaces).createFirst())!;
    const client = new pg.Client(postgres.url);
    await client.connect();
    const add = (count: number, workspaceId: string) =>
      client.query(
        `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, actor_email, action, resource_type,
           resource_id, outcome, ip_address, user_agent, request_id, changes)
         select $1, 'evt_' || lpad(n::text, 26, '0'), now() - n * interval '1 millisecond', 'user', 'usr_' || lpad((n % 500)::text, 26, '0'),
           'user' || n % 500 || '@example.com', 'office.document.updated', 'office.document', 'doc_' || lpad((n % 9000)::text, 26, '0'),
           'success', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64)', 'req_' || lpad(n::text, 26, '0'),
           case when n % 2 = 0 then jsonb_build_object('title', jsonb_build_object('from', 'Plan ' || n, 'to', 'Plan')) end
         from generate_series(1, $2::int) n`,
        [workspaceId, count],
      );
    const postmaster = await postmasterOf({ sql: client });
    const measure = async (name: string, count: number, work: () => Promise<unknown>) => {
      let most = process.memoryUsage().rss;
      const before = most;
      const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
      const [start, own, theirs] = [performance.now(), process.cpuUsage(), family(postmaster)];
      await work();
      clearInterval(timer);
      const seconds = (performance.now() - start) / 1000;
      const { user, system } = process.cpuUsage(own);
      const cpu = (user + system + family(postmaster) - theirs) / 1e6;
      rows.push([
        name,
        Math.round(count / seconds).toString(),
        seconds.toFixed(2),
        cpu.toFixed(2),
        ((most - before) / MEBIBYTE).toFixed(0),
      ]);
      console.error(rows.at(-1)!.join('  '));
    };

    await add(SEALED, workspace.id);
    await client.query('vacuum (analyze) audit_entries, audit_seals');
    await measure(`seal ${SEALED}`, SEALED, () => app.get(Sealer).run());
    await client.query('vacuum (analyze) audit_entries, audit_seals');
    for (const run of [1, 2])
      await measure(`verify ${SEALED} (${run})`, SEALED, async () => {
        const { valid, checked } = await asSystem(workspace.id, () => app.get(VerificationService).check({}));
        if (!valid || checked < SEALED) throw new Error('The trail is not valid.');
      });

    const other = 'ws_00000000000000000000000001';
    await addTrail(client, other, ENTRIES, () => app.get(Sealer).run());
    await client.query('vacuum (analyze) audit_entries, audit_seals');
    const nowhere = () => new Writable({ highWaterMark: 16 * MEBIBYTE, write: (_bytes, _encoding, done) => done() });
    const csv = `id, timestamp, actor_type, actor_id, actor_email, action, resource_type, resource_id, outcome, ip_address,
      user_agent, request_id, sequence, encode(hash, 'hex'), changes`;
    // The reference for a file in each format: the same columns as `\copy` writes them.
    for (const [format, columns, gzips] of [
      ['csv', csv, [false]],
      ['json', `${csv}, encode(prev_hash, 'hex')`, [false]],
      ['jsonl', `${csv}, encode(prev_hash, 'hex')`, [false, true]],
    ] as const) {
      const sql = `copy (select ${columns} from audit_entries left join audit_seals using (workspace_id, timestamp, id) where workspace_id = '${other}' order by timestamp desc, id desc) to stdout (format csv)`;
      for (const gzip of gzips) {
        // `\copy | gzip -1`
        const zipped = () => (gzip ? [createGzip({ level: constants.Z_BEST_SPEED })] : []);
        const copy = () => pipeline([client.query(copyStreams.to(sql)), ...zipped(), nowhere()]);
        const { query, values } = queryOf(other, format, {}, new Date().toISOString());
        const exported = async () => {
          const written = { rows: 0, bytes: 0, sha256: '' };
          await pipeline(
            bytesOf({ format, gzip }, app.get(Database).copy('binary', query, values), written),
            nowhere(),
          );
          if (written.rows < ENTRIES) throw new Error(`${written.rows} entries were exported.`);
        };
        // In turn, and the better of two each, so that a busy moment slows both.
        for (const run of [1, 2]) {
          await measure(`\\copy of ${ENTRIES}, columns of ${format}${gzip ? ', gzip' : ''} (${run})`, ENTRIES, copy);
          await measure(`export of ${ENTRIES} as ${format}${gzip ? ', gzip' : ''} (${run})`, ENTRIES, exported);
        }
      }
    }
    await client.end();
    await app.close();
    return rows;
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
