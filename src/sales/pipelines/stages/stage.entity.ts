import { Id, Int, RecordEntity, ResourceEntity, Text } from '../../../platform/index.js';
import { stages } from './stage.resource.js';

/** Its place is where the pipeline has its id (`Pipeline.stage_ids`). */
@ResourceEntity(stages, 'sales_stages')
export class Stage extends RecordEntity {
  @Id('pip', { description: 'The pipeline that it belongs to.' }) pipeline_id: string;
  @Text({ example: 'Proposal', description: 'What it is called.' }) name: string;
  @Int({
    min: 0,
    max: 100,
    default: 0,
    example: 60,
    description: 'In how many of a hundred cases a deal in this stage is won; forecasts weigh deals by it.',
  })
  probability: number;
}
