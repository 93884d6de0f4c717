import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { FunnelRepository } from './funnel.repository.js';
import { Job } from './job.entity.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [ApplicationsModule, PipelinesModule, StoresModule.forFeature(Job)],
  controllers: [JobsController],
  providers: [JobsService, FunnelRepository],
})
export class JobsModule {}
