import { Column } from 'typeorm';
import { RecordEntity, TimestampColumn } from '../../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../../platform/resource/stores.module.js';
import { uploads } from './upload.resource.js';

@ResourceEntity(uploads, 'uploads')
export class UploadSession extends RecordEntity {
  @Column('text') status: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) mime_type: string | null;
  @Column('bigint') size_bytes: number;
  @Column('integer') part_size_bytes: number;
  @Column('text', { nullable: true }) sha256: string | null;
  @Column('text', { array: true }) tags: string[];
  @Column('text') uploaded_by: string;
  /** Parts come in sequence, so this is also the number of the last one. */
  @Column('integer') received_parts: number;
  @Column('bigint') received_bytes: number;
  @Column('text') blob_key: string;
  /** The blob store's id for the upload. */
  @Column('text') store_id: string;
  @Column('text', { nullable: true }) file_id: string | null;
  /** The time after which an open upload cannot be continued, and an ended one is removed. */
  @TimestampColumn() expires_at: string;
}

export const partCount = ({ size_bytes, part_size_bytes }: UploadSession): number =>
  Math.ceil(size_bytes / part_size_bytes);

/** Bytes of a part: all but the last have one size. */
export const sizeOfPart = ({ size_bytes, part_size_bytes }: UploadSession, number: number): number =>
  Math.min(part_size_bytes, size_bytes - (number - 1) * part_size_bytes);
