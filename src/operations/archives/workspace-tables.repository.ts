import { Injectable } from '@nestjs/common';
import {
  ABANDONED,
  Clock,
  conflict,
  currentContext,
  Database,
  loadedExtensions,
  type Row,
  Secrets,
  type Snapshot,
  StoreRegistry,
} from '../../platform/index.js';
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

/** One of the parts into which the primary keys of a table are divided. */
export interface KeyPart {
  part: number;
  of: number;
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

/** Values of columns that another deployment does not know. Listeners read events behind their position, so they pass over moved ones. */
const OWN_VALUES: Record<string, Record<string, string>> = { events: { position: '0' } };

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
const CIPHERTEXT = '^v2\\.[\\w-]{8}\\.[\\w-]{38,}$';

/** The state of a database at the time of a snapshot. */
export interface Moment {
  /** The last migration. */
  schema: string;
  /** The cluster, its timeline, and the database: transaction numbers of one say nothing about another. */
  database: string;
  /** Rows with a transaction number from here on may have changed after the snapshot; all others have not. */
  xmin: string;
}

const MOMENT = `
  select (select max(timestamp)::text from migrations) as schema,
    (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' ||
      (select oid from pg_database where datname = current_database()) as database,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax`;

/** Transaction numbers are compared within half of their circle of 2^32, so a copy may be a quarter behind. */
const MAX_TRANSACTIONS = 2n ** 30n;

/** Condition of rows that may have changed since the snapshot whose `xmin` is `$2`. Those are all others: a superset. */
const CHANGED = `age(xmin) <= age($2::xid8::xid)`;

/** Keys in a part of an archive, which are compared at once. */
const KEYS_PER_PART = 200_000;

type Found = Pick<ArchivedTable, 'table' | 'columns' | 'order' | 'month' | 'extension'> & { references: string[] };

/** All rows of a workspace. Raw SQL, because rows are copied unchanged. */
@Injectable()
export class WorkspaceTables {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
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

  /** The workspace in the snapshot, and the time of the snapshot. */
  async workspace(snapshot: Snapshot, id: string) {
    const [row] = await snapshot.read<{ id: string; name: string; created_at: string; now: string; schema: string }>(
      `select s.id, s.name, w.created_at, now() as now, (select max(timestamp)::text from migrations) as schema
       from workspaces w join workspace_settings s on s.workspace_id = w.id where w.id = $1`,
      [id],
    );
    return row!;
  }

  /** The state of the database, as of a snapshot or now. */
  async moment(at: Pick<Database, 'read'> | Snapshot = this.database): Promise<Moment & { xmax: string }> {
    const [row] = await at.read<Moment & { xmax: string }>(MOMENT);
    return row!;
  }

  /** 409 where the database cannot tell what has changed since a copy. */
  async refuseStale(copy: Moment, at?: Snapshot): Promise<void> {
    const now = await this.moment(at);
    const why =
      now.schema !== copy.schema
        ? 'the database has been migrated'
        : now.database !== copy.database
          ? 'the database has been restored, or another server has taken over'
          : BigInt(now.xmax) - BigInt(copy.xmin) > MAX_TRANSACTIONS
            ? 'there have been too many transactions'
            : null;
    if (why)
      throw conflict(
        `The copy cannot be continued, because ${why} since it was made. Abort the move, discard the copy at the target, and begin anew.`,
      );
  }

