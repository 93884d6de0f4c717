import pg from 'pg';
import copyStreams from 'pg-copy-streams';

/**
 * A line is written as it is: its text has none of these. JSON is such a text, as it has control characters only in
 * their escaped form.
 */
const LINES = `format csv, delimiter E'\\x01', quote E'\\x02'`;

const FORMATS = { csv: 'format csv', lines: LINES };

/** See `Database.copy`. */
export async function* copyOut(
  connectionString: string,
  format: keyof typeof FORMATS,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<Buffer> {
  // Not one of the pool: it lasts, and limits of time are those of requests.
  const client = new pg.Client({ connectionString, application_name: 'workspace-suite copy', keepAlive: true });
  // The loss of the connection fails what is read from it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    yield* client.query(copyStreams.to(`copy (${literal(query, values)}) to stdout (${FORMATS[format]})`));
  } finally {
    await client.end();
  }
}

/** COPY takes no parameters. */
function literal(query: string, values: readonly unknown[]): string {
  return query.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1];
    return value === null || value === undefined ? 'null' : pg.escapeLiteral(String(value));
  });
}
