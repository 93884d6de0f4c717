import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { Job } from '../jobs/job.entity.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { FileTypes } from './file-types.js';
import { SubmissionsController } from './submissions.controller.js';
import { SubmissionsService } from './submissions.service.js';

@Module({
  imports: [ApplicationsModule, JobsModule, PipelinesModule, StoresModule.forFeature(Application, Job)],
  controllers: [SubmissionsController],
  providers: [FileTypes, SubmissionsService],
  exports: [SubmissionsService],
})
export class SubmissionsModule {}
