import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import type { Settings } from '../config/settings.js';
import { BlobGone } from '../storage/blob-store.js';
import { S3BlobStore } from '../storage/s3-blob-store.js';
import { type BackedUp, copyTo, MANIFEST, measuring } from './manifest.js';

/** The place of one backup. */
export interface BackupPlace {
  readonly name: string;
  /** Takes a file. */
  put(path: string, source: Readable): Promise<Omit<BackedUp, 'path'>>;
  /** Takes the manifest, last and atomically: a backup without it is incomplete. */
  finish(manifest: string): Promise<void>;
  /** The manifest; null if the backup is incomplete or there is none. */
  manifest(): Promise<string | null>;
  open(path: string): Promise<Readable>;
}

export class BackupDirectory implements BackupPlace {
  readonly name: string;

  constructor(directory: string) {
    this.name = resolve(directory);
  }

  /** Makes the directory. Throws if there is something in it. */
  async makeEmpty(): Promise<this> {
    await mkdir(this.name, { recursive: true, mode: 0o700 });
    if ((await readdir(this.name)).length) throw new Error(`${this.name} is not empty: name another directory.`);
    return this;
  }

  put(path: string, source: Readable): Promise<Omit<BackedUp, 'path'>> {
    return copyTo(join(this.name, path), source);
  }

  async finish(manifest: string): Promise<void> {
    const temporary = join(this.name, `${MANIFEST}.part`);
    await writeFile(temporary, manifest, { mode: 0o600, flush: true });
    await rename(temporary, join(this.name, MANIFEST));
  }

  manifest(): Promise<string | null> {
    return readFile(join(this.name, MANIFEST), 'utf8').catch(() => null);
  }

  async open(path: string): Promise<Readable> {
    const found = resolve(this.name, path);
    if (!found.startsWith(this.name + sep))
      throw new Error(`${MANIFEST} names ${path}, which is outside of the backup.`);
    return (await open(found)).createReadStream();
  }
}

/** The bucket of backups: each is a folder, named after its time, so that names have the order of time. */
export class BackupBucket {
  readonly #store: S3BlobStore;

  constructor(
    settings: Settings,
    private readonly bucket = settings.BACKUP_S3_BUCKET!,
  ) {
    this.#store = new S3BlobStore({
      S3_BUCKET: bucket,
      S3_ENDPOINT: settings.BACKUP_S3_ENDPOINT,
      S3_REGION: settings.BACKUP_S3_REGION,
      S3_ACCESS_KEY_ID: settings.BACKUP_S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: settings.BACKUP_S3_SECRET_ACCESS_KEY,
    });
  }

  backup(folder: string): BackupPlace {
    const store = this.#store;
    const keyOf = (path: string) => `${folder}/${path}`;
    return {
      name: `s3://${this.bucket}/${folder}`,
      async put(path, source) {
        const { through, facts } = measuring();
        // Both end with an error of either, which reaches the reader of `through`.
        pipeline(source, through, () => undefined);
        await store.write(keyOf(path), through);
        return facts();
      },
      finish: (manifest) => store.write(keyOf(MANIFEST), Readable.from([Buffer.from(manifest)])),
      async manifest() {
        try {
          const pieces = await (await store.read(keyOf(MANIFEST))).toArray();
          return Buffer.concat(pieces).toString();
        } catch (error) {
          if (error instanceof BlobGone) return null;
          throw error;
        }
      },
      open: (path) => store.read(keyOf(path)),
    };
  }

  /** Folders of complete backups, the oldest first. */
  async complete(): Promise<string[]> {
    const found: string[] = [];
    for await (const key of this.#store.list('')) {
      const [folder, path] = key.split(/\/(.*)/s);
      if (path === MANIFEST) found.push(folder!);
    }
    return found;
  }

  /** Removes all but these backups, and what is left of those that did not end. A manifest goes first. */
  async removeAllBut(kept: ReadonlySet<string>): Promise<void> {
    const gone: string[] = [];
    for await (const key of this.#store.list('')) {
      const [folder, path] = key.split(/\/(.*)/s);
      if (path !== undefined && NAME.test(folder!) && !kept.has(folder!)) gone.push(key);
    }
    for (const key of gone.toSorted((a, b) => Number(b.endsWith(MANIFEST)) - Number(a.endsWith(MANIFEST))))
      await this.#store.remove(key);
  }
}

/** `20261128T023000Z` */
export const folderOf = (time: string): string => time.replace(/\.\d+/, '').replace(/[-:]/g, '');

/** Nothing else in the bucket is touched. */
const NAME = /^\d{8}T\d{6}Z$/;

/** The place that `--from` names: a directory, `s3://bucket/folder`, or `s3://bucket` for the newest complete backup there. */
export async function placeOf(from: string, settings: Settings): Promise<BackupPlace> {
  const url = from.startsWith('s3://') ? URL.parse(from) : null;
  if (!url) return new BackupDirectory(from);
  const bucket = new BackupBucket(settings, url.hostname);
  const newest = url.pathname.split('/')[1] || (await bucket.complete()).at(-1);
  if (!newest) throw new Error(`There is no complete backup in ${from}.`);
  return bucket.backup(newest);
}
