import pg, { type Pool, type QueryConfig, type QueryResult } from 'pg';
import { PrimaryClient } from './primary-client.js';

/** Connections per process for lookups. */
const CONNECTIONS = 2;

/**
 * Connections for point queries and short index scans. Each pipelines the lookups of many requests, so that none waits for a
 * free connection and results arrive together: a read costs a quarter less. No slow statement may run here, because those
 * behind it would wait (head-of-line blocking).
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
    // Corks the socket: the lookups of one turn of the event loop leave in one write, which costs more than a lookup.
    if (stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    try {
      return await new Promise((found, failed) => {
        // Constructed directly, because `client.query` would copy the options property by property.
        const query = new pg.Query(text, values, (error, result) => (error ? failed(error) : found(result)));
        client.query(Object.assign(query, { name }));
      });
    } catch (error) {
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  /** The open connections. */
  async clients(): Promise<pg.Client[]> {
    const all = await Promise.allSettled(this.#clients);
    return all.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
  }

  async close(): Promise<void> {
    const open = this.#clients.splice(0);
    await Promise.allSettled(open.map(async (client) => (await client)?.end()));
  }

  #client(place: number): Promise<pg.Client> {
    return (this.#clients[place] ??= this.#connect(place));
  }

  #connect(place: number): Promise<pg.Client> {
    const { options } = this.pool;
    // A pool hides its password from enumeration.
    const client = new PrimaryClient({ ...options, password: options.password, pipeline: true });
    const lost = () => {
      // Its end may come late, when another client has its place.
      if (this.#clients[place] === connected) this.#clients[place] = null;
      client.connection.stream.destroy();
    };
    client.on('error', lost);
    client.on('end', lost);
    const connected = client.connect().then(
      () => client,
      (error: Error) => {
        lost();
        throw error;
      },
    );
    return connected;
  }
}
