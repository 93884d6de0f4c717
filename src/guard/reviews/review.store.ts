import { ResourceStore } from '../../platform/index.js';
import type { Review } from './review.entity.js';

/** Reviews. Their events are for whoever asked and for admins of guard, because they say why a request was rejected. */
export class ReviewStore extends ResourceStore<Review> {
  override privateTo({ requested_by }: Review): string {
    return requested_by;
  }
}
