import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
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

/** Passes bytes on. `facts`: their number and digest, once all have passed, because a source may change meanwhile. */
export function measuring(): { through: Transform; facts: () => Omit<BackedUp, 'path'> } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, facts: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Copies into a file and fsyncs it. */
export async function copyTo(to: string, source: Readable): Promise<Omit<BackedUp, 'path'>> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const { through, facts } = measuring();
  await pipeline(source, through, createWriteStream(to, { mode: 0o600, flush: true }));
  return facts();
}
