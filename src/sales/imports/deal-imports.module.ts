import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Activity } from '../deals/activities/activity.entity.js';
import { Deal } from '../deals/deal.entity.js';
import { DealsModule } from '../deals/deals.module.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { Stage } from '../pipelines/stage.entity.js';
import { StagesModule } from '../stages/stages.module.js';
import { ActivityImportKind } from './activity-import.js';
import { DealImportKind } from './deal-import.js';
import { PipelineImportKind } from './pipeline-import.js';

@Module({
  imports: [DealsModule, PipelinesModule, StagesModule, StoresModule.forFeature(Activity, Deal, Pipeline, Stage)],
  providers: [ActivityImportKind, DealImportKind, PipelineImportKind],
})
export class DealImportsModule {}
