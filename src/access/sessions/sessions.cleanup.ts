import { Injectable } from '@nestjs/common';
import { Clock, Maintenance } from '../../platform/index.js';
import { SessionRepository } from './session.repository.js';
import { READABLE_DAYS } from './session.resource.js';

const HOUR_MS = 3_600_000;

/** Removes sessions 90 days after their end, and tokens as soon as they have ended. */
@Injectable()
export class SessionCleanup {
  constructor(
    maintenance: Maintenance,
    private readonly repository: SessionRepository,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'sessions',
      description: 'Removes expired and revoked sessions.',
      every: HOUR_MS,
      run: () => this.clean(),
    });
  }

  /** Returns the number of deleted rows. Without events, because the end of each session was already recorded. */
  clean(): Promise<number> {
    return this.repository.removeEnded(this.clock.iso(-READABLE_DAYS * 86_400));
  }
}
