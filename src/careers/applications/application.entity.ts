import {
  Choice,
  Decimal,
  Id,
  Int,
  type Language,
  LANGUAGES,
  LongText,
  Nested,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Tags,
  Tally,
  Text,
  Timestamp,
} from '../../platform/index.js';
import { applications, MAX_RATING, STATUSES } from './application.resource.js';

/** Somebody who applies. All null once the application has been anonymized. */
export class Candidate {
  @Text({ nullable: true, example: 'Ada Lovelace', description: 'Name of the candidate.' })
  display_name: string | null;
  @Text({ nullable: true, max: 254, example: 'ada@example.com', description: 'E-mail address of the candidate.' })
  email: string | null;
  @Text({ nullable: true, max: 32, example: '+44 20 7946 0000', description: 'Phone number of the candidate.' })
  phone: string | null;
}

export class Answer {
  @Text({ max: 50, example: 'experience', description: 'Field of the form.' }) field: string;
  @LongText({ max: 10_000, example: '7', description: 'Answer as sent; for multi_select one choice.' }) value: string;
}

/** The scorecards that give an application its score. */
const SCORECARDS = {
  of: 'careers.scorecard',
  from: `(select * from scorecards where recommendation <> 'no_decision') c`,
  row: 'c',
  by: 'c.application_id',
};

@ResourceEntity(applications, 'applications')
export class Application extends RecordEntity {
  @Id('job', { description: 'Job of the application.' }) job_id: string;
  @Id('usr', { description: 'Owner of the job.' }) owner_id: string;
  @Choice(STATUSES, { default: 'active', description: 'Status of the application.' })
  status: (typeof STATUSES)[number];
  @Id('stg', { description: 'Current stage, or the last one of an ended application. It may have been deleted.' })
  stage_id: string;
  /** The stage of an active application: it refers to one that exists. Those of other applications may have been deleted. */
  @Text({ nullable: true, generated: `case when status = 'active' then stage_id end` }) active_stage_id: string | null;
  @Nested(() => Candidate, { audit: 'nothing', description: 'Candidate; all fields are null after anonymization.' })
  candidate: Candidate;
  /** That the candidate's browser asked for; null where somebody else added them, or it asked for none that we know. */
  @Choice(LANGUAGES, { nullable: true, default: null, audit: 'nothing' }) language: Language | null;
  /** Tells addresses apart, in any case, without being one; null once it has been anonymized. */
  @Text({ nullable: true, audit: 'nothing' }) email_digest: string | null;
  @NestedList(() => Answer, {
    audit: 'nothing',
    description: 'Answers of the candidate. Files are attachments instead.',
  })
  answers: Answer[];
  @Tags({ default: [] }) tags: string[];
  @Tally({ ...SCORECARDS, sql: 'round(avg(c.overall), 2)::float8', none: null })
  @Decimal({
    min: 1,
    max: MAX_RATING,
    scale: 2,
    nullable: true,
    description: 'Mean of `overall` of the scorecards, without those of no_decision; null without any.',
  })
  score: number | null;
  /** How many scorecards the score is the mean of. */
  @Tally({ ...SCORECARDS, sql: 'count(c.overall)::int', none: 0 })
  @Int({ min: 0, default: 0 })
  scorecard_count: number;
  @Text({ max: 500, nullable: true, audit: 'digest' }) reason: string | null;
  @Timestamp({ nullable: true }) disqualified_at: string | null;
  @Id('usr', { nullable: true }) disqualified_by: string | null;
  /** When the candidate is told by mail; null where they are not. */
  @Timestamp({ nullable: true }) notify_at: string | null;
  /** When it was disqualified or withdrawn. */
  @Timestamp({ nullable: true }) ended_at: string | null;
  @Timestamp({ nullable: true, description: 'Time of anonymization; null if not anonymized.' })
  anonymized_at: string | null;
  @Timestamp({ generated: 'created_at', description: 'Time of submission.' }) submitted_at: string;
}
