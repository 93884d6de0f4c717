import canonicalize from 'canonicalize';
import { createHash, createPublicKey, generateKeyPairSync, randomInt, sign, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { mailTo } from '../../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { asSystem } from '../../platform/context/request-context.js';
import { newId } from '../../platform/fields/ids.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Partitions } from '../../platform/maintenance/partitions.js';
import { documentHash, entryHash, GENESIS } from './chain.js';
import { PurgeRepository } from './purge.repository.js';
import { Retention } from './retention.js';
import { Sealer } from './sealer.js';
import { SigningKeys } from './signing-keys.js';
import { VerificationService } from './verification.service.js';

const LOGS = '/v1/guard/audit-logs';
const CHECKPOINTS = `${LOGS}/checkpoints`;
const DAY = 86_400;
/** How many random tamperings are tried. */
const TAMPERINGS = Number(process.env.TAMPERINGS ?? 72);

let suite: TestApp;
/** A fresh workspace for each test, so that its trail holds nothing else. */
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  // Nobody seals, signs or removes anything beside the tests.
  suite = await startTestApp({ ROLE: 'api' });
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

/** Lets a worker do what it does until `done` does not throw any more. */
async function worked(done: () => Promise<unknown>): Promise<void> {
  const worker = await startTestApp({ ROLE: 'worker' }, { beside: suite });
  await eventually(done).finally(() => worker.close());
}
const run = (task: string) => suite.app.get(Maintenance).run(task);
const seal = () => suite.app.get(Sealer).run();
const execute = async (sql: string, values: unknown[] = []) =>
  (await suite.database.execute(sql, values)).rows as any[];
const write = async (title: string) => (await client.post('/v1/office/documents', { title })).body;
const verified = async (query = '') => (await client.get(`${LOGS}/verify${query}`)).body;
const trail = async () => (await client.get(`${LOGS}?limit=100`)).body.data.toReversed() as any[];
const sealed = () =>
  eventually(async () => {
    await seal();
    const entries = await trail();
    expect(entries.every(({ sequence }) => sequence !== null)).toBe(true);
    return entries;
  });

/** Entries as requests leave them, `days` ago. */
async function add(workspace: string, count: number, days = 0): Promise<void> {
  await suite.app.get(Partitions).ensureAt(suite.clock.iso(-days * DAY), ['audit_entries']);
  for (let n = 0; n < count; n++) {
    await execute(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, resource_id, outcome, ip_address, changes)
       values ($1, $2, $3, 'user', 'usr_1', 'office.document.updated', 'office.document', 'doc_1', 'success', '203.0.113.7', $4)`,
      [
        workspace,
        newId('evt'),
        suite.clock.iso(-days * DAY + n / 1000),
        n % 2 ? JSON.stringify({ title: { from: 'é', to: n / 3 } }) : null,
      ],
    );
  }
}

describe('Sealing', () => {
  it('chains entries as anybody can compute it', async () => {
    await write('Plan');
    await client.post('/v1/office/documents', {});
    const entries = await sealed();
    expect(entries.length).toBeGreaterThan(2);
    let previous = '0'.repeat(64);
    for (const [index, { prev_hash, hash, ...entry }] of entries
      .toSorted((a, b) => a.sequence - b.sequence)
      .entries()) {
      expect(entry.sequence).toBe(index + 1);
      expect(prev_hash).toBe(previous);
      previous = createHash('sha256')
        .update(prev_hash + canonicalize(entry))
        .digest('hex');
      expect(hash).toBe(previous);
    }
  });

  it('reads no more of a long queue than it takes', async () => {
    await sealed();
    const COUNT = 3_500;
    const readFrom = async () =>
      (
        await execute(
          `select seq_tup_read::int as read, n_tup_del::int as taken from pg_stat_user_tables where relname = 'audit_unsealed'`,
        )
      )[0];
    await execute('select pg_stat_force_next_flush()');
    const before = await readFrom();
    await execute(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, outcome)
       select $1, 'evt_' || n, $2, 'system', 'office.document.created', 'office.document', 'success' from generate_series(1, ${COUNT}) n`,
      [workspaceId, suite.clock.iso()],
    );
    while ((await execute('select 1 from audit_unsealed limit 1')).length) await seal();
    // A connection says what it has read once it has rested for a moment.
    await eventually(async () => expect((await readFrom()).taken - before.taken).toBeGreaterThanOrEqual(COUNT));
    expect((await readFrom()).read - before.read).toBeLessThan(COUNT * 1.5);
  });

  it('misses nothing that is committed late', async () => {
    await sealed();
    const late = new pg.Client(suite.settings.DATABASE_URL);
    await late.connect();
    await late.query('begin');
    const id = newId('evt');
    await late.query(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, outcome)
       values ($1, $2, $3, 'system', 'office.document.created', 'office.document', 'success')`,
      [workspaceId, id, suite.clock.iso(-5)],
    );
    await write('Plan');
    const before = (await sealed()).at(-1);
    await late.query('commit');
    await late.end();
    const after = await sealed();
    expect(after.find((entry) => entry.id === id).sequence).toBe(before.sequence + 1);
    expect(await verified()).toMatchObject({ valid: true, unsealed: 0 });
  });

  it('leaves entries alone that were sealed, and are put back', async () => {
    const { timestamp, id } = (await sealed())[0];
    await execute('insert into audit_unsealed values ($1, $2, $3)', [workspaceId, timestamp, id]);
    await write('Plan');
    await sealed();
    expect(await verified()).toMatchObject({ valid: true, unsealed: 0 });
  });

  it('makes the months that it needs', async () => {
    await add(workspaceId, 2, 2_000);
    await sealed();
    expect(await verified()).toMatchObject({ valid: true, unsealed: 0 });
  });

  it('gives up where its remedy does not help', async () => {
    await write('Plan');
    await execute(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'again' using errcode = '23505'; end $$`,
    );
    await execute('create trigger refuse before insert on audit_seals for each row execute function refuse()');
    await expect(seal()).rejects.toMatchObject({ code: '23505' });
    await execute('drop function refuse cascade');
    await sealed();
  });

  it('is done by one at a time', async () => {
    await add(workspaceId, 300);
    await Promise.all(Array.from({ length: 4 }, seal));
    await sealed();
    expect(await verified()).toMatchObject({ valid: true, reason: null });
  });
});

