import {
  Choice,
  Decimal,
  Id,
  Int,
  LongText,
  Nested,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Tags,
  Text,
  Timestamp,
} from '../../platform/index.js';
import { applications, MAX_RATING, STATUSES } from './application.resource.js';

/** Somebody who applies. All null once the application has been anonymized. */
export class Candidate {
  @Text({ nullable: true, example: 'Ada Lovelace', description: 'What they are called.' })
  display_name: string | null;
  @Text({ nullable: true, max: 254, example: 'ada@example.com', description: 'Where they read their mail.' })
  email: string | null;
  @Text({ nullable: true, max: 32, example: '+44 20 7946 0000', description: 'Where they can be called.' })
  phone: string | null;
}

export class Answer {
  @Text({ max: 50, example: 'experience', description: 'The field of the form.' }) field: string;
  @LongText({ max: 10_000, example: '7', description: 'As it was sent; of multi_select one choice.' }) value: string;
}

@ResourceEntity(applications, 'applications')
export class Application extends RecordEntity {
  @Id('job', { description: 'The job that it is for.' }) job_id: string;
  @Id('usr', { description: 'The user to whom the job belongs.' }) owner_id: string;
  @Choice(STATUSES, { default: 'active', description: 'Whether it is still being looked at.' })
  status: (typeof STATUSES)[number];
  @Id('stg', { description: 'The stage that it is in, or was in when it ended; that one may be deleted since.' })
  stage_id: string;
  /** Who brought it into its stage, and what they noted about that: triggers write its history with it. */
  @Text({ derived: true, default: 'system' }) moved_by_type: string;
  @Text({ derived: true, nullable: true }) moved_by_id: string | null;
  @Text({ derived: true, nullable: true, max: 500, audit: 'nothing' }) stage_note: string | null;
  @Nested(() => Candidate, { audit: 'nothing', description: 'Who applies; all null once it has been anonymized.' })
  candidate: Candidate;
  /** Tells addresses apart, in any case, without being one; null once it has been anonymized. */
  @Text({ nullable: true, audit: 'nothing' }) email_digest: string | null;
  @NestedList(() => Answer, {
    audit: 'nothing',
    description: 'What the candidate answered, without files; those are attachments.',
  })
  answers: Answer[];
  @Tags({ default: [] }) tags: string[];
  @Decimal({
    min: 1,
    max: MAX_RATING,
    scale: 2,
    nullable: true,
    description:
      'The mean of `overall` of its scorecards, without those that decide nothing; null while there is none.',
  })
  score: number | null;
  /** How many scorecards the score is the mean of. */
  @Int({ min: 0, default: 0 }) scorecard_count: number;
  @Text({ max: 500, nullable: true, audit: 'digest' }) reason: string | null;
  @Timestamp({ nullable: true }) disqualified_at: string | null;
  @Id('usr', { nullable: true }) disqualified_by: string | null;
  /** When the candidate is told by mail; null where they are not. */
  @Timestamp({ nullable: true }) notify_at: string | null;
  /** When it was disqualified or withdrawn. */
  @Timestamp({ nullable: true }) ended_at: string | null;
  @Timestamp({ nullable: true, description: 'When it was anonymized; null where it was not.' })
  anonymized_at: string | null;
  @Timestamp({ generated: 'created_at', description: 'When it was submitted.' }) submitted_at: string;
}
