import pg, { type Pool, type QueryConfig, type QueryResult } from 'pg';

/** Connections that one process keeps for lookups. */
const CONNECTIONS = 3;

/**
 * Connections for statements that find a row by its key. Each carries the lookups of many requests, one right behind
 * the other: nobody waits for a free connection, and answers arrive together. A read costs a quarter less this way.
 * Nothing slow may go through here, as what is sent behind it would wait for it.
 */
export class Lookups {
  readonly #clients: (Promise<pg.Client> | null)[] = Array.from({ length: CONNECTIONS }, () => null);
  #turn = 0;

  /** The connections share the options of this pool. */
  constructor(private readonly pool: Pool) {}

  async query(statement: QueryConfig): Promise<QueryResult> {
    const place = this.#turn++ % CONNECTIONS;
    const client = await (this.#clients[place] ??= this.#connect(place));
    return client.query(statement);
  }

  async close(): Promise<void> {
    const open = this.#clients.splice(0);
    await Promise.allSettled(open.map(async (client) => (await client)?.end()));
  }

  async #connect(place: number): Promise<pg.Client> {
    const { options } = this.pool;
    // A pool hides its password from enumeration.
    const client = new pg.Client({ ...options, password: options.password, pipeline: true });
    const lost = () => (this.#clients[place] = null);
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
    } catch (error) {
      lost();
      throw error;
    }
    return client;
  }
}
