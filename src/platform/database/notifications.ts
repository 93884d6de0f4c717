import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../config/settings.js';
import { KEEP_ALIVE } from './data-source.js';
import { PrimaryClient } from './primary-client.js';

type Handler = (payload: string) => void;

/** Interval of the beats that prove the connection. */
const BEAT_MS = 1_000;
/** Time limit of each query, beats included. Short, because requests wait for `tell`. */
const LIMIT_MS = 2_000;
/** Delay between reconnects. */
const RECONNECT_MS = 500;
/**
 * PostgreSQL ends a session without beats after so many seconds, and releases its locks. Longer than the process takes to notice,
 * so that no other process gets a lock before.
 */
const SESSION_SECONDS = 10;

/** A beat: which of these advisory locks the session does not have. */
const BEAT = `
  select name from unnest($1::text[]) name where not exists (
    select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
      and objid = (hashtext(name)::bigint & 4294967295)::oid
  )`;

/**
 * LISTEN on one dedicated connection. Notifications sent while it is down are lost: check `live`, or register `onLive` to
 * resynchronise after a reconnect. The connection also holds the long-lived advisory locks of the process. TCP reports a lost
 * peer after minutes or hours (a half-open connection), so a query proves it every second: a beat.
 */
@Injectable()
export class Notifications implements OnModuleInit, OnModuleDestroy {
  /** Version counter: increases when a `NotifiedCache` of this process drops an entry, so that derived values can be recomputed. */
  forgotten = 0;
  readonly #logger = new Logger('Notifications');
  readonly #handlers = new Map<string, Handler[]>();
  readonly #onLive: (() => void)[] = [];
  readonly #onSilence: (() => void)[] = [];
  readonly #locks = new Set<string>();
  #client: pg.Client | null = null;
  /** When the last answered beat was sent (`performance.now()`): until then, all notifications have arrived. */
  #provenAt = -Infinity;
  #beats: NodeJS.Timeout | null = null;
  /** Tail of the query queue: the connection runs one query at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(private readonly settings: Settings) {}

  /**
   * Whether notifications arrive. A lost connection shows within three seconds. Compared with the time, so that a process that was
   * suspended does not trust what it knew before.
   */
  get live(): boolean {
    return this.#client !== null && performance.now() - this.#provenAt < BEAT_MS + LIMIT_MS;
  }

  /** Must be called before the application has started. */
  on(channel: string, handler: Handler): void {
    this.#handlers.set(channel, [...(this.#handlers.get(channel) ?? []), handler]);
  }

  /** Called after every (re)connect. */
  onLive(handler: () => void): void {
    this.#onLive.push(handler);
  }

  /** Called when the server has not answered in time: other connections to it may be half-open, too. */
  onSilence(handler: () => void): void {
    this.#onSilence.push(handler);
  }

  /**
   * Notifies every process, including this one, at once and independently of the current unit of work. Returns false if the
   * connection is down. The transaction writes nothing, so it does not wait for a disk flush.
   */
  async tell(channel: string, payload: string): Promise<boolean> {
    const client = this.#client;
    if (!client || !this.live) return false;
    return this.#ask(client, 'select pg_notify($1, $2)', [channel, payload]).then(
      () => true,
      () => false,
    );
  }

  /** Takes an advisory lock for as long as the connection lasts; false where another process has it. */
  async lock(name: string): Promise<boolean> {
    const client = this.#client;
    if (!client || this.#locks.has(name)) return this.holds(name);
    const { rows } = await this.#ask(client, 'select pg_try_advisory_lock(hashtext($1)) as locked', [name]);
    if (rows[0].locked && this.#client === client) this.#locks.add(name);
    return this.holds(name);
  }

  /** Whether this process still has a lock that it took. */
  holds(name: string): boolean {
    return this.live && this.#locks.has(name);
  }

  async onModuleInit(): Promise<void> {
    // Constructors of all providers have run by now, so every channel is known.
    await this.#connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.#closed = true;
    if (this.#beats) clearTimeout(this.#beats);
    const client = this.#client;
    if (!client) return;
    // The server closes the connection, unless it is half-open.
    const limit = setTimeout(() => destroy(client), LIMIT_MS);
    await client.end().catch(() => undefined);
    clearTimeout(limit);
  }

  #ask(client: pg.Client, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const answer = this.#last.then(() => client.query(text, values));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #connect(): Promise<void> {
    const client = new PrimaryClient({
      connectionString: this.settings.directUrl,
      application_name: 'workspace-suite notifications',
      ...KEEP_ALIVE,
      connectionTimeoutMillis: 5_000,
      query_timeout: LIMIT_MS,
    });
    const lost = () => this.#lose(client);
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
    try {
      await client.connect();
      await client.query(`set idle_session_timeout = '${SESSION_SECONDS}s'`);
      for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      destroy(client);
      this.#noteSilence(error as Error);
      throw error;
    }
    if (this.#closed) return destroy(client);
    this.#client = client;
    this.#provenAt = performance.now();
    for (const handler of this.#onLive) handler();
    this.#beatSoon(client);
  }

  #beatSoon(client: pg.Client): void {
    this.#beats = setTimeout(() => void this.#beat(client).catch((error) => this.#loseAfter(error, client)), BEAT_MS);
  }

  async #beat(client: pg.Client): Promise<void> {
    if (this.#client !== client) return;
    const sentAt = performance.now();
    const { rows } = await this.#ask(client, BEAT, [[...this.#locks]]);
    if (this.#client !== client || this.#closed) return;
    for (const { name } of rows) this.#locks.delete(name);
    this.#provenAt = sentAt;
    this.#beatSoon(client);
  }

  #loseAfter(error: Error, client: pg.Client): void {
    if (this.#client === client) this.#noteSilence(error);
    this.#lose(client);
  }

  /** The server has not answered a statement or an attempt to connect in time. */
  #noteSilence({ message }: Error): void {
    if (!this.#closed && message.includes('timeout')) for (const handler of this.#onSilence) handler();
  }

  #lose(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = null;
    this.#locks.clear();
    destroy(client);
    this.#logger.warn('The connection for notifications was lost.');
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed && !this.#client) await this.#connect().catch(() => sleep(RECONNECT_MS));
  }
}

/** Closes a connection without waiting for the server. Its queries fail. */
function destroy(client: pg.Client): void {
  client.connection.stream.destroy();
}
