import { Injectable } from '@nestjs/common';
import { type Condition, currentContext, Database, type Row } from '../../platform/index.js';
import type { Attachment } from './attachment.entity.js';

/** Applications that are changed at a time. */
const BATCH_SIZE = 500;

/** Questions about applications that the store does not answer. */
@Injectable()
export class ApplicationRepository {
  constructor(private readonly database: Database) {}

  /** The attachments of an application, the oldest first. */
  attachmentsOf(id: string): Promise<Omit<Attachment, 'blob_key'>[]> {
    return this.#of(
      `select id, file_id, label, name, mime_type, size_bytes, scan_status, attached_by, created_at from application_attachments
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

  /** Whether active applications are in the stage. */
  async activeIn(stageId: string): Promise<boolean> {
    const [row] = await this.database.read<{ has: boolean }>(
      `select exists (select from applications where workspace_id = $1 and active_stage_id = $2) as has`,
      [currentContext().workspaceId, stageId],
    );
    return row!.has;
  }

  /** Those of these applications that have notes, scorecards or files. */
  async withWork(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.read<{ id: string }>(
      `select application_id as id from application_notes where workspace_id = $1 and application_id = any($2::text[])
       union select application_id from scorecards where workspace_id = $1 and application_id = any($2::text[])
       union select application_id from application_attachments where workspace_id = $1 and application_id = any($2::text[])`,
      [currentContext().workspaceId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * A condition for some of the active applications in a stage. Status and stage are asked twice, because of a row whose lock
   * was waited for PostgreSQL checks only the outer condition again.
   */
  someActiveIn(stageId: string): Condition {
    const active = 'active_stage_id = ?';
    const some = `select id from applications where workspace_id = ? and ${active} order by id limit ${BATCH_SIZE}`;
    return [`${active} and id in (${some})`, stageId, currentContext().workspaceId, stageId];
  }

  #of<T extends object>(sql: string, id: string): Promise<T[]> {
    return this.database.lookup<T & Row>(sql, [currentContext().workspaceId, id]);
  }
}
