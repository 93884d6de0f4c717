import { Flag, RecordEntity, ResourceEntity, Text, Texts } from '../../platform/index.js';
import { MAX_STAGES, pipelines } from './pipeline.resource.js';

@ResourceEntity(pipelines, 'careers_pipelines')
export class Pipeline extends RecordEntity {
  @Text({ example: 'Hiring', description: 'Name.' }) name: string;
  @Flag({ default: false, description: 'Whether it is the default pipeline for jobs. A workspace has one.' })
  is_default: boolean;
  /** Its stages in their order (see `placed`). */
  @Texts({ maxItems: MAX_STAGES, maxLength: 40, description: 'Ids of the stages, in order.' })
  stage_ids: string[];
}
