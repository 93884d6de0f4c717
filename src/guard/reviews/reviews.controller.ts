import { Body, Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { RejectReview, ReviewDetails, ReviewForecast, ReviewQuery, ReviewView } from './review.dto.js';
import { Review } from './review.entity.js';
import { reviews } from './review.resource.js';
import { ReviewsService } from './reviews.service.js';

const DECISION = { scope: null, returns: ReviewView, status: 200, errors: ['notPending'] } as const;

@Controller('v1/guard/reviews')
export class ReviewsController extends ResourceController(Review, ReviewsService, {
  scope: null,
  view: ReviewView,
  list: ReviewQuery,
  get: { returns: ReviewDetails },
}) {
  @Post(':id/approve')
  @Endpoint(reviews, {
    ...DECISION,
    action: 'approved',
    recentProof: true,
    injects: true,
    noDryRun: 'the last approval runs the request',
    summary: 'Approve a request; the last approval runs it',
  })
  approve(@Param('id', Loaded(Review)) review: Review) {
    return this.service.approve(review);
  }

  @Post(':id/preview')
  @Endpoint(reviews, {
    scope: null,
    returns: ReviewForecast,
    status: 200,
    errors: ['notPending'],
    action: 'previewed',
    injects: true,
    noDryRun: 'it is one itself',
    summary: 'Try a request as it would run now; nothing is changed',
  })
  preview(@Param('id', Loaded(Review)) review: Review) {
    return this.service.preview(review);
  }

  @Post(':id/reject')
  @Endpoint(reviews, { ...DECISION, action: 'rejected', summary: 'Reject a request' })
  reject(@Param('id', Loaded(Review)) review: Review, @Body() body: RejectReview) {
    return this.service.reject(review, body);
  }

  @Post(':id/cancel')
  @Endpoint(reviews, { ...DECISION, action: 'cancelled', summary: 'Cancel a request of your own' })
  cancel(@Param('id', Loaded(Review)) review: Review) {
    return this.service.cancel(review);
  }
}
