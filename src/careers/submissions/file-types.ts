import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { BlobStore, cleanName, deferred, isText, type ReceivedFile, typeOf } from '../../platform/index.js';

/** Accepted media types with their file extensions. No script or program is accepted, whatever its name. */
const ACCEPTED: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/rtf': ['rtf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'text/plain': ['txt', 'md'],
};

/** In words, for messages and descriptions. */
export const ACCEPTED_TYPES = deferred('PDF, Word (docx), OpenDocument (odt), RTF, plain text, PNG or JPEG');

/** For the inputs of pages. */
export const ACCEPTED_ENDINGS = Object.values(ACCEPTED)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',');

const UNKNOWN = 'application/octet-stream';
const ARCHIVE = 'application/zip';

/** First bytes of a file that are looked at. */
const HEAD_BYTES = 16_384;
const SHEBANG = Buffer.from('#!');

/** Says what files are by their content alone. */
@Injectable()
export class FileTypes {
  constructor(private readonly store: BlobStore) {}

  /** The media type of a file, and a name with an ending of that type; null where nobody may send such a file. */
  async of({ key, name }: ReceivedFile, field: string): Promise<{ name: string; mime_type: string } | null> {
    const mime_type = await this.#typeOf(key);
    const endings = ACCEPTED[mime_type];
    if (!endings) return null;
    const given = name ?? field;
    const ending = /\.([^.]+)$/.exec(given)?.[1]?.toLowerCase() ?? '';
    return { mime_type, name: endings.includes(ending) ? given : cleanName(`${given}.${endings[0]!}`, 255)! };
  }

  async #typeOf(key: string): Promise<string> {
    const head = await this.#head(key);
    const found = await typeOf(null, head);
    // A file that a shell would run is a script, not a text.
    if (found === UNKNOWN && isText(head) && !head.subarray(0, 2).equals(SHEBANG)) return 'text/plain';
    return found === ARCHIVE ? this.#typeOfArchive(key) : found;
  }

  async #head(key: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.store.read(key, { start: 0, end: HEAD_BYTES - 1 }))
      chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** The type of an office document that is an archive may stand far behind its beginning. */
  async #typeOfArchive(key: string): Promise<string> {
    const { fileTypeFromStream } = await import('file-type');
    const bytes = await this.store.read(key);
    try {
      const found = await fileTypeFromStream(Readable.toWeb(bytes) as never).catch(() => undefined);
      return found?.mime.split(';')[0] ?? UNKNOWN;
    } finally {
      bytes.destroy();
    }
  }
}