describe('GET /v1/guard/audit-logs/verify', () => {
  it('tells what it checked, and is itself noted', async () => {
    await write('Plan');
    const entries = await sealed();
    const last = entries.toSorted((a, b) => a.sequence - b.sequence).at(-1);
    expect(await verified()).toEqual({
      valid: true,
      checked: entries.length,
      unsealed: 0,
      first_invalid_id: null,
      reason: null,
      head: { sequence: last.sequence, hash: last.hash },
    });
    expect((await trail()).at(-1)).toMatchObject({ action: 'guard.audit_log.verified', outcome: 'success' });
  });

  it('checks a range of time', async () => {
    await sealed();
    suite.clock.advance(60);
    const from = suite.clock.iso();
    await add(workspaceId, 10);
    suite.clock.advance(60);
    const to = suite.clock.iso();
    await add(workspaceId, 5);
    suite.clock.advance(-120);
    await sealed();
    expect(await verified(`?from=${from}&to=${to}`)).toMatchObject({ valid: true, checked: 10 });
    expect(await verified(`?from=${to}`)).toMatchObject({ valid: true, checked: 5 });
    expect(await verified('?from=2999-01-01T00:00:00Z')).toMatchObject({ valid: true, checked: 0 });
    const [{ id }] = await execute(
      `update audit_entries set actor_id = 'usr_2' where workspace_id = $1 and timestamp >= $2 and timestamp < $3
         and id = (select id from audit_seals where workspace_id = $1 and timestamp >= $2 and timestamp < $3
                    order by sequence desc limit 1) returning id`,
      [workspaceId, from, to],
    );
    expect(await verified(`?from=${from}&to=${to}`)).toMatchObject({ valid: false, first_invalid_id: id, checked: 9 });
    expect(await verified(`?from=${to}`)).toMatchObject({ valid: true, checked: 5 });
    expect(await verified()).toMatchObject({ valid: false, first_invalid_id: id, reason: 'entry_changed' });
  });

  it.each(['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from=x', 'to=2026-01-01'])(
    'refuses %s',
    async (query) => {
      expect((await client.get(`${LOGS}/verify?${query}`)).status).toBe(400);
    },
  );

  it('is of the own workspace', async () => {
    const other = await suite.workspace();
    await sealed();
    await execute(`update audit_entries set actor_id = 'usr_2' where workspace_id = $1`, [other.id]);
    expect(await verified()).toMatchObject({ valid: true });
  });
});

