import { Flag, FreeObject, Int, PageQuery, Text, Texts, Timestamp } from '../../platform/index.js';

export class QueueView {
  @Text({ example: 'mail', description: 'The name of the queue.' }) name: string;
  @Int({ min: 0, description: 'Number of jobs waiting for a worker.' }) waiting: number;
  @Int({ min: 0, description: 'Number of running jobs.' }) active: number;
  @Int({ min: 0, description: 'Number of delayed jobs.' }) delayed: number;
  @Int({ min: 0, description: 'Jobs that were given up; the last thousand are kept, for a week.' }) failed: number;
  @Flag({ description: 'Whether no worker takes jobs for now.' }) paused: boolean;
}

export class QueueQuery extends PageQuery {
  static override entity = QueueView;
  static override sorts = ['name'];
  static override defaultSort = 'name:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Queues on a page. Default: all.' })
  override limit = 100;
}

export class FailedJobView {
  @Text({ description: 'The id of the job.' }) id: string;
  @Text({ example: 'export', description: 'Name of the job.' }) name: string;
  @FreeObject({ description: 'Ids of the records of the job, by kind.' }) about: Record<string, string>;
  @Text({ description: 'Why it failed the last time, without secrets and addresses.' }) error: string;
  @Int({ min: 0, description: 'Number of attempts.' }) attempts: number;
  @Timestamp({ description: 'Time of the last failure.' }) failed_at: string;
}

export class FailedJobQuery extends PageQuery {
  static override entity = FailedJobView;
  static override sorts = ['failed_at'];
  static override defaultSort = 'failed_at:desc';
}

export class RetryJobs {
  @Texts({ minItems: 1, maxItems: 100, maxLength: 100, optional: true, description: 'Only these. Default: all.' })
  ids?: string[];
}

export class RetriedJobs {
  @Text({ example: 'mail', description: 'The name of the queue.' }) queue: string;
  @Int({ min: 0, description: 'Number of failed jobs queued again.' }) retried: number;
}
