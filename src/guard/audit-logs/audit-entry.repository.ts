import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS, currentContext, Database, type NamedRecord, refuseDenied } from '../../platform/index.js';
import { type AuditEntry, type AuditSeal, SEAL_COLUMNS } from './audit-entry.entity.js';
import { auditLogs } from './audit-log.resource.js';

/** Limits of the search by former names: entries read, and records found. */
const MAX_ENTRIES = 500;
const MAX_RECORDS = 50;

/**
 * Entries by id, seals of entries, and records by former name. Raw SQL, because entries and seals are in two partitioned
 * tables.
 */
@Injectable()
export class AuditEntryRepository {
  constructor(private readonly database: Database) {}

  /** Entries with these ids that were not purged, oldest first. The time range is needed, because no index has only the id. */
  named(ids: readonly string[], from: string, to: string): Promise<(AuditEntry & AuditSeal)[]> {
    const { workspaceId } = currentContext();
    refuseDenied(auditLogs, 'read');
    return this.database.read<AuditEntry & AuditSeal>(
      `select ${AUDIT_COLUMNS.join(', ')}, ${SEAL_COLUMNS}
         from audit_entries left join audit_seals using (workspace_id, timestamp, id)
        where workspace_id = $1 and timestamp >= $2 and timestamp <= $3 and id = any($4) order by timestamp, id limit $5`,
      [workspaceId, from, to, ids, ids.length],
    );
  }

  /** Seals of these entries by id, if sealed. */
  async sealsOf(entries: readonly AuditEntry[]): Promise<Map<string, AuditSeal>> {
    const found = await this.database.read<AuditSeal & { id: string }>(
      `select id, ${SEAL_COLUMNS} from unnest($2::timestamptz[], $3::text[]) entry (timestamp, id)
         join audit_seals using (timestamp, id) where workspace_id = $1`,
      [currentContext().workspaceId, entries.map(({ timestamp }) => timestamp), entries.map(({ id }) => id)],
    );
    return new Map(found.map(({ id, ...seal }) => [id, seal]));
  }

  /** Whether an action of a session of the caller has an entry since then. */
  async hasNote(action: string, session: string, since: string): Promise<boolean> {
    const { workspaceId, actor } = currentContext();
    const found = await this.database.read(
      `select 1 from audit_entries where workspace_id = $1 and actor_id = $2 and action = $3 and timestamp > $4
          and changes #>> '{session_id,to}' = $5 limit 1`,
      [workspaceId, actor.id, action, since, session],
    );
    return found.length > 0;
  }

  /** Records that once had a name with all these words, before they were renamed or deleted. */
  async formerly(words: string): Promise<NamedRecord[]> {
    return this.database.readPage<{ type: string; id: string }>(
      `select distinct resource_type as type, resource_id as id from (
         select resource_type, resource_id from audit_entries
          where workspace_id = $1 and changes ?| array['title', 'name']
            and search_vector(changes #>> '{title,from}', changes #>> '{name,from}') @@ (select search_query($2))
          limit ${MAX_ENTRIES}) entries
        limit ${MAX_RECORDS}`,
      [currentContext().workspaceId, words],
    );
  }
}
