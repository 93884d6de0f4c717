import {
  type Conditions,
  Conditions as NewConditions,
  currentContext,
  hiddenFrom,
  hiddenSql,
  ResourceStore,
} from '../../platform/index.js';
import { isTold, typesFor } from './item.resource.js';
import type { Item } from './item.entity.js';

/**
 * Items, as far as the caller may read one of their records now. Most types have neither a row rule nor a policy on single
 * records: their items need no look at the records.
 */
export class ItemStore extends ResourceStore<Item> {
  override readable(row: string, where: Conditions): Conditions {
    const { credential } = currentContext();
    const types = credential ? typesFor(credential) : null;
    for (const store of this.services.all()) {
      const { resource, table } = store;
      if (!(types ? types.includes(resource.type) : isTold(resource))) continue;
      const hidden = hiddenFrom(store);
      const rule = (credential && resource.visible?.(credential)) ?? 'all';
      if (!hidden && rule === 'all') continue;
      const record = new NewConditions(where.values)
        .add(`r.workspace_id = ${row}.workspace_id and r.id = any(${row}.record_ids)`)
        .matches(rule, (column) => `r.${column}`);
      if (hidden) record.add(`${hiddenSql(hidden, 'r', where)} is not true`);
      const type = where.value(resource.type);
      where.add(`(${row}.record_type <> ${type} or exists (select from ${table} r where ${record.sql}))`);
    }
    return where;
  }
}
