import { conflictError, defineResource, event, Id, Money, Text } from '../../platform/index.js';
import type { Deal } from './deal.entity.js';

export const DEAL_STATUSES = ['open', 'won', 'lost', 'archived'] as const;
export const OUTCOMES = ['won', 'lost'] as const;

class DealWon {
  @Id('deal', { description: 'The deal.' }) deal_id: string;
  @Text({ example: 'Website for Acme', description: 'What it is called.' }) title: string;
  @Money({ example: 12_500, description: 'What it is worth.' }) value: number;
}

class DealLost extends DealWon {
  @Text({ max: 500, nullable: true, example: 'No budget this year', description: 'Why it was lost.' }) close_reason:
    string | null;
}

class DealStageChanged extends DealWon {
  @Id('pip', { description: 'The pipeline that the deal is in.' }) pipeline_id: string;
  @Id('stg', { description: 'The stage before.' }) from_stage_id: string;
  @Id('stg', { description: 'The stage after.' }) to_stage_id: string;
}

export const deals = defineResource('sales.deal', {
  idPrefix: 'deal',
  owner: 'owner_id',
  userColumns: ['updated_by'],
  states: {
    open: ['won', 'lost', 'archived'],
    won: ['open', 'archived'],
    lost: ['open', 'archived'],
    archived: ['open'],
  },
  events: {
    won: DealWon,
    lost: DealLost,
    stage_changed: event(DealStageChanged, ({ stage_id }: Deal, { before }) => ({
      from_stage_id: before.stage_id,
      to_stage_id: stage_id,
    })),
  },
  errors: {
    notOpen: conflictError('The deal is not open.'),
    elsewhere: conflictError('The deal is not in the stage that from_stage_id names.'),
    pipelineGone: conflictError('The pipeline of the deal has been deleted: name another one in pipeline_id.'),
    externalIdTaken: conflictError('There is a deal with this external id already.'),
  },
  races: ['sales_deals_external_id'],
  countedBy: [
    'status',
    'pipeline_id',
    'stage_id',
    'currency',
    'undated=expected_close_date is null',
    'owner_id',
    'tags',
  ],
  countedByMany: ['owner_id', 'tags'],
  summed: 'value',
});
