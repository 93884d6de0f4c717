import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS, currentContext, Database, newId, type Snapshot } from '../../platform/index.js';
import type { AuditEntry, AuditSeal } from '../audit-logs/audit-entry.entity.js';
import { selected } from '../exports/copied-rows.js';
import { JSON_LINES } from '../exports/entry-json.js';
import type { Head } from './chain.js';
import { checkpoints, type SignedCheckpoint } from './checkpoints/checkpoint.resource.js';
import type { PurgeRecord } from './purge.repository.js';

/** Entries in chain order; unsealed ones last. `$2`: sealed ones after this sequence only; null: all. */
const ENTRIES = `
  select ${selected(JSON_LINES)} from audit_entries left join audit_seals using (workspace_id, timestamp, id)
  where workspace_id = $1 and ($2::bigint is null or sequence > $2) order by sequence nulls last, timestamp, id`;

const COLUMNS = AUDIT_COLUMNS.filter((column) => column !== 'workspace_id').join(', ');

/** Imports and exports rows of a trail. Raw SQL, because they are immutable and not ordinary records. */
@Injectable()
export class TrailArchiveRepository {
  constructor(private readonly database: Database) {}

  /** Prevents partitions from being dropped during the export. */
  async hold(snapshot: Snapshot): Promise<void> {
    await snapshot.read('lock table audit_entries, audit_seals in access share mode');
  }

  entries(snapshot: Snapshot, workspaceId: string, after: number | null): AsyncGenerator<Buffer> {
    return snapshot.copy('binary', ENTRIES, [workspaceId, after]);
  }

  /** Hashes that are not those of the entries of the workspace with the same sequence. */
  async differing(marks: readonly Head[]): Promise<Head[]> {
    return this.database.read<Head & Record<string, unknown>>(
      `select m.sequence, m.hash from json_to_recordset($2) m (sequence bigint, hash text)
       left join audit_seals s on s.workspace_id = $1 and s.sequence = m.sequence
       where encode(s.hash, 'hex') is distinct from m.hash`,
      [currentContext().workspaceId, JSON.stringify(marks)],
    );
  }

  /** Creates the partitions of a period. Outside of a transaction, which would keep their lock. */
  async ensurePartitions(from: string, to: string): Promise<void> {
    for (const table of ['audit_entries', 'audit_seals'])
      await this.database.execute(`select ensure_partitions('${table}', $1::timestamptz, $2::timestamptz)`, [from, to]);
  }

  async addEntries(entries: readonly Omit<AuditEntry, 'workspace_id'>[]): Promise<void> {
    await this.database.write(
      `insert into audit_entries (workspace_id, ${COLUMNS})
       select $1, ${COLUMNS} from json_populate_recordset(null::audit_entries, $2)`,
      [currentContext().workspaceId, JSON.stringify(entries)],
    );
  }

  async addSeals(seals: readonly (AuditSeal & Pick<AuditEntry, 'id' | 'timestamp'>)[]): Promise<void> {
    await this.database.write(
      `insert into audit_seals (workspace_id, timestamp, id, sequence, prev_hash, hash)
       select $1, timestamp, id, sequence, decode(prev_hash, 'hex'), decode(hash, 'hex')
       from json_to_recordset($2) s (timestamp timestamptz, id text, sequence bigint, prev_hash text, hash text)`,
      [currentContext().workspaceId, JSON.stringify(seals)],
    );
  }

  async addCheckpoints(documents: readonly SignedCheckpoint[]): Promise<void> {
    const rows = documents.map(({ head, ...document }) => ({
      ...document,
      id: newId(checkpoints.idPrefix),
      head_sequence: head.sequence,
      head_hash: head.hash,
    }));
    const columns = 'id, number, head_sequence, head_hash, count, previous_hash, created_at, signature';
    await this.database.write(
      `insert into audit_checkpoints (workspace_id, ${columns})
       select $1, ${columns} from json_populate_recordset(null::audit_checkpoints, $2)`,
      [currentContext().workspaceId, JSON.stringify(rows)],
    );
  }

  async addPurges(records: readonly PurgeRecord[]): Promise<void> {
    const rows = records.map(({ purged, ...record }) => ({
      ...record,
      last_sequence: purged.sequence,
      last_hash: purged.hash,
    }));
    const columns = 'number, last_sequence, last_hash, count, previous_hash, created_at, signature';
    await this.database.write(
      `insert into audit_purges (workspace_id, ${columns})
       select $1, ${columns} from json_populate_recordset(null::audit_purges, $2)`,
      [currentContext().workspaceId, JSON.stringify(rows)],
    );
  }

  /** Sets the end of the chain for later seals, and dequeues the imported entries, which are sealed. */
  async setHead({ sequence, hash }: Head): Promise<void> {
    const { workspaceId } = currentContext();
    await this.database.write(
      `insert into audit_chains (workspace_id, sequence, hash) values ($1, $2, $3)
       on conflict (workspace_id) do update set sequence = excluded.sequence, hash = excluded.hash`,
      [workspaceId, sequence, hash],
    );
    await this.database.write(
      `delete from audit_unsealed u using audit_seals s
       where u.workspace_id = $1 and (u.workspace_id, u.timestamp, u.id) = (s.workspace_id, s.timestamp, s.id)`,
      [workspaceId],
    );
  }
}
