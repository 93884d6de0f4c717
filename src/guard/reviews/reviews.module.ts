import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { Approvers } from './approvers.js';
import { Execution } from './execution.js';
import { ApproverChangesListener } from './approver-changes.listener.js';
import { ReviewExpiry } from './review-expiry.js';
import { Review } from './review.entity.js';
import { ReviewNotices } from './review-notices.js';
import { ReviewRepository } from './review.repository.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsService } from './reviews.service.js';

@Module({
  imports: [AccessModule, StoresModule.forFeature(Review)],
  controllers: [ReviewsController],
  providers: [
    Approvers,
    Execution,
    ApproverChangesListener,
    ReviewExpiry,
    ReviewNotices,
    ReviewRepository,
    ReviewsService,
  ],
})
export class ReviewsModule {}
