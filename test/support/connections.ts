import pg from 'pg';

/** Connections of a process beyond its pool: two for lookups, one for notifications and locks. */
export const BEYOND = 3;

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
      await watcher.query('select pg_sleep(0.3)');
      // One that was given up needs a moment to end.
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
