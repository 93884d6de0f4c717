import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Stage } from './stage.entity.js';
import { StageRepository } from './stage.repository.js';
import { Pipeline } from './pipeline.entity.js';
import { PipelineRepository } from './pipeline.repository.js';
import { PipelinesController } from './pipelines.controller.js';
import { PipelinesService } from './pipelines.service.js';

@Module({
  imports: [StoresModule.forFeature(Pipeline, Stage)],
  controllers: [PipelinesController],
  providers: [PipelinesService, PipelineRepository, StageRepository],
  exports: [PipelineRepository, PipelinesService, StageRepository],
})
export class PipelinesModule {}
