import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { BoardModule } from '../board/board.module.js';
import { Job } from '../jobs/job.entity.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { SiteController } from './site.controller.js';
import { SiteErrors } from './site.errors.js';
import { SitePages } from './site.pages.js';

/** The pages on which candidates read jobs and apply. */
@Module({
  imports: [AccessModule, BoardModule, SubmissionsModule, StoresModule.forFeature(Job)],
  controllers: [SiteController],
  providers: [SiteErrors, SitePages],
})
export class SiteModule {}
