import type { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.js';

/** A part that a store has taken. */
export interface StoredPart {
  number: number;
  /** The store's id for it. */
  tag: string;
}

/** There is no such blob. */
export class BlobGone extends Error {
  override name = 'BlobGone';
}

/** Bytes of a blob: from the first one to the last, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** 409: the multipart upload was finished or aborted, or its parts have changed. */
export class PartsLost extends ApiError {
  constructor() {
    super(409, 'The upload is complete or has been aborted.');
  }
}

/** The properties of a download that its client sees. */
export interface LinkOptions {
  /** The name that the file is saved under. */
  name: string;
  mime_type: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/**
 * Storage of blobs. A blob is immutable and written at once or in parts. Keys come from `Blobs`, never from a request. A
 * resolved call is durable; leftovers of a failed one are removed by `remove`.
 */
export abstract class BlobStore {
  /**
   * Writes a blob. A full store is a 503 and leaves nothing behind. A piece of the source may change once the one after the next is
   * asked for (see `pieces`).
   */
  abstract write(key: string, source: AsyncIterable<Buffer>): Promise<void>;

  /** Prepares a blob that comes in parts. Resolves with the store's id for the upload. */
  abstract begin(key: string): Promise<string>;

  /**
   * Writes a part of exactly `size` bytes, or throws `PartsLost`. Of several attempts, the one whose tag is passed to
   * `complete` counts.
   */
  abstract writePart(
    key: string,
    upload: string,
    number: number,
    size: number,
    source: AsyncIterable<Buffer>,
  ): Promise<string>;

  /** Removes an attempt at a part that is not used. */
  abstract removePart(key: string, part: StoredPart): Promise<void>;

  /** Assembles the blob, or throws `PartsLost`. Idempotent and safe to run concurrently. */
  abstract complete(key: string, upload: string, parts: readonly StoredPart[]): Promise<void>;

  /** The bytes of a blob, or of a range of it, or throws `BlobGone`. */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;

  /**
   * All bytes of a blob, or throws `BlobGone`. For very many bytes: a piece holds until the one after the next is asked for, because
   * its memory is used again. With new memory for each piece V8 collects garbage of the whole heap every 32 MiB, which took half
   * the time of an archive.
   */
  async pieces(key: string): Promise<AsyncIterable<Buffer>> {
    return this.read(key);
  }

  /** Removes a blob, finished or not, with the leftovers of attempts to write it. A missing blob is no error. */
  abstract remove(key: string): Promise<void>;

  /** A pre-signed download URL. */
  abstract link(key: string, options: LinkOptions): Promise<string>;
}
