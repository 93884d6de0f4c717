import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The file that a backup ends with: without it a backup is not complete. */
export const MANIFEST = 'backup.json';

/** A file of a backup. */
export interface BackedUp {
  /** Its path in the backup. */
  path: string;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

export interface Manifest {
  format: 1;
  /** ISO 8601: the state that the backup has is that of a moment after it. */
  created_at: string;
  /** Data of PostgreSQL fits only the kind of machine that wrote it: `linux-x64`. */
  platform: string;
  /** Directories with nothing in them, which PostgreSQL needs. */
  directories: string[];
  files: BackedUp[];
}

export const platform = `${process.platform}-${process.arch}`;

/** Copies and fsyncs a file. Returns size and digest of the copied bytes, because the source may change meanwhile. */
export async function copyFile(from: string, to: string): Promise<Omit<BackedUp, 'path'>> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), counted, createWriteStream(to, { mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}
