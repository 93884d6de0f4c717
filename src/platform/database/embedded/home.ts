import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Account } from './programs.js';

/** Another live process owns the DATA_DIR; the message says which. */
export class DataDirBusyError extends Error {
  override name = 'DataDirBusyError';
}

/** PostgreSQL refuses to run as root: then it runs as the owner of its directory, or the first unprivileged user. */
export function prepare(home: string): Account {
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = fs.statSync(home);
  if (uid !== 0) return { uid, gid };

  for (const user of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
    try {
      const found = { uid: id('-u'), gid: id('-g') };
      give(home, found);
      return found;
    } catch (error) {
      if ((error as { status?: number }).status === undefined) throw error;
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
}

export function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(path, uid, gid);
}

/**
 * Takes ownership of the directory; returns a function that releases it. Uses the file lock of SQLite, which the kernel
 * releases when the process dies.
 */
export function acquireOwnership(home: string): () => void {
  const busy = 5; // SQLITE_BUSY
  const holder = join(home, 'owner.pid');
  const lock = new DatabaseSync(join(home, 'lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    const pid = fs.existsSync(holder) ? fs.readFileSync(holder, 'utf8') : 'unknown';
    throw new DataDirBusyError(`Another process (pid ${pid}) already runs on the data directory ${dirname(home)}.`);
  }
  fs.writeFileSync(holder, String(process.pid));
  return () => {
    if (!lock.isOpen) return;
    fs.rmSync(holder, { force: true });
    lock.close();
  };
}

/** The cluster name is in the command line of every server process. It identifies the directory (inode), not its path. */
export function nameOf(home: string): string {
  const { dev, ino } = fs.statSync(home);
  return `workspace-suite[${dev}:${ino}]`;
}