describe('Checkpoints', () => {
  it('are signed, chained and announced, an hour apart', async () => {
    await client.patch('/v1/guard/settings', { checkpoint_email: 'auditor@example.com' });
    await client.patch('/v1/access/workspace', { language: 'de' });
    const entries = await sealed();
    await run('guard.checkpoints');
    expect((await client.get(CHECKPOINTS)).body.meta.total).toBe(0);
    suite.clock.advance(3_600);
    await run('guard.checkpoints');
    await run('guard.checkpoints');
    await write('Plan');
    await sealed();
    await run('guard.checkpoints');
    expect((await client.get(CHECKPOINTS)).body.meta.total).toBe(1);
    suite.clock.advance(3_600);
    await run('guard.checkpoints');
    suite.clock.advance(-7_200);

    const { data, meta } = (await client.get(CHECKPOINTS)).body;
    expect(meta.total).toBe(2);
    const [second, first] = data;
    const { key, keys } = await client
      .get(`${CHECKPOINTS}/key`)
      .then(({ body }) => ({ key: createPublicKey(body.public_key), keys: body.keys }));
    expect(keys).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        public_key: expect.stringContaining('PUBLIC KEY'),
        created_at: expect.any(String),
        retired_at: null,
      },
    ]);
    for (const { signature, ...document } of data)
      expect(verify(null, Buffer.from(canonicalize(document)!), key, Buffer.from(signature, 'base64'))).toBe(true);
    const head = entries.toSorted((a, b) => a.sequence - b.sequence).at(-1);
    expect(first).toMatchObject({
      number: 1,
      head: { sequence: head.sequence, hash: head.hash },
      count: head.sequence,
      previous_hash: '0'.repeat(64),
    });
    expect(second.previous_hash).toBe(createHash('sha256').update(canonicalize(first)!).digest('hex'));
    expect((await client.get(`${CHECKPOINTS}/2`)).body).toEqual(second);
    for (const number of ['3', '0', 'x', '99999999999999999999'])
      expect((await client.get(`${CHECKPOINTS}/${number}`)).status).toBe(404);

    // Nobody knows who reads it, so it is in the language of the workspace.
    const [, mail] = await mailTo(suite, 'auditor@example.com');
    expect(mail!.subject).toBe(`Prüfpunkt 2 des Prüfprotokolls von ${workspaceId}`);
    expect(mail!.text).toContain(`hatte ${second.count} Einträge, als dieser Prüfpunkt entstand.`);
    expect(mail!.text).toContain(JSON.stringify(second.signature));

    const told = async () =>
      (await client.get('/v1/events?type=guard.checkpoint.created')).body.data.toSorted(
        (x: any, y: any) => y.payload.number - x.payload.number,
      );
    await worked(async () =>
      expect(await told()).toMatchObject([
        { payload: { ...second, workspace_id: workspaceId } },
        { payload: { ...first, workspace_id: workspaceId } },
      ]),
    );
  });

  it('can be checked after the key was changed', async () => {
    const keys = suite.app.get(SigningKeys);
    const before = await keys.publicKey();
    await sealed();
    await run('guard.checkpoints');
    await keys.rotate();
    const { body } = await client.get(`${CHECKPOINTS}/key`);
    expect(body.public_key).not.toBe(before);
    expect(body.keys[1]).toMatchObject({ public_key: before, retired_at: expect.any(String) });
    expect(await execute('select id from audit_keys where private_key is not null')).toHaveLength(1);
    expect(await verified()).toMatchObject({ valid: true });
  });
});