  /**
   * The rows of a table as lines of JSON, as PostgreSQL writes them. `since`: only those that may have changed since that `xmin`.
   * `secrets`: with ciphertexts.
   */
  lines(
    snapshot: Snapshot,
    { table, columns, order, sealed }: ArchivedTable,
    workspaceId: string,
    since: string | null,
    { secrets }: { secrets: boolean },
  ): AsyncGenerator<Buffer> {
    const values = columns
      .map(quoted)
      .map((name, index) =>
        secrets || !sealed.includes(columns[index]!)
          ? name
          : `case when ${name} ~ '${CIPHERTEXT}' then '${ABANDONED}' else ${name} end as ${name}`,
      );
    const sorted = order.length ? ` order by ${order.map(quoted).join(', ')}` : '';
    const rows = `select ${values.join(', ')} from ${quoted(table)}
      where workspace_id = $1${since ? ` and ${CHANGED}` : ''}${sorted}`;
    return snapshot.copy('jsonl', `select to_json(found) from (${rows}) found`, [workspaceId, since]);
  }

  /** Number of rows of the workspace. */
  async count(at: Pick<Database, 'read'> | Snapshot, { table }: ArchivedTable, workspaceId: string): Promise<number> {
    const sql = `select count(*)::int as n from ${quoted(table)} where workspace_id = $1`;
    return (await at.read<{ n: number }>(sql, [workspaceId]))[0]!.n;
  }

  /** The primary keys of a table, in parts of bounded size. */
  *keys(snapshot: Snapshot, table: ArchivedTable, workspaceId: string, count: number) {
    // Blobs have other keys at the target, so that a hash would divide them in another way.
    const of = table.blob !== null && table.order.includes(table.blob) ? 1 : Math.ceil(count / KEYS_PER_PART) || 1;
    for (let part = 0; part < of; part++)
      yield {
        keys: { part, of },
        lines: snapshot.copy('jsonl', `select to_json(k) from (${keysOf(table)}) k`, [workspaceId, part, of]),
      };
  }

  /** All blob keys of archived records, in portions. `since`: only of those that may have changed, without blobs that were copied. */
  blobKeys(snapshot: Snapshot, tables: readonly ArchivedTable[], workspaceId: string, since: string | null = null) {
    return since
      ? snapshot.rows<{ key: string }>(
          `select key from (${blobsOf(tables, CHANGED)}) changed
           where not exists (select from workspace_move_blobs b where b.workspace_id = $1 and b.key = changed.key)`,
          [workspaceId, since],
        )
      : snapshot.rows<{ key: string }>(blobsOf(tables), [workspaceId]);
  }

  /** Whether a record still refers to this blob. */
  async isUsed(tables: readonly ArchivedTable[], workspaceId: string, key: string): Promise<boolean> {
    const { count } = await this.database.execute(`select from (${blobsOf(tables)}) used where key = $2`, [
      workspaceId,
      key,
    ]);
    return count > 0;
  }

  /** The last migration of this database. */
  async schema(): Promise<string> {
    const [row] = await this.database.read<{ schema: string }>('select max(timestamp)::text as schema from migrations');
    return row!.schema;
  }

  /** Whether the workspace has rows in any table. */
  async isFilled(workspaceId: string): Promise<boolean> {
    for (const { table } of await this.all()) {
      // Blobs of a running import belong to no record yet, and moves of before are remembered.
      if (table === 'unclaimed_blobs' || table === 'workspace_moves') continue;
      const [row] = await this.database.read(`select from ${quoted(table)} where workspace_id = $1 limit 1`, [
        workspaceId,
      ]);
      if (row) return true;
    }
    return false;
  }

  /** Adds the workspace, unless it is there; its settings are a table of the archive. A second import of it waits here until the first one has ended. */
  async addWorkspace({ id, created_at }: { id: string; created_at: string }): Promise<void> {
    await this.database.write('insert into workspaces (id, created_at) values ($1, $2) on conflict (id) do nothing', [
      id,
      created_at,
    ]);
  }

