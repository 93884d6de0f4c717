import { Id, Int, PartialType, PickType, ViewType } from '../../../platform/index.js';
import { Stage } from './stage.entity.js';

const ORDER = { min: 1, description: 'Its place, from 1. Those behind it move on; one beyond the last is the last.' };

export class CreateStage extends PickType(Stage, ['name', 'probability']) {
  @Int({ ...ORDER, optional: true }) order?: number;
}

export class UpdateStage extends PartialType(CreateStage) {}

export class StageView extends ViewType(Stage, ['id', 'name', 'probability']) {
  @Int({ min: 1, description: 'Its place, from 1.' }) order: number;
}

export class CreatedStage extends StageView {
  @Id('pip', { description: 'The pipeline that it belongs to.' }) pipeline_id: string;
}

export class DeleteStage {
  @Id('stg', {
    optional: true,
    description: 'Another stage of the pipeline, to which open deals move. Needed where there are any.',
  })
  migrate_deals_to?: string;
}
