import pg from 'pg';
import type { EntityMetadata } from 'typeorm';
import { currentContext } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import { Conditions, isWithin } from './conditions.js';
import type { Resource, RowRule } from './define.js';
import { fieldsOf } from '../fields/fields.js';
import { afterCursor, type Page, type PageQuery, type SortKey, sortKeys } from './page.js';
import { type CountedFilter, countedTotal, disjoint } from './totals.js';
import type { Stores } from './store.js';

type View<V> = new () => V;
type Columns = Readonly<Record<string, string>>;

/** Reads the lists of one resource: a page, and with the first one the total, in one statement. */
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
    const { type, now, keys, order, where, base, filter, ruled, asked, counted, plain } = this.#asked(
      query,
      within,
      visible,
    );
    const list = JSON.stringify([resource.type, currentContext().workspaceId, asked, visible, keys]);
    const columns = this.#columnsOf(view, keys);
    // The limit is written out: behind a placeholder the planner would expect a large part of the table.
    const end = `${order} limit ${query.limit + 1}`;

    // The total is counted for the first page of a walk; the cursor carries it on.
    let [known, after, total] = [0, '', ''];
    let quick = plain;
    if (query.cursor) {
      const values = services.cursors.read(list, query.cursor, keys.length + 1);
      known = Number(values.pop());
      after = ` and ${afterCursor(keys, values, (value) => where.value(value))}`;
    } else {
      const own = type.total?.(query, where, filter, visible, now);
      const sum = counted && countedTotal(resource, this.#table, counted, visible, where, filter, type.countedTime);
      quick &&= own === undefined && sum !== null;
      total = `, ${own ?? sum ?? `(select count(*) from ${this.#table} where ${filter()})`}::int as "#total"`;
    }
    const rowsWhere = (condition: string, first = '') =>
      `${this.#table} where ${condition}${after} order by ${first}${end}`;
    const parts = partsOf(type, query, visible, where, now)?.map(({ sets, none, walked, implied = [] }) => {
      const has = ([column]: ListPart['sets'][number], index: number) =>
        walked ? `${column} = any(array[v${index}.value])` : `${column} = v${index}.value`;
      const condition = [none ? base : filter(), ...sets.map(has), ...implied];
      if (none?.length) condition.push(`${ruled(none)} is not true`);
      const values = sets.map(([, sql], index) => `(${sql}) v${index} (value), `).join('');
      const first = walked && `${walked}${keys[0]!.descending ? ' desc' : ''}, `;
      return `select page.* from ${values}lateral (select ${columns} from ${rowsWhere(condition.join(' and '), first)}) page`;
    });
    const from = parts ? `(${parts.join(' union all ')}) page order by ${end}` : rowsWhere(filter());
    const rows = await services.database.readPage(`select ${columns}${total} from ${from}`, where.values, quick);

    const more = rows.length > query.limit;
    if (more) rows.pop();
    const last = rows.at(-1);
    if (!query.cursor) known = last?.['#total'] ?? 0;
    const next = () => services.cursors.write(list, [...keys.map((key) => last![nameOf(key)]), known]);
    return { data: rows as V[], meta: { total: known, next_cursor: more ? next() : null, has_more: more } };
  }

  /** All records of a list, as they are when it begins, in portions. */
  async *all<V extends object>(query: PageQuery, view: View<V>, visible: RowRule): AsyncGenerator<V[]> {
    const { keys, order, where, filter } = this.#asked(query, {}, visible);
    const columns = this.#columnsOf(view, keys);
    const text = `select ${columns} from ${this.#table} where ${filter()} order by ${order}`;
    yield* this.services.database.rows<V>(text, where.values);
  }

  /** What a query asks for, as SQL and for the counts. */
  #asked(query: PageQuery, within: Columns, visible: RowRule) {
    const { resource, services } = this;
    const { workspaceId } = currentContext();
    const type = query.constructor as typeof PageQuery;
    const now = services.clock.iso();
    const where = new Conditions().add('workspace_id = ?', workspaceId);
    const keys = sortKeys(query.sort, type);
    const [{ sql: first, descending }] = keys as [SortKey];
    /** The end of a range that the cursor has passed. An index would start there, not at the cursor. */
    const passed = query.cursor && type.range?.column === first && type.range[descending ? 'to' : 'from'];
    /** What is asked for, by filter or column. */
    const asked: Row = { ...within };
    /** The same for the counts; null where they cannot tell. */
    let counted: CountedFilter | null = type.always || !resource.countedBy ? null : { dims: { ...within } };
    /** What no index but one of its own gives at once: there is one for each, not for several together. */
    let choices = Number(visible !== 'all') + Number(query.sort !== undefined);
    for (const [column, value] of Object.entries(within)) where.add(`${column} = ?`, value);
    if (type.always) where.add(...type.always(now));
    for (const name of filtersOf(type)) {
      const value = (query as unknown as Row)[name];
      if (value === undefined) continue;
      const [own, column] = [type.filters[name], type.columns[name] ?? name];
      asked[name] = value;
      if (name === passed) continue;
      choices += own ? 2 : 1;
      if (own) where.add(...own(value, now, query));
      else where.add(`${column} = ?`, value);
      const count = type.counted[name]?.(value, now) ?? (own ? null : { dims: { [column]: value } });
      counted &&= count && both(counted, count);
    }
    if (resource.trash && !(query as { include_deleted?: boolean }).include_deleted) {
      where.add('deleted_at is null');
      asked.deleted = false;
      if (counted) counted.dims!.deleted = false;
    }

    const order = keys.map(({ sql, descending }) => `${sql}${descending ? ' desc' : ''}`).join(', ');

    const base = where.sql;
    const ruled = (rule: RowRule) => new Conditions(where.values).matches(rule).sql;
    // Written only where it is used: a value that no part of the statement names would have no type.
    const filter = () => (visible === 'all' ? base : `${base} and ${ruled(visible)}`);
    return { type, now, keys, order, where, base, filter, ruled, asked, counted, plain: choices < 2 && !type.always };
  }

  #columnsOf(view: View<object>, keys: SortKey[]): string {
    const shape = `${view.name} ${keys.map(({ sql }) => sql).join()}`;
    let columns = this.#columns.get(shape);
    if (!columns) {
      const shown = [...fieldsOf(view.prototype).keys()];
      const known = this.metadata.columns.map((column) => column.databaseName);
      const computed = shown.some((name) => !known.includes(name));
      const needed = keys.flatMap((key) =>
        key.sql === key.column ? key.column : [key.column, `${key.sql}::text as "${nameOf(key)}"`],
      );
      columns = [...new Set([...(computed ? known : shown), ...needed])].join(', ');
      this.#columns.set(shape, columns);
    }
    return columns;
  }
}

