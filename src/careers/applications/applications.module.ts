import { Module } from '@nestjs/common';
import { OfficeModule } from '../../office/index.js';
import { StoresModule } from '../../platform/index.js';
import { Job } from '../jobs/job.entity.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { Application } from './application.entity.js';
import { ApplicationHistory } from './application-history.js';
import { ApplicationHistoryEntry } from './application-history-entry.entity.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationsController, JobApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { Attachment } from './attachment.entity.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsService } from './attachments.service.js';
import { StageApplications } from './stage-applications.js';

/** Applications with their attachments and their stage history. */
@Module({
  imports: [
    OfficeModule,
    PipelinesModule,
    StoresModule.forFeature(Application, ApplicationHistoryEntry, Attachment, Job),
  ],
  controllers: [JobApplicationsController, ApplicationsController, AttachmentsController],
  providers: [ApplicationHistory, ApplicationRepository, ApplicationsService, AttachmentsService, StageApplications],
  exports: [ApplicationHistory, ApplicationRepository, ApplicationsService, AttachmentsService, StageApplications],
})
export class ApplicationsModule {}
