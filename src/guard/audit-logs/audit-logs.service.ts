import { Injectable } from '@nestjs/common';
import { InjectStore, type Page, RecordSearch, type ResourceStore } from '../../platform/index.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditEntryRepository } from './audit-entry.repository.js';
import { AuditEntryView, type AuditLogQuery, shownEntry } from './audit-log.dto.js';
import { TrailAccess } from './trail-access.js';

/** Maximum records per type for the search by name. */
const RECORDS_OF_A_NAME = 10;

@Injectable()
export class AuditLogsService {
  constructor(
    @InjectStore(AuditEntry) private readonly store: ResourceStore<any>,
    private readonly repository: AuditEntryRepository,
    private readonly records: RecordSearch,
    private readonly access: TrailAccess,
  ) {}

  async list(query: AuditLogQuery): Promise<Page<AuditEntryView>> {
    if (query.resource_name !== undefined) query.named = await this.#idsOf(query.resource_name);
    const page = await this.store.page(query, AuditEntryView);
    const found = page.data as unknown as AuditEntry[];
    const [entries, seals] = await Promise.all([this.access.masked(found), this.repository.sealsOf(found)]);
    return { ...page, data: entries.map((entry) => shownEntry(entry, seals.get(entry.id))) };
  }

  /** Entries with these ids that were not purged, oldest first. */
  async named(ids: readonly string[], from: string, to: string): Promise<AuditEntryView[]> {
    const entries = await this.access.masked(await this.repository.named(ids, from, to));
    return entries.map((entry) => shownEntry(entry, entry));
  }

  /** Ids of records that have or had this name, of those that the caller may read. */
  async #idsOf(name: string): Promise<string[]> {
    const [found, former] = await Promise.all([
      this.records.find(name, { limit: RECORDS_OF_A_NAME, deleted: true }),
      this.repository.formerly(name),
    ]);
    const isReadable = await this.access.readable(former);
    const ids = [...found.flatMap(({ records }) => records), ...former.filter(isReadable)].map(({ id }) => id!);
    return [...new Set(ids)];
  }
}
