import { Injectable } from '@nestjs/common';
import { fieldsOf } from '../fields/field-spec.js';
import { Text } from '../fields/fields.js';
import { type NamedRecord, RecordAccess, resourceOf } from './record-access.js';
import type { ResourceStore } from './store.js';
import { StoreRegistry } from './stores.module.js';

/** A title may be the beginning of a long text. */
const MAX_TITLE = 200;

/** Columns with the title of records that no search finds. */
const TITLES = ['title', 'name', 'display_name', 'filename'];

/** A record by its title. */
export class RecordTitle {
  @Text({ max: 60, example: 'deal_01jz8k3m5n7p9q1r3s5t7v9w1x', description: 'Id of the record.' }) id: string;
  @Text({
    max: MAX_TITLE,
    example: 'Website for Acme',
    description: 'Its title, its name, or another text by which people know it; at most its beginning.',
  })
  title: string;
}

/** Titles of records of any type, for lists that name such records. */
@Injectable()
export class RecordTitles {
  constructor(
    private readonly stores: StoreRegistry,
    private readonly access: RecordAccess,
  ) {}

  /**
   * The title of each of these records that has one and that the caller may read, those in the trash included. One statement for
   * each type, beside those of `RecordAccess`.
   */
  async of(records: readonly NamedRecord[]): Promise<RecordTitle[]> {
    const isReadable = await this.access.readable(records);
    const titles: RecordTitle[] = [];
    for (const [resource, named] of Map.groupBy(records, resourceOf)) {
      const [store] = resource ? this.stores.ofType(resource.type) : [];
      if (!store) continue;
      const [seen, others] = [new Set<string>(), new Set<string>()];
      for (const record of named) if (record.id !== null) (isReadable(record) ? seen : others).add(record.id);
      titles.push(...(await titlesOf(store, [...seen])));
      if (resource!.knownToAll) titles.push(...(await titlesOf(store, [...others], resource!.knownToAll)));
    }
    return titles;
  }
}

/** Titles of records that the caller may read, or of which everybody may know these fields. */
async function titlesOf(store: ResourceStore<any>, ids: string[], known?: readonly string[]): Promise<RecordTitle[]> {
  const title = ids.length ? titleSql(store, known) : null;
  if (!title) return [];
  const rows = await store.namedBy(ids, ['id', `${title} as title`], { unseen: true, deleted: !known });
  return rows.filter((row) => row.title !== null) as RecordTitle[];
}

/** SQL of the title of a record; null if its type has none. `known`: only of these fields. */
function titleSql({ resource, entity }: ResourceStore<any>, known?: readonly string[]): string | null {
  const fields = fieldsOf(entity.prototype);
  const plain = TITLES.filter((name) => fields.has(name) && (known?.includes(name) ?? true)).slice(0, 1);
  const texts = known ? plain : (resource.labels ?? resource.searchable ?? plain);
  return texts.length
    ? `coalesce(${texts.map((sql) => `nullif(trim(left(${sql}, ${MAX_TITLE})), '')`).join(', ')})`
    : null;
}
