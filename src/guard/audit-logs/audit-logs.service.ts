import { Injectable } from '@nestjs/common';
import { InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import { AuditEntryView, type AuditLogQuery } from './audit-log.dto.js';
import { AuditEntry } from './audit-entry.entity.js';

@Injectable()
export class AuditLogsService {
  constructor(@InjectStore(AuditEntry) private readonly store: ResourceStore<any>) {}

  async list(query: AuditLogQuery): Promise<Page<AuditEntryView>> {
    const page = await this.store.page(query, AuditEntryView);
    return { ...page, data: page.data.map((entry) => shownEntry(entry as unknown as AuditEntry)) };
  }
}

/** As the list gives it, and as it is sealed. */
export function shownEntry({
  actor_type,
  actor_id,
  actor_email,
  resource_type,
  resource_id,
  ...entry
}: AuditEntry): AuditEntryView {
  return {
    ...entry,
    actor: { type: actor_type, id: actor_id, email: actor_email },
    resource: { type: resource_type, id: resource_id },
  };
}
