import { ListOf, PartialType, PickType, ViewType } from '../../platform/index.js';
import { Scorecard } from './scorecard.entity.js';

const written = ['overall', 'recommendation', 'attributes', 'notes'] as const;

export class CreateScorecard extends PickType(Scorecard, written) {}

export class UpdateScorecard extends PartialType(CreateScorecard) {}

export class ScorecardQuery extends ListOf(Scorecard, {
  filter: ['stage_id', 'interviewer_id'],
  sort: ['submitted_at'],
  defaultSort: 'submitted_at:desc',
}) {}

export class ScorecardView extends ViewType(Scorecard, [
  'id',
  'application_id',
  'stage_id',
  'interviewer_id',
  ...written,
  'submitted_at',
  'updated_at',
  'revision',
]) {}
