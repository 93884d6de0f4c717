import type { EntityMetadata } from 'typeorm';
import { currentContext } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import { invalidField } from '../errors/api-error.js';
import { fieldNames, fieldsOf } from '../fields/field-spec.js';
import { addPart } from './condition-parts.js';
import { Conditions } from './conditions.js';
import type { Resource, RowRule } from './define.js';
import type { Condition } from './list-of.js';
import { afterCursor, MAX_TOTAL, type Page, type PageQuery, type SortKey, sortKeys, totalOf } from './page.js';
import { quoted } from './quoted.js';
import type { Stores } from './store.js';
import { type Order, orderBy, orderOf, part, type Walk, walkOfEach, walksOf } from './walks.js';

type View<V> = new () => V;

/** The rows that the caller may read. */
export interface Rows {
  rule: RowRule;
  /** Adds the condition that no policy hides a row. */
  hidden: (where: Conditions) => unknown;
}
type Columns = Readonly<Record<string, string>>;

/** A GIN index is asked for at most so many matches. It serves rare values, of which it then has all. */
const RARE_MATCHES = 300;
/** A value that so many of the newest SEARCHED_ROWS rows have is not rare: the index would read all of its matches first. */
const FREQUENT_MATCHES = 10;
/** Rows scanned in list order for a value that is not rare, before its index is used. */
const NEWEST_ROWS = 5_000;
/** With this many matches among the newest rows, COUNTED_ROWS rows are likely to contain MAX_TOTAL matches. */
const MANY_MATCHES = 1_000;
const COUNTED_ROWS = 60_000;
/** Rows scanned first. They are enough for a short list, and for global search, which needs few matches of each. */
const SEARCHED_ROWS = 200;
/** Selections of columns whose text is kept. */
const MAX_SHAPES = 200;
/** A list with a condition is cut off after this time (D-QRY-2). */
const LONGEST_SEARCH_MS = 2_000;
/** Matches that a GIN index is asked for: of a value that seems to be rare, and in global search. */
const MOST_MATCHES = { 'few by index': RARE_MATCHES + 1, 'some by index': 10_000 };

