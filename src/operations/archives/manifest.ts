import { createHash, hash } from 'node:crypto';
import type { Signed } from '../../guard/index.js';
import { type ApiError, invalidField } from '../../platform/index.js';
import type { KeyPart } from './workspace-tables.repository.js';

/** The formats of archives, of those of moves, and of copies and what continues them: the newest one that this release reads. */
export const FORMAT = 1;
export const MOVE_FORMAT = 2;
export const COPY_FORMAT = 3;

export const MANIFEST = 'manifest.json';

/** A part of an archive. */
export interface ManifestPart {
  /** The path in the archive. */
  name: string;
  /** Records: their type and table, and the columns of a row in their order. */
  type?: string;
  table?: string;
  columns?: string[];
  /** The extension that has the table. */
  extension?: string;
  /** The extension was not at the source either: the rows had come there with another archive. */
  kept?: true;
  /** Columns whose values are sealed for the target of a move. */
  sealed?: string[];
  /** Of an archive that continues a copy: rows that the workspace has in the table; the part has those that may have changed. */
  total?: number;
  /** The part has all rows, which replace those of before, because their keys are of one database. */
  replaces?: true;
  /** The part has primary keys and no rows. All rows of the table with other keys, in this part of all keys, are gone. */
  keys?: KeyPart;
  /** Lines. */
  count: number;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

/** A move in the archive of it. */
export interface ManifestMove {
  id: string;
  /** The address of the target. */
  address: string;
  /** The transfer key of the target, and the public key of the archive. */
  sealed_for: string;
  ephemeral_key: string;
  /** SHA-256 of the code that opens the workspace at the target. */
  release_sha256: string;
  /**
   * The code that tells the source that the archive was received, sealed together with a digest of the manifest. A copy has the proof
   * of the code instead.
   */
  receipt: string;
  /** A copy that was made while people worked. Another archive of the move continues it. */
  copy?: true;
  /** SHA-256 of the manifest of the copy that this archive continues: it has only what may have changed since. */
  continues?: string;
}

/** Proof of the receipt in a copy: enough to recognize the archive that continues it, and not enough to end the move. */
export const proofOf = (receipt: string): string => hash('sha256', `copy ${receipt}`);

/** The contents of an archive. It comes last, and is signed with the key of the deployment. */
export interface ManifestBody {
  format: number;
  /** The newest migration of the database: a database with an older one does not know all of the columns. */
  schema: string;
  /** Time of the snapshot (ISO 8601). */
  created_at: string;
  workspace: { id: string; name: string; created_at: string };
  /** The last entry of the chain of the audit log. */
  trail: { sequence: number; hash: string };
  parts: ManifestPart[];
  file_count: number;
  /** Files whose blobs were missing from the store. */
  missing_file_count: number;
  /** Excluded tables and columns (`table.column`), with the reason. */
  left_out: Record<string, string>;
  move?: ManifestMove;
}

export type Manifest = Signed<ManifestBody>;

/** The place of a receipt: whoever changes the manifest cannot seal the receipt again. */
export const placeOfReceipt = (manifest: ManifestBody): string => {
  const { signed_by: _, signature: __, ...body } = manifest as Manifest;
  return hash('sha256', JSON.stringify({ ...body, move: { ...body.move, receipt: '' } }));
};

/** A line of `files/index-….jsonl`: the bytes under `files/<key>`. */
export interface IndexedFile {
  key: string;
  bytes?: number;
  sha256?: string;
  /** The blob was missing from the store. */
  missing?: true;
}

/** Files that one index lists. */
export const FILES_PER_INDEX = 10_000;

/** The path of an index, from 1. */
export const indexName = (number: number): string => `files/index-${String(number).padStart(6, '0')}.jsonl`;
export const isIndex = (name: string): boolean => /^files\/index-\d{6}\.jsonl$/.test(name);

/** Blob key from the path of a file; null for other paths. */
export const keyOf = (name: string): string | null => /^files\/([0-9a-f]{32})$/.exec(name)?.[1] ?? null;

/** Bytes and SHA-256 of a content, once it has been read. */
export interface Digested {
  content: AsyncGenerator<Buffer>;
  digest: () => { bytes: number; sha256: string };
}

/** Reads a content through and measures it. */
export function digested(content: AsyncIterable<Buffer>): Digested {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = async function* () {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  };
  return { content: through(), digest: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Bytes of lines in one piece. */
const PORTION_BYTES = 2 ** 20;
const PORTION_LINES = 1_000;
/** Maximum length of a line; no row of the database exceeds it. */
const MAX_LINE_BYTES = 2 ** 28;

/** The lines of a content, in portions. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let [lines, size]: [string[], number] = [[], 0];
  let [rest, unended]: [Buffer[], number] = [[], 0];
  for await (const piece of content) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      const line = piece.subarray(from, end);
      lines.push((rest.length ? Buffer.concat([...rest, line]) : line).toString());
      size += line.length;
      [rest, unended, from] = [[], 0, end + 1];
      if (lines.length < PORTION_LINES && size < PORTION_BYTES) continue;
      yield lines;
      [lines, size] = [[], 0];
    }
    if (from === piece.length) continue;
    rest.push(piece.subarray(from));
    unended += piece.length - from;
    if (unended > MAX_LINE_BYTES) throw new Error('a line has no end');
  }
  if (rest.length) lines.push(Buffer.concat(rest).toString());
  if (lines.length) yield lines;
}

/** 400: an archive is damaged, forged, or of no use here. */
export const unreadable = (why: string): ApiError => invalidField('file', 'invalid_format', `file is refused. ${why}`);
