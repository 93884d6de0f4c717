import { Module } from '@nestjs/common';
import { ApplicationsModule } from './applications/applications.module.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { BoardModule } from './board/board.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { ReasonsController } from './reasons/reasons.controller.js';
import { StagesModule } from './stages/stages.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';

@Module({
  imports: [
    ApplicationsModule,
    AttachmentsModule,
    BoardModule,
    JobsModule,
    PipelinesModule,
    StagesModule,
    SubmissionsModule,
  ],
  controllers: [ReasonsController],
})
export class CareersModule {}