/** Keyset pagination for one resource, with the total on the first page. */
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

  async read<V extends object>(query: PageQuery, view: View<V>, within: Columns, visible: Rows): Promise<Page<V>> {
    const { cursors } = this.services;
    const list = this.#listOf(query, within, visible);
    const { workspaceId } = currentContext();
    const name = JSON.stringify([this.resource.type, workspaceId, list.filters, visible.rule, list.keys]);
    const columns = this.#columnsOf(view, list.keys, selectedOf(view, query.constructor as typeof PageQuery));
    const limit = query.limit + 1;
    const position = query.cursor ? cursors.read(name, query.cursor, list.keys.length + 1) : null;
    const known = position && Number(position.pop());
    const after = position ? afterCursor(list.keys, position, (value) => list.values.value(value)) : '';
    const found = await (list.gin
      ? this.#filtered(list, columns, limit, after)
      : this.#walked(list, columns, limit, after));
    const { rows } = found;
    const matches = known ?? found.matches;
    const has_more = rows.length > query.limit;
    if (has_more) rows.pop();
    const last = rows.at(-1);
    const next = () => cursors.write(name, [...list.keys.map((key) => last![nameOf(key)]), matches]);
    return { data: rows as V[], meta: { ...totalOf(matches), next_cursor: has_more ? next() : null, has_more } };
  }

  /** All records of a list in one snapshot, in portions. */
  async *all<V extends object>(query: PageQuery, view: View<V>, { rule, hidden }: Rows): AsyncGenerator<V[]> {
    const { keys, order, values, base, gin } = this.#listOf(query, {}, { rule: 'all', hidden });
    const filter = [base, gin, new Conditions(values.values).matches(rule).sql].filter(Boolean).join(' and ');
    const text = `select ${this.#columnsOf(view, keys)} from ${this.#table} where ${filter} order by ${order}`;
    yield* this.services.database.rows<V>(text, values.values);
  }

  /**
   * First matches of GIN conditions for global search, with SQL expressions as `columns`. Does not count, and reads few rows.
   * For a frequent value that is absent from the newest rows it may miss the newest matches.
   */
  async matches(query: PageQuery, columns: readonly string[], visible: Rows): Promise<Row[]> {
    const list = this.#listOf(query, {}, visible);
    const shown = [...new Set([...columns, ...list.keys.map(({ column }) => column)])].join(', ');
    const { rows, seen } = await this.#scanNewest(list, shown, query.limit, SEARCHED_ROWS);
    if (seen < SEARCHED_ROWS || rows.length >= query.limit) return rows;
    return this.#read(list, this.#page(list, 'some by index', shown, query.limit, ''));
  }

  /** Conditions and order of a list as SQL. */
  #listOf(query: PageQuery, within: Columns, { rule: visible, hidden }: Rows): List {
    const type = query.constructor as typeof PageQuery;
    const now = this.services.clock.iso();
    const where = new Conditions().add('workspace_id = ?', currentContext().workspaceId);
    const [gin, scanned] = [new Conditions(where.values), new Conditions(where.values)];
    const order = orderBy(sortKeys(query.sort, type));
    const usualOrder = orderBy(sortKeys(undefined, type));
    const filters: Row = { ...within };
    for (const [column, value] of Object.entries(within)) where.add(`${column} = ?`, value);
    if (type.always) where.add(...type.always(now));
    for (const name of filtersOf(type)) {
      const value = (query as unknown as Row)[name];
      if (value === undefined) continue;
      filters[name] = value;
      const own = type.filters[name];
      const condition: Condition = own ? own(value, now, query) : [`${type.columns[name] ?? name} = ?`, value];
      const first = where.values.length + 1;
      const isGin = type.ginFilters.includes(name);
      (isGin ? gin : where).add(...condition);
      if (isGin) scanned.addForm(type.rowForms[name] ?? condition[0], first);
    }
    if (query.savedView) filters.view = query.savedView;
    if (query.condition) {
      filters.where = query.condition.root;
      const ginParts = new Conditions(where.values);
      for (const part of query.condition.parts) addPart(part, type, within, where, ginParts);
      for (const each of [gin, scanned]) if (ginParts.sql) each.add(ginParts.sql);
    }
    if (this.resource.trash && !(query as { include_deleted?: boolean }).include_deleted) {
      where.add('deleted_at is null');
      filters.deleted = false;
    }
    hidden(where);
    const base = where.sql;
    const each = type.eachOf?.(query, visible, now);
    const walks = each ? [walkOfEach(base, visible, each, where)] : walksOf(base, visible, where);
    const bounded = query.condition ? Object.keys(type.asked) : null;
    const isJoin = type.joinFilters.some((name) => filters[name] !== undefined);
    return {
      ...order,
      usualOrder,
      filters,
      base,
      gin: gin.sql,
      scanned: scanned.sql,
      walks,
      values: where,
      bounded,
      isJoin,
    };
  }

  /** A page without GIN conditions: an ordered index scan. */
  async #walked(list: List, columns: string, limit: number, after: string): Promise<Found> {
    const total = after ? '' : `, ${this.#count(list, 'in order')}::int as "#total"`;
    const rows = await this.#read(list, this.#page(list, 'in order', columns + total, limit, after));
    return { rows, matches: rows[0]?.['#total'] ?? 0 };
  }

  /**
   * A page with GIN conditions. A GIN index returns all matches, unordered: of rare values it is read first, and frequent ones
   * are found among the newest rows. With the choice left to the planner, a rare tag among 1 000 000 rows took 569 ms after a
   * bulk load without ANALYZE.
   */
  async #filtered(list: List, columns: string, limit: number, after: string): Promise<Found> {
    const first = await this.#scanNewest(list, columns, limit, SEARCHED_ROWS, after);
    if (first.seen < SEARCHED_ROWS) return first;
    if (first.matches < FREQUENT_MATCHES) {
      const rare = await this.#tried(list, columns, limit, this.#rowsOf(list, 'few by index', RARE_MATCHES + 1, after));
      if (rare.matches <= RARE_MATCHES) return rare;
    }
    const { rows: newest, seen, matches } = await this.#scanNewest(list, columns, limit, NEWEST_ROWS, after);
    if (seen < NEWEST_ROWS) return { rows: newest, matches };
    if (matches >= limit) return { rows: newest, matches: after ? 0 : await this.#total(list, matches) };
    const total = after ? '' : `, ${this.#count(list, 'by index')}::int as "#total"`;
    const rows = await this.#read(list, this.#page(list, 'by index', columns + total, limit, after));
    return { rows, matches: rows[0]?.['#total'] ?? 0 };
  }

  /** First matches among the newest `count` rows. `seen`: rows scanned; less than `count` if the list is shorter. */
  #scanNewest(list: List, columns: string, limit: number, count: number, after = ''): Promise<Tried> {
    return this.#tried(list, columns, limit, this.#rowsOf(list, 'in order', count, after), list.scanned);
  }

  /** The first of some rows that match. One scan over narrow rows; the columns of the page are then read by id. */
  async #tried(list: List, columns: string, limit: number, rows: string, matching = 'true'): Promise<Tried> {
    const { order } = list;
    const tried = await this.#read(
      list,
      `select page.*, "#rows", coalesce(cardinality("#ids"), 0) as "#matches" from ` +
        `(select count(*)::int as "#rows", array_agg(id order by ${order}) filter (where ${matching}) as "#ids" from ${rows}) tried ` +
        `left join lateral (select ${columns} from ${this.#table} ` +
        `where workspace_id = $1 and id = any("#ids"[1:${limit}])) page on true order by ${order}`,
    );
    const [{ '#rows': seen, '#matches': matches }] = tried as [Row];
    return { rows: matches ? tried : [], seen, matches };
  }

  /**
   * Counts the matches of GIN conditions. The index would read all matches of a frequent value: 110 ms for a word in all of 1
   * 000 000 rows. A scan of the list ends at the first match that is not counted.
   */
  async #total(list: List, amongNewest: number): Promise<number> {
    if (amongNewest >= MANY_MATCHES) {
      const rows = this.#rowsOf({ ...list, ...list.usualOrder }, 'in order', COUNTED_ROWS);
      const matching = `select from ${rows} where ${list.scanned} limit ${MAX_TOTAL + 1}`;
      const [counted] = await this.#read(list, `select count(*)::int as n from (${matching}) matches`);
      if (counted!.n > MAX_TOTAL) return counted!.n;
    }
    return (await this.#read(list, `select ${this.#count(list, 'by index')}::int as n`))[0]!.n;
  }

  async #read({ values: { values }, bounded }: List, text: string): Promise<Row[]> {
    const { database } = this.services;
    if (!bounded) return database.readPage(text, values);
    const rows = await database.readWithin(LONGEST_SEARCH_MS, text, values);
    if (rows) return rows;
    const message = `The condition matches too few or too many of too many records. Ask also for one of ${bounded.join(', ')}.`;
    throw invalidField('where', 'too_broad', message);
  }

  /** SQL of a page. The limit is a literal: with a placeholder the planner assumes a tenth of the table. */
  #page(list: List, find: Find, columns: string, limit: number, after: string): string {
    const [walk] = list.walks as [Walk];
    const isPlain = list.walks.length === 1 && !walk.each;
    const from = isPlain ? this.#source(list, walk, find, after) : this.#rowsOf(list, find, limit, after);
    return `select ${columns} from ${from} order by ${list.order} limit ${limit}`;
  }

  /** SQL of at least the first `limit` rows of each walk. */
  #rowsOf(list: List, find: Find, limit: number, after = ''): string {
    const parts = list.walks.map((walk) =>
      part(walk, this.#source(list, walk, find, after), '*', orderOf(list, walk), limit),
    );
    return `(${parts.join(' union all ')}) page`;
  }

  /**
   * SQL of the count, limited to `MAX_TOTAL` + 1. Ordered like the list, so that the planner uses its index instead of a
   * sequential scan. Matches of a join are not in that order: they would all be read, and sorted.
   */
  #count(list: List, find: Find): string {
    const limit = MAX_TOTAL + 1;
    const parts = list.walks.map((walk) => {
      const order = find === 'by index' || list.isJoin ? '' : orderOf(list, walk);
      return part(walk, this.#source(list, walk, find), '1', order, limit);
    });
    return `(select count(*) from (select from (${parts.join(' union all ')}) walks limit ${limit}) matches)`;
  }

  /** FROM and WHERE of a walk. */
  #source({ gin }: List, { condition }: Walk, find: Find, after = ''): string {
    const where = after ? `${condition} and ${after}` : condition;
    // `offset 0`, or a limit, is an optimisation fence: otherwise the planner may scan an index in list order, which visits all
    // rows if few match.
    if (find === 'in order') return `${this.#table} where ${where}`;
    const bound = find === 'by index' ? 'offset 0' : `limit ${MOST_MATCHES[find]}`;
    return `(select * from ${this.#table} where ${where} and ${gin} ${bound}) found`;
  }

  #columnsOf(view: View<object>, keys: SortKey[], selected: readonly string[] | null = null): string {
    const shape = `${view.name} ${keys.map(({ sql }) => sql).join()} ${selected?.join() ?? ''}`;
    let columns = this.#columns.get(shape);
    if (!columns) {
      const shown = selected ?? [...fieldsOf(view.prototype).keys()];
      const known = this.metadata.columns.flatMap((column) => (column.isSelect ? column.databaseName : []));
      const computed = shown.some((name) => !known.includes(name));
      const needed = keys.flatMap((key) =>
        key.sql === key.column ? key.column : [key.column, `${key.sql}::text as "${nameOf(key)}"`],
      );
      columns = [...new Set([...(computed ? known : shown).map(quoted), ...needed])].join(', ');
      if (this.#columns.size < MAX_SHAPES) this.#columns.set(shape, columns);
    }
    return columns;
  }
}

