import { invalidField } from '../errors/api-error.js';
import type { StoredPart } from '../storage/blob-store.js';
import { parseJson } from './body.js';

/** A file that has come with a request. */
export interface ReceivedFile {
  /** The blob that it is, or that it is a part of. Empty where it went nowhere. */
  key: string;
  /** Null for a whole blob. */
  part: StoredPart | null;
  /** As the client calls it, cleaned; null where it says nothing. */
  name: string | null;
  /** As the client says or the bytes tell; empty for a part. */
  mime_type: string;
  size_bytes: number;
  /** Of its bytes, in hex. */
  sha256: string;
}

/** Where the bytes of an upload go, and how many there may be. */
export interface Destination {
  /** The field that errors name. Default: `file`. */
  field?: string;
  into: 'a new blob' | PartPlace | 'nowhere';
  minBytes: number;
  maxBytes: number;
  /** The message for a client that sends more or fewer. */
  wrongSize: string;
}

/** A place in a blob that comes in parts. */
interface PartPlace {
  key: string;
  upload: string;
  number: number;
}

/** A body whose files are in the blob store. They are removed after the request unless the handler keeps them. */
export abstract class StoredBody {
  kept = false;
  abstract get stored(): readonly ReceivedFile[];

  /** Keeps the files. Call it where the blobs are claimed; from there on a rollback is handled by the sweep. */
  keep(): void {
    this.kept = true;
  }
}

/**
 * The body of a route that takes a file: `multipart/form-data` with the part `file`, the declared fields beside it. The
 * bytes are in the blob store before the handler runs.
 *
 * @example
 * class ImportSheet extends Upload {
 *   @Text({ optional: true }) title?: string;
 * }
 */
export class Upload extends StoredBody {
  /** Also takes `application/octet-stream`, a body that is nothing but the bytes. */
  static raw = false;

  /** Files that a form may have, each in a part `file`. */
  static maxFiles = 1;

  /**
   * Where the bytes go. Throws if the request can be refused before its body arrives. `record`: the record of the path; `now`:
   * ISO 8601.
   */
  static destination(_record: any, _params: Record<string, string>, _now: string): Destination {
    return {
      into: 'a new blob',
      minBytes: 0,
      maxBytes: MAX_SINGLE,
      wrongSize: `The file must be at most ${MAX_SINGLE} bytes.`,
    };
  }

  /** The file; of several the first one. */
  file: ReceivedFile;
  files: readonly ReceivedFile[];

  override get stored(): readonly ReceivedFile[] {
    return this.files;
  }
}

/**
 * The body of a public route that takes JSON, or `multipart/form-data` with the JSON in one part and each file in another. The
 * handler checks `value`, because the record of the path says what it may hold.
 */
export abstract class FormUpload extends StoredBody {
  /** The name of the part with the JSON. */
  static part: string;
  /** Bytes that the JSON may have. */
  static maxBytes: number;
  /** Parts that a form may have. */
  static maxParts = 100;

  /**
   * The allowed files: part names with their limits. Throws if the request can be refused before its body arrives. `record`:
   * the record of the path.
   */
  static destinations(_record: any): ReadonlyMap<string, Destination> {
    return new Map();
  }

  /** The value in the fields of a form, by their names. Default: the JSON in the part `part`, which stands alone. */
  static valueIn(fields: ReadonlyMap<string, readonly string[]>): unknown {
    const unknown = [...fields.keys()].find((name) => name !== this.part);
    if (unknown !== undefined) throw invalidField(unknown, 'unknown_field', `The form has no file ${unknown}.`);
    const [text = ''] = fields.get(this.part) ?? [];
    if (!text) throw invalidField(this.part, 'required', `The part ${this.part} is required: it has the JSON.`);
    return parseJson(Buffer.from(text)).value;
  }

  /** Unchecked: the JSON as it came, or what `valueIn` makes of a form. */
  value: unknown;
  files = new Map<string, ReceivedFile>();

  override get stored(): readonly ReceivedFile[] {
    return [...this.files.values()];
  }

  /** Identifies the visitor for `Idempotency-Key`; null if the body does not. */
  abstract sender(): string | null;
}

/** Bytes of a file that comes with one request: 100 MiB. */
export const MAX_SINGLE = 100 * 2 ** 20;
