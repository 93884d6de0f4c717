import { type Conditions, hiddenFrom, hiddenSql, idField, ResourceStore } from '../platform/index.js';
import { aboutOf, typesOf } from './event-types.js';

/** Events. Those about a record that policies hide are hidden, too. */
export class EventStore extends ResourceStore<any> {
  override readable(row: string, where: Conditions): Conditions {
    const types = Map.groupBy(typesOf(['*']), (type) => aboutOf(type).type);
    for (const store of this.services.all()) {
      const [hidden, about] = [hiddenFrom(store), types.get(store.resource.type)];
      if (!hidden || !about) continue;
      const id = `${row}.payload->>'${idField(store.resource)}'`;
      const ids = hidden === 'all' ? [] : hidden.ids;
      // A deleted record is hidden by its id alone.
      where.add(
        `(${row}.type = any(${where.value(about)}::text[]) and (${id} = any(${where.value(ids)}::text[]) or exists (
          select from ${store.table} r where r.workspace_id = ${row}.workspace_id and r.id = ${id}
            and ${hiddenSql(hidden, 'r', where)}))) is not true`,
      );
    }
    return where;
  }
}
