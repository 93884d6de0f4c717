import { Id, Int, ListOf, Money, NestedList, PartialType, PickType, ViewType } from '../../platform/index.js';
import { CreateStage, StageView, UpdateStage } from './stage.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { MAX_STAGES } from './pipeline.resource.js';

const DEFAULT_STAGES = [
  { name: 'New', probability: 10 },
  { name: 'Qualified', probability: 25 },
  { name: 'Proposal', probability: 50 },
  { name: 'Negotiation', probability: 75 },
];

export class CreatePipeline extends PickType(Pipeline, ['name', 'currency']) {
  @NestedList(() => CreateStage, {
    maxItems: MAX_STAGES,
    minItems: 1,
    default: DEFAULT_STAGES,
    description: 'Stages, in the order of this list unless they set `order`.',
  })
  stages: CreateStage[];
}

export class ChangedStage extends UpdateStage {
  @Id('stg', { description: 'A stage of this pipeline.' }) id: string;
}

export class UpdatePipeline extends PartialType(PickType(Pipeline, ['name', 'currency'])) {
  @NestedList(() => ChangedStage, {
    maxItems: MAX_STAGES,
    optional: true,
    description: 'Stages to change or move. Other stages keep their relative order.',
  })
  stages?: ChangedStage[];
}

export class PipelineQuery extends ListOf(Pipeline, { sort: ['created_at', 'updated_at', 'name'] }) {
  /** Stages are counted, and deals summed in the currency. */
  static override readsWhole = true;
}

/** A pipeline in a list. */
export class PipelineItem extends ViewType(Pipeline, ['id', 'name', 'currency', 'created_at', 'updated_at']) {
  @Int({ min: 1, description: 'Number of stages.' }) stage_count: number;
  @Int({ min: 0, description: 'Number of open deals.' }) deal_count: number;
  @Money({ sum: true, description: 'Total value of the open deals in the currency of the pipeline.' })
  total_value: number;
}

export class PipelineView extends PipelineItem {
  @NestedList(() => StageView, { description: 'Stages, in order.' }) stages: StageView[];
  @Int({ description: 'Revision: increases by one with every change.' }) revision: number;
}
