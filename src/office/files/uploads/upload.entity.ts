import { Choice, Id, Int, RecordEntity, ResourceEntity, Tags, Text, Timestamp } from '../../../platform/index.js';
import { STATUSES, uploads } from './upload.resource.js';

@ResourceEntity(uploads, 'uploads')
export class UploadSession extends RecordEntity {
  @Choice(STATUSES, { default: 'open', description: 'Status of the upload.' }) status: string;
  @Text({ example: 'film.mp4', description: 'Name of the file.' }) name: string;
  @Text({ max: 127, nullable: true, description: 'Media type; null until it is detected from the first bytes.' })
  mime_type: string | null;
  @Int({ min: 0, big: true, description: 'Size of the whole file in bytes.' }) size_bytes: number;
  @Int({ min: 1, description: 'Size of each part but the last, in bytes.' }) part_size_bytes: number;
  @Text({ nullable: true, description: 'SHA-256 of the whole file in hex, if the client supplied it.' }) sha256:
    string | null;
  @Tags({ default: [] }) tags: string[];
  @Id('usr', { optional: true, description: 'Owner.' }) uploaded_by: string;
  /** Parts come in sequence, so this is also the number of the last one. */
  @Int({ min: 0, default: 0, description: 'Number of received parts.' }) received_parts: number;
  @Int({ min: 0, big: true, default: 0, description: 'Number of received bytes.' }) received_bytes: number;
  @Text() blob_key: string;
  /** The blob store's id for the upload. */
  @Text() store_id: string;
  @Id('fil', { nullable: true, description: 'File that the completed upload created.' }) file_id: string | null;
  /** The time after which an open upload cannot be continued, and an ended one is removed. */
  @Timestamp({ description: 'Time of expiry: one day after the last part.' }) expires_at: string;
}

export const partCount = ({ size_bytes, part_size_bytes }: UploadSession): number =>
  Math.ceil(size_bytes / part_size_bytes);

/** Bytes of a part: all but the last have one size. */
export const sizeOfPart = ({ size_bytes, part_size_bytes }: UploadSession, number: number): number =>
  Math.min(part_size_bytes, size_bytes - (number - 1) * part_size_bytes);
