import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { ProjectModule } from '../../project/index.js';
import { ForecastRepository } from '../pipelines/forecast/forecast.repository.js';
import { ForecastService } from '../pipelines/forecast/forecast.service.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelineRepository } from '../pipelines/pipeline.repository.js';
import { PipelinesController } from '../pipelines/pipelines.controller.js';
import { PipelinesService } from '../pipelines/pipelines.service.js';
import { Stage } from '../pipelines/stages/stage.entity.js';
import { ActivitiesController } from './activities/activities.controller.js';
import { Activity } from './activities/activity.entity.js';
import { Deal } from './deal.entity.js';
import { DealLinks } from './deal-links.js';
import { DealsController } from './deals.controller.js';
import { DealsService } from './deals.service.js';
import { DealHistory } from './history/deal-history.js';
import { DealHistoryEntry } from './history/deal-history-entry.entity.js';
import { HistoryController } from './history/history.controller.js';
import { OpenDeals } from './open-deals.js';

/** Deals and the pipelines that they go through. */
@Module({
  imports: [AccessModule, ProjectModule, StoresModule.forFeature(Pipeline, Stage, Deal, DealHistoryEntry, Activity)],
  controllers: [PipelinesController, DealsController, HistoryController, ActivitiesController],
  providers: [
    PipelinesService,
    PipelineRepository,
    ForecastService,
    ForecastRepository,
    DealsService,
    DealLinks,
    DealHistory,
    OpenDeals,
  ],
})
export class DealsModule {}
