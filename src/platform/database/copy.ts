import pg, { type PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Database } from './database.js';

const FORMATS = {
  binary: 'format binary',
  /** One JSON column, each value on a line of its own. JSON contains neither of these control characters. */
  jsonl: `format csv, quote e'\\x01', delimiter e'\\x02'`,
};
export type CopyFormat = keyof typeof FORMATS;

/** The rows of a query as a connection copies them. */
export const copyTo = (
  client: PoolClient,
  format: CopyFormat,
  query: string,
  values: readonly unknown[],
): AsyncIterable<Buffer> =>
  client.query(copyStreams.to(`copy (${literal(query, values)}) to stdout (${FORMATS[format]})`));

/** See `Database.copy`. */
export async function* copyOut(
  database: Database,
  format: CopyFormat,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<Buffer> {
  const { client, release } = await database.connectForLong();
  let done = false;
  try {
    await client.query('begin read only');
    // The statement timeout is for requests.
    await client.query('set local statement_timeout = 0');
    yield* copyTo(client, format, query, values);
    await client.query('commit');
    done = true;
  } finally {
    // A connection abandoned in the middle of COPY is unusable.
    release(!done);
  }
}

/** Chunk size: PostgreSQL sends one row at a time. */
const PIECE_BYTES = 2 ** 18;

/** Buffers copied rows into chunks for the blob store, and counts them; each row is a line. */
export async function* copiedLines(copied: AsyncIterable<Buffer>, counted: { rows: number }): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const bytes of copied) {
    counted.rows += linesOf(bytes);
    gathered.push(bytes);
    size += bytes.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(gathered);
    [gathered, size] = [[], 0];
  }
  if (size) yield Buffer.concat(gathered);
}

function linesOf(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}

/** COPY takes no parameters. */
function literal(query: string, values: readonly unknown[]): string {
  return query.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1];
    return value === null || value === undefined ? 'null' : pg.escapeLiteral(String(value));
  });
}
