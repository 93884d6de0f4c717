import type { Row } from '../database/database.js';
import { Conditions, isWithin } from './conditions.js';
import type { Resource, RowRule } from './define.js';

/** What a filter of a list means for the counts of its resource. */
export interface CountedFilter {
  /** What counted columns hold. */
  dims?: Row;
  /** A further condition; it reads a counted column as `dims ->> 'name'`. */
  matching?: [sql: string, ...values: unknown[]];
  /** From when to when (ISO 8601), where the resource counts by time. */
  from?: string;
  to?: string;
}

/** The time by which a resource counts: its column, and the counted column with the day or hour of it. */
export interface CountedTime {
  column: string;
  by: string;
  unit: 'day' | 'hour';
}

type Alternative = Exclude<RowRule, 'all'>[number];

const UNITS = { day: { length: 10, ms: 86_400_000 }, hour: { length: 13, ms: 3_600_000 } };
/** Above every day and hour. */
const END = 'a';

/**
 * The groups of columns with many values by which totals are kept apart: none of them, each one, and so on up to all; or
 * those that the resource names. A total asks for just one of these groups, and finds it under `kindOf`.
 */
export const groupsOf = ({
  countedByMany = [],
  countedTogether,
}: Pick<Resource, 'countedByMany' | 'countedTogether'>): (readonly string[])[] =>
  countedTogether?.slice() ??
  countedByMany.reduce<string[][]>((groups, column) => [...groups, ...groups.map((group) => [...group, column])], [[]]);

/** `kind` of `record_counts`, as the fold writes it: `all`, `owner_id=usr_1`, `owner_id=usr_1&tags=plan`. */
const kindOf = (group: readonly string[], value: (column: string) => unknown): string =>
  group.map((column) => `${column}=${String(value(column) ?? '')}`).join('&') || 'all';

/**
 * The number of records as SQL, as a sum of a few rows of `record_counts` and at most two edges of a range of time; null
 * where it does not follow from what is counted. `filter` writes the list's whole condition on the table.
 */
export function countedTotal(
  resource: Resource,
  table: string,
  { dims = {}, matching, from, to }: CountedFilter,
  visible: RowRule,
  where: Conditions,
  filter: () => string,
  time?: CountedTime,
): string | null {
  const { countedBy, countedByMany = [] } = resource;
  if (!countedBy || !Object.keys(dims).every((name) => countedBy.includes(name))) return null;
  const manyOf = (alternative: Alternative | null) =>
    Object.keys(alternative ?? {}).filter((name) => countedByMany.includes(name));
  // An alternative about an owner reads other rows than one that is not, and comes behind it.
  const rule =
    visible === 'all' ? visible : visible.toSorted((one, other) => manyOf(one).length - manyOf(other).length);
  const parts = disjoint(rule);
  for (const { alternative, none } of parts) {
    if (!alternative) continue;
    if (!Object.keys(alternative).every((name) => countedBy.includes(name))) return null;
    if (Object.values(alternative).some(isWithin)) return null;
    // What is counted for one of these columns says nothing of another.
    if (!none.flatMap(manyOf).every((name) => manyOf(alternative).includes(name))) return null;
  }

  const ranged = from !== undefined || to !== undefined;
  if (ranged && !time) return null;
  const [low, high] = ranged ? wholeUnits(time!, from, to) : [];
  if (low && high && low >= high) return null;

  const groups = groupsOf(resource).map(String);
  const groupOf = (alternative: Alternative | null) => {
    const many = manyOf(alternative);
    return countedByMany.filter((name) => name in dims || many.includes(name) || (ranged && name === time!.by));
  };
  if (parts.some(({ alternative }) => !groups.includes(String(groupOf(alternative))))) return null;

  const sums = parts.flatMap(({ alternative, none }) => {
    const group = groupOf(alternative);
    const fixed = group.filter((name) => !ranged || name !== time!.by);
    // Rows of this group that hold what is asked for.
    const kinds = combinations(fixed, (name) => [name in dims ? dims[name] : (alternative as Row)[name]].flat());
    const sum = (kind: (values: Conditions) => string) => {
      const counts = new Conditions(where.values);
      counts.add('workspace_id = $1').add('resource = ?', resource.type);
      if (Object.keys(dims).length) counts.add('dims @> ?::jsonb', JSON.stringify(dims));
      if (matching) counts.add(...matching);
      if (alternative) counts.matches([alternative], (name) => `dims ->> '${name}'`);
      if (none.length) {
        const others = new Conditions(where.values).matches(none, (name) => `dims ->> '${name}'`);
        counts.add(`${others.sql} is not true`);
      }
      counts.add(kind(counts));
      return `(select coalesce(sum(n), 0) from record_counts where ${counts.sql})`;
    };
    const keys = kinds.map((values) => kindOf(fixed, (name) => values[name]));
    if (!ranged) return [sum((counts) => `kind = any(${counts.value(['new', ...keys])}::text[])`)];
    const by = `dims ->> '${time!.by}'`;
    return [
      sum((counts) => {
        const bounds = [low && `${by} >= ${counts.value(low)}`, high && `${by} < ${counts.value(high)}`];
        return ["kind = 'new'", ...bounds.filter(Boolean)].join(' and ');
      }),
      ...keys.map((key) => {
        const before = fixed.length ? `${key}&${time!.by}=` : `${time!.by}=`;
        return sum(
          (counts) =>
            `kind >= ${counts.value(before + (low ?? ''))} and kind < ${counts.value(before + (high ?? END))}`,
        );
      }),
    ];
  });

  const edge = (bound: string) => `(select count(*) from ${table} where ${filter()} and ${bound})`;
  if (low) sums.push(edge(`${time!.column} < ${where.value(startOf(low))}`));
  if (high) sums.push(edge(`${time!.column} >= ${where.value(startOf(high))}`));
  return `(${sums.join(' + ') || 0})`;
}

