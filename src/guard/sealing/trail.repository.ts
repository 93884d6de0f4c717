import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS, currentContext, Database } from '../../platform/index.js';
import { type AuditEntry, type AuditSeal, SEAL_COLUMNS } from '../audit-logs/audit-entry.entity.js';
import type { Head } from './chain.js';
import { type Checkpoint, signedForm } from './checkpoints/checkpoint.entity.js';
import type { SignedCheckpoint } from './checkpoints/checkpoint.resource.js';
import { type PurgeRecord, purgeRecord, type PurgeRow, PURGES } from './purge.repository.js';

/** Columns of an entry beside its key. */
const FACTS = AUDIT_COLUMNS.filter((column) => !['workspace_id', 'timestamp', 'id'].includes(column)).join(', ');

/** Entries in chain order, by nested loop: sorting all would delay the first one. */
const SEALED = `
  select workspace_id, timestamp, id, ${SEAL_COLUMNS}, "isThere", ${FACTS}
  from audit_seals s left join lateral (
    select true as "isThere", ${FACTS} from audit_entries e
    where e.workspace_id = s.workspace_id and e.timestamp = s.timestamp and e.id = s.id offset 0
  ) entry on true
  where workspace_id = $1 and sequence >= $2 and sequence <= $3 order by sequence`;

/** Entries in the period $2 to $3; either may be null. */
const RANGE = `workspace_id = $1 and timestamp >= coalesce($2, '-infinity'::timestamptz) and timestamp < coalesce($3, 'infinity'::timestamptz)`;

/** A seal with its entry; `isThere` is false if the entry is missing. */
export type SealedEntry = AuditEntry & AuditSeal & { isThere: boolean };

/** A period, ISO 8601; null where it has no beginning or no end. */
type Period = [from: string | null, to: string | null];

/** Reads trails. Raw SQL, because a trail is read in one snapshot and in bounded memory. */
@Injectable()
export class TrailRepository {
  constructor(private readonly database: Database) {}

  /** Hashes in checkpoints and purge records. */
  marks(): Promise<Head[]> {
    return this.database.read<Head>(
      `select head_sequence as sequence, head_hash as hash from audit_checkpoints where workspace_id = $1
       union select last_sequence, last_hash from audit_purges where workspace_id = $1`,
      [currentContext().workspaceId],
    );
  }

  /** Runs `work` on a snapshot of the trail. */
  async atOneMoment<T>(work: (trail: Trail) => Promise<T>): Promise<T> {
    const snapshot = await this.database.snapshot();
    try {
      return await work(new Trail(snapshot, currentContext().workspaceId));
    } finally {
      await snapshot.close();
    }
  }
}

/** A snapshot of a trail. */
export class Trail {
  constructor(
    private readonly snapshot: Awaited<ReturnType<Database['snapshot']>>,
    private readonly workspaceId: string,
  ) {}

  async purges(): Promise<PurgeRecord[]> {
    return (await this.snapshot.read<PurgeRow>(PURGES, [this.workspaceId])).map(purgeRecord);
  }

  async checkpoints(): Promise<SignedCheckpoint[]> {
    const rows = await this.snapshot.read<Checkpoint>(
      'select * from audit_checkpoints where workspace_id = $1 order by number',
      [this.workspaceId],
    );
    return rows.map(signedForm);
  }

  /** End of the chain. */
  async head(): Promise<Head | undefined> {
    const [head] = await this.snapshot.read<Head>('select sequence, hash from audit_chains where workspace_id = $1', [
      this.workspaceId,
    ]);
    return head;
  }

  /** Number of unsealed entries in a period. */
  async unsealed(period: Period): Promise<number> {
    const [row] = await this.snapshot.read<{ n: number }>(
      `select greatest(0, (select count(*) from audit_entries where ${RANGE}) - (select count(*) from audit_seals where ${RANGE}))::int as n`,
      [this.workspaceId, ...period],
    );
    return row!.n;
  }

  /** First and last sequence in a period; null if empty. */
  async ends([from, to]: Period): Promise<{ first: number | null; last: number | null }> {
    const whole = from === null && to === null;
    const [row] = await this.snapshot.read<{ first: number | null; last: number | null }>(
      `select min(sequence) as first, max(sequence) as last from audit_seals where ${whole ? 'workspace_id = $1' : RANGE}`,
      whole ? [this.workspaceId] : [this.workspaceId, from, to],
    );
    return row!;
  }

  /** Entries by sequence, in portions. */
  entries(first: number, last: number): AsyncGenerator<SealedEntry[]> {
    return this.snapshot.rows<SealedEntry>(SEALED, [this.workspaceId, first, last]);
  }

  async sealAt(sequence: number): Promise<Head | undefined> {
    const [row] = await this.snapshot.read<Head>(
      `select sequence, encode(hash, 'hex') as hash from audit_seals where workspace_id = $1 and sequence = $2`,
      [this.workspaceId, sequence],
    );
    return row;
  }
}
