import { Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../config/settings.js';
import { servingOptions } from './data-source.js';

/** How long a list waits for the replica to catch up, and between two looks at it. */
const WAIT_MS = 50;
const POLL_MS = 2;
/** So long a replica that is away or lags is left alone. */
const AVOID_MS = 1_000;
/** A list must not wait long for a replica that does not answer. */
const CONNECT_MS = 500;

/**
 * Up to where all is on disk that any client, of any process, has been told: an answer follows its commit. Commits that
 * do not wait for the disk are told earlier; then it is up to where anything was written.
 */
export const POSITION = `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end)::text as position`;

const REACHED = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached';

/**
 * Answers lists from a replica, but only once it has everything that was committed before the list was asked for. So a
 * client always sees what it or another has written, whichever process was told. Otherwise the primary answers.
 */
export class Replica {
  readonly #pool: Pool;
  readonly #logger = new Logger('Replica');
  #avoidedUntil = 0;
  #used = true;

  constructor(url: string, settings: Settings) {
    const { extra, applicationName } = servingOptions(settings) as { extra: object; applicationName: string };
    this.#pool = new pg.Pool({
      ...extra,
      connectionString: url,
      max: settings.requestConnections,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_MS,
    });
    // An idle connection that is lost is replaced by the next list.
    this.#pool.on('error', () => undefined);
  }

  /** Runs `ask` on the replica. Null: the primary must be asked. `position` runs `POSITION` on the primary. */
  async read<T>(position: () => Promise<string>, ask: (client: PoolClient) => Promise<T>): Promise<T | null> {
    if (performance.now() < this.#avoidedUntil) return null;
    const wanted = await position();
    let client: PoolClient | undefined;
    let broken: Error | undefined;
    const lost = (error: Error) => (broken = error);
    try {
      client = await this.#pool.connect();
      client.on('error', lost);
      // On the same connection, as there may be several replicas behind the address.
      if (!(await this.#reaches(client, wanted))) return this.#avoid('lags behind');
      const found = await ask(client);
      if (!this.#used) this.#logger.log('Lists are read from the replica again.');
      this.#used = true;
      return found;
    } catch (error) {
      // Also a statement that waited in the way of what the primary sends, which PostgreSQL ends.
      return this.#avoid((error as Error).message);
    } finally {
      client?.off('error', lost);
      client?.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #reaches(client: PoolClient, position: string): Promise<boolean> {
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const { rows } = await client.query({ text: REACHED, values: [position] });
      if (rows[0].reached) return true;
      if (performance.now() > end) return false;
      await sleep(POLL_MS);
    }
  }

  #avoid(reason: string): null {
    this.#avoidedUntil = performance.now() + AVOID_MS;
    if (this.#used) this.#logger.warn(`Lists are read from the primary, as the replica cannot answer: ${reason}`);
    this.#used = false;
    return null;
  }
}
