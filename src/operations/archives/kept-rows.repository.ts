import { Injectable } from '@nestjs/common';
import {
  ABANDONED,
  Clock,
  currentContext,
  Database,
  notFrozen,
  type Row,
  Secrets,
  type Snapshot,
} from '../../platform/index.js';
import { parsedLine } from './lines.js';
import type { ManifestPart } from './manifest.js';

/** A part with rows of an extension. */
export type ExtensionPart = ManifestPart & Required<Pick<ManifestPart, 'type' | 'table' | 'columns' | 'extension'>>;

/** A table of an absent extension, of which a workspace has rows that are kept. */
export interface KeptTable {
  workspace_id: string;
  number: number;
  extension: string;
  table: string;
  type: string;
  columns: string[];
  sealed: string[];
  rows: number;
  /** Why the rows could not be inserted the last time; null: it was not tried. */
  problem: string | null;
}

/** Kept rows of all workspaces that wait for an extension. */
export interface WaitingRows {
  extension: string;
  rows: number;
  problem: string | null;
}

const COLUMNS = `workspace_id, number, extension, table_name as table, type, columns, sealed, row_count as rows, problem`;

/** Tables whose extension is here again, in workspaces that can be changed. */
const RETURNED = `to_regclass(quote_ident(extension || '_migrations')) is not null and ${notFrozen('kept_tables.workspace_id')}`;

/** Rows with their secrets. */
const WHOLE = `
  select k.line, case when s.secrets is null then k.content else (k.content::jsonb || s.secrets)::json end as content
  from kept_rows k cross join lateral (
    select jsonb_object_agg(column_name, secret) as secrets from kept_secrets
    where (workspace_id, number, line) = (k.workspace_id, k.number, k.line)
  ) s
  where k.workspace_id = $1 and k.number = $2`;

/** Lines that are inserted at once. */
const PORTION = 1_000;

/**
 * Rows of extensions that are not here. An archive brought them; they are a part of further archives, and go into their table once the
 * extension is here.
 */
@Injectable()
export class KeptRowsRepository {
  /** Query that returns a row if an extension is back. */
  static readonly due = `select from kept_tables where (retry_at is null or retry_at <= $1) and ${RETURNED}`;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    secrets: Secrets,
  ) {
    secrets.keptIn('kept_secrets', ['secret'], { lasting: true });
  }

  async addTable({ extension, table, type, columns, sealed = [] }: ExtensionPart, number: number): Promise<void> {
    await this.database.write(
      `insert into kept_tables (workspace_id, number, extension, table_name, type, columns, sealed, kept_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [currentContext().workspaceId, number, extension, table, type, columns, sealed, this.clock.iso()],
    );
  }

  /** Adds lines of JSON, in which values of sealed columns are ciphertexts of this deployment. */
  async addRows(number: number, lines: readonly string[], sealed: readonly string[] = []): Promise<void> {
    const { workspaceId } = currentContext();
    const values = [workspaceId, number];
    const [table] = await this.database.write<{ before: number }>(
      `update kept_tables set row_count = row_count + $3 where workspace_id = $1 and number = $2
       returning row_count - $3 as before`,
      [...values, lines.length],
    );
    const secrets: [line: number, column: string, secret: string][] = [];
    const contents = lines.map((text, index) => {
      if (!sealed.length) return text;
      const row = parsedLine(text);
      for (const column of sealed)
        if (row[column] !== null) {
          secrets.push([table!.before + index + 1, column, String(row[column])]);
          row[column] = ABANDONED;
        }
      return JSON.stringify(row);
    });
    await this.database.write(
      `insert into kept_rows (workspace_id, number, line, content)
       select $1, $2, $3 + line, content::json from unnest($4::text[]) with ordinality as of_archive (content, line)`,
      [...values, table!.before, contents],
    );
    if (secrets.length)
      await this.database.write(
        `insert into kept_secrets (workspace_id, number, line, column_name, secret)
         select $1, $2, * from unnest($3::bigint[], $4::text[], $5::text[])`,
        [...values, ...[0, 1, 2].map((place) => secrets.map((each) => each[place]))],
      );
  }

  /** Kept tables of a workspace, or of all, parents first. */
  async tables(at: Pick<Database, 'read'> | Snapshot, workspaceId: string | null = null): Promise<KeptTable[]> {
    const sql = `select ${COLUMNS} from kept_tables where $1::text is null or workspace_id = $1 order by workspace_id, number`;
    return at.read<KeptTable & Row>(sql, [workspaceId]);
  }

  async waiting(): Promise<WaitingRows[]> {
    return this.database.read<WaitingRows & Row>(
      `select extension, sum(row_count)::float8 as rows, max(problem) as problem from kept_tables group by extension order by extension`,
    );
  }

  /** Tables whose extension is here again. `all`: those as well of which it was tried in vain today. */
  async returned({ all }: { all: boolean }): Promise<KeptTable[]> {
    const { rows } = await this.database.execute<KeptTable & Row>(
      `select ${COLUMNS} from kept_tables where ($2 or retry_at is null or retry_at <= $1) and ${RETURNED}
       order by workspace_id, number`,
      [this.clock.iso(), all],
    );
    return rows;
  }

  /** The rows of a table as lines of JSON. `secrets`: with ciphertexts. */
  lines(
    snapshot: Snapshot,
    { workspace_id, number }: KeptTable,
    { secrets }: { secrets: boolean },
  ): AsyncGenerator<Buffer> {
    const rows = secrets ? WHOLE : 'select line, content from kept_rows where workspace_id = $1 and number = $2';
    return snapshot.copy('jsonl', `select content from (${rows}) found order by line`, [workspace_id, number]);
  }

  /** Locks a table of the workspace of the context. False if it is gone, or another process has the lock. */
  async lock({ number }: KeptTable): Promise<boolean> {
    const sql = 'select from kept_tables where workspace_id = $1 and number = $2 for update skip locked';
    return (await this.database.write(sql, [currentContext().workspaceId, number])).length > 0;
  }

  /** The rows of a table of the workspace of the context, in portions. */
  async *portions({ number }: KeptTable): AsyncGenerator<string[]> {
    for (let line = 0, isMore = true; isMore;) {
      const rows = await this.database.read<{ line: number; content: string }>(
        `select line, content::text from (${WHOLE} and k.line > $3 order by k.line limit ${PORTION}) portion order by line`,
        [currentContext().workspaceId, number, line],
      );
      if (rows.length) yield rows.map(({ content }) => content);
      isMore = rows.length === PORTION;
      line = rows.at(-1)?.line ?? line;
    }
  }

  /** Months of a column in the rows of a table, as `2026-01`. */
  async months({ workspace_id, number }: KeptTable, column: string): Promise<string[]> {
    const { rows } = await this.database.execute<{ month: string }>(
      'select distinct left(content ->> $3, 7) as month from kept_rows where workspace_id = $1 and number = $2',
      [workspace_id, number, column],
    );
    return rows.map(({ month }) => month);
  }

  async remove({ number }: KeptTable): Promise<void> {
    const sql = 'delete from kept_tables where workspace_id = $1 and number = $2';
    await this.database.write(sql, [currentContext().workspaceId, number]);
  }

  /** Notes why the rows of a table could not be inserted, and when that is tried again. */
  async noteProblem({ workspace_id, number }: KeptTable, problem: string, retryAt: string): Promise<void> {
    await this.database.execute(
      'update kept_tables set problem = $3, retry_at = $4 where workspace_id = $1 and number = $2',
      [workspace_id, number, problem, retryAt],
    );
  }
}
