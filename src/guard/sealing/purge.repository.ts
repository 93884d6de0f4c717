import { Injectable } from '@nestjs/common';
import {
  asSystem,
  AuditTrail,
  Clock,
  conflict,
  currentContext,
  Database,
  notFrozen,
  OwnerDatabase,
  Partitions,
} from '../../platform/index.js';
import { retentionSql } from '../settings/settings.service.js';
import { documentHash, GENESIS, type Head } from './chain.js';
import { SigningKeys } from './signing-keys.js';

/** Entries deleted per statement. */
const BATCH_SIZE = 5_000;
/** Lock timeout for dropping a partition. */
const LOCK_WAIT_MS = 2_000;
const DAY_MS = 86_400_000;

/** Signed record of a purge of the beginning of a trail (D-GRD-10), written before it. */
export interface PurgeRecord {
  number: number;
  /** The last purged entry. */
  purged: Head;
  /** Entries purged since the previous record. */
  count: number;
  /** SHA-256 of the RFC 8785 form of the record before; 64 zeros in the first one. */
  previous_hash: string;
  created_at: string;
  /** Ed25519 over the RFC 8785 form of the other fields, in base64. */
  signature: string;
}

export interface PurgeRow {
  number: number;
  last_sequence: number;
  last_hash: string;
  count: number;
  previous_hash: string;
  created_at: string;
  signature: string;
}

export const PURGES = 'select * from audit_purges where workspace_id = $1 order by number';

export const purgeRecord = (row: PurgeRow): PurgeRecord => ({
  number: row.number,
  purged: { sequence: row.last_sequence, hash: row.last_hash },
  count: row.count,
  previous_hash: row.previous_hash,
  created_at: row.created_at,
  signature: row.signature,
});

type Month = Awaited<ReturnType<Partitions['of']>>[number];

interface Due {
  workspace_id: string;
  /** Entries before this have expired. */
  cutoff: string;
  frozen: boolean;
}

const removed = (table: string) =>
  `delete from ${table} e using old where e.workspace_id = $1 and e.timestamp = old.timestamp and e.id = old.id`;

const RUNNING_EXPORTS = `select from guard_exports where status in ('pending', 'processing')`;

/**
 * Purges the beginning of trails. A signed record is written first; then entries are deleted in sequence order. So what remains
 * after a crash is consistent, and the next run continues.
 */
@Injectable()
export class PurgeRepository {
  /** Connection of the owner role, the only one that may delete audit entries. */
  private readonly database: Database;

  constructor(
    owner: OwnerDatabase,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
    private readonly audit: AuditTrail,
    private readonly partitions: Partitions,
  ) {
    this.database = owner.database;
  }

