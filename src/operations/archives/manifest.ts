import { createHash, hash } from 'node:crypto';
import type { Signed } from '../../guard/index.js';

/** The format of archives, and that of archives of moves, which is the newest one that this release reads. */
export const FORMAT = 1;
export const MOVE_FORMAT = 2;

export const MANIFEST = 'manifest.json';

/** A part of an archive. */
export interface ManifestPart {
  /** The path in the archive. */
  name: string;
  /** Records: their type and table, and the columns of a row in their order. */
  type?: string;
  table?: string;
  columns?: string[];
  /** Columns whose values are sealed for the target of a move. */
  sealed?: string[];
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
  /** The code that tells the source that the archive was received, sealed together with a digest of the manifest. */
  receipt: string;
}

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
