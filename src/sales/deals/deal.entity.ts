import {
  Choice,
  DateOnly,
  Id,
  Money,
  RecordEntity,
  ResourceEntity,
  Tags,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { Currency } from '../money.js';
import { DEAL_STATUSES, deals } from './deal.resource.js';

@ResourceEntity(deals, 'sales_deals')
export class Deal extends RecordEntity {
  @Text({ example: 'Website for Acme', description: 'What it is called.' }) title: string;
  @Id('pip', {
    optional: true,
    description: 'The pipeline that it is in; the oldest one, unless a request names another.',
  })
  pipeline_id: string;
  @Id('stg', { optional: true, description: 'The stage that it is in; the first one, unless a request names another.' })
  stage_id: string;
  /** The stage of an open deal: it refers to one that exists. Those of other deals may have been deleted. */
  @Text({ nullable: true, generated: `case when status = 'open' then stage_id end` }) open_stage_id: string | null;
  @Money({ default: 0, example: 12_500, description: 'What it is worth.' }) value: number;
  @Currency({
    optional: true,
    description: "What `value` is in; the pipeline's currency, unless a request names another.",
  })
  currency: string;
  @Choice(DEAL_STATUSES, { default: 'open', description: 'Whether it is still to be decided, and how it was.' })
  status: string;
  @Id('usr', {
    optional: true,
    nullable: true,
    description: 'The user it belongs to; you, unless a request names another. Null: nobody.',
  })
  owner_id: string | null;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    default: [],
    example: ['cnt_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description:
      'Ids of contacts that it is about. A contact that was merged stands for the one that it is part of now.',
  })
  contact_ids: string[];
  @Id('prj', { optional: true, nullable: true, description: 'The project that it has led to.' })
  project_id: string | null;
  @DateOnly({
    optional: true,
    nullable: true,
    example: '2026-09-30',
    description: 'When it is likely to be closed; forecasts count it in this period.',
  })
  expected_close_date: string | null;
  @Timestamp({ nullable: true, description: 'When it was won or lost.' }) closed_at: string | null;
  @Text({ max: 500, nullable: true, example: 'No budget this year', description: 'Why it was won or lost.' })
  close_reason: string | null;
  @Text({
    optional: true,
    nullable: true,
    example: 'crm-4711',
    description: 'Its id in a system of yours: no two deals have the same.',
  })
  external_id: string | null;
  @Tags({ default: [] }) tags: string[];
  @Id('usr', { nullable: true, description: 'The user behind the last change; null after one by the system.' })
  updated_by: string | null;
}
