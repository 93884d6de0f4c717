import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { Pump, type Turn } from '../concurrency/pump.js';
import { Database } from '../database/database.js';
import { Notifications } from '../database/notifications.js';
import type { StoredEvent } from './event-listener.js';

/** The channel on which relays tell other processes that the log has something new. */
const LOG_CHANNEL = 'suite_events';

/** Events per query. */
const BATCH_SIZE = 500;
/** Debounce of notifications from other processes. */
const GATHER_MS = 25;
/** Maximum pause after a batch that took long to distribute. */
const MAX_REST_MS = 200;
/** Poll interval without notifications, in case one was lost. */
const POLL_MS = 1_000;

/** The consumer of new events of all workspaces in this process. */
export interface Follower {
  /** Whether anybody wants events. */
  wanted(): boolean;
  /** Receives each event once, in the order of positions. If it throws, the same events are delivered again. */
  take(events: StoredEvent[]): Promise<void>;
}

/**
 * Tails the event log with one query for all consumers of this process, while there are any. The relay wakes it: directly in
 * its own process, by NOTIFY in others.
 */
@Injectable()
export class LogTail implements BeforeApplicationShutdown {
  readonly #process = randomUUID();
  readonly #pump = new Pump(() => this.#turn(), new Logger('LogTail'));
  #follower: Follower | null = null;
  /** Position of the last delivered event; null while nobody follows. */
  #position: number | null = null;
  #beginning: Promise<void> | null = null;
  #poll: NodeJS.Timeout | null = null;
  #telling: NodeJS.Timeout | null = null;
  #toldAt = -Infinity;
  /** Earliest time of the next read. */
  #restsUntil = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {
    notifications.on(LOG_CHANNEL, (sender) => sender !== this.#process && this.#wake());
    notifications.onLive(() => this.#wake());
  }

  /** Starts tailing from now on, until nobody wants events. */
  async follow(follower: Follower): Promise<void> {
    this.#follower = follower;
    if (this.#position === null) await (this.#beginning ??= this.#begin());
  }

  /** Called by the relay when it has added to the log. */
  grown(): void {
    this.#wake();
    if (this.#telling) return;
    const wait = Math.max(0, GATHER_MS - (performance.now() - this.#toldAt));
    this.#telling = setTimeout(() => {
      this.#telling = null;
      this.#toldAt = performance.now();
      void this.notifications.tell(LOG_CHANNEL, this.#process);
    }, wait);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.#telling) clearTimeout(this.#telling);
    if (this.#poll) clearInterval(this.#poll);
    await this.#pump.stop();
  }

  #wake(): void {
    if (this.#position !== null) void this.#pump.wake();
  }

  async #begin(): Promise<void> {
    try {
      const { rows } = await this.database.execute('select coalesce(max(position), 0) as position from events');
      this.#position = rows[0]!.position as number;
      this.#poll ??= setInterval(() => this.#wake(), POLL_MS).unref();
    } finally {
      this.#beginning = null;
    }
  }

  async #turn(): Promise<Turn> {
    if (this.#position === null) return null;
    if (!this.#follower!.wanted()) {
      this.#position = null;
      if (this.#poll) clearInterval(this.#poll);
      this.#poll = null;
      return null;
    }
    const rest = this.#restsUntil - performance.now();
    if (rest > 0) return rest;
    const { rows } = await this.database.execute<StoredEvent>(
      'select * from events where position > $1 order by position limit $2',
      [this.#position, BATCH_SIZE],
    );
    if (!rows.length) return null;
    const began = performance.now();
    await this.#follower!.take(rows);
    this.#position = rows.at(-1)!.position;
    // Writes are flushed in this turn of the event loop. Then pauses as long as distribution took: later events share one write
    // per client, and requests get half of the CPU time.
    await turnOfTheLoop();
    const ended = performance.now();
    this.#restsUntil = ended + Math.min(ended - began, MAX_REST_MS);
    return 0;
  }
}
