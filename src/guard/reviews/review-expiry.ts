import { type Lease, LeasedWork, type WorkItem, type WorkProcessor } from '../../platform/index.js';
import { ReviewsService } from './reviews.service.js';

interface Expiry extends WorkItem {
  id: string;
}

@LeasedWork({
  kind: 'review_expiry',
  table: 'review_expiries',
  task: 'guard.review-expiry',
  description: 'Ends reviews that did not get their approvals in time.',
  backoff: { firstSeconds: 30, maxSeconds: 3_600 },
})
export class ReviewExpiry implements WorkProcessor<Expiry> {
  constructor(private readonly reviews: ReviewsService) {}

  process({ id }: Expiry, lease: Lease): Promise<void> {
    return lease.complete(() => this.reviews.expire(id));
  }
}
