import { Injectable } from '@nestjs/common';
import {
  asSystemForCaller,
  InjectStore,
  notFound,
  type Page,
  prefixOf,
  RecordAccess,
  type ResourceStore,
  StoreRegistry,
  viaOf,
} from '../../../platform/index.js';
import { AuditEntry } from '../audit-entry.entity.js';
import { AuditEntryView } from '../audit-log.dto.js';
import type { ChangeQuery, ChangeView } from './change.dto.js';

/** Fields that change with every other one. */
const FOLLOWING = new Set(['updated_at', 'updated_by']);

/** Who changed what of a record, for everybody who may read it: the audit log without values, addresses and refusals (D-GRD-12). */
@Injectable()
export class ChangesService {
  constructor(
    @InjectStore(AuditEntry) private readonly entries: ResourceStore<any>,
    private readonly stores: StoreRegistry,
    private readonly access: RecordAccess,
  ) {}

  async list(id: string, query: ChangeQuery): Promise<Page<ChangeView>> {
    const store = await this.stores.holding(id);
    if (!store || !(await this.#mayRead(store, id)))
      throw notFound(`There is no record ${prefixOf(id) ? id : 'with this id'} that you may read.`);
    // In the name of the system, because it takes no right to the audit log. A policy about the log holds all the same.
    const page = await asSystemForCaller(() => this.entries.page(query, AuditEntryView, { resource_id: id }));
    return { ...page, data: (page.data as unknown as AuditEntry[]).map(shown) };
  }

  async #mayRead(store: ResourceStore<any>, id: string): Promise<boolean> {
    const record = { type: store.resource.type, id };
    return (await this.access.readable([record]))(record) && (await store.find(id, { deleted: true })) !== null;
  }
}

const shown = ({ id, timestamp, action, actor_type, actor_id, changes, ...entry }: AuditEntry): ChangeView => ({
  id,
  timestamp,
  action,
  actor: { type: actor_type, id: actor_id, ...viaOf(entry) },
  changed_fields: Object.keys(changes ?? {}).filter((name) => !FOLLOWING.has(name)),
});
