import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { type Books, readBooks } from './books.js';
import type { Stage } from './stage.js';

/** Milliseconds that a backup, a restore or a verification may take. */
const COMMAND_MS = 120_000;

/**
 * Backs up while the processes serve, restores into an empty DATA_DIR below `directory`, and compares. Answers the differences
 * between the restored books and these, which are of a moment when all was quiet.
 */
export async function checkBackup(stage: Stage, directory: string, books: Books): Promise<string[]> {
  const [backup, dataDir] = [join(directory, 'backup'), join(directory, 'restored')];
  const faults: string[] = [];
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const fault = await stage.cli(args, env, COMMAND_MS);
    if (fault !== null) faults.push(`${args.join(' ')}: ${fault}`);
  };
  await run(['backup', '--out', backup]);
  await run(['restore', '--from', backup], { DATA_DIR: dataDir });
  if (faults.length) return faults;
  const postgres = await startEmbeddedPostgres({ dataDir });
  const database = new pg.Client(postgres.url);
  try {
    await database.connect();
    const restored = await readBooks(database);
    for (const name of Object.keys(books) as (keyof Books)[])
      if (!isDeepStrictEqual(byId(restored[name]), byId(books[name])))
        faults.push(`${name} are others in the restored database: ${restored[name].length} of ${books[name].length}`);
    for (const { id } of (await database.query('select id from workspaces')).rows)
      await run(['audit', 'verify', '--workspace', id], { DATABASE_URL: postgres.url });
  } finally {
    await database.end();
    await postgres.stop();
  }
  return faults;
}

const byId = (rows: readonly { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