  /**
   * Adds rows of a table to the workspace of the context, from lines of JSON. Columns that are left out have their defaults.
   * `replace`: rows with the same primary key are changed.
   */
  async add(
    table: ArchivedTable,
    columns: readonly string[],
    lines: readonly string[],
    replace = false,
  ): Promise<void> {
    const names = columns.map(quoted).join(', ');
    const own = Object.entries(OWN_VALUES[table.table] ?? {});
    const facts = columns.filter((name) => !table.order.includes(name)).map(quoted);
    const key = ['workspace_id', ...table.order.map(quoted)].join(', ');
    const upsert = `on conflict (${key}) do ${
      facts.length ? `update set ${facts.map((name) => `${name} = excluded.${name}`).join(', ')}` : 'nothing'
    }`;
    await this.database.write(
      `insert into ${quoted(table.table)} (workspace_id, ${[names, ...own.map(([name]) => name)].join(', ')})
       select $1, ${[names, ...own.map(([, value]) => value)].join(', ')} from ${recordset(table)}
       ${replace ? upsert : ''}`,
      [currentContext().workspaceId, listOf(lines)],
    );
  }

  /** The primary keys of rows that are not in a part of those keys, as lines of JSON. */
  async surplus(table: ArchivedTable, { part, of }: KeyPart, lines: readonly string[]): Promise<string[]> {
    const rows = await this.database.read<{ line: string }>(
      `select to_json(k)::text as line from (${keysOf(table)}) k
       where not exists (select from ${recordset(table, '$4')} kept where ${sameKey(table, 'kept', 'k')})`,
      [currentContext().workspaceId, part, of, listOf(lines)],
    );
    return rows.map(({ line }) => line);
  }

  /** Removes the rows with these primary keys. */
  async removeRows(table: ArchivedTable, lines: readonly string[]): Promise<void> {
    await this.database.write(
      `delete from ${quoted(table.table)} t using ${recordset(table)} gone
       where t.workspace_id = $1 and ${sameKey(table, 't', 'gone')}`,
      [currentContext().workspaceId, listOf(lines)],
    );
  }

  async removeAll({ table }: ArchivedTable): Promise<void> {
    await this.database.write(`delete from ${quoted(table)} where workspace_id = $1`, [currentContext().workspaceId]);
  }

  /** Remembers the blobs that were copied, under their keys in this deployment. */
  async rememberBlobs(keys: readonly string[]): Promise<void> {
    await this.database.write(
      'insert into workspace_move_blobs (workspace_id, key) select $1, unnest($2::text[]) on conflict do nothing',
      [currentContext().workspaceId, keys],
    );
  }

  /** Schedules the removal of copied blobs that no record refers to any more. */
  async releaseBlobs(): Promise<void> {
    await this.database.write(
      `with gone as (
         delete from workspace_move_blobs b where workspace_id = $1
           and not exists (select from (${blobsOf(await this.archived(true))}) used where used.key = b.key) returning key
       )
       insert into unclaimed_blobs (workspace_id, key, remove_at) select $1, key, $2 from gone on conflict do nothing`,
      [currentContext().workspaceId, this.clock.iso()],
    );
  }

  /** Forgets which blobs were copied, once the move has come to its end. */
  async forgetBlobs(): Promise<void> {
    await this.database.write('delete from workspace_move_blobs where workspace_id = $1', [
      currentContext().workspaceId,
    ]);
  }

  /** Creates partitions of months (`2026-01`). Outside of a transaction, which would keep their lock. */
  async ensureMonths({ table }: ArchivedTable, months: Iterable<string>): Promise<void> {
    for (const month of months)
      await this.database.execute('select ensure_partitions($1, $2::timestamptz, $2::timestamptz)', [
        table,
        `${month}-01T00:00:00Z`,
      ]);
  }

