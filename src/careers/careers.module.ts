import { Module } from '@nestjs/common';
import { BoardModule } from './board/board.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { PipelinesModule } from './pipelines/pipelines.module.js';
import { StagesModule } from './stages/stages.module.js';

@Module({
  imports: [BoardModule, JobsModule, PipelinesModule, StagesModule],
})
export class CareersModule {}
