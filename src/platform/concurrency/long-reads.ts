import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Limiter } from './limiter.js';

/** Maximum wait for a lease. */
const WAIT_MS = 60_000;

/**
 * Leases for work that holds a database connection for long: exports, verifications. There are fewer leases than connections,
 * so that requests always find one.
 */
@Injectable()
export class LongReads extends Limiter {
  constructor({ longConnections }: Settings) {
    super({
      atOnce: longConnections,
      waitMs: WAIT_MS,
      message: 'The server is busy with other large reads. Try again in a moment.',
    });
  }
}
