import { Injectable } from '@nestjs/common';
import { currentContext, Database, type Row } from '../../platform/index.js';
import type { Attachment } from '../attachments/attachment.entity.js';
import type { StageVisit } from './stage-visit.entity.js';

/** Questions about applications that the store does not answer. */
@Injectable()
export class ApplicationLog {
  constructor(private readonly database: Database) {}

  /** The stages that an application was in, the first one first. */
  stagesOf(id: string): Promise<StageVisit[]> {
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

  /** Active applications in a stage, as many as `limit`, locked. */
  async activeIn(stageId: string, limit: number): Promise<string[]> {
    const rows = await this.database.write<{ id: string }>(
      `select id from applications where workspace_id = $1 and stage_id = $2 and status = 'active' order by id limit ${limit}
       for update`,
      [currentContext().workspaceId, stageId],
    );
    return rows.map(({ id }) => id);
  }

  #of<T extends object>(sql: string, id: string): Promise<T[]> {
    return this.database.lookup<T & Row>(sql, [currentContext().workspaceId, id]);
  }
}
