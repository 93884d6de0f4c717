import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS, currentContext, Database, refuseDenied } from '../../platform/index.js';
import { type AuditEntry, type AuditSeal, SEAL_COLUMNS } from './audit-entry.entity.js';
import { type AuditEntryView, shownEntry } from './audit-log.dto.js';
import { auditLogs } from './audit-log.resource.js';

/** Entries that something names, as rules and alerts do. */
@Injectable()
export class AuditEntryRepository {
  constructor(private readonly database: Database) {}

  /**
   * The entries with these ids that have not been purged, the oldest first, as the audit log shows them. The range of time finds
   * them, because no index has ids alone.
   */
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
}
