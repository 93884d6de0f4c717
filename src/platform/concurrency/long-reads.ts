import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Limiter } from './limiter.js';

/** Milliseconds that a request waits for a lease. */
const WAIT_MS = 60_000;

/**
 * Leases of connections for what holds one for long: exports, verifications. There are fewer than connections, so requests
 * find one however many of these wait.
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
