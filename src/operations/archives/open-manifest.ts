import { hash } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { ApiError, invalidField, isUnchanged, type ReadEntry, unzip } from '../../platform/index.js';
import { COPY_FORMAT, MANIFEST, type Manifest, unreadable } from './manifest.js';

/** Maximum bytes of a manifest, which has some hundred for each part. */
const MAX_MANIFEST_BYTES = 16 * 2 ** 20;

/** The manifest of an archive, and the SHA-256 of it. */
interface OpenedManifest {
  manifest: Manifest;
  digest: string;
}

/** 400 unless the file is an archive that is whole. */
export async function openManifest(path: string): Promise<OpenedManifest> {
  await access(path, constants.R_OK).catch((error: Error) => {
    throw invalidField('file', 'not_found', `file cannot be read: ${error.message}`);
  });
  if (!(await isUnchanged(path)))
    throw unreadable('This file is not a workspace archive, or it was modified or truncated.');
  return readManifest(path).catch(misread);
}

/** 400 unless the archive has a manifest in a format that this release reads. */
async function readManifest(path: string): Promise<OpenedManifest> {
  const entry = await lastEntry(path);
  if (entry.name !== MANIFEST || entry.size > MAX_MANIFEST_BYTES)
    throw unreadable(`The archive does not end with ${MANIFEST}.`);
  const manifest = JSON.parse(entry.text) as Manifest;
  if (manifest.format > COPY_FORMAT)
    throw unreadable(
      `The archive has the format ${manifest.format}, and this release reads up to ${COPY_FORMAT}. Update this deployment first.`,
    );
  return { manifest, digest: hash('sha256', entry.text) };
}

async function lastEntry(path: string): Promise<Pick<ReadEntry, 'name' | 'size'> & { text: string }> {
  let last = { name: '', size: 0, text: '' };
  for await (const { name, size, content } of unzip(path)) {
    last = { name, size, text: '' };
    if (name !== MANIFEST || size > MAX_MANIFEST_BYTES) continue;
    const pieces: Buffer[] = [];
    for await (const piece of await content()) pieces.push(Buffer.from(piece));
    last.text = Buffer.concat(pieces).toString();
  }
  return last;
}

/** Read errors are reported as an unreadable archive. */
export function misread(error: Error): never {
  throw error instanceof ApiError ? error : unreadable(`The archive cannot be read: ${error.message}.`);
}
