import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../config/settings.js';

type Handler = (payload: string) => void;

/** Milliseconds between attempts to get a lost connection back. */
const RECONNECT = 500;

/**
 * What PostgreSQL's NOTIFY tells this process, over one connection of its own. Messages sent while the connection is
 * down are lost: whoever listens asks `live`, or is told by `onLive` that he may have missed some.
 */
@Injectable()
export class Notifications implements OnModuleInit, OnModuleDestroy {
  live = false;
  readonly #logger = new Logger('Notifications');
  readonly #handlers = new Map<string, Handler[]>();
  readonly #onLive: (() => void)[] = [];
  #client: pg.Client | null = null;
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

  async onModuleInit(): Promise<void> {
    // Constructors of all providers have run by now, so every channel is known.
    await this.#connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.settings.DATABASE_URL,
      application_name: 'workspace-suite notifications',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
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
    this.live = false;
    lost.end().catch(() => undefined);
    this.#logger.warn('The connection for notifications was lost.');
    while (!this.#closed && !this.live) {
      await this.#connect().catch(() => sleep(RECONNECT));
    }
  }
}
