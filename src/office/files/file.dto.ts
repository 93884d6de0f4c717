import {
  Id,
  ListOf,
  MAX_SINGLE,
  PartialType,
  PickType,
  Tags,
  Text,
  Timestamp,
  Upload,
  ViewType,
  Where,
} from '../../platform/index.js';
import { File } from './file.entity.js';

/** Path for files that are too large for one request. */
export const CHUNKED = '/v1/office/files/upload/chunked';

export class UploadFile extends Upload {
  static override destination() {
    const wrongSize = `A file of more than ${MAX_SINGLE} bytes must be uploaded in parts. Begin with POST ${CHUNKED}.`;
    return { into: 'a new blob' as const, minBytes: 0, maxBytes: MAX_SINGLE, wrongSize };
  }

  @Text({ optional: true, description: 'Default: the name of the file in the form.' }) name?: string;
  @Tags({ optional: true }) tags: string[] = [];
}

export class UpdateFile extends PartialType(PickType(File, ['name', 'tags'])) {}

export class FileQuery extends ListOf(File, {
  filter: ['mime_type', 'scan_status'],
  sort: ['created_at', 'updated_at', 'name', 'size_bytes'],
}) {
  @Id('usr', { optional: true, description: 'Owner.' }) @Where('uploaded_by') uploader_id?: string;
}

export class FileView extends ViewType(File, [
  'id',
  'name',
  'mime_type',
  'size_bytes',
  'sha256',
  'tags',
  'uploaded_by',
  'scan_status',
  'created_at',
  'updated_at',
  'revision',
]) {}

export class DownloadView {
  @Text({ secret: true, max: 8192, description: 'URL that needs no credential. It supports `Range` and `HEAD`.' })
  url: string;
  @Timestamp({ description: 'Time of expiry: one hour after the request.' }) expires_at: string;
}
