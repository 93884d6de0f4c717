import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ProjectModule } from '../../project/index.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { Deal } from './deal.entity.js';
import { DealHistory } from './deal-history.js';
import { HistoryController } from './deal-history.controller.js';
import { DealHistoryEntry } from './deal-history-entry.entity.js';
import { DealLinks } from './deal-links.js';
import { DealRepository } from './deal.repository.js';
import { DealsController } from './deals.controller.js';
import { DealsService } from './deals.service.js';

/** Deals with their stage history. */
@Module({
  imports: [PipelinesModule, ProjectModule, StoresModule.forFeature(Deal, DealHistoryEntry, Pipeline)],
  controllers: [DealsController, HistoryController],
  providers: [DealsService, DealLinks, DealHistory, DealRepository],
  exports: [DealHistory, DealRepository, DealsService],
})
export class DealsModule {}
