import { Module } from '@nestjs/common';
import { ApplicationsModule } from './applications/applications.module.js';
import { BoardModule } from './board/board.module.js';
import { CandidatesModule } from './candidates/candidates.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { NotesModule } from './notes/notes.module.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { ReasonsController } from './reasons/reasons.controller.js';
import { ScorecardsModule } from './scorecards/scorecards.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SiteModule } from './site/site.module.js';
import { StagesModule } from './stages/stages.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';
import { ApplicationImportsModule } from './imports/application-imports.module.js';

@Module({
  imports: [
    ApplicationImportsModule,
    ApplicationsModule,
    BoardModule,
    CandidatesModule,
    JobsModule,
    NotesModule,
    PipelinesModule,
    PrivacyModule,
    ScorecardsModule,
    SettingsModule,
    SiteModule,
    StagesModule,
    SubmissionsModule,
  ],
  controllers: [ReasonsController],
})
export class CareersModule {}
