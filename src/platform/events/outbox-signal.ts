import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { Database } from '../database/database.js';

/** The channel on which processes tell each other that the outbox has something. */
export const OUTBOX_CHANNEL = 'suite_outbox';

/** Under load, wake-ups of the relay from this process are gathered for this long. */
const GATHER_MS = 25;

/**
 * Tells the relays of all processes that the outbox has something new. It is sent after the commit, by a statement of
 * its own and at most once in a few milliseconds: NOTIFY inside a transaction takes a lock that commits queue up for.
 * A signal that is lost with its process is made good by the maintenance task `relay`.
 */
@Injectable()
export class OutboxSignal implements OnModuleDestroy {
  /** Emits `raised` in this process at once, without the detour through PostgreSQL. */
  readonly local = new EventEmitter();
  #timer: NodeJS.Timeout | null = null;
  #sentAt = -Infinity;

  constructor(private readonly database: Database) {}

  raise(): void {
    if (this.#timer) return;
    // The first after a pause waits for nothing.
    const wait = Math.max(0, GATHER_MS - (performance.now() - this.#sentAt));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#sentAt = performance.now();
      if (this.local.emit('raised')) return;
      this.database.execute(`select pg_notify('${OUTBOX_CHANNEL}', '')`).catch(() => undefined);
    }, wait);
  }

  onModuleDestroy(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
