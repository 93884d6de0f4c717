import { createHash } from 'node:crypto';
import type { MigrationInterface } from 'typeorm';

/** Whatever runs SQL: a data source, or a runner within its transaction. */
interface Queries {
  query<T = any>(sql: string, values?: unknown[]): Promise<T>;
}

export const nameOf = (migration: MigrationInterface): string => migration.name ?? migration.constructor.name;

/**
 * Hash of the text of `up`, as it was compiled. `down` is left out, because it may be mended after `up` has run. Space between words is
 * all the same, so that another layout is no change. What `up` calls is not covered: a change of a function or constant outside of it is
 * not told. Nor are compilers that write the same code in other words (other quotes, no comments): where the package was built by another
 * one since, what is told may be no change. Hence a warning, and no refusal.
 */
const hashOf = ({ up }: MigrationInterface): string =>
  createHash('sha256').update(up.toString().replace(/\s+/g, ' ')).digest('hex');

/** Keeps the hashes of migrations that have just run. `table`: where they stand. */
export async function keepHashes(
  queries: Queries,
  table: string,
  migrations: readonly MigrationInterface[],
): Promise<void> {
  await queries.query(
    `insert into migration_hashes (table_name, name, hash) select $1, * from unnest($2::text[], $3::text[])
     on conflict (table_name, name) do update set hash = excluded.hash`,
    [table, migrations.map(nameOf), migrations.map(hashOf)],
  );
}

/** Forgets the hash of a migration that is taken back. The table is not there before its own migration has run. */
export async function forgetHash(queries: Queries, table: string, name: string): Promise<void> {
  if (await isThere(queries, 'migration_hashes'))
    await queries.query('delete from migration_hashes where table_name = $1 and name = $2', [table, name]);
}

/**
 * Migrations whose text is another one than when they ran, in order. Nothing is known of those that ran in production, or before hashes
 * were kept. `back`: how many have to be taken back to take back this one.
 */
export async function changedSince(
  queries: Queries,
  table: string,
  migrations: readonly MigrationInterface[],
): Promise<{ name: string; back: number }[]> {
  if (!(await isThere(queries, table)) || !(await isThere(queries, 'migration_hashes'))) return [];
  const ran = await queries.query<{ name: string; hash: string | null; back: number }[]>(
    `select ran.name, kept.hash, (row_number() over (order by ran.id desc))::integer as back
     from "${table}" ran left join migration_hashes kept on kept.table_name = $1 and kept.name = ran.name order by ran.id`,
    [table],
  );
  const hashes = new Map(migrations.map((migration) => [nameOf(migration), hashOf(migration)]));
  return ran
    .filter(({ name, hash }) => hash !== null && hashes.has(name) && hashes.get(name) !== hash)
    .map(({ name, back }) => ({ name, back }));
}

export const isThere = async (queries: Queries, table: string): Promise<boolean> =>
  (await queries.query<{ present: boolean }[]>('select to_regclass($1) is not null as present', [table]))[0]!.present;
