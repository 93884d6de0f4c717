import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, type Snapshot } from '../../platform/index.js';
import { type ArchivedTable, ArchivedTables, BLOB_KEY, quoted } from './archived-tables.repository.js';
import { CHANGED } from './moments.repository.js';

/** The blobs that rows of archives refer to, and those that copies have brought along. */
@Injectable()
export class ArchivedBlobs {
  constructor(
    private readonly tables: ArchivedTables,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All blob keys of archived records, in portions. `since`: only of those that may have changed, without blobs that were copied. */
  keys(snapshot: Snapshot, tables: readonly ArchivedTable[], workspaceId: string, since: string | null = null) {
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

  /** Remembers the blobs that were copied, under their keys in this deployment. */
  async remember(keys: readonly string[]): Promise<void> {
    await this.database.write(
      'insert into workspace_move_blobs (workspace_id, key) select $1, unnest($2::text[]) on conflict do nothing',
      [currentContext().workspaceId, keys],
    );
  }

  /** Schedules the removal of copied blobs that no record refers to any more. */
  async release(): Promise<void> {
    await this.database.write(
      `with gone as (
         delete from workspace_move_blobs b where workspace_id = $1
           and not exists (select from (${blobsOf(await this.tables.archived(true))}) used where used.key = b.key) returning key
       )
       insert into unclaimed_blobs (workspace_id, key, remove_at) select $1, key, $2 from gone on conflict do nothing`,
      [currentContext().workspaceId, this.clock.iso()],
    );
  }

  /** Forgets which blobs were copied, once the move has come to its end. */
  async forget(): Promise<void> {
    await this.database.write('delete from workspace_move_blobs where workspace_id = $1', [
      currentContext().workspaceId,
    ]);
  }
}

/** Blob keys of records, those in rows of absent extensions among them. */
export const blobsOf = (tables: readonly ArchivedTable[], condition = 'true'): string =>
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
