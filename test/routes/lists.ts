import { expect } from 'vitest';
import { Lists, type Measured } from '../../bench/growth-lists.js';
import type { Route } from '../../src/platform/request/routes.js';
import type { ResourceStore } from '../../src/platform/resource/store.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import { madeTypes, make, samplesOf } from '../support/sample-registry.js';
import type { TestApp } from '../support/test-app.js';
import { check } from './check.js';

/** Rows of each list: enough for PostgreSQL to prefer an index. */
export const ROWS = 10_000;
/** Rows that a page may read. A list of groups has up to 1000 unless a query asks for less. */
export const MAX_READ = 2_500;

const INDEX =
  'Add an index on (workspace_id, FIELD, id) for each filter and sort of the list, or say `small` in the sample.';

/** Of a value that is not rare, the newest 5 000 rows are read first. */
const BY_GIN = /\?(tag|q)=/;

/** Lists that read a growing table from one end to the other. */
export const scansOf = (results: Map<string, Measured>, isExcused: (name: string) => boolean): string[] =>
  [...results]
    .filter(([name, { scans }]) => scans.length && !isExcused(name))
    .map(([name, { scans }]) => `${name}: ${scans.join()}`);

/** Lists that read many rows for a page. */
export const longReadsOf = (results: Map<string, Measured>, isExcused: (name: string) => boolean): string[] =>
  [...results]
    .filter(([name, { read }]) => read > MAX_READ && !isExcused(name))
    .map(([name, { read }]) => `${name}: ${read} rows`);

/** Whether lists of these routes read few rows, by whatever sort and filter. Their tables are filled with copies of a sample. */
export function checkLists(suite: TestApp, routes: Route[]): void {
  check('lists read few rows for a page, by whatever sort and filter', INDEX, async () => {
    const { app, base, client, workspaceId } = suite;
    const small = new Set(samplesOf(routes).flatMap((sample) => (sample.small ? [sample.type] : [])));
    const made = madeTypes(routes);
    const stores = [...app.get(StoreRegistry).all];
    const long: Route[] = [];
    for (const store of stores) {
      const { type, parent } = store.resource;
      const lists = routes.filter(
        ({ endpoint, loads }) => endpoint?.page && endpoint.resource.type === type && (!loads || parent),
      );
      if (!lists.length || small.has(type) || !made.includes(type)) continue;
      await fillWithCopies(suite, store, await make(client, type));
      long.push(...lists);
    }
    await suite.database.execute('vacuum (analyze)');
    const member = await client.signedIn('office:viewer');
    const lists = new Lists(app, base, client.key!, workspaceId, member.client.key!);
    const results = new Map<string, Measured>();
    for await (const [name, measured] of lists.measure(1, long)) results.set(name, measured);
    const isExcused = (name: string) => BY_GIN.test(name);
    expect([...new Set([...scansOf(results, isExcused), ...longReadsOf(results, isExcused)])]).toEqual([]);
  });
}

/** Inserts copies of a record, which differ in their ids, times and columns of unique indexes. */
async function fillWithCopies(
  { database }: TestApp,
  { table, resource }: ResourceStore<any>,
  id: string,
): Promise<void> {
  // Of a unique index over ids of others alone, the last one differs.
  const { rows } = await database.execute<{ name: string; type: string; unique: boolean; last: boolean }>(
    `select attname as name, typcategory as type, exists (
       select from pg_index where indrelid = attrelid and indisunique and indkey::int2[] && array[attnum, 0::int2]) as unique,
     exists (select from pg_index where indrelid = attrelid and indisunique and indkey[indnatts - 1] = attnum and not exists (
       select from pg_attribute other where other.attrelid = indrelid and other.attnum = any(indkey) and other.attname !~ '_id$')) as last
     from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const valueOf = ({ name, type, unique, last }: (typeof rows)[number]): string => {
    if (name === 'id') return `'${resource.idPrefix}_' || lpad(i::text, 26, '0')`;
    if (name === 'created_at' || name === 'updated_at') return `"${name}" - i * interval '1 minute'`;
    if (last) return `left("${name}", -6) || lpad(i::text, 6, '0')`;
    if (!unique || name === 'workspace_id' || name.endsWith('_id')) return `"${name}"`;
    return type === 'S' ? `left("${name}", 20) || i` : type === 'N' ? 'i' : `"${name}"`;
  };
  const columns = rows.map(({ name }) => `"${name}"`).join();
  await database.execute(
    `insert into ${table} (${columns}) select ${rows.map(valueOf).join()} from ${table}, generate_series(1, ${ROWS}) i
     where id = $1`,
    [id],
  );
}