describe('Retention', () => {
  const purge = () => suite.app.get(Retention).purge(workspaceId);
  const keep = (days: number) =>
    execute(
      `insert into guard_settings (workspace_id, id, audit_retention_days, alert_retention_days, created_at, updated_at, revision)
       values ($1, $2, $3, 365, now(), now(), 1)`,
      [workspaceId, newId('gset'), days],
    );

  it('removes what has had its time, on a signed record', async () => {
    await keep(30);
    await sealed();
    await add(workspaceId, 7, 40);
    await seal();
    const first = await purge();
    // The first entries are of today, and nothing behind them goes before they do.
    expect(first).toBeNull();
    suite.clock.advance(31 * DAY);
    await add(workspaceId, 3);
    await seal();
    const before = await execute('select max(sequence) as last from audit_seals where workspace_id = $1', [
      workspaceId,
    ]);
    const record = (await purge())!;
    expect(record).toMatchObject({ number: 1, count: before[0].last - 3, previous_hash: GENESIS });
    expect(record.purged.sequence).toBe(before[0].last - 3);
    expect(await purge()).toBeNull();
    await sealed();
    suite.clock.advance(-31 * DAY);
    const left = await trail();
    expect(left.map(({ action }) => action)).toContain('guard.audit_log.purged');
    expect((await client.get(LOGS)).body.meta.total).toBe(left.length);
    expect(await verified()).toMatchObject({ valid: true, checked: 4 });
  });

  it('waits for exports that run', async () => {
    await keep(30);
    await sealed();
    const { job_id } = (await client.post(`${LOGS}/export`, {})).body;
    await worked(async () => expect((await client.get(`/v1/guard/exports/${job_id}`)).body.status).toBe('completed'));
    await sealed();
    suite.clock.advance(40 * DAY);
    await execute(`update guard_exports set status = 'processing', lease_until = '2999-01-01' where id = $1`, [job_id]);
    await expect(purge()).rejects.toThrow(/export/);
    await execute(`update guard_exports set status = 'failed' where id = $1`, [job_id]);
    expect(await purge()).toMatchObject({ number: 1 });
    suite.clock.advance(-40 * DAY);
  });

  it('goes on where a purge was killed, and is valid meanwhile', async () => {
    await keep(30);
    await add(workspaceId, 20);
    await sealed();
    suite.clock.advance(31 * DAY);
    await add(workspaceId, 3);
    await seal();
    const purges = suite.app.get(PurgeRepository);
    // Deletes committed rows before the first entry, because no process is left to remove them.
    const whole = suite.database.execute;
    suite.database.execute = (async (sql: string, values?: unknown[]) => {
      if (sql.includes('delete from audit_entries')) throw new Error('killed');
      return whole.call(suite.database, sql, values);
    }) as typeof whole;
    await expect(purge()).rejects.toThrow('killed');
    suite.database.execute = whole;
    const old = () =>
      execute(
        `select sequence from audit_seals where workspace_id = $1
           and sequence <= (select max(last_sequence) from audit_purges where workspace_id = $1)`,
        [workspaceId],
      );
    const left = await old();
    expect(left.length).toBeGreaterThan(20);
    const check = () => asSystem(workspaceId, () => suite.app.get(VerificationService).check({}));
    expect(await check()).toMatchObject({ valid: true });
    // Or it was killed between two portions.
    await execute(
      `with gone as (delete from audit_seals where workspace_id = $1 and sequence <= 7 returning timestamp, id)
       delete from audit_entries e using gone where e.workspace_id = $1 and (e.timestamp, e.id) = (gone.timestamp, gone.id)`,
      [workspaceId],
    );
    expect(await check()).toMatchObject({ valid: true });
    await purges.finish();
    expect(await old()).toEqual([]);
    expect(await check()).toMatchObject({ valid: true });
    expect(await purge()).toBeNull();
    suite.clock.advance(-31 * DAY);
  });
});

