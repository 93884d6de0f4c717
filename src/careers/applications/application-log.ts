import { Injectable } from '@nestjs/common';
import { type Condition, currentContext, Database, type Row } from '../../platform/index.js';
import type { Attachment } from '../attachments/attachment.entity.js';
import type { StageVisit } from './stage-visit.entity.js';

/** A stay in a stage, as histories show it. */
export type Visit = Pick<
  StageVisit,
  'stage_id' | 'stage_name' | 'entered_at' | 'left_at' | 'moved_by_type' | 'moved_by_id' | 'note'
>;

/** Applications that are changed at a time. */
const BATCH = 500;

/** Questions about applications that the store does not answer. */
@Injectable()
export class ApplicationLog {
  constructor(private readonly database: Database) {}

  /** The stages that an application was in, the first one first. */
  stagesOf(id: string): Promise<Visit[]> {
    return this.#of(
      `select stage_id, stage_name, entered_at, left_at, moved_by_type, moved_by_id, note from stage_visits
        where workspace_id = $1 and application_id = $2 order by entered_at, id`,
      id,
    );
  }

  /** Its attachments, the oldest first. */
  attachmentsOf(id: string): Promise<Omit<Attachment, 'blob_key'>[]> {
    return this.#of(
      `select id, file_id, label, name, mime_type, size_bytes, attached_by, created_at from application_attachments
        where workspace_id = $1 and application_id = $2 order by created_at, id`,
      id,
    );
  }

  /**
   * Locks an application, so that requests which add to it wait for each other; it need not be as it was loaded. Answers
   * whether it has been anonymized.
   */
  async lock(id: string): Promise<boolean> {
    const [row] = await this.database.write<{ gone: boolean }>(
      `select anonymized_at is not null as gone from applications where workspace_id = $1 and id = $2 for no key update`,
      [currentContext().workspaceId, id],
    );
    return row!.gone;
  }

  async existFor(jobId: string): Promise<boolean> {
    const [row] = await this.database.read<{ has: boolean }>(
      'select exists (select from applications where workspace_id = $1 and job_id = $2) as has',
      [currentContext().workspaceId, jobId],
    );
    return row!.has;
  }

  async activeIn(stageId: string): Promise<boolean> {
    const [row] = await this.database.read<{ has: boolean }>(
      `select exists (select from applications where workspace_id = $1 and stage_id = $2 and status = 'active') as has`,
      [currentContext().workspaceId, stageId],
    );
    return row!.has;
  }

  /**
   * What chooses some of the active applications in a stage. It says twice what they are: of one that somebody moves away
   * while its lock is waited for, only what is asked of itself is looked at again.
   */
  someActiveIn(stageId: string): Condition {
    const active = `stage_id = ? and status = 'active'`;
    const some = `select id from applications where workspace_id = ? and ${active} order by id limit ${BATCH}`;
    return [`${active} and id in (${some})`, stageId, currentContext().workspaceId, stageId];
  }

  #of<T extends object>(sql: string, id: string): Promise<T[]> {
    return this.database.lookup<T & Row>(sql, [currentContext().workspaceId, id]);
  }
}
