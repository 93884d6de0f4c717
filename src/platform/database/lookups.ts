import pg, { type Pool, type QueryConfig, type QueryResult } from 'pg';

/** Connections that one process keeps for lookups. */
const CONNECTIONS = 2;

/**
 * Connections for statements that find a row by its key, or a page by one walk of an index. Each carries the lookups of many
 * requests, one right behind the other: nobody waits for a free connection, and answers arrive together. A read costs a quarter
 * less this way. Nothing slow may go through here, as what is sent behind it would wait for it.
 */
export class Lookups {
  readonly #clients: (Promise<pg.Client> | null)[] = [];
  #asked = 0;

  /** The connections share the options of this pool. */
  constructor(
    private readonly pool: Pool,
    private readonly connections = CONNECTIONS,
  ) {}

  async query({ name, text, values }: QueryConfig): Promise<QueryResult> {
    const client = await this.#client(this.#asked++ % this.connections);
    const { stream } = client.connection;
    // Lookups of one turn of the event loop are sent in one write, because a write costs more than a lookup.
    if (stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    try {
      return await new Promise((found, failed) => {
        // Of its own making, as `query` would copy what it is given property by property.
        const query = new pg.Query(text, values, (error, result) => (error ? failed(error) : found(result)));
        client.query(Object.assign(query, { name }));
      });
    } catch (error) {
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  async close(): Promise<void> {
    const open = this.#clients.splice(0);
    await Promise.allSettled(open.map(async (client) => (await client)?.end()));
  }

  #client(place: number): Promise<pg.Client> {
    return (this.#clients[place] ??= this.#connect(place));
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