/** The fields of a view that the request asks for, in the order of the view; null: all. */
function selectedOf(view: View<object>, { readsWhole }: typeof PageQuery): readonly string[] | null {
  const { selection } = currentContext();
  if (readsWhole || selection?.view !== view || !selection.fields) return null;
  const wanted = new Set(['id', ...selection.fields, ...selection.relations.map(({ field }) => field)]);
  return fieldNames(view).filter((name) => wanted.has(name));
}

/** Access path: an ordered index scan, or a GIN index with all matches or at most MOST_MATCHES. */
type Find = 'in order' | 'by index' | keyof typeof MOST_MATCHES;

/** Rows of a page plus one, if there is a next page; the count only on the first page. */
interface Found {
  rows: Row[];
  matches: number;
}

interface Tried extends Found {
  /** Rows scanned. */
  seen: number;
}

interface List extends Order {
  /** The default order of the list. */
  usualOrder: Order;
  /** The filters and their values, which bind the cursor to the list. */
  filters: Row;
  /** All conditions except visibility and GIN filters. */
  base: string;
  /** The conditions of GIN filters; empty where there are none. */
  gin: string;
  /** The same conditions, as rows that are scanned are compared with them. */
  scanned: string;
  /** A filter is a join. */
  isJoin: boolean;
  /** The fields that would narrow a list with a condition, whose statements are cut off; null: a list without one. */
  bounded: readonly string[] | null;
  /** The list is the disjoint union of these walks. */
  walks: Walk[];
  values: Conditions;
}

/** Alias of a sort key in a row. */
const nameOf = ({ column, sql }: SortKey): string => (sql === column ? column : `#${column}`);

const filters = new Map<typeof PageQuery, string[]>();
const notFilters = ['limit', 'cursor', 'sort', 'include_deleted', 'where', 'view'];

/** Names of the filters of a query. */
export function filtersOf(type: typeof PageQuery): string[] {
  let names = filters.get(type);
  if (!names) {
    names = [...fieldsOf(type.prototype).keys()].filter((name) => !notFilters.includes(name));
    filters.set(type, names);
  }
  return names;
}
