import { Flag, RecordEntity, ResourceEntity, Text, Texts } from '../../platform/index.js';
import { MAX_STAGES, pipelines } from './pipeline.resource.js';

@ResourceEntity(pipelines, 'careers_pipelines')
export class Pipeline extends RecordEntity {
  @Text({ example: 'Hiring', description: 'What it is called.' }) name: string;
  @Flag({ default: false, description: 'Jobs that name no pipeline get this one. One of a workspace is the default.' })
  is_default: boolean;
  /** Its stages in their order (see `placed`). */
  @Texts({ maxItems: MAX_STAGES, maxLength: 40, description: 'Ids of its stages, in their order.' })
  stage_ids: string[];
}
