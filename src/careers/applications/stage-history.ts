import { Injectable } from '@nestjs/common';
import { currentContext, Database, newId } from '../../platform/index.js';
import type { Application } from './application.entity.js';
import type { StageVisit } from './stage-visit.entity.js';

type Place = Pick<Application, 'workspace_id' | 'id' | 'job_id' | 'updated_at'>;
type Named = { id: string; name: string };

/**
 * Which stages applications have been in, when, and who moved them. It is written in the transaction of the change, behind
 * the guarded update of the application, so there is one open stay at a time and no gap.
 */
@Injectable()
export class StageHistory {
  constructor(private readonly database: Database) {}

  /** The application, as it is after the change, has come into a stage. */
  async enter(
    { workspace_id, id, job_id, updated_at }: Place,
    stage: Named,
    note: string | null = null,
  ): Promise<void> {
    const { actor } = currentContext();
    await this.database.write(
      `insert into stage_visits (workspace_id, id, application_id, job_id, stage_id, stage_name, entered_at, moved_by_type,
         moved_by_id, note, created_at, updated_at, revision)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7, $7, 1)`,
      [workspace_id, newId('vis'), id, job_id, stage.id, stage.name, updated_at, actor.type, actor.id, note],
    );
  }

  /** The application, as it is after the change, has left the stage that it was in. */
  async leave({ workspace_id, id, updated_at }: Place, outcome: NonNullable<StageVisit['outcome']>): Promise<void> {
    await this.database.write(
      `update stage_visits set left_at = $3, outcome = $4, updated_at = $3, revision = revision + 1
        where workspace_id = $1 and application_id = $2 and left_at is null`,
      [workspace_id, id, updated_at, outcome],
    );
  }

  /** What people wrote beside moves may name the candidate. */
  async forgetNotes({ workspace_id, id }: Pick<Place, 'workspace_id' | 'id'>): Promise<void> {
    await this.database.write(
      `update stage_visits set note = null, revision = revision + 1
        where workspace_id = $1 and application_id = $2 and note is not null`,
      [workspace_id, id],
    );
  }
}
