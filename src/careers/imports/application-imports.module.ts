import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { Job } from '../jobs/job.entity.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelinesModule } from '../pipelines/pipelines.module.js';
import { StagesModule } from '../stages/stages.module.js';
import { ApplicationImportKind } from './application-import.js';

@Module({
  imports: [ApplicationsModule, PipelinesModule, StagesModule, StoresModule.forFeature(Application, Job, Pipeline)],
  providers: [ApplicationImportKind],
})
export class ApplicationImportsModule {}
