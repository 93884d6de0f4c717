import type { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.js';

/** A part that a store has taken. */
export interface StoredPart {
  number: number;
  /** What the store calls it. */
  tag: string;
}

/** Bytes of a blob: from the first one to the last, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** 409: a blob that came in parts is finished or removed, or its parts are not those that were accepted any more. */
export class PartsLost extends ApiError {
  constructor() {
    super(409, 'The upload has ended.');
  }
}

/** What somebody who downloads gets to see. */
export interface LinkOptions {
  /** The name that the file is saved under. */
  name: string;
  mime_type: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/**
 * Where blobs lie. A blob is written once, as a whole or in parts, and never changed. Keys come from `Blobs`, never from
 * a request. Whatever a method has answered is durable; one that fails leaves nothing that `remove` does not remove.
 */
export abstract class BlobStore {
  /** Writes a blob. Without space it is 503, and nothing is left. */
  abstract write(key: string, source: AsyncIterable<Buffer>): Promise<void>;

  /** Prepares a blob that comes in parts. Answers what the store calls the upload. */
  abstract begin(key: string): Promise<string>;

  /**
   * Writes a part of exactly `size` bytes, or throws `PartsLost`. Of several attempts at one part the one counts whose tag
   * is given to `complete`.
   */
  abstract writePart(
    key: string,
    upload: string,
    number: number,
    size: number,
    source: AsyncIterable<Buffer>,
  ): Promise<string>;

  /** Forgets an attempt at a part that nobody wants. */
  abstract removePart(key: string, part: StoredPart): Promise<void>;

  /** Makes the blob of its parts, or throws `PartsLost`. May be repeated, also by two at once. */
  abstract complete(key: string, upload: string, parts: readonly StoredPart[]): Promise<void>;

  /** The bytes of a blob, or of a range of it. */
  abstract read(key: string, range?: ByteRange): Promise<Readable>;

  /** Removes a blob, finished or not, and whatever is left of attempts to write it. One that is not there is no error. */
  abstract remove(key: string): Promise<void>;

  /** An address that anybody can download the blob from until it expires. */
  abstract link(key: string, options: LinkOptions): Promise<string>;
}
