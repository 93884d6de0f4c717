import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Database } from './database.js';

/** Every cell is quoted: some spreadsheets split at semicolons, which names of browsers are full of. */
const FORMATS = { csv: 'format csv, force_quote *', binary: 'format binary' };

/** See `Database.copy`. */
export async function* copyOut(
  database: Database,
  format: keyof typeof FORMATS,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<Buffer> {
  const { client, release } = await database.connectForLong();
  let done = false;
  try {
    await client.query('begin read only');
    // Limits of time are those of requests.
    await client.query('set local statement_timeout = 0');
    yield* client.query(copyStreams.to(`copy (${literal(query, values)}) to stdout (${FORMATS[format]})`));
    await client.query('commit');
    done = true;
  } finally {
    // One that is left in the middle is of no use to anybody.
    release(!done);
  }
}

/** COPY takes no parameters. */
function literal(query: string, values: readonly unknown[]): string {
  return query.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1];
    return value === null || value === undefined ? 'null' : pg.escapeLiteral(String(value));
  });
}
