import { Choice, type FileJob, Int, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { archives } from './archive.resource.js';

const STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const;

@ResourceEntity(archives, 'workspace_archives')
export class Archive extends RecordEntity implements FileJob {
  @Choice(STATUSES, {
    default: 'pending',
    description: 'State. The file of a completed archive is kept for seven days.',
  })
  status: (typeof STATUSES)[number];
  @Int({ min: 0, big: true, default: 0, description: 'Records written so far, entries of the audit log among them.' })
  record_count: number;
  @Int({ min: 0, big: true, default: 0, description: 'Files written so far.' }) file_count: number;
  @Int({
    min: 0,
    big: true,
    nullable: true,
    description: 'Files of records whose bytes are not in the store any more; `manifest.json` counts them too.',
  })
  missing_file_count: number | null;
  @Int({ min: 0, big: true, nullable: true, description: 'Bytes of the archive.' }) size_bytes: number | null;
  @Text({
    nullable: true,
    description: 'SHA-256 of `manifest.json` in the archive, in hexadecimal. The manifest has that of every part.',
  })
  manifest_sha256: string | null;
  @Text({ nullable: true, description: 'Reason of the failure.' }) error: string | null;
  @Text({ description: 'User or API key that requested the archive.' }) requested_by: string;
  @Timestamp({ nullable: true, description: 'Time of completion.' }) completed_at: string | null;
  @Timestamp({ nullable: true, description: 'Time when the file is removed.' }) expires_at: string | null;
  @Text({ nullable: true }) blob_key: string | null;
  @Timestamp({ nullable: true }) lease_until: string | null;
  @Int({ default: 0 }) attempts: number;
}
