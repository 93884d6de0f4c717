import {
  Choice,
  type FileJob,
  Flag,
  FreeObject,
  type Holder,
  Int,
  RecordEntity,
  ResourceEntity,
  Text,
  Timestamp,
} from '../../platform/index.js';
import type { ExportFilters } from './export.dto.js';
import { exports, type Format, FORMATS } from './export.resource.js';

const STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const;

@ResourceEntity(exports, 'guard_exports')
export class Export extends RecordEntity implements FileJob {
  @Choice(STATUSES, {
    default: 'pending',
    description: 'State. The file of a completed export is kept for seven days.',
  })
  status: (typeof STATUSES)[number];
  @Choice(FORMATS, { default: 'csv', description: 'Format of the file; jsonl is JSON with one entry per line.' })
  format: Format;
  @Flag({ default: false, description: 'Whether the file is compressed with gzip.' }) gzip: boolean;
  @FreeObject({ default: {}, audit: 'values', description: 'Filters; empty: all entries.' })
  filters: ExportFilters;
  @Int({ min: 0, big: true, default: 0, description: 'Entries written so far.' }) row_count: number;
  @Int({ min: 0, big: true, nullable: true, description: 'Bytes of the file.' }) size_bytes: number | null;
  @Text({ nullable: true, description: 'SHA-256 of the file, in hexadecimal.' }) sha256: string | null;
  @Text({ nullable: true, description: 'Reason of the failure.' }) error: string | null;
  @Text({ description: 'User or API key that requested the export.' }) requested_by: string;
  @Flag({ default: false, description: 'Whether nothing was masked, by the role `guard:read_all`.' })
  read_all: boolean;
  /** The credential by whose rights the file is masked; null for exports from before. */
  @FreeObject({ nullable: true }) holder: Holder | null;
  @Timestamp({ nullable: true, description: 'Time of completion.' }) completed_at: string | null;
  @Timestamp({ nullable: true, description: 'Time when the file is removed.' }) expires_at: string | null;
  @Text({ nullable: true }) blob_key: string | null;
  @Timestamp({ nullable: true }) lease_until: string | null;
  @Int({ default: 0 }) attempts: number;
}
