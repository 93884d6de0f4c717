import {
  Choice,
  type Condition,
  Flag,
  Id,
  Int,
  LongText,
  Nested,
  NestedList,
  PageQuery,
  Text,
  ViewType,
} from '../../platform/index.js';
import { Job } from '../jobs/job.entity.js';
import { EMPLOYMENT_TYPES } from '../jobs/job.resource.js';

const workspace = { description: 'Workspace of the jobs.' };

/** No filter is about what candidates do not see, such as tags. */
export class BoardQuery extends PageQuery {
  static override entity = Job;
  static override sorts = ['published_at', 'title'];
  static override defaultSort = 'published_at:desc';
  static override always = (): Condition => ['on_board'];

  @Id('ws', workspace) workspace_id: string;
  @Text({ optional: true, description: 'Only jobs of this department.' }) department?: string;
  @Text({ optional: true, description: 'Only jobs at this location.' }) location?: string;
  @Choice(EMPLOYMENT_TYPES, { optional: true, description: 'Only jobs with this employment type.' })
  employment_type?: string;
}

export class FeedQuery {
  @Id('ws', workspace) workspace_id: string;
}

/** A job as candidates see it. */
export class BoardItem extends ViewType(Job, [
  'id',
  'title',
  'department',
  'location',
  'employment_type',
  'published_at',
]) {}

export class BoardJob extends ViewType(Job, [
  'id',
  'title',
  'department',
  'location',
  'employment_type',
  'published_at',
  'description',
  'application_form',
]) {}

class BoardMeta {
  @Int({ min: 0, max: 10_000, description: 'The number of jobs, at most 10 000.' }) total: number;
  @Choice(['gte'], {
    optional: true,
    description: '`gte`: there are more jobs than `total`. Absent if `total` is exact.',
  })
  total_relation?: 'gte';
  @LongText({ nullable: true, description: 'Cursor of the next page; null on the last page.' }) next_cursor:
    string | null;
  @Flag({ description: 'Whether there is a next page.' }) has_more: boolean;
}

export class BoardPage {
  @NestedList(() => BoardItem, { description: 'The jobs of the page.' }) data: BoardItem[];
  @Nested(() => BoardMeta, { description: 'Position of the page in the list.' }) meta: BoardMeta;
}
