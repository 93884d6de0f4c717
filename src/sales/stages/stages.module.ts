import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Deal } from '../deals/deal.entity.js';
import { DealsModule } from '../deals/deals.module.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { Stage } from '../pipelines/stage.entity.js';
import { StagesController } from './stages.controller.js';
import { StagesService } from './stages.service.js';

@Module({
  imports: [DealsModule, StoresModule.forFeature(Deal, Pipeline, Stage)],
  controllers: [StagesController],
  providers: [StagesService],
  exports: [StagesService],
})
export class StagesModule {}
