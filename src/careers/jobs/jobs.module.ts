import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { FunnelLog } from './funnel-log.js';
import { Job } from './job.entity.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [PipelinesModule, StoresModule.for(Job)],
  controllers: [JobsController],
  providers: [JobsService, FunnelLog],
})
export class JobsModule {}
