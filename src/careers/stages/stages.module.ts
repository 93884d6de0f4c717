import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { Stage } from './stage.entity.js';
import { StageLog } from './stage-log.js';
import { PipelineStagesController, StagesController } from './stages.controller.js';
import { StagesService } from './stages.service.js';

@Module({
  imports: [StoresModule.for(Pipeline, Stage)],
  controllers: [PipelineStagesController, StagesController],
  providers: [StagesService, StageLog],
})
export class StagesModule {}
