import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { Job } from '../jobs/job.entity.js';
import { BoardController, BoardFeedController } from './board.controller.js';
import { BoardService } from './board.service.js';

/** The public side of jobs: what a careers page shows. */
@Module({
  imports: [AccessModule, StoresModule.forFeature(Job)],
  controllers: [BoardController, BoardFeedController],
  providers: [BoardService],
  exports: [BoardService],
})
export class BoardModule {}
