import { Currency, RecordEntity, ResourceEntity, Text, Texts } from '../../platform/index.js';
import { MAX_STAGES, pipelines } from './pipeline.resource.js';

@ResourceEntity(pipelines, 'sales_pipelines')
export class Pipeline extends RecordEntity {
  @Text({ example: 'New customers', description: 'Name.' }) name: string;
  @Currency({
    optional: true,
    description: 'Currency of the totals, and default currency of the deals. Default: the currency of the workspace.',
  })
  currency: string;
  /** Its stages in their order. */
  @Texts({ maxItems: MAX_STAGES, maxLength: 40, minItems: 1, description: 'Stages, in order.' })
  stage_ids: string[];
}
