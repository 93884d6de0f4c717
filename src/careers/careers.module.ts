import { Module } from '@nestjs/common';
import { JobsModule } from './jobs/jobs.module.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { StagesModule } from './stages/stages.module.js';

@Module({
  imports: [JobsModule, PipelinesModule, StagesModule],
})
export class CareersModule {}
