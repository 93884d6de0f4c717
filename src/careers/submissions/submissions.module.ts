import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { Job } from '../jobs/job.entity.js';
import { StageRepository } from '../stages/stage.repository.js';
import { FileTypes } from './file-types.js';
import { SubmissionLimits } from './submission-limits.js';
import { SubmissionRepository } from './submission.repository.js';
import { SubmissionsController } from './submissions.controller.js';
import { SubmissionsService } from './submissions.service.js';

@Module({
  imports: [ApplicationsModule, AttachmentsModule, StoresModule.forFeature(Application, Job)],
  controllers: [SubmissionsController],
  providers: [FileTypes, StageRepository, SubmissionLimits, SubmissionRepository, SubmissionsService],
})
export class SubmissionsModule {}
