import { Id, Int, PartialType, PickType, ViewType } from '../../platform/index.js';
import { Stage } from './stage.entity.js';

const ORDER = {
  min: 1,
  description: 'Position, from 1. Later stages move back by one; a position beyond the end means the last.',
};

export class CreateStage extends PickType(Stage, ['name', 'probability']) {
  @Int({ ...ORDER, optional: true }) order?: number;
}

export class UpdateStage extends PartialType(CreateStage) {}

export class StageView extends ViewType(Stage, ['id', 'name', 'probability']) {
  @Int({ min: 1, description: 'Position, from 1.' }) order: number;
}

export class CreatedStage extends StageView {
  @Id('pip', { description: 'Pipeline of the stage.' }) pipeline_id: string;
}

export class DeleteStage {
  @Id('stg', {
    optional: true,
    description: 'Another stage of the pipeline for the open deals. Required if the stage has any.',
  })
  migrate_deals_to?: string;
}
