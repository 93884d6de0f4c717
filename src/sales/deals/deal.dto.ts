import {
  Choice,
  currentContext,
  Id,
  ListOf,
  PartialType,
  PickType,
  Text,
  ViewType,
  Where,
} from '../../platform/index.js';
import { Deal } from './deal.entity.js';
import { DEAL_STATUSES, OUTCOMES } from './deal.resource.js';

const placed = ['pipeline_id', 'stage_id'] as const;
const written = [
  'title',
  'value',
  'currency',
  'owner_id',
  'contact_ids',
  'project_id',
  'expected_close_date',
  'tags',
] as const;

export class CreateDeal extends PickType(Deal, [...placed, ...written, 'external_id']) {}

const why = { max: 500, optional: true, nullable: true, description: 'Reason of the win or loss.' };

/** Fields of a change. */
class Changed extends PartialType(PickType(Deal, [...placed, ...written])) {
  @Choice(DEAL_STATUSES, {
    optional: true,
    description: 'won and lost close an open deal; open reopens any other deal; archived archives it.',
  })
  status?: string;
  @Text(why) close_reason?: string | null;
  @Id('stg', {
    optional: true,
    description: 'Expected stage of the deal. The response is 409 if the deal is in another one.',
  })
  from_stage_id?: string;
}

export class UpdateDeal extends Changed {
  @Text({ optional: true, nullable: true, description: 'Id in an external system.' }) external_id?: string | null;
}

/** The body of a PUT by external id; `title` is required if it creates the deal. */
export class PutDeal extends Changed {}

export class CloseDeal {
  @Choice(OUTCOMES, { description: 'Result of the deal.' }) outcome: 'won' | 'lost';
  @Text(why) close_reason?: string | null;
}

export class DealQuery extends ListOf(Deal, {
  filter: ['pipeline_id', 'stage_id', 'status', 'owner_id', 'project_id', 'external_id'],
  lists: { contact_ids: 'workspace_id' },
  sort: ['created_at', 'updated_at', 'title', 'value', 'expected_close_date'],
}) {
  @Id('cnt', { optional: true, description: 'Only deals with this contact.' })
  @Where(
    (id: string) => [
      `contact_ids <> '{}' and in_workspace(workspace_id, contact_ids) @> array[?]`,
      `${currentContext().workspaceId} ${id}`,
    ],
    { index: 'gin' },
  )
  contact_id?: string;
}

export class DealView extends ViewType(Deal, [
  'id',
  ...written,
  ...placed,
  'status',
  'closed_at',
  'close_reason',
  'external_id',
  'created_at',
  'updated_at',
  'updated_by',
  'revision',
]) {}
