import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { Database } from '../database/database.js';

/** The channel on which processes tell each other that the outbox has something. */
export const OUTBOX_CHANNEL = 'suite_outbox';

/** Debounce of wake-ups under load. */
const GATHER_MS = 25;

/**
 * Wakes the relays of all processes. Sent after the commit, by a separate statement and debounced, because NOTIFY inside a
 * transaction takes a lock that serializes commits. The maintenance task `relay` covers signals lost with a process.
 */
@Injectable()
export class OutboxSignal implements OnModuleDestroy {
  /** Emits `raised` locally, without a round trip to PostgreSQL. */
  readonly local = new EventEmitter();
  #timer: NodeJS.Timeout | null = null;
  #sentAt = -Infinity;

  constructor(private readonly database: Database) {}

  raise(): void {
    if (this.#timer) return;
    // The first signal after a pause is sent at once.
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
