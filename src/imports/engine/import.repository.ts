import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, type ImportKey, newId } from '../../platform/index.js';
import type { Draft, Problem } from './drafts.js';
import type { Import } from './import.entity.js';

/** How far an import is. */
export type Progress = Pick<
  Import,
  | 'file_index'
  | 'file_rows'
  | 'processed_count'
  | 'waiting_count'
  | 'problem_count'
  | 'undone_count'
  | 'kept_count'
  | 'counts'
  | 'people'
>;

/** A record by its id in another system. */
export interface Link {
  kind: string;
  external_id: string;
  record_id: string;
  /** The revision that the import left. */
  revision: number;
  /** Whether the import made the record, so that an undo removes it. */
  made: boolean;
  /** Whether it is the id of the record itself, not a further name. */
  own: boolean;
}

/** A record that an import made. */
export type MadeRecord = Pick<Link, 'kind' | 'external_id' | 'record_id' | 'revision'>;

/** A problem with its place. */
export interface PlacedProblem extends Problem {
  file: string;
  line: number;
  kind: string;
}

/** A draft that waits for a record which it names. */
export interface WaitingDraft {
  position: string;
  draft: Draft;
}

/** Progress of imports, ids of other systems, and drafts that wait. */
@Injectable()
export class ImportRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Imports of all workspaces that have not ended. */
  open(): Promise<Pick<Import, 'mapping' | 'counts'>[]> {
    return this.database.read<Pick<Import, 'mapping' | 'counts'>>(
      `select mapping, counts from imports where status in ('pending', 'running', 'undoing')`,
    );
  }

  /** Keeps what a check of the whole files has found. */
  async checked({ workspace_id, id, files, sources, not_taken, row_count }: Import): Promise<void> {
    await this.database.write(
      `update imports set files = $3, sources = $4, not_taken = $5, row_count = $6 where workspace_id = $1 and id = $2`,
      [workspace_id, id, JSON.stringify(files), JSON.stringify(sources), JSON.stringify(not_taken), row_count],
    );
  }

  async move({ workspace_id, id }: ImportKey, now: Progress): Promise<void> {
    await this.database.write(
      `update imports set file_index = $3, file_rows = $4, processed_count = $5, waiting_count = $6, problem_count = $7,
         undone_count = $8, kept_count = $9, counts = $10, people = $11, updated_at = $12
       where workspace_id = $1 and id = $2`,
      [
        workspace_id,
        id,
        now.file_index,
        now.file_rows,
        now.processed_count,
        now.waiting_count,
        now.problem_count,
        now.undone_count,
        now.kept_count,
        JSON.stringify(now.counts),
        JSON.stringify(now.people),
        this.clock.iso(),
      ],
    );
  }

  /** Removes an expired import; answers its files where they are still there. */
  async forget({ workspace_id, id }: ImportKey): Promise<string[]> {
    const [gone] = await this.database.write<Pick<Import, 'sources'>>(
      'delete from imports where workspace_id = $1 and id = $2 and expires_at <= $3 returning sources',
      [workspace_id, id, this.clock.iso()],
    );
    if (!gone) return [];
    await this.clear({ workspace_id, id }, { problems: true });
    return gone.sources.blobs;
  }

  /** Removes what only a running import needs, and what it told. */
  async clear({ workspace_id, id }: ImportKey, { problems }: { problems: boolean }): Promise<void> {
    const key = [workspace_id, id];
    await this.database.write('delete from import_waiting where workspace_id = $1 and import_id = $2', key);
    await this.database.write('delete from import_planned where workspace_id = $1 and import_id = $2', key);
    if (problems)
      await this.database.write('delete from import_problems where workspace_id = $1 and import_id = $2', key);
  }

  async addProblems({ workspace_id, id }: ImportKey, problems: readonly PlacedProblem[]): Promise<void> {
    if (!problems.length) return;
    const rows = problems.map((problem) => ({ id: newId('ipb'), ...problem }));
    await this.database.write(
      `insert into import_problems (workspace_id, id, import_id, level, file, line, field, kind, code, message, created_at, updated_at, revision)
       select $1, id, $2, level, file, line, field, kind, code, left(message, 2000), $4, $4, 1
       from json_to_recordset($3) as p (id text, level text, file text, line integer, field text, kind text, code text, message text)`,
      [workspace_id, id, JSON.stringify(rows), this.clock.iso()],
    );
  }

  /** The records behind ids of other systems, by kind and id. */
  async links(
    kinds: readonly string[],
    ids: readonly string[],
  ): Promise<Pick<Link, 'kind' | 'external_id' | 'record_id'>[]> {
    if (!ids.length) return [];
    return this.database.read<Pick<Link, 'kind' | 'external_id' | 'record_id'>>(
      `select kind, external_id, record_id from import_links
       where workspace_id = $1 and (kind, external_id) in (select * from unnest($2::text[], $3::text[]))`,
      [currentContext().workspaceId, kinds, ids],
    );
  }

  /**
   * Keeps ids of other systems. A link never moves to another record, unless its own has been deleted (`gone`). The import that
   * made a record stays the one that undoes it.
   */
  async link(importId: string, links: readonly Link[], gone: readonly string[]): Promise<void> {
    if (!links.length) return;
    const kept = await this.database.write<Pick<Link, 'kind' | 'external_id'>>(
      `insert into import_links as l (workspace_id, kind, external_id, record_id, revision, import_id)
       select $1, kind, external_id, record_id, revision, case when made then $2 end
       from json_to_recordset($3) as n (kind text, external_id text, record_id text, revision integer, made boolean)
       on conflict (workspace_id, kind, external_id) do update set
         record_id = excluded.record_id,
         import_id = case when l.record_id = excluded.record_id then l.import_id else excluded.import_id end,
         revision = case when l.record_id <> excluded.record_id or l.import_id = $2 then excluded.revision else l.revision end
       where l.record_id = excluded.record_id or l.record_id = any($4::text[])
       returning kind, external_id`,
      [currentContext().workspaceId, importId, JSON.stringify(links), gone],
    );
    if (kept.length === links.length) return;
    const names = new Set(kept.map(({ kind, external_id }) => `${kind} ${external_id}`));
    const lost = links.find(({ own, kind, external_id }) => own && !names.has(`${kind} ${external_id}`));
    if (lost) throw new Error(`Another import has linked ${lost.external_id} meanwhile.`);
  }

  /** Records that an import made, at most `limit`. */
  made({ workspace_id, id }: ImportKey, kind: string, limit: number): Promise<MadeRecord[]> {
    return this.database.write<MadeRecord & Record<string, unknown>>(
      `select kind, external_id, record_id, revision from import_links
       where workspace_id = $1 and import_id = $2 and kind = $3 limit $4`,
      [workspace_id, id, kind, limit],
    );
  }

  /** Of these records, the revisions of those that the import made and that an undo has not kept. */
  async madeRevisions(
    { workspace_id, id }: ImportKey,
    kind: string,
    ids: readonly string[],
  ): Promise<Map<string, number>> {
    const made = await this.database.read<Pick<Link, 'record_id' | 'revision'>>(
      `select record_id, revision from import_links
       where workspace_id = $1 and import_id = $2 and kind = $3 and record_id = any($4::text[])`,
      [workspace_id, id, kind, ids],
    );
    return new Map(made.map(({ record_id, revision }) => [record_id, revision]));
  }

  /** Forgets records that an undo has removed, with all ids that name them; those that stay are no longer this import's. */
  async unlink(
    { workspace_id, id }: ImportKey,
    kind: string,
    removed: readonly string[],
    kept: readonly string[],
  ): Promise<void> {
    await this.database.write(
      'delete from import_links where workspace_id = $1 and kind = $2 and record_id = any($3::text[])',
      [workspace_id, kind, removed],
    );
    await this.database.write(
      `update import_links set import_id = null
       where workspace_id = $1 and import_id = $2 and kind = $3 and record_id = any($4::text[])`,
      [workspace_id, id, kind, kept],
    );
  }

  /** Of these ids of other systems, those that a dry run has seen before, with their records. */
  async planned(
    { workspace_id, id }: ImportKey,
    kinds: readonly string[],
    ids: readonly string[],
  ): Promise<Pick<Link, 'kind' | 'external_id' | 'record_id'>[]> {
    if (!ids.length) return [];
    return this.database.read<Pick<Link, 'kind' | 'external_id' | 'record_id'>>(
      `select kind, external_id, record_id from import_planned
       where workspace_id = $1 and import_id = $2 and (kind, external_id) in (select * from unnest($3::text[], $4::text[]))`,
      [workspace_id, id, kinds, ids],
    );
  }

  async plan(
    { workspace_id, id }: ImportKey,
    links: readonly Pick<Link, 'kind' | 'external_id' | 'record_id'>[],
  ): Promise<void> {
    if (!links.length) return;
    await this.database.write(
      `insert into import_planned (workspace_id, import_id, kind, external_id, record_id)
       select $1, $2, kind, external_id, record_id
       from json_to_recordset($3) as n (kind text, external_id text, record_id text) on conflict do nothing`,
      [workspace_id, id, JSON.stringify(links)],
    );
  }

  async wait({ workspace_id, id }: ImportKey, drafts: readonly Draft[]): Promise<void> {
    if (!drafts.length) return;
    await this.database.write(
      `insert into import_waiting (workspace_id, import_id, draft) select $1, $2, value from jsonb_array_elements($3::jsonb)`,
      [workspace_id, id, JSON.stringify(drafts)],
    );
  }

  /** Drafts that wait, in the order in which they came, behind a position. */
  async waiting({ workspace_id, id }: ImportKey, behind: string, limit: number): Promise<WaitingDraft[]> {
    return this.database.write<WaitingDraft & Record<string, unknown>>(
      `select position::text as position, draft from import_waiting
       where workspace_id = $1 and import_id = $2 and position > $3 order by position limit $4`,
      [workspace_id, id, behind, limit],
    );
  }

  async endWaiting({ workspace_id, id }: ImportKey, positions: readonly string[]): Promise<void> {
    await this.database.write(
      'delete from import_waiting where workspace_id = $1 and import_id = $2 and position = any($3::bigint[])',
      [workspace_id, id, positions],
    );
  }
}
