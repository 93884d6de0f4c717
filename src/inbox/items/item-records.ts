import { Injectable } from '@nestjs/common';
import {
  currentContext,
  fieldsOf,
  type IsReadable,
  type NamedRecord,
  readAsSystem,
  RecordAccess,
  type ResourceStore,
  type Row,
  StoreRegistry,
} from '../../platform/index.js';

/** Columns with the title of a record. */
const TITLES = ['title', 'name', 'display_name', 'filename'];

export interface TitledRecord {
  id: string;
  title: string | null;
}

type Told = Readonly<{ record_type: string; record_ids: readonly string[] }>;

/** The records of items with their titles, as far as somebody may read them. */
@Injectable()
export class ItemRecords {
  constructor(
    private readonly stores: StoreRegistry,
    private readonly access: RecordAccess,
  ) {}

  /** Reads a statement for each type. `readable`: answers for another reader. Default: the caller. */
  async of(
    items: readonly Told[],
    readable: (records: readonly NamedRecord[]) => Promise<IsReadable> = (records) => this.access.readable(records),
  ): Promise<Map<Told, TitledRecord[]>> {
    const ids = new Map<string, Set<string>>();
    for (const { record_type, record_ids } of items)
      for (const id of record_ids) ids.set(record_type, (ids.get(record_type) ?? new Set()).add(id));
    const named = [...ids].flatMap(([type, each]) => [...each].map((id) => ({ type, id })));
    const isReadable = await readable(named);
    const titles = new Map<string, string | null>();
    for (const [type, each] of ids) {
      const allowed = [...each].filter((id) => isReadable({ type, id }));
      for (const [id, title] of await this.#titlesOf(this.stores.ofType(type)[0], allowed)) titles.set(id, title);
    }
    return new Map(
      items.map((item) => [
        item,
        item.record_ids.flatMap((id) => (titles.has(id) ? { id, title: titles.get(id)! } : [])),
      ]),
    );
  }

  /** Titles of existing records. A record without one has that of the record it is a part of, such as the job of an application. */
  async #titlesOf(store: ResourceStore<any> | undefined, ids: string[]): Promise<Map<string, string | null>> {
    if (!store || !ids.length) return new Map();
    const { workspaceId } = currentContext();
    const fields = fieldsOf(store.entity.prototype);
    const title = TITLES.find((name) => fields.has(name));
    const [whole] = title ? [] : store.wholes;
    const rows: Row[] = await readAsSystem(workspaceId, () => store.factsOf(ids, title ? [title] : []));
    if (!whole) return new Map(rows.map((row) => [row.id, title ? (row[title] as string | null) : null]));
    const wholes = await this.#titlesOf(this.stores.ofType(whole.of.resource.type)[0], [
      ...new Set(rows.map((row) => row[whole.column] as string)),
    ]);
    return new Map(rows.map((row) => [row.id, wholes.get(row[whole.column]) ?? null]));
  }
}