describe('Whole months', () => {
  it('go at once where no workspace keeps them', async () => {
    const alone = await startTestApp({ ROLE: 'api' });
    const partitions = async () =>
      (await alone.app.get(Partitions).of('audit_entries')).map(({ partition }) => partition);
    try {
      const { client, workspaceId, clock, database } = alone;
      await alone.app.get(Sealer).run();
      const first = (await partitions())[0]!;
      const count = async () => (await client.get(LOGS)).body.meta.total;
      const before = await count();
      clock.advance(70 * DAY);
      await client.post('/v1/office/documents', { title: 'Plan' });
      await alone.app.get(Sealer).run();
      await alone.app.get(Retention).run();
      expect(await partitions()).toContain(first);
      expect(await count()).toBe(before + 1);
      clock.advance(365 * DAY);
      await alone.app.get(Partitions).ensure();
      await client.patch('/v1/guard/settings', { audit_retention_days: 366 });
      await alone.app.get(Sealer).run();
      await alone.app.get(Retention).run();
      expect(await partitions()).not.toContain(first);
      const { rows } = await database.execute('select * from audit_purges where workspace_id = $1', [workspaceId]);
      expect(rows).toMatchObject([{ number: 1, count: before }]);
      await alone.app.get(Sealer).run();
      expect((await client.get(`${LOGS}/verify`)).body).toMatchObject({ valid: true, reason: null });
      for (const query of ['', 'ip_address=127.0.0.1', 'ip_address=127.0.0.1&outcome=success']) {
        const { data, meta } = (await client.get(`${LOGS}?limit=100&${query}`)).body;
        expect([query, meta.total]).toEqual([query, data.length]);
      }
    } finally {
      await alone.close();
    }
  });

  it('stay for one workspace or a running export that needs them, while entries of the others go in portions', async () => {
    const alone = await startTestApp({ ROLE: 'api' });
    try {
      const { clock, database, app } = alone;
      const [brief, long] = [await alone.workspace(), await alone.workspace()];
      const set = (workspace: typeof brief, days: number) =>
        workspace.client.patch('/v1/guard/settings', { audit_retention_days: days });
      const records = async ({ id }: typeof brief) =>
        (await database.execute('select * from audit_purges where workspace_id = $1 order by number', [id])).rows;
      const isWhole = async () =>
        (await app.get(Partitions).of('audit_entries')).map(({ partition }) => partition).includes(first);
      const retain = async () => {
        await app.get(Sealer).run();
        await app.get(Retention).run();
        await app.get(Sealer).run();
        for (const { id } of [brief, long])
          expect(await asSystem(id, () => app.get(VerificationService).check({}))).toMatchObject({ valid: true });
      };
      const first = (await app.get(Partitions).of('audit_entries'))[0]!.partition;
      await set(long, 3650);
      clock.advance(500 * DAY);
      await app.get(Partitions).ensure();
      await brief.client.post('/v1/office/documents', { title: 'Plan' });
      await long.client.post('/v1/office/documents', { title: 'Plan' });
      await retain();
      expect([await isWhole(), (await records(brief)).length, (await records(long)).length]).toEqual([true, 1, 0]);

      // Lowering has its grace, and lowering again one of its own.
      await set(long, 400);
      clock.advance(6 * DAY);
      await set(long, 366);
      clock.advance(6 * DAY);
      await retain();
      expect([await isWhole(), (await records(long)).length]).toEqual([true, 0]);

      clock.advance(DAY);
      const { job_id } = (await long.client.post(`${LOGS}/export`, {})).body;
      await retain();
      expect([await isWhole(), (await records(long)).length]).toEqual([true, 0]);
      await long.client.delete(`/v1/guard/exports/${job_id}`);
      await retain();
      expect([await isWhole(), (await records(long)).length]).toEqual([false, 1]);
    } finally {
      await alone.close();
    }
  });
});

