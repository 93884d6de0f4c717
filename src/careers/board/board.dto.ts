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

const workspace = { description: 'Whose jobs.' };

/** No filter is about what candidates do not see, such as tags. */
export class BoardQuery extends PageQuery {
  static override entity = Job;
  static override sorts = ['published_at', 'title'];
  static override defaultSort = 'published_at:desc';
  static override always = (): Condition => ['on_board'];

  @Id('ws', workspace) workspace_id: string;
  @Text({ optional: true, description: 'Only jobs of this part of the company.' }) department?: string;
  @Text({ optional: true, description: 'Only jobs at this place.' }) location?: string;
  @Choice(EMPLOYMENT_TYPES, { optional: true, description: 'Only jobs of this kind.' }) employment_type?: string;
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
  @Int({ min: 0, description: 'Jobs there are.' }) total: number;
  @LongText({ nullable: true, description: 'Where the next page begins; null on the last one.' }) next_cursor:
    string | null;
  @Flag({ description: 'There is a next page.' }) has_more: boolean;
}

export class BoardPage {
  @NestedList(() => BoardItem, { description: 'The jobs of the page.' }) data: BoardItem[];
  @Nested(() => BoardMeta, { description: 'Where it is in the list.' }) meta: BoardMeta;
}
