import { Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import { invalidField } from '../errors/api-error.js';
import { fieldNames } from '../fields/field-spec.js';
import { isId } from '../fields/ids.js';
import { shownAs } from '../fields/pick.js';
import type { App } from '../security/apps.js';
import { hasReadScope } from './define.js';
import { type NamedRecord, RecordAccess } from './record-access.js';
import { RecordTitles } from './record-titles.js';
import type { Relation } from './relations.js';
import type { ResourceStore } from './store.js';
import { StoreRegistry } from './stores.module.js';

type View = new () => object;

/** Records beside one answer at most. */
const MAX_INCLUDED = 500;

/** The records that others name, beside these (`include`, D-QRY-3): what the caller may read of them, each once. */
@Injectable()
export class Inclusions {
  constructor(
    private readonly stores: StoreRegistry,
    private readonly access: RecordAccess,
    private readonly titles: RecordTitles,
  ) {}

  /**
   * `app`: that of the records. `viewOf`: how a list shows the records of a type. One statement for each type, and one for each
   * parent of parts.
   */
  async of(
    app: App | null,
    records: readonly object[],
    relations: readonly Relation[],
    viewOf: (type: string) => View | undefined,
  ): Promise<Record<string, object>> {
    const ids = new Map<ResourceStore<any>, Set<string>>();
    const ofAnyType: NamedRecord[] = [];
    for (const { field, prefix, type } of relations) {
      if (prefix === null) {
        ofAnyType.push(...records.map((record) => (record as Row)[field] as NamedRecord));
        continue;
      }
      const store = type ? this.stores.ofType(type)[0]! : this.stores.ofPrefix(prefix, app);
      const named = records.flatMap((record): unknown => (record as Row)[field]);
      for (const id of named) if (isId(prefix, id)) ids.set(store, (ids.get(store) ?? new Set()).add(id));
    }
    const count = [...ids.values()].reduce((sum, { size }) => sum + size, 0) + ofAnyType.length;
    if (count > MAX_INCLUDED)
      throw invalidField(
        'include',
        'too_many',
        `include would add ${count} records, and at most ${MAX_INCLUDED} are possible: ask for a smaller page.`,
      );
    const included: Record<string, object> = {};
    for (const [store, named] of ids)
      for (const record of await this.#shown(store, [...named], viewOf(store.resource.type)))
        included[(record as Row).id] = record;
    for (const { id, title } of await this.titles.of(ofAnyType)) included[id] = { id, title };
    return included;
  }

  async #shown(store: ResourceStore<any>, ids: string[], view: View | undefined): Promise<object[]> {
    const { resource } = store;
    const { credential, restrictions } = currentContext();
    const { parent, knownToAll } = resource;
    if (restrictions?.deny(resource, 'read')) return [];
    const mayRead = hasReadScope(resource, credential!);
    if (knownToAll && !(mayRead && resource.visible?.(credential!) === 'all'))
      return store.namedBy(ids, ['id', ...knownToAll], { unseen: true });
    if (!mayRead || !view) return [];
    const columns = fieldNames(view).filter((name) => store.isColumn(name));
    const found = await store.namedBy(ids, columns);
    const shown = found.map((record) => shownAs(view, record));
    if (!parent) return shown;
    const isReadable = await this.access.readable(ids.map((id) => ({ type: resource.auditedAs, id })));
    return shown.filter((record) => isReadable({ type: resource.auditedAs, id: (record as Row).id }));
  }
}
