import { Injectable } from '@nestjs/common';
import { Database, loadedExtensions, type Row, Secrets, type Snapshot, StoreRegistry } from '../../platform/index.js';
import { leftOut } from './left-out.js';

/** A table whose rows of a workspace are a part of its archive. */
export interface ArchivedTable {
  table: string;
  /** Record type, or the name of the table if its rows are not records. */
  type: string;
  /** Columns in table order, without the workspace, generated and excluded ones. */
  columns: string[];
  /** Columns that order the rows. */
  order: string[];
  /** Column with the blob key of a file, or with an object that has several (`blobs`). */
  blob: string | null;
  /** Columns with secrets. The archive of a move has their values sealed, any other one has `ABANDONED` for ciphertexts. */
  sealed: string[];
  /** Column by whose months the table is partitioned. */
  month: string | null;
  /** The extension that has the table; null: the product. */
  extension: string | null;
}

/** Hashes of secrets, and what belongs to them. Archives of moves have them sealed, as they have all ciphertexts (`Secrets.columns`). */
const SEALED: Record<string, string[]> = {
  access_tokens: ['hash', 'payload'],
  api_keys: ['hash'],
  calendar_feeds: ['token_hash'],
  oauth_artifacts: ['hash', 'payload'],
  oauth_clients: ['secret_hash', 'previous_secret_hash'],
  recovery_codes: ['hash'],
  sessions: ['cookie_hash'],
  user_links: ['token_hash'],
  users: ['password_hash'],
};

/** Column with blob keys. */
export const BLOB_KEY = 'blob_key';
/** Columns with blob keys under other names. */
const BLOB_COLUMNS: Record<string, string> = { file_scans: 'key', imports: 'sources' };

/**
 * The tables of the schema that have rows of workspaces, parents before those that refer to them. `order`: the primary key, or
 * the identity column, whose values are of one database.
 */
const TABLES = `
  select c.relname as table,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = '' and a.attname <> 'workspace_id' order by a.attnum) as columns,
    array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary and a.attname <> 'workspace_id' order by k.place) as order,
    array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references,
    (select a.attname::text from pg_partitioned_table p join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
      where p.partrelid = c.oid) as month,
    case when to_regclass(quote_ident(split_part(c.relname, '_', 1) || '_migrations')) is not null
      then split_part(c.relname, '_', 1) end as extension
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = 'workspace_id')
  order by c.relname`;

/** A ciphertext of `Secrets.encrypt`, as a regular expression. */
export const CIPHERTEXT = '^v2\\.[\\w-]{8}\\.[\\w-]{38,}$';

type Found = Pick<ArchivedTable, 'table' | 'columns' | 'order' | 'month' | 'extension'> & { references: string[] };

/** The tables of the schema whose rows are those of workspaces. */
@Injectable()
export class ArchivedTables {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
    private readonly secrets: Secrets,
  ) {}

  /** The tables of an archive: all of the schema except excluded ones, so new tables are included. */
  async archived(isMove = false): Promise<ArchivedTable[]> {
    const left = leftOut(isMove);
    const hashes = isMove ? Object.entries(SEALED) : [];
    const sealed = new Set([
      ...this.secrets.columns.map(({ table, column }) => `${table}.${column}`),
      ...hashes.flatMap(([table, names]) => names.map((column) => `${table}.${column}`)),
    ]);
    const types = new Map([...this.stores.all].map(({ table, resource }) => [table, resource.type]));
    const found = await this.all();
    return parentsFirst(found.filter(({ table }) => !(table in left.tables))).map(
      ({ table, columns, order, month, extension }) => ({
        table,
        type: types.get(table) ?? table,
        columns: columns.filter((column) => !(`${table}.${column}` in left.columns)),
        order,
        blob: columns.includes(BLOB_KEY) ? BLOB_KEY : (BLOB_COLUMNS[table] ?? null),
        sealed: columns.filter((column) => sealed.has(`${table}.${column}`)),
        month,
        extension,
      }),
    );
  }

  /**
   * Adds to `sealed` the columns with ciphertexts in tables of extensions that are not loaded: which ones are encrypted is declared by
   * their code.
   */
  async withFoundSecrets(snapshot: Snapshot, tables: readonly ArchivedTable[]): Promise<ArchivedTable[]> {
    const loaded = new Set<string | null>([null, ...loadedExtensions().map(({ name }) => name)]);
    const found: ArchivedTable[] = [];
    for (const each of tables)
      found.push(loaded.has(each.extension) ? each : { ...each, sealed: await this.#withCiphertexts(snapshot, each) });
    return found;
  }

  async #withCiphertexts(snapshot: Snapshot, { table, columns, sealed }: ArchivedTable): Promise<string[]> {
    const texts = await snapshot.read<{ name: string }>(
      `select attname::text as name from pg_attribute where attrelid = $1::regclass and atttypid = 'text'::regtype`,
      [quoted(table)],
    );
    const found = new Set(sealed);
    for (const { name } of texts.filter(({ name }) => columns.includes(name))) {
      const sql = `select from ${quoted(table)} where ${quoted(name)} ~ $1 limit 1`;
      if ((await snapshot.read(sql, [CIPHERTEXT])).length) found.add(name);
    }
    return columns.filter((column) => found.has(column));
  }

  all(): Promise<Found[]> {
    return this.database.read<Found & Row>(TABLES);
  }
}

/** Whether rows have the same primary key in every deployment: values of identity columns are of one database. */
export const hasSameKeys = ({ order, columns }: ArchivedTable): boolean =>
  order.every((name) => columns.includes(name));

/** Quotes names of the schema, because some are SQL keywords. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Sorts tables by their foreign keys, which have no cycle. */
export function parentsFirst(tables: readonly Found[]): Found[] {
  const sorted: Found[] = [];
  const rest = new Set(tables);
  while (rest.size) {
    const names = new Set([...rest].map(({ table }) => table));
    const free = [...rest].filter(({ references }) => !references.some((name) => names.has(name)));
    if (!free.length) throw new Error(`Foreign keys form a cycle: ${[...names].join()}`);
    for (const each of free) rest.delete(each);
    sorted.push(...free);
  }
  return sorted;
}
