import { Global, Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApplicationsPort } from '../applications-port.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { Job } from '../jobs/job.entity.js';
import { StageLog } from '../stages/stage-log.js';
import { Application } from './application.entity.js';
import { ApplicationLog } from './application-log.js';
import { ApplicationsController, JobApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { StageApplications } from './stage-applications.js';
import { StageVisit } from './stage-visit.entity.js';

/** Global, as jobs and stages ask through `ApplicationsPort`, which knows both. */
@Global()
@Module({
  imports: [AttachmentsModule, StoresModule.for(Application, Job, StageVisit)],
  controllers: [JobApplicationsController, ApplicationsController],
  providers: [
    ApplicationLog,
    ApplicationsService,
    StageLog,
    { provide: ApplicationsPort, useClass: StageApplications },
  ],
  exports: [ApplicationLog, ApplicationsPort, ApplicationsService],
})
export class ApplicationsModule {}
