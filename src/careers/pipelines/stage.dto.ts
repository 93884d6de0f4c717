import { Flag, Id, Int, ListOf, NestedList, PartialType, PickType, Texts, ViewType } from '../../platform/index.js';
import { MAX_STAGES } from './pipeline.resource.js';
import { Stage } from './stage.entity.js';

export class CreateStage extends PickType(Stage, ['name']) {
  @Int({
    min: 1,
    optional: true,
    example: 2,
    description: 'Position; later stages move back by one. Default, also beyond the end: the last position.',
  })
  order?: number;
}

export class UpdateStage extends PartialType(CreateStage) {}

export class OrderStages {
  @Texts({
    maxItems: MAX_STAGES,
    maxLength: 40,
    idPrefix: 'stg',
    description: 'Ids of all stages of the pipeline, in the new order.',
  })
  stage_ids: string[];
}

/** In the body, or as query parameters, as some clients send no body with DELETE. */
export class RemoveStage {
  @Id('stg', {
    optional: true,
    description: 'Another stage of the pipeline for its active applications.',
  })
  migrate_applications_to?: string;
  @Flag({ optional: true, description: 'true disqualifies its active applications instead of moving them.' })
  disqualify_candidates?: boolean;
}

export class StageQuery extends ListOf(Stage, {}) {}

export class StageView extends ViewType(Stage, ['id', 'name', 'pipeline_id']) {
  @Int({ min: 1, example: 1, description: 'Position in the pipeline, from 1.' }) order: number;
}

/** All stages of a pipeline. */
export class StageList {
  @NestedList(() => StageView, { description: 'Stages, in order.' }) data: StageView[];
}
