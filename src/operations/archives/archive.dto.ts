import { ListOf, Text, Timestamp, ViewType } from '../../platform/index.js';
import { Archive } from './archive.entity.js';

export class ArchiveQuery extends ListOf(Archive, { filter: ['status'], sort: ['created_at'] }) {}

/** Lists have no download links. */
export class ArchiveListView extends ViewType(Archive, [
  'id',
  'status',
  'record_count',
  'file_count',
  'missing_file_count',
  'size_bytes',
  'manifest_sha256',
  'error',
  'requested_by',
  'created_at',
  'completed_at',
  'expires_at',
]) {}

export class ArchiveView extends ArchiveListView {
  @Text({
    secret: true,
    max: 4096,
    nullable: true,
    description: 'Download URL that needs no credential; null unless the archive is completed.',
  })
  download_url: string | null;
  @Timestamp({
    nullable: true,
    description: 'Expiry of the download URL, after an hour. Every GET of the archive renews it.',
  })
  download_url_expires_at: string | null;
}
