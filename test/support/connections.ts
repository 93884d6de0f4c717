import pg from 'pg';

/** Connections of a process beyond its pool: two for lookups, one for notifications and locks. */
export const BEYOND = 3;

const COME_AND_GO = 10;

async function comeAndGo(connectionString: string, look: () => Promise<Set<number>>): Promise<void> {
  const client = new pg.Client(connectionString);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.end();
  while ((await look()).has(rows[0]!.pid));
}

/** Most connections there were at a time, from when it is called to when it is asked. */
export function countConnections(connectionString: string): () => Promise<number> {
  let busy = true;
  const counted = (async () => {
    const watcher = new pg.Client(connectionString);
    await watcher.connect();
    const look = async () => {
      const { rows } = await watcher.query(
        `select pid from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return new Set<number>(rows.map(({ pid }) => pid));
    };
    let most = 0;
    while (busy) {
      const before = await look();
      // One that was given up needs a moment to end: as long as it takes for several to come and go, one after the other.
      for (let n = 0; n < COME_AND_GO; n++) await comeAndGo(connectionString, look);
      const after = await look();
      most = Math.max(most, [...before].filter((pid) => after.has(pid)).length);
    }
    await watcher.end();
    return most;
  })();
  return () => {
    busy = false;
    return counted;
  };
}
