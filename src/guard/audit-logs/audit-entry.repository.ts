import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS, currentContext, Database, refuseDenied } from '../../platform/index.js';
import { type AuditEntry, type AuditSeal, SEAL_COLUMNS } from './audit-entry.entity.js';
import { type AuditEntryView, shownEntry } from './audit-log.dto.js';
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
  async named(ids: readonly string[], from: string, to: string): Promise<AuditEntryView[]> {
    const { workspaceId } = currentContext();
    refuseDenied(auditLogs, 'read');
    const entries = await this.database.read<any>(
      `select ${AUDIT_COLUMNS.join(', ')}, ${SEAL_COLUMNS}
         from audit_entries left join audit_seals using (workspace_id, timestamp, id)
        where workspace_id = $1 and timestamp >= $2 and timestamp <= $3 and id = any($4) order by timestamp, id limit $5`,
      [workspaceId, from, to, ids, ids.length],
    );
    return entries.map((entry: AuditEntry & AuditSeal) => shownEntry(entry, entry));
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

  /** Ids of records that once had a name with all these words, before they were renamed or deleted. */
  async formerly(words: string): Promise<string[]> {
    const found = await this.database.readPage<{ resource_id: string }>(
      `select distinct resource_id from (
         select resource_id from audit_entries
          where workspace_id = $1 and changes ?| array['title', 'name']
            and search_vector(changes #>> '{title,from}', changes #>> '{name,from}') @@ (select search_query($2))
          limit ${MAX_ENTRIES}) entries
        limit ${MAX_RECORDS}`,
      [currentContext().workspaceId, words],
    );
    return found.map(({ resource_id }) => resource_id);
  }
}
