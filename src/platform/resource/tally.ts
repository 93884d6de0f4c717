import { currentContext } from '../context/request-context.js';
import type { Database, Row } from '../database/database.js';
import { forbidden } from '../errors/api-error.js';
import { Conditions } from './conditions.js';
import { hiddenFrom } from './hidden.js';
import type { PageQuery } from './page.js';
import type { ResourceStore } from './store.js';

/** How a stored count or sum is computed from the records that it is about. */
interface TallyOptions {
  /** The type of these records. */
  of: string;
  /** Their table, with others joined. */
  from: string;
  /** The alias in `from` of the rows that policies are asked about. */
  row: string;
  /** The column in `from` with the id of the record that has the tally. */
  by: string;
  /** SQL of the aggregate. */
  sql: string;
  /** Its value without any record. */
  none: unknown;
}

const tallies = new Map<Function, [column: string, options: TallyOptions][]>();

/**
 * A stored column that counts or sums records of another type. A caller from whom policies hide some of these gets it computed
 * over the others, and may not sort by it (D-GRD-6).
 *
 * @example
 * @Tally({ of: 'project.time_entry', from: 'time_entries e', row: 'e', by: 'e.task_id', sql: 'sum(e.duration_seconds)', none: 0 })
 * @Int({ min: 0, default: 0 }) time_spent_seconds: number;
 */
export const Tally =
  (options: TallyOptions): PropertyDecorator =>
  ({ constructor }, column) => {
    tallies.set(constructor, [...(tallies.get(constructor) ?? []), [String(column), options]]);
  };

/** The tallies of an entity that some records are hidden from. */
const partial = (entity: Function, storeOf: (type: string) => ResourceStore<any>) =>
  (tallies.get(entity) ?? [])
    .map(([column, options]) => ({ column, ...options, store: storeOf(options.of) }))
    .filter(({ store }) => hiddenFrom(store) !== null);

/** Sets the tallies of records to what the caller may know. */
export async function tally(
  entity: Function,
  records: readonly object[],
  database: Database,
  storeOf: (type: string) => ResourceStore<any>,
): Promise<void> {
  if (!currentContext().restrictions || !records.length) return;
  for (const { column, from, row, by, sql, none, store } of partial(entity, storeOf)) {
    const shown = (records as Row[]).filter((record) => column in record);
    const values: unknown[] = [currentContext().workspaceId, shown.map(({ id }) => id)];
    const readable = store.readable(row, new Conditions(values)).sql;
    const found = await database.read<{ id: string; value: unknown }>(
      `select ${by} as id, ${sql} as value from ${from}
        where ${row}.workspace_id = $1 and ${by} = any($2::text[]) and ${readable} group by 1`,
      values,
    );
    const byId = new Map(found.map(({ id, value }) => [id, value]));
    for (const record of shown) record[column] = byId.get(record.id) ?? none;
  }
}

/** 403 if a list is sorted by a tally, or asks for its values, that is not the same for the caller: both would tell it. */
export function refuseTally(
  entity: Function,
  { sort = '', condition }: PageQuery,
  storeOf: (type: string) => ResourceStore<any>,
): void {
  if (!currentContext().restrictions) return;
  const named = [...sort.split(',').map((key) => key.split(':')[0]!.trim()), ...(condition?.fields ?? [])];
  const hidden = partial(entity, storeOf).find(({ column }) => named.includes(column));
  if (hidden)
    throw forbidden(
      `A policy hides some of the records that ${hidden.column} counts, so you cannot sort by it or ask for its values.`,
    );
}
