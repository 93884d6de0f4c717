import {
  Decimal,
  Flag,
  Id,
  Int,
  ListOf,
  Nested,
  NestedList,
  PartialType,
  PickType,
  Text,
  Timestamp,
  ViewType,
} from '../../platform/index.js';
import { AttachmentView } from '../attachments/attachment.dto.js';
import { Application } from './application.entity.js';
import { MAX_RATING } from './application.resource.js';

export class UpdateApplication extends PartialType(PickType(Application, ['stage_id', 'tags'])) {
  @Id('stg', { optional: true, description: 'Refuses the move where the application is in another stage by now.' })
  from_stage_id?: string;
  @Text({
    max: 500,
    optional: true,
    nullable: true,
    example: 'Strong in the call',
    description: 'Stands in the history, beside the move.',
  })
  stage_note?: string | null;
  @Text({ max: 500, optional: true, description: 'Of a disqualified one: the reason, changed later.' }) reason?: string;
}

/** Minutes of 30 days. */
const MAX_DELAY_MINUTES = 43_200;

export class DisqualifyApplication {
  @Text({
    max: 500,
    example: 'lacks_qualifications',
    description: 'A code of `GET /v1/careers/disqualification-reasons`, or words of your own.',
  })
  reason: string;
  @Flag({ default: false, description: 'The candidate is told by mail; not why.' }) notify_candidate: boolean;
  @Int({
    min: 0,
    max: MAX_DELAY_MINUTES,
    default: 0,
    description: 'Minutes after which the mail goes out. Reopening before then takes it back.',
  })
  notify_delay_minutes: number;
}

export class ApplicationQuery extends ListOf(Application, {
  filter: ['status', 'stage_id'],
  sort: ['submitted_at', 'updated_at', 'score'],
  defaultSort: 'submitted_at:desc',
}) {}

const item = [
  'id',
  'job_id',
  'owner_id',
  'status',
  'stage_id',
  'candidate',
  'answers',
  'tags',
  'submitted_at',
  'score',
  'anonymized_at',
  'updated_at',
] as const;

/** An application in a list. */
export class ApplicationItem extends ViewType(Application, item) {}

class MovedBy {
  @Text({
    example: 'user',
    description: 'user, api_key, oauth_client, system; public where the candidate submitted it.',
  })
  type: string;
  @Text({
    nullable: true,
    example: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x',
    description: 'Who moved it; null for system and public.',
  })
  id: string | null;
}

class StageInHistory {
  @Id('stg', { description: 'The stage, which may be deleted since.' }) stage_id: string;
  @Text({ example: 'Screen', description: 'What it was called then.' }) stage_name: string;
  @Timestamp({ description: 'When the application came into it.' }) entered_at: string;
  @Timestamp({ nullable: true, description: 'When it left it, or ended there; null while it is in it.' })
  left_at: string | null;
  @Nested(() => MovedBy, { description: 'Who brought it there.' }) moved_by: MovedBy;
  @Text({ max: 500, nullable: true, description: '`stage_note` of the move.' }) note: string | null;
}

class Scored {
  @Decimal({ min: 1, max: MAX_RATING, scale: 2, nullable: true, description: 'The same as `score`.' })
  average: number | null;
  @Int({ min: 0, example: 2, description: 'How many scorecards it is the mean of.' }) count: number;
  @Int({ min: MAX_RATING, max: MAX_RATING, example: MAX_RATING, description: 'The best that a scorecard gives.' })
  scale_max: number;
}

class Disqualification {
  @Text({ max: 500, example: 'lacks_qualifications', description: 'Why.' }) reason: string;
  @Flag({ description: 'Whether the candidate has been told by mail.' }) notified: boolean;
  @Timestamp({ nullable: true, description: 'When the candidate is told by mail; null where they are not.' })
  notify_at: string | null;
  @Timestamp({ description: 'When.' }) at: string;
  @Id('usr', { nullable: true, description: 'The user who did it; null where their stage was removed by the system.' })
  by: string | null;
}

export class ApplicationView extends ViewType(Application, [...item, 'created_at', 'revision']) {
  @Nested(() => Scored, { description: 'What its scorecards say together.' }) scorecard: Scored;
  @NestedList(() => StageInHistory, { description: 'The stages that it was in, the first one first.' })
  stage_history: StageInHistory[];
  @NestedList(() => AttachmentView, { description: 'Files that belong to it, the oldest first.' })
  attachments: AttachmentView[];
  @Nested(() => Disqualification, { nullable: true, description: 'Null where it is not disqualified.' })
  disqualification: Disqualification | null;
}
