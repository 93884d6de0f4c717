import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Limiter } from './limiter.js';

/** Milliseconds that a request waits for its lease. */
const WAIT_MS = 30_000;

/**
 * Requests whose transactions may last wait here before they take a connection. Those that change one record would wait
 * for each other with one in hand. Those of one workspace take half of the connections at most, and all of them three
 * quarters, so that something is left for other workspaces and for short requests.
 */
@Injectable()
export class LastingRequests extends Limiter {
  constructor({ requestConnections }: Settings) {
    const part = (share: number) => Math.max(1, Math.floor(requestConnections * share));
    super({ atOnce: part(3 / 4), perKey: part(1 / 2), waitMs: WAIT_MS });
  }
}
