import { Choice, Int, PageQuery, Text, Timestamp } from '../../platform/index.js';

export const RESULTS = ['running', 'succeeded', 'failed'] as const;

export class TaskView {
  @Text({ example: 'partitions', description: 'The name of the task.' }) name: string;
  @Text({ max: 200, example: 'Empties the trash.', description: 'What it does.' }) description: string;
  @Int({ min: 1, nullable: true, description: 'Seconds between two runs; null: whenever there is something to do.' })
  every_seconds: number | null;
  @Timestamp({
    nullable: true,
    description: 'When the last run began; null before the first. Kept to within half a minute.',
  })
  last_run_at: string | null;
  @Int({ min: 0, nullable: true, description: 'Milliseconds that it took; null while it runs.' })
  duration_ms: number | null;
  @Choice(RESULTS, { nullable: true, description: 'What became of it; null before the first run.' })
  result: (typeof RESULTS)[number] | null;
  @Text({
    nullable: true,
    description: 'Why it failed, without secrets and addresses. It runs again ten seconds later.',
  })
  error: string | null;
  @Timestamp({
    nullable: true,
    description: 'When it runs next by itself, as far as a worker is there; null: whenever there is something to do.',
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
