import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Limiter } from './limiter.js';

/** Maximum wait for a lease. */
const WAIT_MS = 30_000;

/**
 * Leases for requests with long transactions, taken before a database connection. Requests on the same record would otherwise
 * block each other while each holds a connection. One workspace gets at most half of the connections and all together three
 * quarters, so that other workspaces and short requests are not starved.
 */
@Injectable()
export class LastingRequests extends Limiter {
  constructor({ requestConnections }: Settings) {
    const part = (share: number) => Math.max(1, Math.floor(requestConnections * share));
    super({ atOnce: part(3 / 4), perKey: part(1 / 2), waitMs: WAIT_MS });
  }
}
