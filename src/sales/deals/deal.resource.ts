import { conflictError, defineResource, event, Id, Money, Text } from '../../platform/index.js';
import type { Deal } from './deal.entity.js';

export const DEAL_STATUSES = ['open', 'won', 'lost', 'archived'] as const;
export const OUTCOMES = ['won', 'lost'] as const;

class DealWon {
  @Id('deal', { description: 'The deal.' }) deal_id: string;
  @Text({ example: 'Website for Acme', description: 'Name.' }) title: string;
  @Money({ example: 12_500, description: 'Value.' }) value: number;
}

class DealLost extends DealWon {
  @Text({ max: 500, nullable: true, example: 'No budget this year', description: 'Reason of the loss.' }) close_reason:
    string | null;
}

class DealStageChanged extends DealWon {
  @Id('pip', { description: 'Pipeline of the deal.' }) pipeline_id: string;
  @Id('stg', { description: 'Previous stage.' }) from_stage_id: string;
  @Id('stg', { description: 'New stage.' }) to_stage_id: string;
}

export const deals = defineResource('sales.deal', {
  idPrefix: 'deal',
  searchable: ['title'],
  owner: 'owner_id',
  notices: [
    { kind: 'assignment', on: ['created', 'updated'], to: ['owner_id'] },
    { kind: 'deal', on: ['won', 'lost'], to: ['owner_id'] },
  ],
  userColumns: ['updated_by'],
  feed: { within: ['pipeline_id'] },
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
    elsewhere: conflictError('The deal is not in the stage from_stage_id. Get it again.'),
    pipelineGone: conflictError('The pipeline of the deal has been deleted. Name another one in pipeline_id.'),
    externalIdTaken: conflictError('A deal with this external id already exists.'),
  },
  races: ['sales_deals_external_id'],
});
