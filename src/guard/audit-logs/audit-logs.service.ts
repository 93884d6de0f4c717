import { Injectable } from '@nestjs/common';
import { currentContext, Database, InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import { AuditEntry, type AuditSeal, SEAL_COLUMNS } from './audit-entry.entity.js';
import { AuditEntryView, type AuditLogQuery, shownEntry } from './audit-log.dto.js';

const SEALS = `
  select id, ${SEAL_COLUMNS} from unnest($2::timestamptz[], $3::text[]) entry (timestamp, id)
  join audit_seals using (timestamp, id) where workspace_id = $1`;

@Injectable()
export class AuditLogsService {
  constructor(
    @InjectStore(AuditEntry) private readonly store: ResourceStore<any>,
    private readonly database: Database,
  ) {}

  async list(query: AuditLogQuery): Promise<Page<AuditEntryView>> {
    const page = await this.store.page(query, AuditEntryView);
    const entries = page.data as unknown as AuditEntry[];
    const seals = await this.#seals(entries);
    return { ...page, data: entries.map((entry) => shownEntry(entry, seals.get(entry.id))) };
  }

  async #seals(entries: readonly AuditEntry[]): Promise<Map<string, AuditSeal>> {
    const found = await this.database.read<AuditSeal & { id: string }>(SEALS, [
      currentContext().workspaceId,
      entries.map(({ timestamp }) => timestamp),
      entries.map(({ id }) => id),
    ]);
    return new Map(found.map(({ id, ...seal }) => [id, seal]));
  }
}
