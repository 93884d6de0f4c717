import { Id, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { stages } from './stage.resource.js';

/** Its place is where its id stands in the pipeline's `stage_ids`. */
@ResourceEntity(stages, 'careers_stages')
export class Stage extends RecordEntity {
  @Id('cpl', { description: 'Pipeline of the stage.' }) pipeline_id: string;
  @Text({ example: 'Interview', description: 'Name.' }) name: string;
}
