import { Flag, ListOf, NestedList, PartialType, PickType, rule, ViewType } from '../../platform/index.js';
import { StageView } from '../stages/stage.dto.js';
import { Stage } from '../stages/stage.entity.js';
import { Pipeline } from './pipeline.entity.js';
import { DEFAULT_STAGES, MAX_STAGES } from './pipeline.resource.js';

class NewStage extends PickType(Stage, ['name']) {}

export class CreatePipeline extends PickType(Pipeline, ['name']) {
  @NestedList(() => NewStage, {
    maxItems: MAX_STAGES,
    default: DEFAULT_STAGES.map((name) => ({ name })),
    description: `The stages of it, in their order. Default: ${DEFAULT_STAGES.join(', ')}.`,
  })
  @rule('required', (stages: unknown[]) => stages.length > 0, '$property must have at least one stage.')
  stages: NewStage[];
}

export class UpdatePipeline extends PartialType(PickType(Pipeline, ['name'])) {
  @Flag({ optional: true, description: 'true makes it the default one, in place of the one before.' })
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
  @NestedList(() => StageView, { description: 'Its stages in their order.' }) stages: StageView[];
}
