import type { Database } from '../database/database.js';
import { currentContext } from '../context/request-context.js';
import { Id, Text, Timestamp } from '../fields/fields.js';
import { newId } from '../fields/ids.js';
import { RecordEntity } from './record.entity.js';

/** A period that a record spent in a stage. */
export abstract class StageHistoryEntry extends RecordEntity {
  /** The record; an app declares it with the prefix of its ids. */
  abstract record_id: string;
  /** The pipeline or job, by which histories are read. */
  abstract parent_id: string;
  @Id('stg', { description: 'Stage; it may have been deleted.' }) stage_id: string;
  @Text({ description: 'Name of the stage at the time of entry.' }) stage_name: string;
  @Timestamp({ description: 'Time of entry.' }) entered_at: string;
  @Timestamp({ nullable: true, description: 'Time of leaving; null for the current stage.' }) left_at: string | null;
  /** `moved` to another stage, or the status that ended it; null while it is there. */
  @Text({ nullable: true }) outcome: string | null;
  @Text({ default: 'user' }) moved_by_type: string;
  @Text({ nullable: true }) moved_by_id: string | null;
  @Text({ max: 500, nullable: true, audit: 'digest' }) note: string | null;
}

/** An entry, as the history of one record shows it. */
export type ShownEntry = Pick<
  StageHistoryEntry,
  'stage_id' | 'stage_name' | 'entered_at' | 'left_at' | 'moved_by_type' | 'moved_by_id' | 'note'
>;

type Staged = RecordEntity & { status: string; stage_id: string };

/** A record before and after a change; null before it was made. */
type Change<T> = readonly [before: T | null, after: T];

interface StageHistoryOptions<T> {
  table: string;
  /** The table of the stages. */
  stages: string;
  /** Status of records that are currently in a stage. */
  status: string;
  parentOf: (record: T) => string;
  /** The actor of the move. */
  moverOf: (record: T) => { type: string; id: string | null };
}

/** History of records that move through stages. A record is in one stage at a time. */
export abstract class StageHistory<T extends Staged> {
  constructor(
    private readonly database: Database,
    private readonly options: StageHistoryOptions<T>,
  ) {}

  /** Records moves of the current unit of work. Foreign keys of the records ensure that the stages exist. */
  async record(changes: readonly Change<T>[], note: string | null = null): Promise<void> {
    const moves = changes.filter(([before, after]) => this.#stageOf(before) !== this.#stageOf(after));
    const { status, parentOf, moverOf } = this.options;
    const rows = moves.map(([before, after]) => {
      const { type, id } = moverOf(after);
      return {
        id: newId('sth'),
        record: after.id,
        workspace_id: after.workspace_id,
        at: after.updated_at,
        outcome: this.#stageOf(before) === null ? null : after.status === status ? 'moved' : after.status,
        parent_id: parentOf(after),
        stage_id: this.#stageOf(after),
        moved_by_type: type,
        moved_by_id: id,
        note,
      };
    });
    if (rows.length) await this.database.alongside({ sql: this.#sql, rows });
  }

  /** Closes entries of left stages and inserts those of entered ones. */
  readonly #sql = (list: string): string => {
    const { table, stages } = this.options;
    return `
      moves as (
        select m.* from changed join json_to_recordset(${list}) as m (id text, record text, workspace_id text, at timestamptz, outcome text,
          parent_id text, stage_id text, moved_by_type text, moved_by_id text, note text) on m.record = changed.id
      ),
      ended as (
        update ${table} h set left_at = m.at, outcome = m.outcome, updated_at = m.at, revision = h.revision + 1 from moves m
         where m.outcome is not null and h.workspace_id = m.workspace_id and h.record_id = m.record and h.left_at is null
      ),
      entered as (
        insert into ${table} (workspace_id, id, record_id, parent_id, stage_id, stage_name, entered_at, moved_by_type,
          moved_by_id, note, created_at, updated_at, revision)
        select m.workspace_id, m.id, m.record, m.parent_id, s.id,
          s.name, m.at, m.moved_by_type, m.moved_by_id, m.note, m.at, m.at, 1
        from moves m join ${stages} s on s.workspace_id = m.workspace_id and s.id = m.stage_id
      )`;
  };

  /** The entries of a record, the oldest first. */
  of(recordId: string): Promise<ShownEntry[]> {
    return this.database.lookup<ShownEntry>(
      `select stage_id, stage_name, entered_at, left_at, moved_by_type, moved_by_id, note from ${this.options.table}
        where workspace_id = $1 and record_id = $2 order by entered_at, id`,
      [currentContext().workspaceId, recordId],
    );
  }

  /** Removes the notes of a record's entries. */
  async forgetNotes(recordId: string): Promise<void> {
    await this.database.write(
      `update ${this.options.table} set note = null, revision = revision + 1
        where workspace_id = $1 and record_id = $2 and note is not null`,
      [currentContext().workspaceId, recordId],
    );
  }

  /** Removes all entries of records. */
  async remove(recordIds: readonly string[]): Promise<void> {
    await this.database.write(
      `delete from ${this.options.table} where workspace_id = $1 and record_id = any($2::text[])`,
      [currentContext().workspaceId, recordIds],
    );
  }

  #stageOf(record: T | null): string | null {
    return record?.status === this.options.status ? record.stage_id : null;
  }
}
