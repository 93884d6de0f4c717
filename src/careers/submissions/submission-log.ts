import { Injectable } from '@nestjs/common';
import { currentContext, Database, notFound } from '../../platform/index.js';
import type { Job } from '../jobs/job.entity.js';

/** What a submission needs of its job, and the stage that it begins in. */
type Opening = Pick<Job, 'status' | 'title' | 'owner_id' | 'confirmation_mail'> & { stage_id: string };

@Injectable()
export class SubmissionLog {
  constructor(private readonly database: Database) {}

  /** As it is now: a trigger looks again when the application is written. */
  async openingOf(jobId: string): Promise<Opening> {
    const [found] = await this.database.lookup<Opening>(
      `select j.status, j.title, j.owner_id, j.confirmation_mail, p.stage_ids[1] as stage_id from jobs j
         join careers_pipelines p on p.workspace_id = j.workspace_id and p.id = j.pipeline_id
        where j.workspace_id = $1 and j.id = $2`,
      [currentContext().workspaceId, jobId],
    );
    if (!found) throw notFound('There is no job with this id.');
    return found;
  }
}
