import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { Stage } from './stage.entity.js';
import { StageRepository } from './stage.repository.js';
import { PipelineStagesController, StagesController } from './stages.controller.js';
import { StagesService } from './stages.service.js';

@Module({
  imports: [ApplicationsModule, StoresModule.forFeature(Pipeline, Stage)],
  controllers: [PipelineStagesController, StagesController],
  providers: [StagesService, StageRepository],
})
export class StagesModule {}
