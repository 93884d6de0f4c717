import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Settings } from '../config/settings.js';
import { adoptCluster, hasCluster, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { copyTo, MANIFEST, type Manifest, platform } from './manifest.js';
import { type BackupPlace, placeOf } from './places.js';

/** The result of a restore. */
export interface RestoreSummary {
  data_dir: string;
  /** When the backup was begun (ISO 8601). */
  created_at: string;
  files: number;
  bytes: number;
}

/**
 * Restores a backup into an empty DATA_DIR. Every file is verified against the manifest before it is moved into place. Then the
 * database is started once, to recover to a consistent state. An interrupted restore can be repeated.
 */
export async function restore(settings: Settings, from: string): Promise<RestoreSummary> {
  if (settings.DATABASE_URL) throw new Error('A restore is into the embedded PostgreSQL: leave out DATABASE_URL.');
  const source = await placeOf(from, settings);
  const dataDir = resolve(settings.DATA_DIR);
  const { created_at, directories, files, ...made } = await readManifest(source);
  if (made.platform !== platform)
    throw new Error(`This backup is of a server on ${made.platform}; it does not fit ${platform}.`);

  const staged = join(dataDir, 'restore.part');
  const interrupted = existsSync(staged);
  const blobs = join(dataDir, 'blobs');
  const key = join(dataDir, 'secrets.key');
  if (hasCluster(dataDir) || (!interrupted && (isFilled(blobs) || existsSync(key))))
    throw new Error(`There is data in ${dataDir}: name an empty directory as DATA_DIR.`);
  if (interrupted) await Promise.all([staged, blobs, key].map((path) => rm(path, { recursive: true, force: true })));

  for (const path of ['postgres/cluster', 'blobs', ...directories])
    await mkdir(within(staged, path), { recursive: true, mode: 0o700 });
  for (const { path, bytes, sha256 } of files) {
    const to = within(staged, path);
    const copied = await source
      .open(path)
      .then((bytes) => copyTo(to, bytes))
      .catch((error: Error) => error);
    if (copied instanceof Error || copied.bytes !== bytes || copied.sha256 !== sha256) {
      await rm(staged, { recursive: true, force: true });
      throw new Error(`${path} is not as it was backed up${copied instanceof Error ? `: ${copied.message}` : ''}.`);
    }
  }
  await rm(blobs, { recursive: true, force: true });
  await rename(join(staged, 'blobs'), blobs);
  if (existsSync(join(staged, 'secrets.key'))) await rename(join(staged, 'secrets.key'), key);
  const postgres = join(staged, 'postgres');
  adoptCluster(dataDir, { cluster: join(postgres, 'cluster'), password: join(postgres, 'password') });
  await rm(staged, { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  return {
    data_dir: dataDir,
    created_at,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

async function readManifest(source: BackupPlace): Promise<Manifest> {
  const text = await source.manifest();
  if (text === null)
    throw new Error(`There is no ${MANIFEST} in ${source.name}: it is no backup, or one that did not end.`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error('This backup is of a newer release: restore it with that one.');
  return manifest;
}

const isFilled = (directory: string) => existsSync(directory) && readdirSync(directory).length > 0;

/** Resolves a path of the manifest. Throws for path traversal. */
function within(root: string, path: string): string {
  const found = resolve(root, path);
  if (!found.startsWith(root + sep)) throw new Error(`${MANIFEST} names ${path}, which is outside of the backup.`);
  return found;
}
