import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { Job } from './job.entity.js';
import { JobRepository } from './job.repository.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [PipelinesModule, StoresModule.forFeature(Job)],
  controllers: [JobsController],
  providers: [JobsService, JobRepository],
  exports: [JobRepository],
})
export class JobsModule {}