/** What two filters of a list mean together. */
const both = (one: CountedFilter, other: CountedFilter): CountedFilter => ({
  ...one,
  ...other,
  dims: { ...one.dims, ...other.dims },
  ...(one.matching &&
    other.matching && {
      matching: [
        `${one.matching[0]} and ${other.matching[0]}`,
        ...one.matching.slice(1),
        ...other.matching.slice(1),
      ] as CountedFilter['matching'],
    }),
});

/**
 * The parts of a list that no index has in order as a whole: for each set of values of some columns, the rows that have
 * them. An index has each part in order, so the first rows of all are quickly merged, however rare they are.
 */
function partsOf(
  type: typeof PageQuery,
  query: PageQuery,
  visible: RowRule,
  where: Conditions,
  now: string,
): ListPart[] | null {
  if (type.walked) {
    const walked = type.walked(query, visible, now);
    if (!walked) return null;
    const [column, ...values] = walked;
    return [{ sets: [[column, new Conditions(where.values).add(...values).sql]], walked: column }];
  }
  if (visible === 'all' || visible.length < 2 || visible.some((rule) => Object.values(rule).some(isWithin)))
    return null;
  return disjoint(visible).map(({ alternative, none }) => {
    const wanted = Object.entries(alternative!).map(([column, values = []]) => [column, [values].flat()] as const);
    return {
      none,
      sets: wanted.map(([column, values]) => [column, `select unnest(${where.value(values)}::text[])`]),
      // Several values are those that the rule names. Written out, they let an index of just these serve.
      implied: wanted
        .filter(([, values]) => values.length > 1)
        .map(
          ([column, values]) =>
            `${column} in (${(values as string[]).map((value) => pg.escapeLiteral(value)).join(', ')})`,
        ),
    };
  });
}

/** Under which name a row has the value of a key. */
const nameOf = ({ column, sql }: SortKey): string => (sql === column ? column : `#${column}`);

interface ListPart {
  /** Columns, each with the SQL that gives its values. */
  sets: [column: string, values: string][];
  /** Whose records are in other parts; by default nothing is said of visibility. */
  none?: Exclude<RowRule, 'all'>;
  /** What is known of these rows beside. */
  implied?: string[];
  /**
   * The column whose index has the rows in order behind it. They are ordered by it first, and it is any of one value: so no
   * other index has that order, and the planner, which knows nothing of values that never occur, walks this one.
   */
  walked?: string;
}

const filters = new Map<typeof PageQuery, string[]>();
const notFilters = ['limit', 'cursor', 'sort', 'include_deleted'];

/** The fields of a query that filter. */
export function filtersOf(type: typeof PageQuery): string[] {
  let names = filters.get(type);
  if (!names) {
    names = [...fieldsOf(type.prototype).keys()].filter((name) => !notFilters.includes(name));
    filters.set(type, names);
  }
  return names;
}
