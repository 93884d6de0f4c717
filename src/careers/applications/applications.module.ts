import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApplicationsPort } from '../applications-port.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { Job } from '../jobs/job.entity.js';
import { StageRepository } from '../stages/stage.repository.js';
import { Application } from './application.entity.js';
import { ApplicationHistory } from './application-history.js';
import { ApplicationHistoryEntry } from './application-history-entry.entity.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationsController, JobApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { StageApplications } from './stage-applications.js';

@Module({
  imports: [AttachmentsModule, StoresModule.forFeature(Application, ApplicationHistoryEntry, Job)],
  controllers: [JobApplicationsController, ApplicationsController],
  providers: [
    ApplicationHistory,
    ApplicationRepository,
    ApplicationsService,
    StageRepository,
    { provide: ApplicationsPort, useClass: StageApplications },
  ],
  exports: [ApplicationHistory, ApplicationRepository, ApplicationsPort, ApplicationsService],
})
export class ApplicationsModule {}
