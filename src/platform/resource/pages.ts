import type { EntityMetadata } from 'typeorm';
import { currentContext } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import { Conditions } from './conditions.js';
import type { Resource, RowRule } from './define.js';
import { fieldsOf } from '../fields/fields.js';
import { afterCursor, type Page, type PageQuery, sortKeys } from './page.js';
import type { Stores } from './store.js';
import type { TrashPageQuery } from './trash.js';

type View<V> = new () => V;
type Columns = Readonly<Record<string, string>>;

/** Reads the lists of one resource: a page and its total in one statement. */
export class Pages {
  readonly #table: string;
  readonly #columns = new Map<string, string>();

  constructor(
    private readonly resource: Resource,
    private readonly metadata: EntityMetadata,
    private readonly services: Stores,
  ) {
    this.#table = metadata.tableName;
  }

  async read<V extends object>(query: PageQuery, view: View<V>, within: Columns, visible: RowRule): Promise<Page<V>> {
    const { resource, services } = this;
    const { workspaceId } = currentContext();
    const type = query.constructor as typeof PageQuery;
    const where = new Conditions().add('workspace_id = ?', workspaceId);
    /** What the rows of the list have in common, by column. */
    const dims: Row = { ...within };
    for (const [column, value] of Object.entries(within)) where.add(`${column} = ?`, value);
    let counted = resource.countedBy !== undefined && !type.always;
    if (type.always) where.add(...type.always(services.clock.iso()));
    for (const name of filtersOf(type)) {
      const value = (query as unknown as Row)[name];
      if (value === undefined) continue;
      const [own, column] = [type.filters[name], type.columns[name] ?? name];
      dims[column] = value;
      if (own) where.add(...own(value, services.clock.iso()));
      else where.add(`${column} = ?`, value);
      counted &&= !own;
    }
    if (resource.trash && !(query as TrashPageQuery).include_deleted) {
      where.add('deleted_at is null');
      dims.deleted = false;
    }
    counted &&= Object.keys(dims).every((name) => resource.countedBy!.includes(name));
    where.matches(visible);

    const filter = where.sql;
    const total = counted
      ? this.#countedTotal(where, dims, visible)
      : (type.total?.(query, where, filter, visible, services.clock.iso()) ??
        `(select count(*) from ${this.#table} where ${filter})`);
    const keys = sortKeys(query.sort, type);
    const list = JSON.stringify([resource.type, workspaceId, dims, visible, keys]);
    const after = query.cursor
      ? ` and ${afterCursor(keys, services.cursors.read(list, query.cursor, keys.length), (value) => where.value(value))}`
      : '';
    const sortColumns = keys.map(({ column }) => column);
    const order = keys.map(({ column, descending }) => `${column}${descending ? ' desc' : ''}`).join(', ');
    // The limit is written out: behind a placeholder the planner would expect a large part of the table.
    const rows = await services.database.read(
      `select ${this.#columnsOf(view, sortColumns)}, ${total}::int as "#total" from ${this.#table}` +
        ` where ${filter}${after} order by ${order} limit ${query.limit + 1}`,
      where.values,
    );

    const more = rows.length > query.limit;
    if (more) rows.pop();
    const last = rows.at(-1);
    const next = () =>
      services.cursors.write(
        list,
        sortColumns.map((column) => last![column]),
      );
    return {
      data: rows as V[],
      meta: {
        total: last ? last['#total'] : query.cursor ? await this.#totalOf(query, view, within, visible) : 0,
        next_cursor: more ? next() : null,
        has_more: more,
      },
    };
  }

  #columnsOf(view: View<object>, needed: string[]): string {
    const shape = `${view.name} ${needed.join()}`;
    let columns = this.#columns.get(shape);
    if (!columns) {
      const shown = [...fieldsOf(view.prototype).keys()];
      const known = this.metadata.columns.map((column) => column.databaseName);
      const computed = shown.some((name) => !known.includes(name));
      columns = [...new Set([...(computed ? known : shown), ...needed])].join(', ');
      this.#columns.set(shape, columns);
    }
    return columns;
  }

  #countedTotal(where: Conditions, dims: Row, visible: RowRule): string {
    const { type, countedByMany = [] } = this.resource;
    const asked = [...Object.keys(dims), ...(visible === 'all' ? [] : visible.flatMap((rule) => Object.keys(rule)))];
    const brief = countedByMany.length > 0 && !countedByMany.some((column) => asked.includes(column));
    const counts = new Conditions(where.values);
    counts.add('workspace_id = $1').add('resource = ?', type);
    counts.add(`kind in ('new', '${brief ? 'brief' : 'full'}')`);
    if (Object.keys(dims).length) counts.add(`dims @> ?::jsonb`, JSON.stringify(dims));
    counts.matches(visible, (name) => `dims ->> '${name}'`);
    return `(select coalesce(sum(n), 0) from record_counts where ${counts.sql})`;
  }

  /** The total, where a page beyond the end has no row that could carry it. */
  async #totalOf(query: PageQuery, view: View<object>, within: Columns, visible: RowRule): Promise<number> {
    const start = Object.assign(Object.create(Object.getPrototypeOf(query)), query, { cursor: undefined, limit: 1 });
    return (await this.read(start, view, within, visible)).meta.total;
  }
}

const filters = new Map<typeof PageQuery, string[]>();
const notFilters = ['limit', 'cursor', 'sort', 'include_deleted'];

function filtersOf(type: typeof PageQuery): string[] {
  let names = filters.get(type);
  if (!names) {
    names = [...fieldsOf(type.prototype).keys()].filter((name) => !notFilters.includes(name));
    filters.set(type, names);
  }
  return names;
}
