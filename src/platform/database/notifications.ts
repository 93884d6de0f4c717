import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../config/settings.js';

type Handler = (payload: string) => void;

/** Delay between reconnects. */
const RECONNECT_MS = 500;

/**
 * LISTEN on one dedicated connection. Notifications sent while it is down are lost: check `live`, or register `onLive` to
 * resynchronise after a reconnect. The connection also holds the long-lived advisory locks of the process.
 */
@Injectable()
export class Notifications implements OnModuleInit, OnModuleDestroy {
  live = false;
  /** Version counter: increases when a `NotifiedCache` of this process drops an entry, so that derived values can be recomputed. */
  forgotten = 0;
  readonly #logger = new Logger('Notifications');
  readonly #handlers = new Map<string, Handler[]>();
  readonly #onLive: (() => void)[] = [];
  readonly #locks = new Set<string>();
  #client: pg.Client | null = null;
  /** Tail of the query queue: the connection runs one query at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(private readonly settings: Settings) {}

  /** Must be called before the application has started. */
  on(channel: string, handler: Handler): void {
    this.#handlers.set(channel, [...(this.#handlers.get(channel) ?? []), handler]);
  }

  /** Called after every (re)connect. */
  onLive(handler: () => void): void {
    this.#onLive.push(handler);
  }

  /**
   * Notifies every process, including this one, at once and independently of the current unit of work. Returns false if the
   * connection is down. The transaction writes nothing, so it does not wait for a disk flush.
   */
  async tell(channel: string, payload: string): Promise<boolean> {
    const client = this.#client;
    if (!client) return false;
    return this.#ask(client, 'select pg_notify($1, $2)', [channel, payload]).then(
      () => true,
      () => false,
    );
  }

  /** Takes an advisory lock for as long as the connection lasts; false where another process has it. */
  async lock(name: string): Promise<boolean> {
    const client = this.#client;
    if (!client || this.#locks.has(name)) return this.#locks.has(name);
    const { rows } = await this.#ask(client, 'select pg_try_advisory_lock(hashtext($1)) as locked', [name]);
    if (rows[0].locked && this.#client === client) this.#locks.add(name);
    return this.#locks.has(name);
  }

  /** Whether this process still has a lock that it took. */
  holds(name: string): boolean {
    return this.#locks.has(name);
  }

  async onModuleInit(): Promise<void> {
    // Constructors of all providers have run by now, so every channel is known.
    await this.#connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
  }

  #ask(client: pg.Client, text: string, values: string[]): Promise<pg.QueryResult> {
    const answer = this.#last.then(() => client.query(text, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.settings.directUrl,
      application_name: 'workspace-suite notifications',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      // Short, because requests wait for `tell`.
      query_timeout: 5_000,
    });
    const lost = () => void this.#reconnect(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
    await client.connect();
    for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#client = client;
    this.live = true;
    for (const handler of this.#onLive) handler();
  }

  async #reconnect(lost: pg.Client): Promise<void> {
    if (this.#closed || this.#client !== lost) return;
    this.#client = null;
    this.#locks.clear();
    this.live = false;
    lost.end().catch(() => undefined);
    this.#logger.warn('The connection for notifications was lost.');
    while (!this.#closed && !this.live) {
      await this.#connect().catch(() => sleep(RECONNECT_MS));
    }
  }
}
