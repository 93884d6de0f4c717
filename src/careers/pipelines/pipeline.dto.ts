import { Flag, ListOf, NestedList, PartialType, PickType, rule, ViewType } from '../../platform/index.js';
import { StageView } from './stage.dto.js';
import { Stage } from './stage.entity.js';
import { Pipeline } from './pipeline.entity.js';
import { DEFAULT_STAGES, MAX_STAGES } from './pipeline.resource.js';

class NewStage extends PickType(Stage, ['name']) {}

export class CreatePipeline extends PickType(Pipeline, ['name']) {
  @NestedList(() => NewStage, {
    maxItems: MAX_STAGES,
    default: DEFAULT_STAGES.map((name) => ({ name })),
    description: `Stages, in order. Default: ${DEFAULT_STAGES.join(', ')}.`,
  })
  @rule('required', (stages: unknown[]) => stages.length > 0, '$property must have at least one stage.')
  stages: NewStage[];
}

export class UpdatePipeline extends PartialType(PickType(Pipeline, ['name'])) {
  @Flag({ optional: true, description: 'true makes it the default pipeline instead of the current one.' })
  is_default?: boolean;
}

export class PipelineQuery extends ListOf(Pipeline, { sort: ['created_at', 'updated_at', 'name'] }) {}

export class PipelineView extends ViewType(Pipeline, [
  'id',
  'name',
  'is_default',
  'created_at',
  'updated_at',
  'revision',
]) {
  @NestedList(() => StageView, { description: 'Stages, in order.' }) stages: StageView[];
}
