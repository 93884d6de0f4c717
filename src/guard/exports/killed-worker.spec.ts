import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp } from '../../../test/support/test-app.js';
import { buildApp, startProcess } from '../../../test/processes.js';
import { EXPORTS_QUEUE } from './export-runs.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Queues } from '../../platform/queues/queues.js';

const EXPORT = '/v1/guard/audit-logs/export';
const LOGS = '/v1/guard/audit-logs';
const at = (id: string) => `/v1/guard/exports/${id}`;
const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** A database beyond which a file does not grow: each connection to it stops after this many bytes. */
const stalling = async (url: string, most: number) => {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let bytes = 0;
    upstream.on('data', (piece) => {
      client.write(piece);
      if ((bytes += piece.length) > most) upstream.pause();
    });
    client.pipe(upstream);
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const])
      one.on('error', () => undefined).on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stalls = new URL(url);
  stalls.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: stalls.href, close: () => server.close() };
};

/** How to have a worker wait, and how to see that it does. */
const moments: [when: string, hold: (url: string, sql: pg.Client) => Promise<[url: string, waits: string]>][] = [
  [
    'while it writes the file',
    async (url) => {
      // Some portions of a mebibyte have come, and some have not.
      const { url: stalls, close } = await stalling(url, 3 * 2 ** 20);
      onTestFinished(() => void close());
      return [stalls, `select from guard_exports where status = 'processing' and row_count between 1 and 9999`];
    },
  ],
  [
    'once the file is written, before it can say so',
    async (url, sql) => {
      await sql.query('begin; lock table outbox in share mode');
      const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query ~ 'into outbox'`;
      return [url, waits];
    },
  ],
];
it.each(moments)(
  'A worker killed %s leaves an export that another one begins anew, and no second file',
  async (_, hold) => {
    const app = await startTestApp({ ROLE: 'api' });
    const { DATABASE_URL, DATA_DIR, SECRETS_KEY } = app.settings;
    const entries = 10_000;
    await app.database.execute(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, outcome, user_agent)
     select $1, 'evt_' || lpad(n::text, 26, '0'), $2::timestamptz - n * interval '1 millisecond', 'system', 'office.odd.made',
       'office.odd', 'success', repeat('x', 500) from generate_series(1, $3::int) n`,
      [app.workspaceId, app.clock.iso(-60), entries],
    );
    const sql = new pg.Client(DATABASE_URL);
    await sql.connect();
    const asked = { format: 'jsonl', filters: { resource_type: 'office.odd' } };
    const { job_id } = (await app.client.post(EXPORT, asked)).body;
    const [url, waits] = await hold(DATABASE_URL!, sql);
    const worker = await startProcess(await buildApp(), {
      DATABASE_URL: url,
      DATA_DIR,
      SECRETS_KEY: SECRETS_KEY!,
      ROLE: 'worker',
    });
    // Not by the connection with the lock: what a transaction has seen of activity stays as it was.
    const waiting = async () => (await app.database.execute(waits)).count;
    await expect.poll(waiting).toBe(1);
    await worker.stop('SIGKILL');
    await sql.query('commit');
    // Its job goes too, which would be run again only when the queue thinks it stalled; and half a minute passes.
    await app.app.get(Queues).queue(EXPORTS_QUEUE).obliterate({ force: true });
    const { rows } = await sql.query(
      `update guard_exports set lease_until = now() - interval '1 day' returning status, attempts, blob_key`,
    );
    expect(rows).toEqual([{ status: 'processing', attempts: 1, blob_key: null }]);

    const next = await startTestApp({}, { beside: app });
    await next.app.get(Maintenance).run('guard.exports-sweep');
    const job = await eventually(async () => {
      const { body } = await app.client.get(at(job_id));
      expect(body.status).toBe('completed');
      return body;
    });
    const bytes = Buffer.from(await (await fetch(app.base + pathOf(job.download_url))).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.sha256);
    const { data } = (await app.client.get(`${LOGS}?action=guard.*&limit=100`)).body;
    expect(data.filter(({ action }: any) => action === 'guard.audit.exported')).toHaveLength(1);
    const written = bytes.toString().trim().split('\n');
    expect(written.map((line) => Number(JSON.parse(line).id.slice(4)))).toEqual(
      Array.from({ length: entries }, (_entry, index) => index + 1),
    );
    expect(job.row_count).toBe(entries);
    next.clock.advance(7 * 86_400 - 600);
    await next.app.get(Maintenance).run('blobs');
    const files = await readdir(join(DATA_DIR, 'blobs'), { recursive: true, withFileTypes: true });
    expect(files.filter((each) => each.isFile())).toHaveLength(1);
    await Promise.all([sql.end(), next.close()]);
    await app.close();
  },
);
