import {
  Choice,
  Currency,
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
import { DEAL_STATUSES, deals } from './deal.resource.js';

@ResourceEntity(deals, 'sales_deals')
export class Deal extends RecordEntity {
  @Text({ example: 'Website for Acme', description: 'Name.' }) title: string;
  @Id('pip', {
    optional: true,
    description: 'Pipeline. Default: the oldest one.',
  })
  pipeline_id: string;
  @Id('stg', { optional: true, description: 'Stage. Default: the first one.' })
  stage_id: string;
  /** Stage of an open deal, with a foreign key. The stages of other deals may have been deleted. */
  @Text({ nullable: true, generated: `case when status = 'open' then stage_id end` }) open_stage_id: string | null;
  @Money({ default: 0, example: 12_500, description: 'Value.' }) value: number;
  @Currency({
    optional: true,
    description: 'Currency of `value`. Default: the currency of the pipeline.',
  })
  currency: string;
  @Choice(DEAL_STATUSES, { default: 'open', description: 'Status: open, won, lost or archived.' })
  status: string;
  @Id('usr', {
    optional: true,
    nullable: true,
    description: 'Owner. Default: the user of the credential. Null: no owner.',
  })
  owner_id: string | null;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    idPrefix: 'cnt',
    default: [],
    example: ['cnt_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description:
      'Ids of the contacts of the deal. The id of a merged contact is replaced by the contact it was merged into.',
  })
  contact_ids: string[];
  @Id('prj', {
    of: 'project.project',
    optional: true,
    nullable: true,
    description: 'Project that follows from the deal.',
  })
  project_id: string | null;
  @DateOnly({
    optional: true,
    nullable: true,
    example: '2026-09-30',
    description: 'Expected close date. Forecasts count the deal in its period.',
  })
  expected_close_date: string | null;
  @Timestamp({ nullable: true, description: 'Time of the win or loss.' }) closed_at: string | null;
  @Text({ max: 500, nullable: true, example: 'No budget this year', description: 'Reason of the win or loss.' })
  close_reason: string | null;
  @Text({
    optional: true,
    nullable: true,
    example: 'crm-4711',
    description: 'Id of the deal in an external system; unique.',
  })
  external_id: string | null;
  @Tags({ default: [] }) tags: string[];
  @Id('usr', { nullable: true, description: 'User who made the last change; null for the system.' })
  updated_by: string | null;
}
