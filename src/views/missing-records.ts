import { Injectable } from '@nestjs/common';
import {
  allResources,
  type ConditionFields,
  DELETED_USER,
  isId,
  RecordAccess,
  RecordLists,
  type ResourceStore,
  StoreRegistry,
} from '../platform/index.js';
import type { SavedView } from './view.entity.js';

/** Finds the ids in the condition of a view that lead nowhere, because such a view shows less than its readers expect. */
@Injectable()
export class MissingRecords {
  constructor(
    private readonly lists: RecordLists,
    private readonly stores: StoreRegistry,
    private readonly access: RecordAccess,
  ) {}

  /**
   * Ids in the condition that name no record, one in the trash, or one that the caller may not read. One statement for each type
   * of records, beside those of `RecordAccess`.
   */
  async of({ type, where }: SavedView): Promise<string[]> {
    const app = allResources().get(type)?.app ?? null;
    const named = new Map<ResourceStore<any>, Set<string>>();
    for (const { prefix, id } of idsIn(where, this.lists.fieldsOf(type))) {
      const store = this.stores.ofPrefix(prefix, app);
      named.set(store, (named.get(store) ?? new Set()).add(id));
    }
    const missing: string[] = [];
    for (const [store, ids] of named) {
      const { auditedAs, knownToAll } = store.resource;
      const found = (await store.namedBy([...ids], ['id'], { unseen: true })).map(({ id }) => ({
        type: auditedAs,
        id,
      }));
      const isReadable = knownToAll ? () => true : await this.access.readable(found);
      const there = new Set(found.filter(isReadable).map(({ id }) => id));
      missing.push(...[...ids].filter((id) => !there.has(id) && id !== DELETED_USER));
    }
    return missing;
  }
}

/** The ids that fields of a condition are compared with. Fields that the list does not have are left out. */
function idsIn(part: unknown, fields: ConditionFields, prefix?: string): { prefix: string; id: string }[] {
  if (typeof part === 'string') return prefix && isId(prefix, part) ? [{ prefix, id: part }] : [];
  if (Array.isArray(part)) return part.flatMap((each) => idsIn(each, fields, prefix));
  if (typeof part !== 'object' || part === null) return [];
  // Operators stand below their field, so other names are fields.
  return Object.entries(part).flatMap(([name, value]) => idsIn(value, fields, fields[name]?.idPrefix ?? prefix));
}
