import { Injectable } from '@nestjs/common';
import { InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditEntryRepository } from './audit-entry.repository.js';
import { AuditEntryView, type AuditLogQuery, shownEntry } from './audit-log.dto.js';

@Injectable()
export class AuditLogsService {
  constructor(
    @InjectStore(AuditEntry) private readonly store: ResourceStore<any>,
    private readonly repository: AuditEntryRepository,
  ) {}

  async list(query: AuditLogQuery): Promise<Page<AuditEntryView>> {
    const page = await this.store.page(query, AuditEntryView);
    const entries = page.data as unknown as AuditEntry[];
    const seals = await this.repository.sealsOf(entries);
    return { ...page, data: entries.map((entry) => shownEntry(entry, seals.get(entry.id))) };
  }
}
