import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { Stage } from '../pipelines/stage.entity.js';
import { PipelineStagesController, StagesController } from './stages.controller.js';
import { StagesService } from './stages.service.js';

@Module({
  imports: [ApplicationsModule, PipelinesModule, StoresModule.forFeature(Pipeline, Stage)],
  controllers: [PipelineStagesController, StagesController],
  providers: [StagesService],
  exports: [StagesService],
})
export class StagesModule {}
