import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Settings } from '../config/settings.js';
import { baseBackup } from '../database/embedded/base-backup.js';
import { hasCluster } from '../database/embedded/embedded-postgres.js';
import { filesBelow } from '../database/embedded/files-below.js';
import { borrowPostgres } from '../database/embedded/own-postgres.js';
import { type Manifest, platform } from './manifest.js';
import { BackupDirectory, type BackupPlace } from './places.js';

/** Attempts to list a blob directory. An upload that completes moves its parts during the copy. */
const MAX_LISTINGS = 5;

/** The result of a backup. */
export interface BackupSummary {
  directory: string;
  files: number;
  bytes: number;
  /** Whether the files of records are in it, or in a bucket. */
  blobs: 'included' | 'in the bucket';
  /** Whether the key of stored secrets is in it, or only where `SECRETS_KEY` is set. */
  secrets_key: 'included' | 'not included';
}

/** Backs up into an empty directory. */
export async function backUp(settings: Settings, out: string): Promise<BackupSummary> {
  if (settings.DATABASE_URL)
    throw new Error('A backup is of the embedded PostgreSQL. With DATABASE_URL, see "Backups" in docs/operations.md.');
  const dataDir = resolve(settings.DATA_DIR);
  if (!hasCluster(dataDir)) throw new Error(`There is no database in ${dataDir}: name the DATA_DIR of the server.`);
  return backUpTo(await new BackupDirectory(out).makeEmpty(), settings);
}

/**
 * Online backup of the embedded PostgreSQL and the local files. The result is consistent as of one moment and contains everything
 * acknowledged before the start.
 */
export async function backUpTo(place: BackupPlace, settings: Settings): Promise<BackupSummary> {
  const dataDir = resolve(settings.DATA_DIR);
  const manifest: Manifest = {
    format: 1,
    created_at: new Date().toISOString(),
    platform,
    directories: [],
    files: [],
  };
  const copied = new Set<string>();
  const put = async (path: string, source: Readable): Promise<void> => {
    manifest.files.push({ path, ...(await place.put(path, source)) });
    copied.add(path);
  };
  const copy = async (from: string, path: string): Promise<void> => put(path, (await open(from)).createReadStream());
  // Files may be removed by PostgreSQL or by users during the copy.
  const copyIfThere = (from: string, path: string): Promise<void> =>
    copy(from, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  const write = (path: string, content: string) => put(path, Readable.from([Buffer.from(content)]));

  const cluster = join(dataDir, 'postgres', 'cluster');
  const blobs = settings.S3_BUCKET ? null : join(dataDir, 'blobs');
  const { url, stop } = await borrowPostgres(dataDir);
  try {
    await baseBackup(url, cluster, { copy: copyIfThere, write }, async () => {
      if (blobs) await copyBlobs(blobs, copied, copyIfThere);
    });
  } finally {
    await stop();
  }
  for await (const { path, directory: isDirectory } of filesBelow(cluster))
    if (isDirectory) manifest.directories.push(`postgres/cluster/${path}`);
  await copy(join(dataDir, 'postgres', 'password'), 'postgres/password');
  const hasKey = settings.SECRETS_KEY === undefined && existsSync(join(dataDir, 'secrets.key'));
  if (hasKey) await copy(join(dataDir, 'secrets.key'), 'secrets.key');
  await place.finish(JSON.stringify(manifest));
  return {
    directory: place.name,
    files: manifest.files.length,
    bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    blobs: blobs ? 'included' : 'in the bucket',
    secrets_key: hasKey ? 'included' : 'not included',
  };
}

async function copyBlobs(root: string, copied: Set<string>, copy: (from: string, path: string) => Promise<void>) {
  for (let look = 0; look < MAX_LISTINGS; look++) {
    let found = 0;
    for await (const { path, directory } of filesBelow(root)) {
      // Still being written, so no record refers to it.
      if (directory || path.endsWith('.new') || copied.has(`blobs/${path}`)) continue;
      found++;
      await copy(join(root, path), `blobs/${path}`);
    }
    if (!found) return;
  }
}
