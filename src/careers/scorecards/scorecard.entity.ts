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
  @Text({ example: 'System design', description: 'Name of the criterion.' }) name: string;
  @Text({ max: 50, nullable: true, default: null, example: 'skill', description: 'Kind of the criterion.' })
  type: string | null;
  @Int({
    min: 1,
    max: MAX_RATING,
    nullable: true,
    default: null,
    description: 'Rating; null if not rated.',
  })
  rating: number | null;
  @LongText({ max: 10_000, nullable: true, default: null, description: 'Why.' }) note: string | null;
}

@ResourceEntity(scorecards, 'scorecards')
export class Scorecard extends RecordEntity {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('stg', { description: 'Stage of the application at that time.' }) stage_id: string;
  @Id('usr', { optional: true, description: 'Author of the scorecard.' }) interviewer_id: string;
  @Int({
    min: 1,
    max: MAX_RATING,
    nullable: true,
    default: null,
    example: 3,
    description: 'Overall rating. The score of the application is the mean of these.',
  })
  overall: number | null;
  @Choice(RECOMMENDATIONS, { description: 'Recommendation. Scorecards with no_decision do not count for the score.' })
  recommendation: (typeof RECOMMENDATIONS)[number];
  @NestedList(() => ScorecardAttribute, {
    maxItems: 50,
    default: [],
    audit: 'digest',
    description: 'Rated criteria.',
  })
  attributes: ScorecardAttribute[];
  @LongText({ max: 10_000, default: '', description: 'Further remarks.' }) notes: string;
  @Timestamp({ generated: 'created_at', description: 'Time of creation.' }) submitted_at: string;
}
