import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { Pump, type Turn } from '../concurrency/pump.js';
import { Database } from '../database/database.js';
import { Notifications } from '../database/notifications.js';
import type { StoredEvent } from './event-listener.js';

/** The channel on which relays tell other processes that the log has something new. */
const LOG_CHANNEL = 'suite_events';

/** Events read in one pass. */
const BATCH_SIZE = 500;
/** Milliseconds over which notifications of other processes are gathered. */
const GATHER_MS = 25;
/** Milliseconds that events are gathered at most after many streams have been served. */
const MAX_REST_MS = 200;
/** Milliseconds between two looks without a notification, because one may be lost. */
const POLL_MS = 1_000;

/** The reader of a process that hands on the events of all workspaces as they come into the log. */
export interface Follower {
  /** Whether anybody wants events. */
  wanted(): boolean;
  /** Gets each event once, in the order of positions. What it throws has the same events come again. */
  take(events: StoredEvent[]): Promise<void>;
}

/**
 * Follows the end of the event log, with one query for all who follow it in this process. It reads only while somebody does.
 * The relay wakes it: directly in its own process, by a notification in others.
 */
@Injectable()
export class LogTail implements BeforeApplicationShutdown {
  readonly #process = randomUUID();
  readonly #pump = new Pump(() => this.#turn(), new Logger('LogTail'));
  #follower: Follower | null = null;
  /** The last event that was handed on; null while nobody follows. */
  #position: number | null = null;
  #beginning: Promise<void> | null = null;
  #poll: NodeJS.Timeout | null = null;
  #telling: NodeJS.Timeout | null = null;
  #toldAt = -Infinity;
  /** When the next events are read. */
  #restsUntil = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {
    notifications.on(LOG_CHANNEL, (sender) => sender !== this.#process && this.#wake());
    notifications.onLive(() => this.#wake());
  }

  /** Begins to hand on the events that come into the log from now on. Once begun, it lasts until nobody wants events. */
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
    // What is written leaves in this turn of the event loop. Events that come while many clients are served are gathered for
    // as long as that took, so they leave in one write for each client, and requests get half of the process.
    await turnOfTheLoop();
    const ended = performance.now();
    this.#restsUntil = ended + Math.min(ended - began, MAX_REST_MS);
    return 0;
  }
}
