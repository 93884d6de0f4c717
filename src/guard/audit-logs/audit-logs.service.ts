import { Injectable } from '@nestjs/common';
import { InjectStore, type Page, RecordSearch, type ResourceStore } from '../../platform/index.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditEntryRepository } from './audit-entry.repository.js';
import { AuditEntryView, type AuditLogQuery, shownEntry } from './audit-log.dto.js';

/** Maximum records per type for the search by name. */
const RECORDS_OF_A_NAME = 10;

@Injectable()
export class AuditLogsService {
  constructor(
    @InjectStore(AuditEntry) private readonly store: ResourceStore<any>,
    private readonly repository: AuditEntryRepository,
    private readonly records: RecordSearch,
  ) {}

  async list(query: AuditLogQuery): Promise<Page<AuditEntryView>> {
    if (query.resource_name !== undefined) query.named = await this.#idsOf(query.resource_name);
    const page = await this.store.page(query, AuditEntryView);
    const entries = page.data as unknown as AuditEntry[];
    const seals = await this.repository.sealsOf(entries);
    return { ...page, data: entries.map((entry) => shownEntry(entry, seals.get(entry.id))) };
  }

  async #idsOf(name: string): Promise<string[]> {
    const [found, former] = await Promise.all([
      this.records.find(name, { limit: RECORDS_OF_A_NAME, deleted: true }),
      this.repository.formerly(name),
    ]);
    return [...new Set([...found.flatMap(({ records }) => records.map(({ id }) => id)), ...former])];
  }
}
