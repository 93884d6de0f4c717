import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { Pipeline } from './pipeline.entity.js';
import { PipelineRepository } from './pipeline.repository.js';
import { PipelinesController } from './pipelines.controller.js';
import { PipelinesService } from './pipelines.service.js';
import { Stage } from './stage.entity.js';

@Module({
  imports: [AccessModule, StoresModule.forFeature(Pipeline, Stage)],
  controllers: [PipelinesController],
  providers: [PipelinesService, PipelineRepository],
  exports: [PipelineRepository, PipelinesService],
})
export class PipelinesModule {}
