import { Injectable } from '@nestjs/common';
import { asSystem, AUDIT_COLUMNS, Database, Partitions } from '../../platform/index.js';
import type { AuditEntry } from '../audit-logs/audit-entry.entity.js';
import { shownEntry } from '../audit-logs/audit-log.dto.js';
import { entryHash, GENESIS, type Head } from './chain.js';

/** Entries sealed in one transaction. */
const BATCH_SIZE = 1_000;

/** Whether unsealed entries exist. */
export const UNSEALED = 'select 1 from audit_unsealed';

/**
 * At most one process seals. The plan of `NEXT_BATCH` is kept from when the queue was short, and would read all of it for each batch:
 * with 100 000 entries waiting 890 ms instead of 2.6.
 */
const BEGIN = `
  select pg_try_advisory_xact_lock(hashtext('workspace-suite.sealing')) as ours, set_config('enable_seqscan', 'off', true)`;

/** A batch of unsealed entries, looked up by key in a queue table, whatever the size of the log. */
const NEXT_BATCH = `
  with taken as (
    delete from audit_unsealed where ctid = any (array(select ctid from audit_unsealed limit ${BATCH_SIZE})) returning *
  )
  select ${AUDIT_COLUMNS.join(', ')} from taken join audit_entries using (workspace_id, timestamp, id)
  order by workspace_id, timestamp, id`;

const SEAL = `
  with ends as (
    insert into audit_chains (workspace_id, sequence, hash) select * from unnest($7::text[], $8::bigint[], $9::text[])
    on conflict (workspace_id) do update set sequence = excluded.sequence, hash = excluded.hash
  )
  insert into audit_seals (workspace_id, timestamp, id, sequence, prev_hash, hash)
  select workspace_id, timestamp, id, sequence, decode(prev_hash, 'hex'), decode(hash, 'hex')
  from unnest($1::text[], $2::timestamptz[], $3::text[], $4::bigint[], $5::text[], $6::text[])
    s (workspace_id, timestamp, id, sequence, prev_hash, hash)`;

/** Creates missing partitions of seals, if maintenance has not done so ahead of time. */
const ENSURE_PARTITIONS = `
  select ensure_partitions('audit_seals', month, month)
  from (select distinct date_trunc('month', timestamp at time zone 'UTC') at time zone 'UTC' as month from audit_unsealed) months`;

/** Dequeues entries that are already sealed, after a month was restored from a copy. */
const DEQUEUE_SEALED = `
  delete from audit_unsealed u using audit_seals s
  where (u.workspace_id, u.timestamp, u.id) = (s.workspace_id, s.timestamp, s.id)`;

/** Recovery statements by SQLSTATE of a failed batch. */
const REMEDIES: Record<string, string> = { '23514': ENSURE_PARTITIONS, '23505': DEQUEUE_SEALED };

/**
 * Seals entries into the hash chain. Requests only insert entries, and a trigger queues their keys; sealing assigns positions
 * in queue order. That may differ from their times: an entry committed late comes after those already sealed, and is never
 * missed.
 */
@Injectable()
export class SealRepository {
  constructor(
    private readonly database: Database,
    partitions: Partitions,
  ) {
    partitions.add({ table: 'audit_seals' });
  }

  /** Seals a batch over all workspaces. Returns the number of entries; null while another process seals. */
  async seal(): Promise<number | null> {
    const tried = new Set<string>();
    for (;;) {
      try {
        return await asSystem('', () => this.database.transaction(() => this.#batch()));
      } catch (error) {
        const remedy = REMEDIES[(error as { code: string }).code];
        if (!remedy || tried.has(remedy)) throw error;
        tried.add(remedy);
        await this.database.execute(remedy);
      }
    }
  }

  async #batch(): Promise<number | null> {
    const [{ ours } = { ours: false }] = await this.database.write<{ ours: boolean }>(BEGIN);
    if (!ours) return null;
    const entries = await this.database.write<AuditEntry>(NEXT_BATCH);
    if (!entries.length) return 0;
    const ends = await this.#ends([...new Set(entries.map(({ workspace_id }) => workspace_id))]);
    const places = entries.map((entry) => {
      const { sequence, hash: prev_hash } = ends.get(entry.workspace_id) ?? { sequence: 0, hash: GENESIS };
      const next = { sequence: sequence + 1, prev_hash, hash: '' };
      next.hash = entryHash(prev_hash, shownEntry(entry, next));
      ends.set(entry.workspace_id, next);
      return next;
    });
    const heads = [...ends.values()];
    await this.database.write(SEAL, [
      ...(['workspace_id', 'timestamp', 'id'] as const).map((name) => entries.map((entry) => entry[name])),
      ...(['sequence', 'prev_hash', 'hash'] as const).map((name) => places.map((place) => place[name])),
      [...ends.keys()],
      heads.map(({ sequence }) => sequence),
      heads.map(({ hash }) => hash),
    ]);
    return entries.length;
  }

  async #ends(workspaces: string[]): Promise<Map<string, Head>> {
    const rows = await this.database.read<Head & { workspace_id: string }>(
      'select workspace_id, sequence, hash from audit_chains where workspace_id = any($1)',
      [workspaces],
    );
    return new Map(rows.map(({ workspace_id, sequence, hash }) => [workspace_id, { sequence, hash }]));
  }
}
