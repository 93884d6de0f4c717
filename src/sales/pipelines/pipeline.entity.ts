import { RecordEntity, ResourceEntity, Text, Texts } from '../../platform/index.js';
import { Currency } from '../money.js';
import { MAX_STAGES, pipelines } from './pipeline.resource.js';

@ResourceEntity(pipelines, 'sales_pipelines')
export class Pipeline extends RecordEntity {
  @Text({ example: 'New customers', description: 'What it is called.' }) name: string;
  @Currency({ default: 'USD', description: 'The currency of its totals, and of deals that name no other.' })
  currency: string;
  /** Its stages in their order. */
  @Texts({ maxItems: MAX_STAGES, maxLength: 40, minItems: 1, description: 'Its stages in their order.' })
  stage_ids: string[];
}
