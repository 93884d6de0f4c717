import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Reads the event log as a listener does: the events after the last position it has seen. It must miss nothing. */
export class Follower {
  readonly seen: string[] = [];
  #position = 0;

  constructor(private readonly url: () => string) {}

  async work(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      const client = new pg.Client(this.url());
      client.on('error', () => undefined);
      try {
        await client.connect();
        while (!stopped()) await this.read(client);
      } catch {
        await sleep(200); // the database is down
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  async read(client: pg.Client): Promise<void> {
    const { rows } = await client.query(
      'select id, position::int from events where position > $1 order by position limit 50',
      [this.#position],
    );
    this.seen.push(...rows.map(({ id }) => id));
    this.#position = rows.at(-1)?.position ?? this.#position;
    if (rows.length < 50) await sleep(20);
  }

  /** Reads on to the end, then answers the events of the log that it has missed. */
  async missed(client: pg.Client, log: { id: string }[]): Promise<string[]> {
    for (let before = -1; before < this.seen.length;) {
      before = this.seen.length;
      await this.read(client);
    }
    const seen = new Set(this.seen);
    return log.filter(({ id }) => !seen.has(id)).map(({ id }) => `a reader of the log has missed the event ${id}`);
  }
}
