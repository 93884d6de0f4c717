import { Choice, Int, PageQuery, Text, Timestamp } from '../../platform/index.js';

export const RESULTS = ['running', 'succeeded', 'failed'] as const;

export class TaskView {
  @Text({ example: 'partitions', description: 'The name of the task.' }) name: string;
  @Text({ max: 200, example: 'Empties the trash.', description: 'Description of the task.' }) description: string;
  @Int({ min: 1, nullable: true, description: 'Seconds between two runs; null: whenever there is something to do.' })
  every_seconds: number | null;
  @Timestamp({
    nullable: true,
    description: 'Start of the last run; null before the first. Accurate to half a minute.',
  })
  last_run_at: string | null;
  @Int({ min: 0, nullable: true, description: 'Milliseconds that it took; null while it runs.' })
  duration_ms: number | null;
  @Choice(RESULTS, { nullable: true, description: 'Result of the last run; null before the first run.' })
  result: (typeof RESULTS)[number] | null;
  @Text({
    nullable: true,
    description: 'Reason of the failure, without secrets and addresses. The task runs again after ten seconds.',
  })
  error: string | null;
  @Timestamp({
    nullable: true,
    description: 'Next scheduled run, if a worker is present; null: runs whenever work is due.',
  })
  next_run_at: string | null;
}

export class TaskQuery extends PageQuery {
  static override entity = TaskView;
  static override sorts = ['name'];
  static override defaultSort = 'name:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Tasks on a page. Default: all.' })
  override limit = 100;
}
