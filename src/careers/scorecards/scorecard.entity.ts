import {
  Choice,
  Id,
  Int,
  LongText,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Text,
  Timestamp,
} from '../../platform/index.js';
import { MAX_RATING } from '../applications/application.resource.js';
import { RECOMMENDATIONS, scorecards } from './scorecard.resource.js';

export class ScorecardAttribute {
  @Text({ example: 'System design', description: 'What was looked at.' }) name: string;
  @Text({ max: 50, nullable: true, default: null, example: 'skill', description: 'What kind of thing that is.' })
  type: string | null;
  @Int({
    min: 1,
    max: MAX_RATING,
    nullable: true,
    default: null,
    description: 'How good it is; null where that is open.',
  })
  rating: number | null;
  @LongText({ max: 10_000, nullable: true, default: null, description: 'Why.' }) note: string | null;
}

@ResourceEntity(scorecards, 'scorecards')
export class Scorecard extends RecordEntity {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('stg', { description: 'The stage that the application was in.' }) stage_id: string;
  @Id('usr', { optional: true, description: 'Whose it is.' }) interviewer_id: string;
  @Int({
    min: 1,
    max: MAX_RATING,
    nullable: true,
    default: null,
    example: 3,
    description: 'How good the candidate is. The score of the application is the mean of these.',
  })
  overall: number | null;
  @Choice(RECOMMENDATIONS, { description: 'What to do. What says no_decision does not count for the score.' })
  recommendation: (typeof RECOMMENDATIONS)[number];
  @NestedList(() => ScorecardAttribute, {
    maxItems: 50,
    default: [],
    audit: 'digest',
    description: 'What was looked at, one by one.',
  })
  attributes: ScorecardAttribute[];
  @LongText({ max: 10_000, default: '', description: 'Anything else.' }) notes: string;
  @Timestamp({ generated: 'created_at', description: 'When it was written.' }) submitted_at: string;
}
