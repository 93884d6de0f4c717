import { Id, Int, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { stages } from './stage.resource.js';

/** A stage. Its position is the index of its id in `Pipeline.stage_ids`. */
@ResourceEntity(stages, 'sales_stages')
export class Stage extends RecordEntity {
  @Id('pip', { description: 'Pipeline of the stage.' }) pipeline_id: string;
  @Text({ example: 'Proposal', description: 'Name.' }) name: string;
  @Int({
    min: 0,
    max: 100,
    default: 0,
    example: 60,
    description: 'Percentage of deals in this stage that are won. Forecasts weight deals by it.',
  })
  probability: number;
}
