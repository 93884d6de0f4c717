import { Injectable } from '@nestjs/common';
import { currentContext, Database, notFound } from '../../platform/index.js';
import type { Job } from '../jobs/job.entity.js';

/** The fields of a job that a submission needs. */
type Opening = Pick<Job, 'status' | 'title' | 'owner_id' | 'confirmation_mail'>;

@Injectable()
export class SubmissionRepository {
  constructor(private readonly database: Database) {}

  /** Locks the job in share mode, so that its status, owner and pipeline stay as they are until the transaction ends. */
  async lockOpening(jobId: string): Promise<Opening> {
    const [found] = await this.database.write<Opening>(
      'select status, title, owner_id, confirmation_mail from jobs where workspace_id = $1 and id = $2 for share',
      [currentContext().workspaceId, jobId],
    );
    if (!found) throw notFound('There is no job with this id.');
    return found;
  }
}