  /** Retention cutoff per workspace, or of one. */
  async due(workspaceId: string | null = null): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `select w.id as workspace_id, $1::timestamptz - make_interval(days => ${retentionSql('$1::timestamptz')}) as cutoff,
         not (${notFrozen('w.id')}) as frozen
       from workspaces w left join guard_settings s on s.workspace_id = w.id where w.id = $2 or $2 is null`,
      [this.clock.iso(), workspaceId],
    );
    return rows;
  }

  /** Purges expired entries of a workspace. Returns the record, or null if there were none. */
  async purge({ workspace_id, cutoff }: Due): Promise<PurgeRecord | null> {
    const record = await asSystem(workspace_id, () =>
      this.database.transaction(async () => {
        await this.#alone();
        const running = await this.database.read(`${RUNNING_EXPORTS} and workspace_id = $1 limit 1`, [workspace_id]);
        if (running.length) throw conflict('An export of the audit log is running. Purge when it is done.');
        const [kept] = await this.database.read<{ sequence: number | null }>(
          'select min(sequence) as sequence from audit_seals where workspace_id = $1 and timestamp >= $2',
          [workspace_id, cutoff],
        );
        const [end] = await this.database.read<Head>('select sequence from audit_chains where workspace_id = $1', [
          workspace_id,
        ]);
        return this.#record(kept?.sequence ? kept.sequence - 1 : (end?.sequence ?? 0));
      }),
    );
    await this.#remove(workspace_id);
    return record;
  }

  /** Completes interrupted purges. */
  async finish(): Promise<void> {
    const { rows } = await this.database.execute<{ workspace_id: string }>(
      'select distinct workspace_id from audit_purges',
    );
    for (const { workspace_id } of rows) await this.#remove(workspace_id);
  }

  /** Drops partitions that neither a workspace nor a running export needs. Returns their number. */
  async dropMonths(keptSince: string): Promise<number> {
    let dropped = 0;
    for (const month of await this.partitions.of('audit_entries')) {
      // One day of margin: entries sealed in the same second may be dated on both sides of midnight.
      if (Date.parse(month.end) + DAY_MS > Date.parse(keptSince)) break;
      if (!(await this.#dropMonth(month, keptSince))) break;
      dropped++;
    }
    return dropped;
  }

  #dropMonth({ partition, start, end }: Month, keptSince: string): Promise<boolean> {
    return asSystem('', () =>
      this.database.transaction(async (unit) => {
        await this.#alone();
        await this.database.write(`set local lock_timeout = ${LOCK_WAIT_MS}`);
        await this.database.write('set local statement_timeout = 0');
        await this.database.write(`select ensure_partitions('audit_seals', $1, $1)`, [start]);
        const seals = partition.replace('audit_entries', 'audit_seals');
        await this.database.write(`lock table ${partition}, ${seals} in exclusive mode`);
        const trails = await this.database.read<{
          workspace_id: string;
          last: number;
          early: boolean;
          frozen: boolean;
        }>(
          `select p.*, not (${notFrozen('p.workspace_id')}) as frozen, exists (select from audit_seals s where s.workspace_id = p.workspace_id
             and s.sequence <= p.last and s.timestamp >= $1) as early
           from (select workspace_id, max(sequence) as last from ${seals} group by 1) p`,
          [keptSince],
        );
        const unsealed = await this.database.read(
          'select from audit_unsealed where timestamp >= $1 and timestamp < $2 limit 1',
          [start, end],
        );
        const running = await this.database.read(`${RUNNING_EXPORTS} limit 1`);
        if (running.length || unsealed.length || trails.some(({ early, frozen }) => early || frozen)) return false;
        for (const { workspace_id, last } of trails) {
          await asSystem(workspace_id, async () => {
            currentContext().unitOfWork = unit;
            await this.#record(last);
            await this.database.write(
              `with old as materialized (
                 select timestamp, id from audit_seals where workspace_id = $1 and sequence <= $2 and timestamp >= $3
               ), gone as (${removed('audit_entries')}) ${removed('audit_seals')}`,
              [workspace_id, last, end],
            );
          });
        }
        await this.database.write(`alter table audit_entries detach partition ${partition}`);
        await this.database.write(`alter table audit_seals detach partition ${seals}`);
        await this.database.write(`drop table ${partition}, ${seals}`);
        return true;
      }),
    );
  }

  /** Writes the signed record of a purge up to an entry, unless it exists. */
  async #record(last: number): Promise<PurgeRecord | null> {
    const { workspaceId } = currentContext();
    const [row] = await this.database.read<PurgeRow>(`${PURGES} desc limit 1`, [workspaceId]);
    const before = row && purgeRecord(row);
    const from = before?.purged.sequence ?? 0;
    if (last <= from) return null;
    const [end] = await this.database.read<{ hash: string }>(
      `select encode(hash, 'hex') as hash from audit_seals where workspace_id = $1 and sequence = $2`,
      [workspaceId, last],
    );
    if (!end) throw conflict(`The audit log of ${workspaceId} has no entry ${last}: verify it before you purge it.`);
    const document = {
      number: (before?.number ?? 0) + 1,
      purged: { sequence: last, hash: end.hash },
      count: last - from,
      previous_hash: before ? documentHash(before) : GENESIS,
      created_at: this.clock.iso(),
    };
    const record = { ...document, signature: await this.keys.sign(document) };
    await this.database.write(
      `insert into audit_purges (workspace_id, number, last_sequence, last_hash, count, previous_hash, created_at, signature)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        workspaceId,
        record.number,
        last,
        end.hash,
        record.count,
        record.previous_hash,
        record.created_at,
        record.signature,
      ],
    );
    await this.audit.note({
      action: 'guard.audit_log.purged',
      resource_type: 'guard.audit_log',
      resource_id: null,
      outcome: 'success',
      changes: { sequence: { from: from + 1, to: last }, hash: { from: null, to: end.hash } },
    });
    return record;
  }

  async #remove(workspaceId: string): Promise<void> {
    for (;;) {
      const { count } = await this.database.execute(
        `with old as materialized (
           select timestamp, id from audit_seals where workspace_id = $1
             and sequence <= (select max(last_sequence) from audit_purges where workspace_id = $1)
           order by sequence limit ${BATCH_SIZE}
         ), gone as (${removed('audit_entries')}) ${removed('audit_seals')}`,
        [workspaceId],
      );
      if (count < BATCH_SIZE) return;
    }
  }

  /** Global lock: one purge at a time. */
  async #alone(): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.audit-purge'))`);
  }
}
