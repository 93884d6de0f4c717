import { Injectable } from '@nestjs/common';
import { currentContext, Database, notFound, type Row } from '../../platform/index.js';
import type { Job } from '../jobs/job.entity.js';

type Opening = Pick<Job, 'status' | 'title' | 'owner_id' | 'confirmation_mail'> & {
  stage: { id: string; name: string };
};

@Injectable()
export class SubmissionLog {
  constructor(private readonly database: Database) {}

  /**
   * A job and the stage that its applications begin in, as they are until the unit of work ends: the job is not closed, the
   * stage not deleted meanwhile. Other submissions are not held up.
   */
  async hold(jobId: string): Promise<Opening> {
    // Where the first stage is being deleted, there is another one in its place afterwards.
    const found = (await this.#find(jobId)) ?? (await this.#find(jobId));
    if (!found) throw notFound('There is no job with this id.');
    const { stage_id, stage_name, ...job } = found;
    return { ...(job as Omit<Opening, 'stage'>), stage: { id: stage_id, name: stage_name } };
  }

  async #find(jobId: string): Promise<Row | undefined> {
    const [found] = await this.database.write(
      `select j.status, j.title, j.owner_id, j.confirmation_mail, s.id as stage_id, s.name as stage_name
         from jobs j
         join careers_pipelines p on p.workspace_id = j.workspace_id and p.id = j.pipeline_id
         join careers_stages s on s.workspace_id = p.workspace_id and s.id = p.stage_ids[1]
        where j.workspace_id = $1 and j.id = $2
          for share of j for key share of s`,
      [currentContext().workspaceId, jobId],
    );
    return found;
  }
}
