import { Injectable } from '@nestjs/common';
import { Maintenance } from '../maintenance/maintenance.js';
import { RateLimits } from '../security/rate-limits.js';

const TEN_MINUTES_MS = 600_000;

/** Deletes expired counters of rate limits. */
@Injectable()
export class OldRateLimits {
  constructor(maintenance: Maintenance, limits: RateLimits) {
    maintenance.add({
      name: 'rate-limits',
      description: 'Removes expired counters of rate limits.',
      every: TEN_MINUTES_MS,
      run: () => limits.forget(),
    });
  }
}
