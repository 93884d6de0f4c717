import {
  ApiError,
  Choice,
  conflict,
  type Destination,
  failure,
  Id,
  Int,
  invalidField,
  isMediaType,
  notFound,
  rule,
  Tags,
  Text,
  Timestamp,
  Upload,
} from '../../../platform/index.js';
import { partCount, sizeOfPart, type UploadSession } from './upload.entity.js';
import { STATUSES, uploads } from './upload.resource.js';

export const PART = { min: 5 * 2 ** 20, max: 100 * 2 ** 20, default: 16 * 2 ** 20 };

const isSha256 = rule(
  'invalid_format',
  (text) => /^[0-9a-f]{64}$/i.test(text),
  '$property must be 64 hexadecimal digits.',
);
const isType = rule('invalid_format', isMediaType, '$property must be a media type such as application/pdf.');

export class CreateUpload {
  @Text({ description: 'What the file will be called.' }) name: string;
  @Int({ min: 1, description: 'How many bytes the whole file has.' }) size_bytes: number;
  @Text({ max: 127, optional: true, description: 'Default: the type that the first bytes tell.' })
  @isType
  mime_type?: string;
  @Int({ ...PART, optional: true, description: 'Default: 16 MiB, or more where there would be over 10 000 parts.' })
  part_size_bytes?: number;
  @Text({ max: 64, optional: true, description: 'Of the whole file, in hex. It is checked at the end.' })
  @isSha256
  sha256?: string;
  @Tags({ optional: true }) tags: string[] = [];
}

/** A part: bytes alone, or a form with them in the part `file`. */
export class UploadedPart extends Upload {
  static override raw = true;

  static override destination(session: UploadSession, params: Record<string, string>, now: string): Destination {
    const number = partNumber(session, params.part_number!);
    mustBeOpen(session, now);
    const next = session.received_parts + 1;
    const again = number === next - 1;
    if (number !== next && !again) throw outOfSequence(session);
    const size = sizeOfPart(session, number);
    return {
      // A repeated part is only compared.
      into: again ? 'nowhere' : { key: session.blob_key, upload: session.store_id, number },
      minBytes: size,
      maxBytes: size,
      wrongSize: `Part ${number} must have exactly ${size} bytes.`,
    };
  }
}

/** How a path names a part. */
export const PART_NUMBER = /^\d{1,5}$/;

export function partNumber(session: UploadSession, text: string): number {
  const count = partCount(session);
  const number = PART_NUMBER.test(text) ? Number(text) : 0;
  if (number < 1 || number > count)
    throw invalidField('part_number', 'out_of_range', `part_number must be between 1 and ${count}.`);
  return number;
}

/** An open upload that has expired answers as if it did not exist. */
export function mustBeOpen(session: UploadSession, now: string): void {
  if (session.status === 'completed') throw failure(uploads, 'completed');
  if (session.status === 'failed') throw failure(uploads, 'failed');
  if (session.expires_at <= now) throw notFound(`There is no upload ${session.id}: it has expired.`);
}

export function outOfSequence(
  { received_parts }: UploadSession,
  error: 'outOfSequence' | 'missing' = 'outOfSequence',
): ApiError {
  const message = `expected ${received_parts + 1}`;
  return conflict(uploads.errors![error].message, [{ field: 'part_number', code: 'out_of_sequence', message }]);
}

export class UploadView {
  @Id('upl', { description: 'The upload.' }) session_id: string;
  @Choice(STATUSES, { description: 'Whether parts can still come.' }) status: string;
  @Text({ description: 'What the file will be called.' }) name: string;
  @Text({ nullable: true, description: 'Its media type; null where the first bytes are to tell.' }) mime_type:
    string | null;
  @Int({ min: 1, description: 'How many bytes the whole file has.' }) size_bytes: number;
  @Int({ ...PART, description: 'How many bytes each part has, but for the last one.' }) part_size_bytes: number;
  @Int({ min: 1, max: 10_000, description: 'How many parts there will be.' }) part_count: number;
  @Int({ min: 0, description: 'How many parts have come.' }) received_parts: number;
  @Int({ min: 0, description: 'How many bytes have come.' }) received_bytes: number;
  @Int({ min: 1, description: 'When all parts are there: their number plus one.' }) next_part_number: number;
  @Text({ nullable: true, description: 'SHA-256 of the whole file in hex, where it was named.' }) sha256: string | null;
  @Tags({ description: 'Labels of the file.' }) tags: string[];
  @Id('usr', { description: 'The user it belongs to.' }) uploaded_by: string;
  @Id('fil', { nullable: true, description: 'The file, once the upload is completed.' }) file_id: string | null;
  @Timestamp({ description: 'When it was begun.' }) created_at: string;
  @Timestamp({ description: 'A day after the last part.' }) expires_at: string;
}

export class PartView {
  @Id('upl', { description: 'The upload.' }) session_id: string;
  @Int({ min: 1, description: 'The place of the part, from 1.' }) part_number: number;
  @Int({ min: 1, description: 'How many bytes the part has.' }) size_bytes: number;
  @Text({ description: 'Of the part, in hex.' }) sha256: string;
  @Int({ min: 0, description: 'How many bytes of the file have come so far.' }) received_bytes: number;
  @Int({ min: 1, description: 'The part that is to come next.' }) next_part_number: number;
  @Timestamp({ description: 'When the upload ends, unless another part comes.' }) expires_at: string;
}
