import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Stage } from '../stages/stage.entity.js';
import { StageLog } from '../stages/stage-log.js';
import { Pipeline } from './pipeline.entity.js';
import { PipelineLog } from './pipeline-log.js';
import { PipelinesController } from './pipelines.controller.js';
import { PipelinesService } from './pipelines.service.js';

@Module({
  imports: [StoresModule.for(Pipeline, Stage)],
  controllers: [PipelinesController],
  providers: [PipelinesService, PipelineLog, StageLog],
  exports: [PipelineLog],
})
export class PipelinesModule {}