/**
 * How many records there are by the values of counted columns, and the sum of their `summed` column, as a statement on
 * `record_counts`. `dims`: what the records
 * hold; a list for a column with many values stands for any of them. The columns with many values in `dims` and `by` must be
 * counted together.
 */
export function countsBy(resource: Resource, dims: Row, by: readonly string[], where: Conditions): string {
  const { countedByMany = [] } = resource;
  const group = countedByMany.filter((name) => name in dims);
  const kinds = combinations(group, (name) => [dims[name]].flat()).map((values) =>
    kindOf(group, (name) => values[name]),
  );
  where.add('resource = ?', resource.type).add('kind = any(?::text[])', ['new', ...kinds]);
  for (const [name, value] of Object.entries(dims)) where.add(`dims ->> '${name}' = any(?::text[])`, [value].flat());
  const columns = by.map((name) => `dims ->> '${name}' as ${name}`);
  const sums = ['sum(n)::int as n', 'sum(amount)::text as amount'];
  return `select ${[...columns, ...sums].join(', ')} from record_counts where ${where.sql} group by ${by.map((_, index) => index + 1).join(', ')}`;
}

/** The values that the records of a resource have in a counted column, as SQL that takes conditions on `dims`; `$1` is the workspace. */
export const countedValues = ({ type }: Resource, column: string): string =>
  `select distinct dims ->> '${column}' from record_counts where workspace_id = $1 and resource = '${type}' and kind in ('new', 'all')`;

/** Takes the rows of a partition that is to be dropped out of the counts, as SQL. */
export function uncounted({ type, countArguments }: Resource, partition: string): string {
  const dims = countArguments.map((how) => {
    const [name, ...expression] = how.split('=');
    return `'${name}', ${expression.join('=') || name}`;
  });
  return `insert into record_counts (workspace_id, resource, dims, n)
    select workspace_id, '${type}', jsonb_build_object(${dims.join(', ')}), -count(*) from ${partition} group by 1, 3`;
}

/** Tables that are no resource and are counted all the same, by the name under which they are: which, and by what columns. */
export const countedTables = new Map<string, { table: string; columns: readonly string[]; changes: boolean }>();

/**
 * Counts the rows of a table by triggers `count_record` for these columns: for those that come, those that go, and where the
 * columns of a row change, for that too. Answers the number of rows that hold a value in each of these columns, as SQL; `$1` is
 * the workspace.
 */
export function countTable(name: string, table: string, columns: readonly string[], { changes = false } = {}) {
  countedTables.set(name, { table, columns, changes });
  return (dims: Row, where: Conditions): string => {
    const values = where.value(JSON.stringify(dims));
    // Each by an index of its own.
    const sums = ['new', 'all'].map(
      (kind) => `(select coalesce(sum(n), 0) from record_counts
        where workspace_id = $1 and resource = '${name}' and kind = '${kind}' and dims = ${values}::jsonb)`,
    );
    return `(${sums.join(' + ')})`;
  };
}

/** The days or hours that lie wholly behind `from` and before `to`: the first one, and the one behind the last. */
function wholeUnits({ unit }: CountedTime, from?: string, to?: string): (string | undefined)[] {
  const { length, ms } = UNITS[unit];
  const cut = (at: number) => new Date(at).toISOString().slice(0, length);
  return [from && cut((Math.floor(Date.parse(from) / ms) + 1) * ms), to && cut(Date.parse(to))];
}

const startOf = (unit: string) => new Date(unit.length === 10 ? unit : `${unit}:00Z`).toISOString();

/** Records that one alternative of a rule shows and none before it. */
interface Part {
  /** Null: all records. */
  alternative: Alternative | null;
  none: readonly Alternative[];
}

/** Splits a rule into parts that no record matches twice: their counts can be added, their rows merged. */
export function disjoint(rule: RowRule): Part[] {
  if (rule === 'all') return [{ alternative: null, none: [] }];
  return rule.map((alternative, index) => ({ alternative, none: rule.slice(0, index) }));
}

/** Every way to give each of the columns one of its values. */
const combinations = (columns: readonly string[], values: (column: string) => unknown[]): Row[] =>
  columns.reduce<Row[]>(
    (made, column) => made.flatMap((row) => values(column).map((value) => ({ ...row, [column]: value }))),
    [{}],
  );
