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
import { AttachmentView } from './attachment.dto.js';
import { Application } from './application.entity.js';
import { MAX_RATING } from './application.resource.js';

export class UpdateApplication extends PartialType(PickType(Application, ['stage_id', 'tags'])) {
  @Id('stg', {
    optional: true,
    description: 'Expected stage. The move is refused if the application is in another one.',
  })
  from_stage_id?: string;
  @Text({
    max: 500,
    optional: true,
    nullable: true,
    example: 'Strong in the call',
    description: 'Note of the move, kept in the stage history.',
  })
  stage_note?: string | null;
  @Text({ max: 500, optional: true, description: 'New reason of a disqualified application.' }) reason?: string;
}

/** Minutes of 30 days. */
const MAX_DELAY_MINUTES = 43_200;

export class DisqualifyApplication {
  @Text({
    max: 500,
    example: 'lacks_qualifications',
    description: 'Code of `GET /v1/careers/disqualification-reasons`, or free text.',
  })
  reason: string;
  @Flag({ default: false, description: 'Whether to notify the candidate by mail, without the reason.' })
  notify_candidate: boolean;
  @Int({
    min: 0,
    max: MAX_DELAY_MINUTES,
    default: 0,
    description: 'Delay of the mail in minutes. Reopening the application within the delay cancels the mail.',
  })
  notify_delay_minutes: number;
}

export class ApplicationQuery extends ListOf(Application, {
  filter: ['status', 'stage_id'],
  sort: ['submitted_at', 'updated_at', 'score'],
  defaultSort: 'submitted_at:desc',
}) {}

/** The same over all jobs. */
export class PoolQuery extends ListOf(Application, {
  filter: ['status', 'job_id', 'owner_id'],
  sort: ['submitted_at', 'updated_at'],
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
    description: 'user, api_key, oauth_client, system, or public for a submission by the candidate.',
  })
  type: string;
  @Text({
    nullable: true,
    example: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x',
    description: 'Id of the actor of the move; null for system and public.',
  })
  id: string | null;
}

class StageInHistory {
  @Id('stg', { description: 'Stage; it may have been deleted.' }) stage_id: string;
  @Text({ example: 'Screen', description: 'Name of the stage at that time.' }) stage_name: string;
  @Timestamp({ description: 'Time of entry.' }) entered_at: string;
  @Timestamp({
    nullable: true,
    description: 'Time of leaving, or of the end of the application; null for the current stage.',
  })
  left_at: string | null;
  @Nested(() => MovedBy, { description: 'Actor of the move.' }) moved_by: MovedBy;
  @Text({ max: 500, nullable: true, description: '`stage_note` of the move.' }) note: string | null;
}

class Scored {
  @Decimal({ min: 1, max: MAX_RATING, scale: 2, nullable: true, description: 'The same as `score`.' })
  average: number | null;
  @Int({ min: 0, example: 2, description: 'Number of scorecards in the mean.' }) count: number;
  @Int({ min: MAX_RATING, max: MAX_RATING, example: MAX_RATING, description: 'Maximum score of a scorecard.' })
  scale_max: number;
}

class Disqualification {
  @Text({ max: 500, example: 'lacks_qualifications', description: 'Why.' }) reason: string;
  @Flag({ description: 'Whether the candidate has been notified by mail.' }) notified: boolean;
  @Timestamp({ nullable: true, description: 'Time of the mail to the candidate; null without a mail.' })
  notify_at: string | null;
  @Timestamp({ description: 'When.' }) at: string;
  @Id('usr', {
    nullable: true,
    description: 'User who disqualified the application; null if the system did because the stage was deleted.',
  })
  by: string | null;
}

export class ApplicationView extends ViewType(Application, [...item, 'created_at', 'revision']) {
  @Nested(() => Scored, { description: 'Summary of the scorecards.' }) scorecard: Scored;
  @NestedList(() => StageInHistory, { description: 'Stage history, the oldest first.' })
  stage_history: StageInHistory[];
  @NestedList(() => AttachmentView, { description: 'Attachments, the oldest first.' })
  attachments: AttachmentView[];
  @Nested(() => Disqualification, {
    nullable: true,
    description: 'Disqualification; null if the application is not disqualified.',
  })
  disqualification: Disqualification | null;
}
