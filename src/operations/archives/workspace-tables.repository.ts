import { Injectable } from '@nestjs/common';
import { ABANDONED, Clock, currentContext, Database, type Snapshot } from '../../platform/index.js';
import { blobsOf } from './archived-blobs.repository.js';
import { type ArchivedTable, ArchivedTables, CIPHERTEXT, parentsFirst, quoted } from './archived-tables.repository.js';
import { CHANGED } from './moments.repository.js';

/** One of the parts into which the primary keys of a table are divided. */
export interface KeyPart {
  part: number;
  of: number;
}

/** Values of columns that another deployment does not know. Listeners read events behind their position, so they pass over moved ones. */
const OWN_VALUES: Record<string, Record<string, string>> = { events: { position: '0' } };

/** Keys in a part of an archive, which are compared at once. */
const KEYS_PER_PART = 200_000;

/** All rows of a workspace. Raw SQL, because rows are copied unchanged. */
@Injectable()
export class WorkspaceTables {
  constructor(
    private readonly tables: ArchivedTables,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The workspace in the snapshot, and the time of the snapshot. */
  async workspace(snapshot: Snapshot, id: string) {
    const [row] = await snapshot.read<{ id: string; name: string; created_at: string; now: string }>(
      `select s.id, s.name, w.created_at, now() as now
       from workspaces w join workspace_settings s on s.workspace_id = w.id where w.id = $1`,
      [id],
    );
    return row!;
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

  /** Whether the workspace has rows in any table. */
  async isFilled(workspaceId: string): Promise<boolean> {
    for (const { table } of await this.tables.all()) {
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
      `insert into unclaimed_blobs (workspace_id, key, remove_at) select $1, key, $2 from (${blobsOf(await this.tables.archived(true))}
         union select key from workspace_move_blobs where workspace_id = $1) files
       on conflict do nothing`,
      [workspaceId, this.clock.iso()],
    );
    for (const { table } of parentsFirst(await this.tables.all()).toReversed())
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
