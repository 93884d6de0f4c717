import { Injectable } from '@nestjs/common';
import { Clock, Maintenance } from '../../platform/index.js';
import { SessionRepository } from './session.repository.js';
import { READABLE_DAYS } from './session.resource.js';

const HOUR = 3_600_000;

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
      every: HOUR,
      run: () => this.clean(),
    });
  }

  /** Answers how many rows were removed. Their end was noted and told when it came, so this is not. */
  clean(): Promise<number> {
    return this.repository.removeEnded(this.clock.iso(-READABLE_DAYS * 86_400));
  }
}
