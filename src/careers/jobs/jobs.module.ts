import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { Job } from './job.entity.js';
import { JobImportKind } from './job-import.js';
import { JobRepository } from './job.repository.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [PipelinesModule, StoresModule.forFeature(Job, Pipeline)],
  controllers: [JobsController],
  providers: [JobImportKind, JobsService, JobRepository],
  exports: [JobRepository],
})
export class JobsModule {}
