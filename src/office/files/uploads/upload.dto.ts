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
  @Text({ description: 'Name of the file.' }) name: string;
  @Int({ min: 1, description: 'Size of the whole file in bytes.' }) size_bytes: number;
  @Text({ max: 127, optional: true, description: 'Default: detected from the first bytes.' })
  @isType
  mime_type?: string;
  @Int({ ...PART, optional: true, description: 'Default: 16 MiB, or more if the file would need over 10 000 parts.' })
  part_size_bytes?: number;
  @Text({ max: 64, optional: true, description: 'SHA-256 of the whole file, in hex. It is checked at completion.' })
  @isSha256
  sha256?: string;
  @Tags({ optional: true }) tags: string[] = [];
}

/** A part, as raw bytes or as a form with the part `file`. */
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
      // A repeated part is only compared with the stored one.
      into: again ? 'nowhere' : { key: session.blob_key, upload: session.store_id, number },
      minBytes: size,
      maxBytes: size,
      wrongSize: `Part ${number} must have exactly ${size} bytes.`,
    };
  }
}

/** Format of a part number in paths. */
export const PART_NUMBER = /^\d{1,5}$/;

export function partNumber(session: UploadSession, text: string): number {
  const count = partCount(session);
  const number = PART_NUMBER.test(text) ? Number(text) : 0;
  if (number < 1 || number > count)
    throw invalidField('part_number', 'out_of_range', `part_number must be between 1 and ${count}.`);
  return number;
}

/** Treats an expired upload as missing. */
export function mustBeOpen(session: UploadSession, now: string): void {
  if (session.status === 'completed') throw failure(uploads, 'completed');
  if (session.status === 'failed') throw failure(uploads, 'failed');
  if (session.expires_at <= now) throw notFound(`The upload ${session.id} has expired. Begin a new one.`);
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
  @Choice(STATUSES, { description: 'Status of the upload.' }) status: string;
  @Text({ description: 'Name of the file.' }) name: string;
  @Text({ nullable: true, description: 'Media type; null if it will be detected from the first bytes.' }) mime_type:
    string | null;
  @Int({ min: 1, description: 'Size of the whole file in bytes.' }) size_bytes: number;
  @Int({ ...PART, description: 'Size of each part but the last, in bytes.' }) part_size_bytes: number;
  @Int({ min: 1, max: 10_000, description: 'Total number of parts.' }) part_count: number;
  @Int({ min: 0, description: 'Number of received parts.' }) received_parts: number;
  @Int({ min: 0, description: 'Number of received bytes.' }) received_bytes: number;
  @Int({ min: 1, description: 'Number of the next expected part; after the last part the total plus one.' })
  next_part_number: number;
  @Text({ nullable: true, description: 'SHA-256 of the whole file in hex, if the client supplied it.' }) sha256:
    string | null;
  @Tags({ description: 'Tags of the file.' }) tags: string[];
  @Id('usr', { description: 'Owner.' }) uploaded_by: string;
  @Id('fil', { nullable: true, description: 'File that the completed upload created.' }) file_id: string | null;
  @Timestamp({ description: 'Time of the start.' }) created_at: string;
  @Timestamp({ description: 'Time of expiry: one day after the last part.' }) expires_at: string;
}

export class PartView {
  @Id('upl', { description: 'The upload.' }) session_id: string;
  @Int({ min: 1, description: 'Number of the part, from 1.' }) part_number: number;
  @Int({ min: 1, description: 'Size of the part in bytes.' }) size_bytes: number;
  @Text({ description: 'SHA-256 of the part in hex.' }) sha256: string;
  @Int({ min: 0, description: 'Number of received bytes of the file.' }) received_bytes: number;
  @Int({ min: 1, description: 'Number of the next expected part.' }) next_part_number: number;
  @Timestamp({ description: 'Time of expiry of the upload; every part extends it.' }) expires_at: string;
}