  /** An id that another workspace has as well. Ids must be unique, because URLs identify records by id alone. `ids`: only of these. */
  async clash({ table, order }: ArchivedTable, ids: readonly string[] | null = null): Promise<string | null> {
    if (order.join() !== 'id' || ids?.length === 0) return null;
    // The new rows have no statistics yet, so the planner would compare each with all others.
    await this.withoutLoops();
    const ours = ids
      ? 'json_to_recordset($2) ours (id text)'
      : `(select id from ${quoted(table)} where workspace_id = $1 and $2::json is null) ours`;
    const [row] = await this.database.read<{ id: string }>(
      `select ours.id from ${ours} join ${quoted(table)} theirs on theirs.id::text = ours.id::text
       where theirs.workspace_id <> $1 limit 1`,
      [currentContext().workspaceId, ids && JSON.stringify(ids.map((id) => ({ id })))],
    );
    return row?.id ?? null;
  }

  /** Has the planner join by hash until the end of the transaction, because it knows nothing about new rows. */
  async withoutLoops(): Promise<void> {
    await this.database.write('set local enable_nestloop = off');
  }

  /** Removes all rows of a workspace, and schedules the removal of its files. Moves of before stay. `run` is a transaction of the owner. */
  async remove(workspaceId: string, run: (sql: string, values: unknown[]) => Promise<unknown>): Promise<void> {
    await run(
      `insert into unclaimed_blobs (workspace_id, key, remove_at) select $1, key, $2 from (${blobsOf(await this.archived(true))}
         union select key from workspace_move_blobs where workspace_id = $1) files
       on conflict do nothing`,
      [workspaceId, this.clock.iso()],
    );
    for (const { table } of parentsFirst(await this.all()).toReversed())
      if (table !== 'unclaimed_blobs' && table !== 'workspace_moves')
        await run(`delete from ${quoted(table)} where workspace_id = $1`, [workspaceId]);
    await run('delete from workspaces where id = $1', [workspaceId]);
  }

  /** Removes the time limits of the running transaction. In UTC, as archives are written. */
  async withoutLimits(): Promise<void> {
    for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', `timezone = 'UTC'`])
      await this.database.write(`set local ${setting}`);
  }
}

/** Blob keys of records, those in rows of absent extensions among them. */
const blobsOf = (tables: readonly ArchivedTable[], condition = 'true'): string =>
  tables
    .flatMap(({ table, blob }) =>
      blob
        ? blob === 'sources'
          ? `select blob as key from ${quoted(table)}, jsonb_array_elements_text(sources -> 'blobs') blob
             where workspace_id = $1 and ${condition}`
          : `select ${quoted(blob)} as key from ${quoted(table)}
             where workspace_id = $1 and ${quoted(blob)} is not null and ${condition}`
        : [],
    )
    .concat(
      `select content ->> '${BLOB_KEY}' as key from kept_rows
       where workspace_id = $1 and content ->> '${BLOB_KEY}' is not null and ${condition}`,
    )
    .join(' union ');

/** Whether rows have the same primary key in every deployment: values of identity columns are of one database. */
export const hasSameKeys = ({ order, columns }: ArchivedTable): boolean =>
  order.every((name) => columns.includes(name));

/** The primary keys of a workspace (`$1`) in one (`$2`) of so many (`$3`) parts, into which a hash divides them. */
const keysOf = ({ table, order }: ArchivedTable): string => {
  const names = order.map(quoted).join(', ');
  return `select ${names} from ${quoted(table)} where workspace_id = $1 and ($3::int = 1 or
    mod(('x' || left(md5(json_build_array(${names})::text), 7))::bit(28)::int, $3::int) = $2::int)`;
};

const recordset = ({ table }: ArchivedTable, values = '$2'): string =>
  `json_populate_recordset(null::${quoted(table)}, ${values})`;

const sameKey = ({ order }: ArchivedTable, one: string, other: string): string =>
  order.map((name) => `${one}.${quoted(name)} = ${other}.${quoted(name)}`).join(' and ') || 'true';

const listOf = (lines: readonly string[]): string => `[${lines.join(',')}]`;

/** Quotes names of the schema, because some are SQL keywords. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Sorts tables by their foreign keys, which have no cycle. */
function parentsFirst(tables: readonly Found[]): Found[] {
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
