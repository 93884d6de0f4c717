import { Logger } from '@nestjs/common';
import pg, { type Pool, type PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../config/settings.js';
import { servingOptions } from './data-source.js';

/** Maximum wait for the replica to catch up, and the poll interval. */
const WAIT_MS = 50;
const POLL_MS = 2;
/** Backoff after the replica was unreachable or lagged. */
const AVOID_MS = 1_000;
/** Short, because lists fall back to the primary. */
const CONNECT_MS = 500;

/**
 * WAL position that covers every commit acknowledged so far by any process: the flush position, or with `synchronous_commit =
 * off` the insert position.
 */
export const POSITION = `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end)::text as position`;

const REACHED = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached';

/**
 * Reads lists from a replica, but only after it has replayed every commit acknowledged before the request (read-your-writes
 * across processes). Otherwise the primary is used.
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
      Client: pg.Client,
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
      // On the same connection, because the URL may balance several replicas.
      if (!(await this.#reaches(client, wanted))) return this.#avoid('lags behind');
      const found = await ask(client);
      if (!this.#used) this.#logger.log('Lists are read from the replica again.');
      this.#used = true;
      return found;
    } catch (error) {
      // Includes queries cancelled because of a recovery conflict.
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