describe('Tampering', () => {
  /** The tables of the proof, beside the entries with their seals. */
  const TABLES = ['audit_chains', 'audit_checkpoints', 'audit_purges'] as const;
  type Rows = Record<'audit_entries' | (typeof TABLES)[number], any[]>;
  let original: Rows;
  /** The first entry that a checkpoint does not vouch for. */
  let vouched: number;

  beforeEach(async () => {
    await execute(
      `insert into guard_settings (workspace_id, id, audit_retention_days, alert_retention_days, created_at, updated_at, revision)
       values ($1, $2, 30, 365, now(), now(), 1)`,
      [workspaceId, newId('gset')],
    );
    await sealed();
    await add(workspaceId, 20);
    await sealed();
    await run('guard.checkpoints');
    suite.clock.advance(31 * DAY);
    await add(workspaceId, 20);
    await seal();
    await run('guard.checkpoints');
    await suite.app.get(Retention).purge(workspaceId);
    suite.clock.advance(3_600);
    await add(workspaceId, 20);
    await seal();
    await run('guard.checkpoints');
    vouched = (await execute('select sequence from audit_chains where workspace_id = $1', [workspaceId]))[0].sequence;
    await add(workspaceId, 5);
    await seal();
    suite.clock.advance(-31 * DAY - 3_600);
    original = {} as Rows;
    for (const table of TABLES)
      original[table] = await execute(`select * from ${table} where workspace_id = $1`, [workspaceId]);
    original.audit_entries = await execute(
      `select e.*, sequence, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash
       from audit_entries e join audit_seals using (workspace_id, timestamp, id) where workspace_id = $1 order by sequence`,
      [workspaceId],
    );
    original.audit_checkpoints.sort((a, b) => a.number - b.number);
  });

  /** Puts rows in the place of the original ones, without triggers, and checks them. */
  function check({ audit_entries, ...rows }: Rows) {
    const { database, app } = suite;
    const put = (table: string, of: any[]) =>
      database.write(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(of),
      ]);
    return asSystem(workspaceId, async () => {
      await database.transaction(async () => {
        await database.write('set local session_replication_role = replica');
        for (const table of [...TABLES, 'audit_entries', 'audit_seals'])
          await database.write(`delete from ${table} where workspace_id = $1`, [workspaceId]);
        for (const table of TABLES) await put(table, rows[table]);
        const there = audit_entries.filter(({ gone }) => !gone);
        await put('audit_entries', there);
        const seals = audit_entries.filter(({ unsealed }) => !unsealed);
        const bytes = (hash: string) => `\\x${hash}`;
        await put(
          'audit_seals',
          seals.map((seal) => ({
            ...seal,
            ...seal.sealed,
            prev_hash: bytes(seal.prev_hash),
            hash: bytes(seal.hash),
          })),
        );
      });
      return app.get(VerificationService).check({});
    });
  }

  const pick = <T>(items: readonly T[]): T => items[randomInt(items.length)]!;
  const shown = ({
    actor_type,
    actor_id,
    actor_email,
    client_id,
    client_name,
    resource_type,
    resource_id,
    workspace_id: _,
    prev_hash: __,
    hash: ___,
    ...rest
  }: any) => ({
    ...rest,
    actor: {
      type: actor_type,
      id: actor_id,
      email: actor_email,
      ...(client_id && { via: { type: 'oauth_client', id: client_id, name: client_name } }),
    },
    resource: { type: resource_type, id: resource_id },
  });
  /** The work of an attacker who knows how hashes are made. */
  const rehash = (rows: Rows, from: number) => {
    let prev = rows.audit_entries[from - 1]?.hash ?? rows.audit_entries[from].prev_hash;
    for (const entry of rows.audit_entries.slice(from)) {
      entry.prev_hash = prev;
      prev = entry.hash = entryHash(prev, shown(entry));
    }
    rows.audit_chains[0].hash = prev;
    rows.audit_chains[0].sequence = rows.audit_entries.at(-1).sequence;
  };
  /** Another value of each column, whatever it holds. */
  const OTHER: Record<string, (value: any) => unknown> = {
    id: () => newId('evt'),
    timestamp: (value) => new Date(Date.parse(value) + 1).toISOString(),
    actor_type: () => 'public',
    actor_id: () => 'usr_2',
    actor_email: () => 'eve@example.com',
    client_id: () => 'cli_2',
    action: () => 'office.document.deleted',
    resource_type: () => 'office.file',
    resource_id: (value) => (value === null ? 'doc_2' : null),
    outcome: () => 'denied',
    ip_address: () => '198.51.100.1',
    user_agent: () => 'other',
    request_id: () => 'req_2',
    changes: () => ({ title: { from: 'é', to: 'è' } }),
    sequence: (value) => value + randomInt(1, 100),
    prev_hash: () => 'f'.repeat(64),
    hash: () => 'f'.repeat(64),
  };
  const forgedKey = generateKeyPairSync('ed25519').privateKey;
  const forged = (document: object) => ({
    ...document,
    signature: sign(null, Buffer.from(canonicalize(document)!), forgedKey).toString('base64'),
  });
  const forgePurge = (rows: Rows, upTo: any) => {
    const last = rows.audit_purges.at(-1);
    const before = last && {
      number: last.number,
      purged: { sequence: last.last_sequence, hash: last.last_hash },
      count: last.count,
      previous_hash: last.previous_hash,
      created_at: last.created_at,
      signature: last.signature,
    };
    const { purged, ...rest } = forged({
      number: (last?.number ?? 0) + 1,
      purged: { sequence: upTo.sequence, hash: upTo.hash },
      count: upTo.sequence - (last?.last_sequence ?? 0),
      previous_hash: before ? documentHash(before) : GENESIS,
      created_at: suite.clock.iso(),
    }) as any;
    rows.audit_purges.push({
      ...rest,
      workspace_id: workspaceId,
      last_sequence: purged.sequence,
      last_hash: purged.hash,
    });
  };

  const TAMPERINGS_BY_NAME: Record<string, (rows: Rows) => void> = {
    'an entry changed': ({ audit_entries }) => {
      const [entry, column] = [pick(audit_entries), pick(Object.keys(OTHER))];
      entry[column] = OTHER[column]!(entry[column]);
    },
    'an entry changed, and its hash': ({ audit_entries }) => {
      const entry = pick(audit_entries.slice(0, -1));
      entry.actor_id = 'usr_2';
      entry.hash = entryHash(entry.prev_hash, shown(entry));
    },
    'an entry changed, and all hashes from there on': (rows) => {
      const known = rows.audit_entries.filter(({ sequence }) => sequence <= vouched);
      const at = randomInt(known.length);
      rows.audit_entries[at].outcome = 'failure';
      rehash(rows, at);
    },
    'entries deleted': ({ audit_entries }) => {
      audit_entries.splice(randomInt(audit_entries.length), randomInt(1, 4));
    },
    'an entry deleted, and the others moved up': (rows) => {
      const known = rows.audit_entries.filter(({ sequence }) => sequence <= vouched);
      const at = randomInt(known.length - 1);
      rows.audit_entries.splice(at, 1);
      for (const entry of rows.audit_entries.slice(at)) entry.sequence--;
      rehash(rows, at);
    },
    'an entry deleted, and its seal kept': ({ audit_entries }) => {
      pick(audit_entries).gone = true;
    },
    'a seal deleted, and its entry kept': ({ audit_entries }) => {
      pick(audit_entries).unsealed = true;
    },
    'an entry that its seal does not name any more': ({ audit_entries }) => {
      const [entry, column] = [pick(audit_entries), pick(['id', 'timestamp'])];
      entry.sealed = { [column]: entry[column] };
      entry[column] = OTHER[column]!(entry[column]);
    },
    'an entry inserted': ({ audit_entries }) => {
      const entry = { ...pick(audit_entries), id: newId('evt') };
      entry.sequence = pick([
        entry.sequence,
        0,
        -1,
        1,
        audit_entries.at(-1).sequence + 1,
        audit_entries.at(-1).sequence + 9,
      ]);
      entry.hash = entryHash(entry.prev_hash, shown(entry));
      audit_entries.push(entry);
    },
    'an entry inserted, and the others moved down': (rows) => {
      const known = rows.audit_entries.filter(({ sequence }) => sequence <= vouched);
      const at = randomInt(known.length);
      const entry = { ...rows.audit_entries[at], id: newId('evt') };
      for (const later of rows.audit_entries.slice(at)) later.sequence++;
      rows.audit_entries.splice(at, 0, entry);
      rehash(rows, at);
    },
    'two entries exchanged': ({ audit_entries }) => {
      const at = randomInt(audit_entries.length - 1);
      const [one, other] = [audit_entries[at], audit_entries[randomInt(at + 1, audit_entries.length)]];
      const columns = pick([['sequence'], ['timestamp'], ['sequence', 'prev_hash'], ['sequence', 'prev_hash', 'hash']]);
      for (const column of columns) [one[column], other[column]] = [other[column], one[column]];
    },
    'the end cut off': ({ audit_entries }) => {
      audit_entries.splice(-randomInt(1, audit_entries.length + 1));
    },
    'the end cut off, and the chain shortened': (rows) => {
      const known = rows.audit_entries.filter(({ sequence }) => sequence < vouched);
      rows.audit_entries = known.slice(0, randomInt(1, known.length + 1));
      const { sequence, hash } = rows.audit_entries.at(-1);
      Object.assign(rows.audit_chains[0], { sequence, hash });
    },
    'the end rewritten, behind what is vouched for': (rows) => {
      rows.audit_entries.at(-1).outcome = 'denied';
      const last = rows.audit_entries.at(-1);
      last.hash = entryHash(last.prev_hash, shown(last));
    },
    'the beginning removed': ({ audit_entries }) => {
      audit_entries.splice(0, randomInt(1, audit_entries.length));
    },
    'the beginning removed, with a purge record of their own key': (rows) => {
      const gone = rows.audit_entries.splice(0, randomInt(1, rows.audit_entries.length - 1));
      forgePurge(rows, gone.at(-1));
    },
    'the purge record changed': ({ audit_purges, audit_entries }) => {
      const gone = audit_entries.splice(0, randomInt(1, 5)).at(-1);
      Object.assign(audit_purges.at(-1), { last_sequence: gone.sequence, last_hash: gone.hash });
    },
    'the purge record removed': ({ audit_purges }) => {
      audit_purges.pop();
    },
    'a checkpoint changed': ({ audit_checkpoints }) => {
      const checkpoint = pick(audit_checkpoints);
      const column = pick(['head_sequence', 'count', 'head_hash', 'created_at', 'signature', 'previous_hash']);
      checkpoint[column] =
        typeof checkpoint[column] === 'number'
          ? checkpoint[column] - 1
          : column === 'created_at'
            ? suite.clock.iso(-5 * DAY)
            : 'f'.repeat(64);
    },
    'a checkpoint removed': ({ audit_checkpoints }) => {
      audit_checkpoints.splice(randomInt(audit_checkpoints.length - 1), 1);
    },
    'a checkpoint of their own key': (rows) => {
      const at = rows.audit_entries.findIndex(({ sequence }) => sequence === vouched);
      rows.audit_entries[at].outcome = 'failure';
      rehash(rows, at);
      const last = rows.audit_checkpoints.at(-1);
      last.head_hash = rows.audit_entries[at].hash;
      const { number, count, previous_hash, created_at } = last;
      last.signature = (
        forged({ number, head: { sequence: vouched, hash: last.head_hash }, count, previous_hash, created_at }) as any
      ).signature;
    },
  };

  it(`is found, each of ${TAMPERINGS}, and none where there was none`, { timeout: 600_000 }, async () => {
    const untouched = await check(original);
    expect(untouched).toMatchObject({ valid: true, reason: null, unsealed: 0 });
    expect(untouched.checked).toBe(original.audit_entries.length);
    const names = Object.keys(TAMPERINGS_BY_NAME);
    const missed: string[] = [];
    for (let n = 0; n < TAMPERINGS; n++) {
      const name = names[n % names.length]!;
      const rows = structuredClone(original);
      // To exchange two times that are the same, say, is no tampering.
      do TAMPERINGS_BY_NAME[name]!(rows);
      while (isDeepStrictEqual(rows, original));
      const { valid } = await check(rows);
      if (valid) missed.push(name);
    }
    expect(missed).toEqual([]);
    expect(await check(original)).toMatchObject({ valid: true });
  });
});
